"""C and C++ projects that bring their own way of being built: a Makefile, or CMakeLists.txt."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.languages.base import SHELL, Language, Paths
from sandbox.languages.c import C
from sandbox.languages.cpp import CPP

_COMPILERS = ("/usr/bin/gcc", "/usr/bin/g++")
_SUFFIXES = C.suffixes + CPP.suffixes
_HEADERS = CPP.headers
_COPY = "mkdir /tmp/project && cp -r . /tmp/project && cd /tmp/project && export HOME=/tmp"
"""Builds write beside their sources, which are read-only."""
_MAKE = f"{_COPY} && make -j 2 && {{ [ ! -f bot ] || cp bot /build/bot; }}"
_CMAKE = f"""
{_COPY} && cmake -B /tmp/cmake -D CMAKE_BUILD_TYPE=Release -D CMAKE_EXE_LINKER_FLAGS_INIT=-static \
    -D CMAKE_RUNTIME_OUTPUT_DIRECTORY=/tmp/out && cmake --build /tmp/cmake --parallel 2 || exit
found=$(find /tmp/out /tmp/cmake -type f -name bot -perm -100 2>/dev/null | head -n 1)
[ -z "$found" ] || cp "$found" /build/bot
"""
_MAKEFILE = "bot: main.c\n\t$(CC) -O2 -pthread -o $@ $<\n"
_LISTS = """
cmake_minimum_required(VERSION 3.13)
project(hello C)
find_package(Threads REQUIRED)
add_executable(bot main.c)
target_link_libraries(bot Threads::Threads)
"""


def _entry(names: tuple[str, ...]) -> Callable[[Paths], str | None]:
    def check(files: Paths) -> str | None:
        if not any(name in files for name in names):
            return f"there is no {names[0]} in the root of the zip"
        if not any(path.lower().endswith(_SUFFIXES) for path in files):
            return f"there is a {names[0]}, but no C or C++ source"
        return None

    return check


def _project(
    name: str, title: str, names: tuple[str, ...], script: str, text: str, hint: str
) -> Language:
    tool = f"/usr/bin/{name}"
    return Language(
        name=name,
        title=title,
        suffixes=tuple(dict.fromkeys(n.lower() for n in names)),
        headers=_SUFFIXES + _HEADERS,
        main=None,
        entry=_entry(names),
        build=lambda _files: (SHELL, "-c", script),
        run=("/program/bot",),
        product="bot",
        ships=lambda path: not path.lower().endswith(_SUFFIXES + _HEADERS),
        tools=(tool, "/usr/bin/make", *_COMPILERS),
        packages=tuple(dict.fromkeys((name, "make", "gcc", "g++"))),
        version=(SHELL, "-c", f'echo "$({tool} --version | head -n 1), $(g++ --version)"'),
        hint=hint,
        hello=((names[0], text), *C.hello),
        outranks=(C.name, CPP.name),
    )


MAKE = _project(
    "make",
    "C or C++ project with a Makefile",
    ("Makefile", "makefile", "GNUmakefile"),
    _MAKE,
    _MAKEFILE,
    "make, without a target, leaves an executable file bot beside the Makefile",
)
CMAKE = _project(
    "cmake",
    "C or C++ project with CMake",
    ("CMakeLists.txt",),
    _CMAKE,
    _LISTS,
    "the executable target bot is built as Release and linked statically",
)
