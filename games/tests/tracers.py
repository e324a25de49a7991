"""Programs of tests on the modules of a starter kit, built where the kit has been laid out."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.package import Kit, kit_files
from games.tests.pipes import Command, build, lay_out

_STARTED: dict[str, tuple[str, tuple[str, ...]]] = {
    "java": ("javac -d classes *.java", ("java", "-cp", "{folder}/classes", "Trace")),
    "javascript": ("", ("node", "{folder}/trace.js")),
    "rust": ("rustc --edition 2021 -O trace.rs -o trace", ("{folder}/trace",)),
    "go": ("rm main.go && go build -o trace *.go", ("{folder}/trace",)),
}
"""By language, how the program is built beside the kit's files, and how it is started."""


def tracer_command(kit: Kit, source: Path, temporary: pytest.TempPathFactory) -> Command:
    """How a program on a kit of one of these languages is started, once it is built."""
    folder = lay_out(kit_files(kit), temporary.mktemp(f"trace_{kit.language}"))
    (folder / source.name).write_bytes(source.read_bytes())
    line, started = _STARTED[kit.language]
    build(line, folder)
    return [part.format(folder=folder) for part in started]
