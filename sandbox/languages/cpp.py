"""C++ with g++."""

from __future__ import annotations

from sandbox.languages import native, precompiled
from sandbox.languages.base import Language, Paths, has_suffix, hello

_COMPILER = "/usr/bin/g++"
STANDARD = 20
"""Of C++, by the last digits of its year."""
FLAGS = ("-O2", f"-std=gnu++{STANDARD}", "-pthread")


def _build(files: Paths) -> tuple[str, ...]:
    flags = (*FLAGS, f"-I{precompiled.FOLDER}")
    return native.compiled(_COMPILER, flags, native.sources(files, native.CPP))


CPP = Language(
    name="cpp",
    title=f"C++{STANDARD} (g++)",
    suffixes=native.CPP,
    headers=native.HEADERS,
    main="main.cpp",
    entry=lambda files: native.missing(files, native.CPP, "C++"),
    build=_build,
    run=("/program/bot",),
    product="bot",
    ships=lambda path: not has_suffix(path, native.CPP + native.HEADERS),
    tools=(_COMPILER,),
    packages=("g++",),
    version=(_COMPILER, "--version"),
    hint="all .cpp files in the root, or in src/, with -O2 and -pthread",
    hello=hello("main.cpp"),
    prepared=precompiled.library(_COMPILER, FLAGS),
)
