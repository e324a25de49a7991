"""The launcher of sandboxes: what is its own, besides all that sandboxes must do anyhow."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox.errors import SandboxError
from sandbox.isolation import choose, kernel, launcher, layout
from sandbox.isolation.base import Spec
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.isolation.running.launch import Pipes
from sandbox.tests.readable import open_to_all
from sandbox.tests.sandboxes import TREE, run

CODE = launcher.build()
needs_compiler = pytest.mark.skipif(not CODE, reason="no launcher can be built on this machine")


@pytest.fixture
def built(tmp_path: Path) -> Path:
    path = tmp_path / "launcher"
    path.write_bytes(CODE)
    path.chmod(0o755)
    return path


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="arbiter-launcher-") as name:
        yield Path(name)


def test_a_machine_with_a_compiler_has_a_launcher_and_one_without_does_without(monkeypatch):
    assert CODE or not Path(launcher._COMPILER).exists()
    monkeypatch.setattr(launcher, "_COMPILER", "/nowhere/gcc")
    assert launcher.build() == b""


@needs_compiler
def test_a_launcher_that_does_not_work_here_is_passed_over(monkeypatch):
    useless = replace(kernel.ask(), launcher=b"\x7fELF and nothing more")
    with pytest.raises(SandboxError, match=r"launcher does not start: .*format"):
        Bubblewrap(TREE, known=useless).spawn(Spec(("/usr/bin/true",), Path(__file__).parent))
    monkeypatch.setattr(kernel, "ask", lambda: useless)
    backend = choose.__wrapped__()
    assert isinstance(backend, Bubblewrap)
    assert backend.describe()["kernel"] == useless.wrapped().to_json()


@needs_compiler
def test_nobody_can_change_the_launcher_that_is_about_to_run():
    with ExitStack() as undo:
        code = Pipes(undo, None, b"", CODE).child[layout.CODE]
        with pytest.raises(PermissionError):
            os.write(code, b"more")
        with pytest.raises(PermissionError):
            os.truncate(code, 0)


@needs_compiler
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--share-net", "--args", "9", "--", "/usr/bin/true"], "no such option .*--share-net"),
        (["--unshare-user", "--args", "9", "--"], "bad options"),
        (["--unshare-user", "--", "/usr/bin/true"], "bad options"),
        (["--limit", "7:many:9", "--args", "9", "--", "/usr/bin/true"], "no number many:9"),
        (["--size"] * 3, "bad options"),
    ],
)
def test_what_the_launcher_does_not_know_it_does_not_pass_over(built, words, complaint):
    done = subprocess.run([built, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.fullmatch(rf"launcher: {complaint}: error 0\n", done.stderr)


def test_a_script_that_names_no_interpreter_is_the_shells(backend, folder):
    script = folder / "bot"
    script.write_text('echo "$1 and $#"\n')
    script.chmod(0o755)
    open_to_all(folder)
    ran = run(backend, folder, "/program/bot", "one")
    assert (ran.status, ran.out) == (0, "one and 2\n")


def test_a_program_that_cannot_be_executed_says_so_to_its_author(backend, folder):
    broken = folder / "bot"
    broken.write_text("#!/no/such/interpreter\n")
    broken.chmod(0o755)
    open_to_all(folder)
    ran = run(backend, folder, "/program/bot")
    assert ran.status in (126, 127)
    assert "/program/bot" in ran.err
    assert "not found" in ran.err
