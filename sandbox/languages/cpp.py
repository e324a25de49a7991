"""C++ with g++."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sandbox.languages import native
from sandbox.languages.base import SHELL, Language, Paths, Prepared

_COMPILER = "/usr/bin/g++"
_SUFFIXES = (".cpp", ".cc", ".cxx")
_FLAGS = ("-O2", "-std=gnu++20", "-pthread")
_ALL = "bits/stdc++.h"
"""The header that includes the whole library: most of the time of compiling a small program."""
_FOLDER = ".precompiled"
_INCLUDES_ALL = re.compile(rb"^\s*#\s*include\s*<bits/stdc\+\+\.h>", re.MULTILINE)
_PRECOMPILE = f"""
cd /build && mkdir -p {_FOLDER}/bits && echo '#include <{_ALL}>' >/tmp/all.h &&
exec {_COMPILER} {" ".join(_FLAGS)} -x c++-header /tmp/all.h -o {_FOLDER}/{_ALL}.gch
"""
_HELLO = """
#include <iostream>
#include <string>
#include <thread>
int main() {
    std::string line;
    std::getline(std::cin, line);
    std::thread([&] { std::cout << line << std::endl; }).join();
}
"""


def _wants_header(files: Mapping[str, bytes]) -> bool:
    # An author may bring such a header, for a compiler without one; then that is meant.
    if any(path.endswith(_ALL) or path.startswith(_FOLDER) for path in files):
        return False
    kinds = _SUFFIXES + native.HEADERS
    texts = (text for path, text in files.items() if path.lower().endswith(kinds))
    return any(map(_INCLUDES_ALL.search, texts))


def _build(files: Paths) -> tuple[str, ...]:
    flags = (*_FLAGS, f"-I{_FOLDER}")
    return native.compiled(_COMPILER, flags, native.sources(files, _SUFFIXES))


CPP = Language(
    name="cpp",
    title="C++20 (g++)",
    suffixes=_SUFFIXES,
    headers=native.HEADERS,
    main="main.cpp",
    entry=lambda files: native.missing(files, _SUFFIXES, "C++"),
    build=_build,
    run=("/program/bot",),
    product="bot",
    ships=lambda path: not path.lower().endswith(_SUFFIXES + native.HEADERS),
    tools=(_COMPILER,),
    packages=("g++",),
    version=(_COMPILER, "--version"),
    hint="all .cpp files in the root, or in src/, with -O2 and -pthread",
    hello=(("main.cpp", _HELLO),),
    prepared=Prepared(f"{_FOLDER}/{_ALL}.gch", (SHELL, "-c", _PRECOMPILE), _wants_header),
)
