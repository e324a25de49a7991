"""Rust with rustc: one crate.  Cargo is not used, since it has no network to fetch others from."""

from __future__ import annotations

from sandbox.languages.base import SHELL, Language, Paths, hello, needs

_COMPILER = "/usr/bin/rustc"
_ROOTS = ("main.rs", "src/main.rs")
# As for C++, static: starts faster, and depends on no library of the worker.
_FLAGS = (
    "--edition 2021 --crate-name bot -C opt-level=3 -C target-feature=+crt-static -C strip=symbols"
)
_NOTE = "Cargo.toml is not read: this is one crate, built by rustc without others from outside."


def _build(files: Paths) -> tuple[str, ...]:
    root = next((path for path in _ROOTS if path in files), _ROOTS[0])
    command = (_COMPILER, *_FLAGS.split(), root, "-o", "/build/bot")
    if "Cargo.toml" not in files:
        return command
    return (SHELL, "-c", 'echo "$0"; exec "$@"', _NOTE, *command)


RUST = Language(
    name="rust",
    title="Rust 2021 (rustc)",
    suffixes=(".rs",),
    main="main.rs",
    entry=needs(*_ROOTS, otherwise="there is no main.rs in the root of the zip, nor src/main.rs"),
    build=_build,
    run=("/program/bot",),
    product="bot",
    ships=lambda path: not path.endswith((".rs", "Cargo.toml", "Cargo.lock")),
    tools=(_COMPILER, "/usr/bin/cc"),
    packages=("rustc",),
    version=(_COMPILER, "--version"),
    hint="main.rs in the root, or src/main.rs, and its modules; no crates from outside, no Cargo",
    hello=hello("main.rs"),
)
