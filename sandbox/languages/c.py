"""C with gcc."""

from __future__ import annotations

from sandbox.languages import native
from sandbox.languages.base import Language, Paths, has_suffix, hello

_COMPILER = "/usr/bin/gcc"
_FLAGS = ("-O2", "-std=gnu17", "-pthread")


def _build(files: Paths) -> tuple[str, ...]:
    return native.compiled(_COMPILER, _FLAGS, native.sources(files, native.C), ("-lm",))


C = Language(
    name="c",
    title="C17 (gcc)",
    suffixes=native.C,
    headers=(".h",),
    main="main.c",
    entry=lambda files: native.missing(files, native.C, "C"),
    build=_build,
    run=("/program/bot",),
    product="bot",
    ships=lambda path: not has_suffix(path, (*native.C, ".h")),
    tools=(_COMPILER,),
    packages=("gcc", "libc6-dev"),
    version=(_COMPILER, "--version"),
    hint="all .c files in the root, or in src/, with -O2, -lm and -pthread",
    hello=hello("main.c"),
)
