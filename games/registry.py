"""The games of this installation: ours, one line each, and the installed ones, which may change
while the process runs.
"""

from __future__ import annotations

import importlib
import logging
import os
import threading
import time
import weakref
from collections import UserDict
from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, ValuesView
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.foreign import games_folder
from games.game import Game

if TYPE_CHECKING:
    from games.foreign.installed import Skipped


logger = logging.getLogger(__name__)

LOOK_S = 1.0
"""The shortest time between two looks at the folder of installed games."""
_SETTLED_NS = 2_000_000_000
"""A folder that changed within this time may change again under the same time of modification,
because file systems round times."""

_Stamp = tuple[str, int, int, int]


@dataclass(frozen=True, slots=True)
class _Seen:
    """The games of the folder when it was last read.

    ``stamp`` is None where the next look must read the folder in any case.
    """

    stamp: _Stamp | None
    installed: Mapping[str, Game]
    skipped: tuple[Skipped, ...]


def declared_in(package: str) -> Game:
    """The one game in a package's module ``game``.  ImportError where there is none or several."""
    module = importlib.import_module(f"{package}.game")
    found = {id(thing): thing for thing in vars(module).values() if isinstance(thing, Game)}
    if len(found) != 1:
        raise ImportError(f"{module.__name__} must have one Game in it; it has {len(found)}")
    (game,) = found.values()
    return game


class Declared(UserDict[str, Any]):
    """The games of these packages, by name, which is the last part of the package's name.

    A game is imported when it is first looked up: a judger plays one and pays for no other.  Until
    then, ``data`` has the name of its package.  Tests add games of their own and remove them again.
    """

    def __init__(self, *packages: str) -> None:
        super().__init__({package.rpartition(".")[2]: package for package in packages})

    def __getitem__(self, name: str) -> Game:
        found: str | Game = self.data[name]
        if isinstance(found, str):
            package, found = found, declared_in(found)
            if found.name != name:
                raise ImportError(f"the game in {package} is called {found.name!r}")
            self.data[name] = found
        return found


class Games(Mapping[str, Game]):
    """All games by name, ours first.  Changes by `installing` appear within `LOOK_S`.

    Any number of threads may use it.  ``keys``, ``values``, ``items`` and iteration use a snapshot
    of the table.  A game that did not change stays the same object.  Code that holds a game may go
    on using it after another version replaces it, because the folder of the old version is kept.
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

    def title(self, name: str) -> str:
        """The title of a game; its name if this site does not have the game any more."""
        return self[name].title if name in self else name

    def __contains__(self, name: object) -> bool:
        return name in self._ours or name in self._now().installed

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
        """The entries of the folder of installed games that cannot be used, with the reasons."""
        return self._now().skipped

    def refresh(self) -> None:
        """Look at the folder now."""
        with self._lock:
            self._look()

    def _now(self) -> _Seen:
        """The games, after a look at the folder where one is due.

        While another thread looks, this does not wait: it returns the games of the last look.
        """
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
        # Imported here, because most processes have no foreign games.
        from games.foreign.installed import read_table, report

        table = read_table(folder, self._ours, self._seen.installed)
        report(each for each in table.skipped if each not in self._seen.skipped)
        settled = time.time_ns() - stamp[-1] > _SETTLED_NS
        return _Seen(stamp if settled else None, table.games, table.skipped)


def _stamp(folder: Path | None) -> _Stamp | None:
    """A value that changes with every game that is added, replaced or removed.

    None where the folder does not exist.
    """
    if folder is None:
        return None
    try:
        state = folder.stat()
    except FileNotFoundError:
        return None
    return (str(folder), state.st_dev, state.st_ino, state.st_mtime_ns)


def _renew_lock_in_children(games: Games) -> None:
    """Give a forked child a new lock: the thread that may hold the old one is not in the child."""
    there = weakref.ref(games)

    def renew() -> None:
        if (found := there()) is not None:
            found._lock = threading.Lock()

    os.register_at_fork(after_in_child=renew)


OURS = Declared(
    "games.snake",
    "games.generals",
    "games.xghj",
    "games.lost_in_space",
    "games.microwars",
)
"""In the order in which the site shows them."""

GAMES = Games(OURS)
