"""Builds: from an upload's files to an artifact, in the compiler's sandbox.

A build is a function of the files, the command and the compiler, so what it made is kept and given
again (`sandbox.kept`).  Only builds that succeeded are: others may have failed for want of time.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from sandbox import compiling, kept, toolchains
from sandbox.artifacts import (
    Artifact,
    File,
    Manifest,
    cache_root,
    pack,
    prune,
    scratch,
    write_files,
)
from sandbox.buildlog import Log
from sandbox.errors import BuildError
from sandbox.isolation import choose
from sandbox.isolation.base import Backend
from sandbox.languages.base import Language
from sandbox.limits import BUILDS, BuildLimits

__all__ = ["Log", "build"]


def build(
    source: Path,
    language: Language,
    on_log: Callable[[str], object],
    backend: Backend | None = None,
    limits: BuildLimits = BUILDS,
) -> Artifact:
    """Build the files below ``source``; ``on_log`` gets whole lines of the log as they come.

    `BuildError`, with the whole log, where the author's program does not build, or this machine
    lacks the compiler; `SandboxError` where the fault is ours.
    """
    if problem := language.unavailable():
        raise BuildError(problem)
    backend = backend or choose()
    prune()
    files = _read(source)
    compiler = toolchains.version(language, backend)
    command = language.build(list(files))
    manifest = Manifest(language.name, language.run)
    parts = (manifest, command, language.product, compiler, backend.name, limits)
    name = kept.key("build", *parts, files=files)
    if built := kept.load(name, manifest):
        return _again(built, compiler, on_log)
    log = Log(on_log, limits.log)
    artifact = pack(_program(files, language, log, backend, limits, compiler), manifest)
    kept.save(name, kept.Built(artifact, log.text))
    return artifact


def _again(built: kept.Built, compiler: str, on_log: Callable[[str], object]) -> Artifact:
    on_log(f"Built before: the same files, with {compiler}; this is what was said then.\n")
    for line in built.log.splitlines(keepends=True):
        on_log(line)
    return built.artifact


def _program(
    files: dict[str, File],
    language: Language,
    log: Log,
    backend: Backend,
    limits: BuildLimits,
    compiler: str,
) -> dict[str, File]:
    """The files of the program that these sources make."""
    with scratch(cache_root()) as folder:
        # A copy, as the sandbox's uid may not be able to reach the original.
        write_files(files, folder)
        _lay_prepared(folder, files, language, backend, compiler)
        command = language.build(list(files))
        made = compiling.run(command, folder, language.title, log, backend, limits)
    product = language.product
    if product and not (product in made and made[product].executable):
        raise BuildError(
            f"the build ended in order, but left no program: no executable file {product}", log.text
        )
    shipped = {path: file for path, file in files.items() if language.ships(path)}
    return _joined(shipped, made, limits, log)


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
    with kept.using(name) as place:
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
            f"the upload and the build both make a {name}, one a folder and one a file: "
            "rename yours",
            log.text,
        )
    return files


def _read(source: Path) -> dict[str, File]:
    """The regular files below ``source``, by relative path."""
    return {
        path.relative_to(source).as_posix(): File(path.read_bytes())
        for path in sorted(source.rglob("*"))
        if stat.S_ISREG(path.lstat().st_mode)
    }
