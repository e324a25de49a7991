"""The games of a running process: ours, and those that are installed, which come and go."""

from __future__ import annotations

import importlib
import logging
import os
import threading
import time
import weakref
from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, ValuesView
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from games.foreign import games_folder
from games.game import Game

if TYPE_CHECKING:
    from games.foreign.installed import Skipped

logger = logging.getLogger(__name__)

LOOK_S = 1.0
"""The folder of installed games is looked at once in so many seconds at most."""
_SETTLED_NS = 2_000_000_000
"""A folder that changed within this time may change again without a sign: file systems count time
in steps."""

_Stamp = tuple[str, int, int, int]


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the folder held; ``stamp`` is None where it has to be read again in any case."""

    stamp: _Stamp | None
    installed: Mapping[str, Game]
    skipped: tuple[Skipped, ...]


def declared_in(package: str) -> Game:
    """The one game in a package's module ``game``.  ImportError where there is none, or several."""
    module = importlib.import_module(f"{package}.game")
    found = {id(thing): thing for thing in vars(module).values() if isinstance(thing, Game)}
    if len(found) != 1:
        raise ImportError(f"{module.__name__} must have one Game in it; it has {len(found)}")
    (game,) = found.values()
    return game


class Games(Mapping[str, Game]):
    """All games by name, ours first; whatever is done by `installing` is seen within `LOOK_S`.

    Any number of threads may use it.  ``keys``, ``values``, ``items`` and iteration go over the
    table as it was when they were asked for.  A game that did not change stays the same object.
    Who holds a game may go on using it when another version takes its place: the folder of the
    version before is kept.
    """

    def __init__(
        self,
        ours: Mapping[str, Game],
        folder: Callable[[], Path | None] = games_folder,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ours = ours
        self._folder = folder
        self._clock = clock
        self._seen = _Seen(None, {}, ())
        self._due = 0.0
        self._lock = threading.Lock()
        _renew_lock_in_children(self)
        self.refresh()

    def __getitem__(self, name: str) -> Game:
        if name in self._ours:
            return self._ours[name]
        return self._now().installed[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.snapshot())

    def __len__(self) -> int:
        return len(self.snapshot())

    def keys(self) -> KeysView[str]:
        return self.snapshot().keys()

    def values(self) -> ValuesView[Game]:
        return self.snapshot().values()

    def items(self) -> ItemsView[str, Game]:
        return self.snapshot().items()

    def snapshot(self) -> dict[str, Game]:
        """All games of this moment."""
        return {**self._ours, **self._now().installed}

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """What lies in the folder of installed games and cannot be used, and why."""
        return self._now().skipped

    def refresh(self) -> None:
        """Look at the folder now."""
        with self._lock:
            self._look()

    def _now(self) -> _Seen:
        """What was seen last; who comes while another thread looks need not wait for it."""
        if self._clock() >= self._due and self._lock.acquire(blocking=False):
            try:
                self._look()
            finally:
                self._lock.release()
        return self._seen

    def _look(self) -> None:
        self._due = self._clock() + LOOK_S
        folder = self._folder()
        try:
            stamp = _stamp(folder)
        except OSError as error:
            logger.warning("the installed games stay as they are: %s: %s", folder, error)
            return
        if folder is None or stamp is None:
            self._seen = _Seen(None, {}, ())
        elif stamp != self._seen.stamp:
            self._seen = self._read(folder, stamp)

    def _read(self, folder: Path, stamp: _Stamp) -> _Seen:
        # Only now: what starts often has no games from outside.
        from games.foreign.installed import read_table, report

        table = read_table(folder, self._ours, self._seen.installed)
        report(each for each in table.skipped if each not in self._seen.skipped)
        settled = time.time_ns() - stamp[-1] > _SETTLED_NS
        return _Seen(stamp if settled else None, table.games, table.skipped)

    def _after_fork(self) -> None:
        self._lock = threading.Lock()


def _stamp(folder: Path | None) -> _Stamp | None:
    """Changes with every game that is put there, replaced or taken away; None: no such folder."""
    if folder is None:
        return None
    try:
        state = folder.stat()
    except FileNotFoundError:
        return None
    return (str(folder), state.st_dev, state.st_ino, state.st_mtime_ns)


def _renew_lock_in_children(games: Games) -> None:
    """A thread that held the lock while another one forked does not exist in the child."""
    there = weakref.ref(games)

    def renew() -> None:
        if (found := there()) is not None:
            found._after_fork()

    os.register_at_fork(after_in_child=renew)
