"""C++ with g++, and the header that includes all of its library: most of the time of compiling a
small program.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from sandbox.languages import native
from sandbox.languages.base import SHELL, Language, Paths, Prepared, has_suffix, hello

FOLDER = ".precompiled"
"""Where it lies among the sources of a build, which has to look there for headers first."""
_ALL = "bits/stdc++.h"
_INCLUDES_ALL = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*<bits/stdc\+\+\.h>", re.MULTILINE)
_COMPILE = """
cd /build && mkdir -p {folder}/bits && echo '#include <{all}>' >/tmp/all.h &&
exec {compiler} {flags} -x c++-header /tmp/all.h -o {folder}/{all}.gch
"""


def library(compiler: str, flags: tuple[str, ...]) -> Prepared:
    """For builds with this compiler and exactly these flags."""
    command = _COMPILE.format(folder=FOLDER, all=_ALL, compiler=compiler, flags=" ".join(flags))
    return Prepared(f"{FOLDER}/{_ALL}.gch", (SHELL, "-c", command), _wanted)


def _wanted(files: Mapping[str, bytes]) -> bool:
    # An author may bring such a header, for a compiler without one; then that is meant.
    if any(path.endswith(_ALL) or path.startswith(FOLDER) for path in files):
        return False
    kinds = native.CPP + native.HEADERS
    texts = (text for path, text in files.items() if has_suffix(path, kinds))
    return any(map(_INCLUDES_ALL.search, texts))


_COMPILER = "/usr/bin/g++"
STANDARD = 20
"""Of C++, by the last digits of its year."""
FLAGS = ("-O2", f"-std=gnu++{STANDARD}", "-pthread")


def _build(files: Paths) -> tuple[str, ...]:
    flags = (*FLAGS, f"-I{FOLDER}")
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
    prepared=library(_COMPILER, FLAGS),
)
