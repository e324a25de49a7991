"""Where in an archive its program lies, and what its files are called once that is the root.

Files that belong to another machine's build, such as programs, object files and what CMake
generated, stay in an upload's source, but neither decide what kind of program it is nor reach its
build.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from sandbox.errors import UploadError
from sandbox.languages import LANGUAGES, whole_programs
from sandbox.languages.base import Language

_DEEPEST = 4
"""Levels of folders in which a program is looked for."""
_PROJECTS = {x.suffixes[0] for x in LANGUAGES.values() if x.main is None}
_KNOWN = _PROJECTS | {x.main for x in LANGUAGES.values() if x.main}
"""Files by which one sees at once that a program is here: a project's, or such as main.cpp."""
Names = dict[str, str]
"""New names by old ones."""


def rooted(paths: Iterable[str], ignored: Collection[str] = (), wanted: str = "") -> Names:
    """New paths of the files that change theirs, so that the program lies in the root; "" for one
    that has no place any more.  The ``ignored`` ones go along and say nothing.

    A folder is looked into where the root is no program in a language, or in ``wanted``: first
    for those with a project or a file such as main.cpp, then for any sources.  A main file may have
    its name in other letters, or any name where it is alone.
    Files beside the program's folder stay where they are.  Nothing changes where no program is
    found.  `UploadError` where several folders of a level hold one.
    """
    files = sorted(paths)
    levels = list(_levels(files))
    for rename, clear in ((_same, True), (_cased, True), (_same, False), (_alone, False)):
        for level in levels:
            found: dict[str, tuple[Names, bool, list[Language]]] = {}
            for folder, inside in level.items():
                own = [path.removeprefix(folder) for path in inside if path not in ignored]
                renamed = rename(own)
                told = {renamed.get(path, path) for path in own}
                is_clear = not (clear and folder) or not _KNOWN.isdisjoint(told)
                if is_clear and (programs := whole_programs(told, wanted)):
                    found[folder] = (renamed, not _PROJECTS.isdisjoint(told), programs)
            if found:
                alike = all(each[2] == found[min(found)][2] for each in found.values())
                folder = _only({name: project for name, (_, project, _) in found.items()}, alike)
                return _moved(files, folder, found[folder][0])
    return {}


def _levels(files: list[str]) -> Iterator[dict[str, list[str]]]:
    """The files in each folder of each depth; folders end with a slash, and the root is ""."""
    yield {"": files}
    for depth in range(1, _DEEPEST + 1):
        level: dict[str, list[str]] = {}
        for path in files:
            parts = path.split("/", depth)
            if len(parts) > depth:
                level.setdefault("/".join(parts[:depth]) + "/", []).append(path)
        yield level


def _moved(files: list[str], folder: str, renamed: Names) -> Names:
    """Where files go when the folder becomes the root, for those that go elsewhere; a file that is
    in the way of one of the folder's goes nowhere."""
    inside = [path.removeprefix(folder) for path in files if path.startswith(folder)]
    names = {folder + path: renamed.get(path, path) for path in inside}
    taken = set(names.values())
    above = {str(each) for path in taken for each in PurePosixPath(path).parents}
    for path in files:
        if path not in names:
            parents = {str(each) for each in PurePosixPath(path).parents}
            names[path] = "" if path in taken | above or parents & taken else path
    return {path: name for path, name in names.items() if path != name}


def _only(found: dict[str, bool], alike: bool) -> str:
    """The only folder, or the only one of those with a project, which are True.  ``alike``: all
    hold programs in the same languages, so that to name one would not help."""
    projects = [folder for folder, has_project in found.items() if has_project]
    if len(projects) == 1:
        return projects[0]
    if len(found) > 1:
        folders = " and ".join(sorted(found)[:5])
        raise UploadError(
            f"{folders} each hold a program: send an archive of the one that plays"
            + ("" if alike else ", or say which language it is")
        )
    return next(iter(found))


def _same(_files: list[str]) -> Names:
    return {}


def _cased(files: list[str]) -> Names:
    """Main files and those of projects as their language calls them: Main.py is main.py."""
    # A class of Java is called like its file.
    usual = {
        name.lower(): name
        for x in LANGUAGES.values()
        if not x.keeps_name
        for name in (x.main or x.suffixes[0],)
    }
    return {path: usual[path.lower()] for path in files if path.lower() in usual}


def _alone(files: list[str]) -> Names:
    """The only source of a language as its main file."""
    names = {}
    for language in LANGUAGES.values():
        sources = [path for path in files if "/" not in path and language.is_source(path)]
        if language.main and not language.keeps_name and len(sources) == 1:
            names[sources[0]] = language.main
    return names


_COMPILED = {
    b"\x7fELF": "a Linux executable",
    b"MZ": "a Windows executable",
    b"\xcf\xfa\xed\xfe": "a macOS executable",
    b"\xce\xfa\xed\xfe": "a macOS executable",
    b"\xca\xfe\xba\xbe": "compiled code",
    b"!<arch>": "a compiled library",
}
_BY_SUFFIX = {
    ".o": "an object file",
    ".obj": "an object file",
    ".gch": "a precompiled header",
    ".pch": "a precompiled header",
    ".pyc": "compiled Python",
    ".class": "compiled Java",
}
_OF_CMAKE = frozenset(("CMakeCache.txt", "cmake_install.cmake", "CTestTestfile.cmake"))
_GENERATED = b"# CMAKE generated file"
_SHOWN = 20


def compiled(content: bytes) -> str | None:
    """The kind of machine code that the content is; None for everything else."""
    for magic, kind in _COMPILED.items():
        if content.startswith(magic) and (len(magic) > 2 or b"\0" in content[:256]):
            return kind
    return None


def stray(path: str, content: bytes) -> str | None:
    """Why a file is left out of builds; None where it is not."""
    name = PurePosixPath(path)
    if name.name in _OF_CMAKE or "CMakeFiles" in name.parts:
        return "generated by CMake"
    if name.name == "Makefile" and content[:200].lstrip().startswith(_GENERATED):
        return "generated by CMake"
    if name.suffix.lower() in (".o", ".obj") and compiled(content):
        return "an object file"
    return compiled(content) or (
        _BY_SUFFIX.get(name.suffix.lower()) if b"\0" in content[:4096] else None
    )


def strays(files: Mapping[str, bytes]) -> dict[str, str]:
    """The files that are left out, and why, by path."""
    found = {path: stray(path, content) for path, content in files.items()}
    return {path: why for path, why in found.items() if why}


def told(left_out: Mapping[str, str]) -> str:
    """Lines for the log of a build."""
    lines = [f"Left out: {path} ({why}).\n" for path, why in sorted(left_out.items())[:_SHOWN]]
    if len(left_out) > _SHOWN:
        lines.append(f"Left out: {len(left_out) - _SHOWN} more files of these kinds.\n")
    return "".join(lines)
