"""Starter kits as somebody downloads, starts and imports them, and their own referees."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from games.game import Game
from games.package import Kit, kit_files
from games.tests.pipes import STRICT, Command, compile_cpp, lay_out, unpack


def kit_of(game: Game, language: str) -> Kit:
    kit = game.kit(language)
    assert kit is not None, f"{game.name} has no kit in {language}"
    return kit


def unpacked(kit: Kit, temporary: pytest.TempPathFactory) -> Path:
    """The folder into which somebody has unpacked it."""
    return lay_out(kit_files(kit), temporary.mktemp("unpacked"))


def ready(kits: Sequence[Kit], temporary: pytest.TempPathFactory) -> dict[str, Command]:
    """How the unedited kits are started, by language."""
    return {
        kit.language: unpack(kit_files(kit), kit.language, temporary.mktemp(f"kit_{kit.language}"))
        for kit in kits
    }


class Commands(dict[str, Command]):
    """By language, how a kit of a game is started; it is built when a test first needs it.

    ``own`` has the kit's file that authors edit, by language, and ``texts`` what stands there
    instead of the kit's sample.
    """

    def __init__(
        self,
        game: Game,
        temporary: pytest.TempPathFactory,
        own: Mapping[str, str],
        texts: Mapping[str, bytes],
    ) -> None:
        self._game = game
        self._temporary = temporary
        self._own = own
        self._texts = texts

    def __missing__(self, language: str) -> Command:
        files = kit_files(kit_of(self._game, language))
        if language in self._texts:
            files[self._own[language]] = self._texts[language]
        self[language] = unpack(files, language, self._temporary.mktemp(f"kit_{language}"))
        return self[language]


def tracer_of(kit: Kit, source: Path, temporary: pytest.TempPathFactory) -> Path:
    """A program of ours on a C++ kit's headers, built where it is."""
    folder = lay_out(kit_files(kit), temporary.mktemp("trace"))
    program = folder / "trace"
    compile_cpp([source], program, "-std=c++17", *STRICT, "-I", str(folder))
    return program


@contextmanager
def imported(folder: Path) -> Iterator[dict[str, ModuleType]]:
    """All modules of an unpacked Python kit; their names are taken back at the end."""
    names = sorted(path.stem for path in folder.glob("*.py"))
    before = {name: sys.modules.pop(name, None) for name in names}
    sys.path.insert(0, str(folder))
    try:
        yield {name: importlib.import_module(name) for name in names}
    finally:
        sys.path.pop(0)
        for name, module in before.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module


def local_game(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A run of the referee that an unpacked Python kit has with it."""
    return subprocess.run(
        [sys.executable, "play.py", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,  # what it says is looked at
    )
