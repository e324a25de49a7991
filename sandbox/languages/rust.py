"""Rust with rustc: one crate, or a Cargo package with crates by path.

Cargo itself is not used, since it has no network to fetch others from.
"""

from __future__ import annotations

from sandbox.languages.base import Language, Paths, hello, needs, script, shell

_COMPILER, _PYTHON = "/usr/bin/rustc", "/usr/bin/python3"
_ROOTS = ("main.rs", "src/main.rs")
# As for C++, static: starts faster, and depends on no library of the worker.
_FLAGS = "--edition 2021 -C opt-level=3 -C target-feature=+crt-static -C strip=symbols"


def _build(files: Paths) -> tuple[str, ...]:
    if "Cargo.toml" in files:
        return (_PYTHON, "-E", "-s", "-B", "-c", script("cargo.py"))
    root = next((path for path in _ROOTS if path in files), _ROOTS[0])
    return shell(f"exec {_COMPILER} {_FLAGS} {root} -o /build/bot")


RUST = Language(
    name="rust",
    title="Rust (rustc)",
    suffixes=(".rs",),
    main="main.rs",
    entry=needs(*_ROOTS, "Cargo.toml", otherwise="there is no main.rs, src/main.rs or Cargo.toml"),
    build=_build,
    run=("/program/bot",),
    product="bot",
    names_program=True,
    ships=lambda path: not path.endswith((".rs", "Cargo.toml", "Cargo.lock")),
    tools=(_COMPILER, "/usr/bin/cc", _PYTHON),
    packages=("rustc", "python3"),
    version=(_COMPILER, "--version"),
    hint="main.rs or src/main.rs, or Cargo.toml with crates by path or in vendor/; no network",
    hello=hello("main.rs"),
)
