"""The launcher of sandboxes, `launcher.c`, as a program for this machine."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

_COMPILER = "/usr/bin/gcc"
_SOURCE = Path(__file__).with_suffix(".c")
_FLAGS = (
    *("-static", "-nostdlib", "-ffreestanding", "-fno-tree-loop-distribute-patterns", "-Os"),
    *("-fno-stack-protector", "-fno-asynchronous-unwind-tables"),
    *("-Wl,--build-id=none,-znoseparate-code", "-s"),
)
_BUILT_S = 20


def build() -> bytes:
    """The program; empty where this machine has no compiler for it.  Takes 0.1 s."""
    with tempfile.TemporaryDirectory(prefix="arbiter-launcher-") as folder:
        target = Path(folder, "launcher")
        words = [_COMPILER, *_FLAGS, "-o", str(target), str(_SOURCE)]
        try:
            own = {**os.environ, "TMPDIR": folder}  # the compiler leaves files where it is killed
            subprocess.run(words, check=True, capture_output=True, timeout=_BUILT_S, env=own)
            return target.read_bytes()
        except (OSError, subprocess.SubprocessError):
            return b""
