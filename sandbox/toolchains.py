"""Compilers of this machine: which version they are, and files that they need prepared once."""

from __future__ import annotations

import dataclasses
import functools
import os

from sandbox import build_cache, compiling
from sandbox.artifacts import File
from sandbox.compiling import Log
from sandbox.errors import BuildError, Cause, MachineFault
from sandbox.isolation.base import Backend
from sandbox.languages.base import Language, Prepared
from sandbox.limits import BUILDS, MIB

_PREPARED = dataclasses.replace(BUILDS, wall_s=180.0, artifact=256 * MIB, files=10)
"""Limits of making what `Prepared` asks for: headers of a whole library."""


def version(language: Language, backend: Backend) -> str:
    """The first line that the compiler says of itself; `MachineFault` where it says none.

    Asked in the sandbox, and once in a process while the compiler's file stays as it is.
    """
    states = (os.stat(tool) for tool in language.tools if os.path.exists(tool))
    return _version(language, backend, tuple((s.st_ino, s.st_size, s.st_mtime_ns) for s in states))


@functools.lru_cache(maxsize=100)
def _version(language: Language, backend: Backend, _state: tuple[object, ...]) -> str:
    log = Log(_ignore, BUILDS.log)
    what = f"the compiler of {language.title} does not say its version"
    try:
        compiling.run_alone(language.version, language.title, log, backend, BUILDS)
    except BuildError as error:  # nothing of an author's took part in it
        raise MachineFault(f"{what}: {error}\n{error.log}".strip(), Cause.PROGRAM) from error
    lines = log.text.strip().splitlines()
    if not lines:
        raise MachineFault(what, Cause.PROGRAM)
    return lines[0]


def prepare(prepared: Prepared, compiler: str, backend: Backend) -> str | None:
    """Have the file made, if it is not there; the name under which it is kept.

    None where it cannot be made: builds are slower then, and no different.
    """
    name = build_cache.key("prepared", prepared.path, prepared.command, compiler, backend.name)
    with build_cache.using(name) as place:
        if place is not None:
            return name
    log = Log(_ignore, BUILDS.log)
    try:
        made = compiling.run_alone(prepared.command, "advance", log, backend, _PREPARED)
    except BuildError:
        return None
    if prepared.path not in made:
        return None
    build_cache.keep(name, {prepared.path: File(made[prepared.path].content)})
    return name


def _ignore(_line: str) -> None: ...
