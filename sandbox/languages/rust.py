"""Rust with rustc: one crate.  Cargo is not used, since it has no network to fetch others from."""

from __future__ import annotations

from sandbox.languages.base import SHELL, Language, Paths

_COMPILER = "/usr/bin/rustc"
_ROOTS = ("main.rs", "src/main.rs")
_FLAGS = (
    *("--edition", "2021", "--crate-name", "bot", "-C", "opt-level=3"),
    # As for C++: starts faster, and depends on no library of the worker.
    *("-C", "target-feature=+crt-static", "-C", "strip=symbols"),
)
_NOTE = "Cargo.toml is not read: this is one crate, built by rustc without others from outside."
_HELLO = """
fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    std::thread::spawn(move || print!("{}", line)).join().unwrap();
}
"""


def _root(files: Paths) -> str | None:
    return next((path for path in _ROOTS if path in files), None)


def _entry(files: Paths) -> str | None:
    return None if _root(files) else "there is no main.rs in the root of the zip, nor src/main.rs"


def _build(files: Paths) -> tuple[str, ...]:
    command = (_COMPILER, *_FLAGS, _root(files) or _ROOTS[0], "-o", "/build/bot")
    if "Cargo.toml" not in files:
        return command
    return (SHELL, "-c", 'echo "$0"; exec "$@"', _NOTE, *command)


RUST = Language(
    name="rust",
    title="Rust 2021 (rustc)",
    suffixes=(".rs",),
    main="main.rs",
    entry=_entry,
    build=_build,
    run=("/program/bot",),
    product="bot",
    ships=lambda path: not path.endswith((".rs", "Cargo.toml", "Cargo.lock")),
    tools=(_COMPILER, "/usr/bin/cc"),
    packages=("rustc",),
    version=(_COMPILER, "--version"),
    hint="main.rs in the root, or src/main.rs, and its modules; no crates from outside, no Cargo",
    hello=(("main.rs", _HELLO),),
)
