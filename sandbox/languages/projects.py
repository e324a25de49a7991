"""C and C++ projects that bring their own way of being built: a Makefile, or CMakeLists.txt."""

from __future__ import annotations

from sandbox.languages import native

MAKE = native.project(
    *("Makefile", "makefile", "GNUmakefile"),
    tool="make",
    title="C or C++ project with a Makefile",
    hint="make, without a target, or make all leaves the program; CMakeLists.txt is not read",
    outranks=("c", "cpp", "cmake"),
)
CMAKE = native.project(
    "CMakeLists.txt",
    tool="cmake",
    title="C or C++ project with CMake",
    hint="the executable target is built as Release, and linked statically if possible",
    outranks=("c", "cpp"),
)
