"""The program as people install it: a wheel in an environment of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UV = Path(sys.executable).with_name("uv")


def installed(folder: Path) -> Path:
    """Build the wheel, install it with what it needs, and nothing else; the program."""
    _run(UV, "build", "-q", "--wheel", "-o", folder / "dist", ROOT)
    (wheel,) = (folder / "dist").glob("*.whl")
    environment = folder / "environment"
    _run(UV, "venv", "-q", "--python", sys.executable, environment)
    python = environment / "bin" / "python"
    _run(UV, "pip", "install", "-q", "--python", python, wheel)
    return environment / "bin" / "arbiter"


def _run(*words: object) -> None:
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
