"""Builds: from an upload's files to an artifact, in the compiler's sandbox.

A build is a function of the files, the command and the compiler, so what it made is kept and given
again (`sandbox.build_cache`).  Only builds that succeeded are: others may have failed for want of
time.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from sandbox import build_cache, compiling, toolchains
from sandbox.artifacts import (
    Artifact,
    File,
    Manifest,
    cache_root,
    pack,
    prune,
    scratch,
    shown,
    write_files,
)
from sandbox.compiling import Log
from sandbox.errors import BuildError, Cause, MachineFault
from sandbox.isolation import choose
from sandbox.isolation.base import Backend
from sandbox.languages.base import Language
from sandbox.limits import BUILDS, KIB, BuildLimits
from sandbox.uploads import roots

REPORT = ".report.json"
"""The JSON that a build leaves if it has no program for its author: a ``problem`` in words; or
the names of ``programs`` that it made, if it is not clear which is meant, or else of ``files``."""
_REPORT_BYTES = 64 * KIB
"""A longer report is none: JSON takes up to 25 times its size in memory."""


@dataclass(frozen=True, slots=True)
class _Report:
    programs: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    problem: str = ""

    @classmethod
    def read(cls, content: bytes) -> _Report:
        """The valid part of the content: a build can write anything."""
        if len(content) > _REPORT_BYTES:
            return cls()
        try:
            said = json.loads(content)
            problem = "".join(_names([said.get("problem")]))
            return cls(_names(said.get("programs")), _names(said.get("files")), problem)
        except (ValueError, AttributeError, RecursionError):
            return cls()


def _names(said: object) -> tuple[str, ...]:
    names = [name for name in said if isinstance(name, str)] if isinstance(said, list) else []
    return tuple(name for name in names if name.isprintable() and 0 < len(name) <= 400)[:50]


def build(
    source: Path,
    language: Language,
    on_log: Callable[[str], object],
    backend: Backend | None = None,
    limits: BuildLimits = BUILDS,
    program: str = "",
) -> Artifact:
    """Build the files below ``source``; ``on_log`` gets whole lines of the log as they come.

    ``program`` names the one that is meant where a project makes several; "" leaves it to the
    build.  `BuildError`, with the whole log, where the author's program does not build;
    `MachineFault` where this machine lacks the compiler, `SandboxError` where the fault is ours.
    """
    if problem := language.unavailable():
        raise MachineFault(problem, Cause.PROGRAM)
    backend = backend or choose()
    prune()
    files, left_out = _read(source)
    if left_out:
        on_log(roots.told(left_out))
    compiler = toolchains.version(language, backend)
    command = (*language.build(list(files)), *([program] if language.names_program else []))
    manifest = Manifest(language.name, language.run)
    folders = sorted({str(PurePosixPath(path).parent) for path in left_out})
    parts = (manifest, command, language.product, compiler, backend.name, limits, folders)
    name = build_cache.key("build", *parts, files=files)
    if built := build_cache.load(name, manifest):
        return _again(built, on_log)
    log = Log(on_log, limits.log)
    with scratch(cache_root()) as folder:
        _lay_out(folder, files, folders)
        _lay_prepared(folder, files, language, backend, compiler)
        made = compiling.run(command, folder, language.title, log, backend, limits)
    _check_product(made, language, program, log)
    shipped = {path: file for path, file in files.items() if language.ships(path)}
    artifact = pack(_joined(shipped, made, limits, log), manifest)
    build_cache.save(name, build_cache.Built(artifact, log.text))
    return artifact


def _again(built: build_cache.Built, on_log: Callable[[str], object]) -> Artifact:
    """The log does not say so: somebody else may have had exactly these files."""
    for line in built.log.splitlines(keepends=True):
        on_log(line)
    return built.artifact


def _lay_out(root: Path, files: dict[str, File], folders: list[str]) -> None:
    """A copy of the files, as the sandbox's uid may not be able to reach the original; and the
    ``folders``, since a build may write into one that has nothing else in it."""
    write_files(files, root)
    for folder in map(PurePosixPath, folders):
        for path in [*reversed(folder.parents), folder]:
            (root / path).mkdir(exist_ok=True)
            (root / path).chmod(0o755)


def _check_product(made: dict[str, File], language: Language, program: str, log: Log) -> None:
    """`BuildError` where the build did not leave the program of the language."""
    report = _Report.read(made[REPORT].content) if REPORT in made else None
    if report and report.problem:
        raise BuildError(report.problem, log.text)
    product = language.product
    if product is None or (product in made and made[product].executable):
        return
    if language.names_program and report:
        raise _unclear(report, product, program, log)
    raise BuildError(
        f"the build ended in order, but left no program: no executable file {product}", log.text
    )


def _unclear(report: _Report, product: str, program: str, log: Log) -> BuildError:
    """Why the program is not known, and what to do."""
    found = ", ".join(report.programs)
    if program and found:
        words = f"the build made no program named {program}. It made: {found}. Choose one of these."
    elif found:
        words = (
            f"the build made {len(report.programs)} programs, and none is named {product}: "
            f"{found}. Choose the one that plays."
        )
    else:
        files = ", ".join(report.files) or "nothing"
        words = (
            f"the build ended in order, but left no program: no executable file {product}, and no "
            f"other. New files: {files}. Have the build make an executable file."
        )
    return BuildError(words, log.text, report.programs)


def _lay_prepared(
    folder: Path, files: dict[str, File], language: Language, backend: Backend, compiler: str
) -> None:
    """Put what the compiler has prepared beside the sources, where that helps."""
    prepared = language.prepared
    if not prepared or not prepared.wanted({path: file.content for path, file in files.items()}):
        return
    name = toolchains.prepare(prepared, compiler, backend)
    if name is None:
        return
    with build_cache.using(name) as place:
        if place is not None:
            target = folder / prepared.path
            target.parent.mkdir(parents=True)
            # A link: it is large, and nobody can write to either name of it.
            os.link(place / prepared.path, target)
            for above in target.relative_to(folder).parents:
                (folder / above).chmod(0o755)


def _joined(
    shipped: dict[str, File], made: dict[str, File], limits: BuildLimits, log: Log
) -> dict[str, File]:
    """The program's files: what was uploaded, and over it what the build made."""
    files = {**shipped, **made}
    if len(files) > limits.files:
        raise BuildError(f"the program has more than {limits.files} files", log.text)
    folders = {str(folder) for path in files for folder in PurePosixPath(path).parents}
    if clashes := sorted(folders & files.keys()):
        name = clashes[0]
        raise BuildError(
            f"the upload and the build both make a {shown(name)}, one a folder and one a file: "
            "rename yours",
            log.text,
        )
    return files


def _read(source: Path) -> tuple[dict[str, File], dict[str, str]]:
    """The regular files below ``source``, by relative path, and why others are left out."""
    files = {
        path.relative_to(source).as_posix(): path.read_bytes()
        for path in sorted(source.rglob("*"))
        if stat.S_ISREG(path.lstat().st_mode)
    }
    left_out = roots.strays(files)
    return {path: File(files[path]) for path in files if path not in left_out}, left_out
