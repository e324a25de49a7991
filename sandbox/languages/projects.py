"""C and C++ projects that bring their own way of being built: a Makefile, or CMakeLists.txt."""

from __future__ import annotations

from sandbox.languages import native

_CMAKE = """\
cmake -B /tmp/cmake -D CMAKE_BUILD_TYPE=Release -D CMAKE_EXE_LINKER_FLAGS_INIT=-static \
    -D CMAKE_RUNTIME_OUTPUT_DIRECTORY=/tmp/out && cmake --build /tmp/cmake --parallel 2 || exit
found=$(find /tmp/out /tmp/cmake -type f -name bot -perm -100 2>/dev/null | head -n 1)
[ -z "$found" ] || cp "$found" /build/bot
"""

MAKE = native.project(
    *("Makefile", "makefile", "GNUmakefile"),
    tool="make",
    title="C or C++ project with a Makefile",
    script="make -j 2 && { [ ! -f bot ] || cp bot /build/bot; }",
    hint="make, without a target, leaves an executable file bot beside the Makefile",
)
CMAKE = native.project(
    "CMakeLists.txt",
    tool="cmake",
    title="C or C++ project with CMake",
    script=_CMAKE,
    hint="the executable target bot is built as Release and linked statically",
)
