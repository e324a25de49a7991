"""Replays of finished matches, as everything on the site opens them.

A compact replay (`games.compact`) is made whole again when somebody opens it, and kept in a cache
of this machine for a while.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files import File

from games.compact import expand
from games.registry import GAMES
from games.replay import ReplayReader
from games.replayed import NotReproducible
from matches.models import Match

LONGEST_S = 30.0
"""The most that making a replay again may take, and the most that one waits for others."""

if TYPE_CHECKING:
    AnyFile = File[Any]
else:
    AnyFile = File

MB = 1 << 20


@contextmanager
def open_replay(match: Match) -> Iterator[ReplayReader]:
    """The replay of a finished match.  ValidationError where it has none, `NotReproducible` where
    its frames cannot be made again."""
    if not match.replay:
        raise ValidationError("This match has no replay.")
    started = int(match.started.timestamp()) if match.started else None
    with open_file(match) as file:
        yield ReplayReader(file, started)


class WholeReplay(AnyFile):
    """A match's replay as `arbiter.serving.downloads` sends files: whole, however it is kept."""

    def __init__(self, match: Match) -> None:
        super().__init__(None, f"match-{match.pk}.jsonl.gz")
        self._match = match

    @property
    def size(self) -> int:
        with open_file(self._match) as file:
            return file.seek(0, os.SEEK_END)

    def open(self, *_: Any, **__: Any) -> Any:
        return open_file(self._match)


@contextmanager
def open_file(match: Match) -> Iterator[BinaryIO]:
    """The bytes of a match's whole replay, seekable.  FileNotFoundError where they are gone."""
    try:
        file = _open(match)
    except FileNotFoundError:
        # The other form may have taken its place since the row was read.
        match.refresh_from_db(fields=["replay", "replay_form"])
        file = _open(match)
    with file:
        yield file


def _open(match: Match) -> BinaryIO:
    if match.replay_form != Match.ReplayForm.COMPACT:
        # Not by `FieldFile.open`, whose file all who hold this row would share.
        return cast("BinaryIO", match.replay.storage.open(str(match.replay.name), "rb"))
    path = _cached(match.replay_sha256)
    if not path.exists():
        with _turn(path.parent):
            if not path.exists():
                _make(match, path)
                _shorten(path.parent, keep=path)
    file = open(path, "rb")
    with suppress(OSError):
        os.utime(path)  # the least recently used go first
    return file


def _cached(sha256: str) -> Path:
    return Path(settings.VAR) / "cache" / "replays" / f"{sha256}.jsonl.gz"


def _make(match: Match, path: Path) -> None:
    if match.game not in GAMES:
        raise NotReproducible(
            "the replay is kept in its compact form, and this site does not have the game any more"
        )
    with (
        tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as target,
        _removed_on_error(target.name),
    ):
        game, name = GAMES[match.game], str(match.replay.name)
        with match.replay.storage.open(name, "rb") as compact:
            expand(game, cast("BinaryIO", compact), cast("BinaryIO", target), LONGEST_S)
        os.replace(target.name, path)


@contextmanager
def _removed_on_error(name: str) -> Iterator[None]:
    try:
        yield
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@contextmanager
def _turn(folder: Path) -> Iterator[None]:
    """One replay is made again at a time on this machine.  `NotReproducible` after a long wait."""
    folder.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + LONGEST_S
    with open(folder / "lock", "a") as lock:
        while not _locked(lock.fileno()):
            if time.monotonic() > deadline:
                raise NotReproducible("other replays are being made again; try again in a minute")
            time.sleep(0.1)
        yield


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _shorten(folder: Path, keep: Path) -> None:
    """Remove the least recently used replays of a cache that is too large."""
    files = sorted(folder.glob("*.jsonl.gz"), key=lambda path: path.stat().st_mtime)
    size = sum(path.stat().st_size for path in files)
    for path in files:
        if size <= settings.REPLAY_CACHE_MB * MB or path == keep:
            return
        size -= path.stat().st_size
        path.unlink()
