"""The launcher of sandboxes: what is its own, besides all that sandboxes must do anyhow."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from sandbox.isolation import launcher

CODE = launcher.build()
needs_compiler = pytest.mark.skipif(not CODE, reason="no launcher can be built on this machine")


@pytest.fixture
def built(tmp_path: Path) -> Path:
    path = tmp_path / "launcher"
    path.write_bytes(CODE)
    path.chmod(0o755)
    return path


def test_a_machine_with_a_compiler_has_a_launcher_and_one_without_does_without(monkeypatch):
    assert CODE or not Path(launcher._COMPILER).exists()
    monkeypatch.setattr(launcher, "_COMPILER", "/nowhere/gcc")
    assert launcher.build() == b""


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
