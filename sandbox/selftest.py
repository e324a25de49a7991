"""Does a language work here?  Asked by building and running a small program in the sandbox."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sandbox import toolchains
from sandbox.artifacts import materialize
from sandbox.builds import build
from sandbox.errors import BuildError, SandboxError
from sandbox.isolation.base import Backend, Spec
from sandbox.isolation.selftest import read_all
from sandbox.languages.base import Language

_LINE = "hello from the self-test"
_ANSWER_S = 20.0


@dataclass(frozen=True, slots=True)
class Availability:
    """``version`` is the compiler's own words, ``reason`` why the language does not work here;
    each is empty where there is none."""

    ok: bool
    version: str = ""
    reason: str = ""


@functools.cache
def check(language: Language, backend: Backend) -> Availability:
    """Build and run the language's self-test; asked once in a process."""
    if problem := language.unavailable():
        return Availability(False, reason=problem)
    version = ""
    try:
        version = toolchains.version(language, backend)
        with tempfile.TemporaryDirectory(prefix="arbiter-hello-") as folder:
            for file in language.hello:
                shutil.copy(file, folder)
            artifact = build(Path(folder), language, lambda _line: None, backend)
        program = materialize(artifact.data, artifact.sha256)
        said = _answer(backend, Spec(artifact.manifest.argv, program))
    except BuildError as error:
        return Availability(False, version, f"{error}\n{error.log}".strip())
    except SandboxError as error:
        return Availability(False, version, str(error))
    if said.splitlines()[:1] != [_LINE]:
        reason = f"the self-test should say {_LINE!r}, but it said {said[:500]!r}"
        return Availability(False, version, reason)
    return Availability(True, version)


def _answer(backend: Backend, spec: Spec) -> str:
    """The program's output, on both of its pipes, after being sent a line."""
    with contextlib.closing(backend.spawn(spec)) as process:
        with contextlib.suppress(BrokenPipeError):
            os.write(process.stdin, f"{_LINE}\n".encode())
        process.close_stdin()
        said = read_all((process.stdout, process.stderr), _ANSWER_S)
    return b"".join(said).decode(errors="replace")
