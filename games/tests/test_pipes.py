"""The programs of tests are compiled once for the same files."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from games.tests import pipes


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "kept"
    monkeypatch.setattr(pipes, "_KEPT", folder)
    return folder


def status(folder: Path, header: str) -> int:
    """The answer of a program that returns as its header says."""
    folder.mkdir()
    source = folder / "main.cpp"
    source.write_text('#include "value.hpp"\nint main() { return VALUE; }\n')
    (folder / "value.hpp").write_text(header)
    pipes.compile_cpp([source], folder / "bot", *pipes.STRICT, "-I", str(folder))
    return subprocess.run([folder / "bot"], check=False).returncode


def test_a_program_is_compiled_again_where_a_header_changes(tmp_path: Path, kept: Path):
    assert status(tmp_path / "first", "#define VALUE 3\n") == 3
    assert status(tmp_path / "same", "#define VALUE 3\n") == 3
    assert len(list(kept.iterdir())) == 1
    assert status(tmp_path / "other", "#define VALUE 4\n") == 4
    assert len(list(kept.iterdir())) == 2


def test_a_program_with_a_warning_is_not_kept(tmp_path: Path, kept: Path):
    with pytest.raises(AssertionError, match="unused"):
        status(tmp_path / "bad", "#define VALUE 3\nstatic int unused;\n")
    assert not kept.exists()


def test_a_line_that_compiles_runs_once_for_the_same_files(tmp_path: Path, kept: Path):
    runs = tmp_path / "runs"
    line = f"echo run >> {runs}; cp source made; chmod +x made"
    for name, text in (("first", "true"), ("same", "true"), ("other", "false")):
        folder = pipes.lay_out({"source": f"#!/bin/sh\n{text}\n".encode()}, tmp_path / name)
        pipes.build(line, folder)
        done = subprocess.run([folder / "made"], check=False)
        assert done.returncode == (0 if text == "true" else 1)
    assert runs.read_text() == "run\nrun\n"
    with pytest.raises(AssertionError, match="warning"):
        pipes.build("echo unused >&2", tmp_path / "first")
    assert len(list(kept.iterdir())) == 2
