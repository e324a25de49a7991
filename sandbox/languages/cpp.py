"""C++ with g++."""

from __future__ import annotations

from sandbox.languages.base import Language, Paths

_COMPILER = "/usr/bin/g++"
_SUFFIXES = (".cpp", ".cc", ".cxx")
_HEADERS = (".h", ".hpp", ".hh", ".hxx", ".inl", ".ipp")


def _sources(files: Paths) -> list[str]:
    """What is compiled: the sources in the upload's root, or else those in src/."""
    found = sorted(path for path in files if path.lower().endswith(_SUFFIXES))
    root = [path for path in found if "/" not in path]
    return root or [path for path in found if path.startswith("src/") and path.count("/") == 1]


def _entry(files: Paths) -> str | None:
    if _sources(files):
        return None
    return (
        "no C++ source is where one is looked for: put your .cpp files in the root of the zip, "
        "or in a folder src/ there"
    )


def _build(files: Paths) -> tuple[str, ...]:
    # Static: starts three times as fast, and does not depend on the libraries of each worker.
    flags = ("-O2", "-std=gnu++20", "-static", "-s", "-pthread", "-I.", "-Isrc")
    # A name such as -x.cpp must not be taken for an option.
    sources = (f"./{path}" if path.startswith("-") else path for path in _sources(files))
    return (_COMPILER, *flags, *sources, "-o", "/build/bot")


def _ships(path: str) -> bool:
    return not path.lower().endswith(_SUFFIXES + _HEADERS)


CPP = Language(
    name="cpp",
    title="C++20 (g++)",
    suffixes=_SUFFIXES,
    headers=_HEADERS,
    main="main.cpp",
    entry=_entry,
    build=_build,
    run=("/program/bot",),
    product="bot",
    ships=_ships,
    tools=(_COMPILER,),
)
