"""The programs of the kit as a sandbox gets them: readable for any user, C compiled."""

from __future__ import annotations

import atexit
import functools
import shutil
import subprocess
import tempfile
from pathlib import Path

from sandbox.errors import SandboxError

PYTHON = ("/usr/bin/python3", "-E", "-s", "-B", "-m")
_SOURCES = Path(__file__).parent / "programs"
_PACKAGE = "sandbox.tests.hostile.programs"
_COMPILER = "/usr/bin/gcc"
PREY = "prey"
"""A file among the programs that one of them tries to change."""
SCENT = "scent"
"""One that nothing has read yet."""


@functools.cache
def folder() -> Path:
    """A copy of the programs, below a place that every user can reach; gone at exit."""
    root = Path(tempfile.mkdtemp(prefix="arbiter-kit-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    target = root.joinpath(*_PACKAGE.split("."))
    target.mkdir(parents=True)
    for source in (*_SOURCES.glob("*.py"), *_SOURCES.glob("*.sh")):
        shutil.copyfile(source, target / source.name)
    for package in [*target.parents][: _PACKAGE.count(".")]:
        package.joinpath("__init__.py").touch()
    (root / "bin").mkdir()
    for name in (PREY, SCENT):
        (root / name).write_text("as it was\n")
    for path in (root, *root.rglob("*")):
        path.chmod(0o755)
    return root


def command(program: str) -> tuple[str, ...]:
    """How a program of the kit, called by its file's name, is started inside a sandbox that has
    `folder` as its files."""
    stem, _, kind = program.rpartition(".")
    if kind == "py":
        return (*PYTHON, f"{_PACKAGE}.{stem}")
    if kind == "sh":
        return ("/usr/bin/bash", f"/program/{_PACKAGE.replace('.', '/')}/{program}")
    return (f"/program/{_compiled(stem)}",)


@functools.cache
def _compiled(stem: str) -> str:
    name = f"bin/{stem}"
    done = subprocess.run(
        [_COMPILER, "-O0", "-o", folder() / name, _SOURCES / f"{stem}.c"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise SandboxError(f"{stem}.c does not compile: {done.stderr}")
    (folder() / name).chmod(0o755)
    return name
