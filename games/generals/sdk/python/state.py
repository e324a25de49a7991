"""Your team's view and memory of the game, updated from the referee's lines.

A place is a number, ``x * width + y`` with row x and column y from 0; `State.place` and
`State.position` convert.  ``owners``, ``kinds`` and ``units`` are your team's view, exactly as the
referee has it: out of view a tile is 0, 0, 0.  `State.sight` also remembers tiles seen earlier.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from enum import IntEnum
from itertools import pairwise
from typing import Any, NamedTuple

from protocol import LETTERS, Order, Start, TeamRank, Turn

TURN = 2
"""Half-turns between two gains of owned cities and capitals, and losses of owned swamps."""
ROUND = 50
"""Half-turns between two gains of all owned tiles."""
NEVER = -1
SEARCHED = 4096
"""Places that `State.path` searches by default."""
MOST_OPERATIONS = 256
"""Operations in one answer."""


class Kind(IntEnum):
    """The kind of a tile."""

    HIDDEN = 0
    MOUNTAIN = 1
    CITY = 2
    BLANK = 3
    CAPITAL = 4
    SWAMP = 5


class Fog(IntEnum):
    """The fog echo of a tile.  It never changes, even if a capital becomes a city."""

    MAYBE_MOUNTAIN = 1
    MAYBE_BLANK = 2
    SWAMP = 3


class Sight(NamedTuple):
    """A tile as it was last seen, before half-turn ``half`` (`NEVER`: it was never in view)."""

    owner: int
    kind: int
    units: int
    half: int


UNSEEN = Sight(0, Kind.HIDDEN, 0, NEVER)


class State:
    """The game as your team knows it.

    ``land[p]``      the visible places of player p (0: not kept)
    ``capital``      your capital's place
    ``open[place]``  whether an army might walk there: blanks, swamps, capitals and cities seen
    ``queue``        your orders that wait, the oldest first
    ``ranking``      by team, empty under Silent War; ``beaten`` the players who are out
    """

    def __init__(self, start: Start):
        self.player, self.players, self.teams = start.player, start.players, start.teams
        self.names, self.modifiers = start.names, start.modifiers
        self.width, self.height, self.halfturns = start.width, start.height, start.halfturns
        self.team = self.teams[self.player - 1]
        self.echo = start.echo
        self.size = self.width * self.height
        self.half = 0
        self.owners = bytearray(self.size)
        self.kinds = bytearray(self.size)
        self.units = [0] * self.size
        self.open = bytearray(fog != Fog.MAYBE_MOUNTAIN for fog in start.echo)
        self.land: list[set[int]] = [set() for _ in range(self.players + 1)]
        self.capital = NEVER
        self.queue: deque[Order] = deque()
        self.ranking: tuple[TeamRank, ...] = ()
        self.messages: tuple[str, ...] = ()
        self.beaten: set[int] = set()
        # These are updated tile by tile, so that a line costs time for its changes only.
        self._memory: dict[int, Sight] = {}
        self._gaining: set[int] = set()
        self._losing: set[int] = set()
        self._neighbours: list[tuple[int, ...] | None] = [None] * self.size
        for place, kind in enumerate(start.kinds):
            if kind:
                self._put(place, start.owners[place], kind, start.units[place])

    # The board.

    def place(self, x: int, y: int) -> int:
        return x * self.width + y

    def position(self, place: int) -> tuple[int, int]:
        """Row and column of a place."""
        return divmod(place, self.width)

    def neighbours(self, place: int) -> tuple[int, ...]:
        """The two to four places next to it."""
        found = self._neighbours[place]
        if found is None:
            width = self.width
            y = place % width
            beside = ((place - 1,) if y else ()) + ((place + 1,) if y < width - 1 else ())
            lines = ((place - width,) if place >= width else ()) + (
                (place + width,) if place + width < self.size else ()
            )
            found = self._neighbours[place] = lines + beside
        return found

    def friendly(self, owner: int) -> bool:
        """Whether the owner is you or a player of your team."""
        return owner != 0 and self.teams[owner - 1] == self.team

    def enemies(self) -> list[int]:
        """The players of other teams who are still in the game."""
        others = range(1, self.players + 1)
        return [p for p in others if not self.friendly(p) and p not in self.beaten]

    def own(self) -> set[int]:
        """Your places."""
        return self.land[self.player]

    def armies(self) -> list[int]:
        """Your places from which units can move, the largest army first."""
        units = self.units
        able = [place for place in self.own() if units[place] > 1]
        return sorted(able, key=lambda place: (-units[place], place))

    def frontier(self) -> list[int]:
        """Your places next to an open one that is not your team's."""
        owners, is_open = self.owners, self.open
        return [
            place
            for place in self.own()
            if any(is_open[n] and not self.friendly(owners[n]) for n in self.neighbours(place))
        ]

    def sight(self, place: int) -> Sight:
        """The tile as it is, or as it was last seen, or `UNSEEN`."""
        if self.kinds[place]:
            return Sight(self.owners[place], self.kinds[place], self.units[place], self.half)
        return self._memory.get(place, UNSEEN)

    def cost(self, place: int) -> int:
        """The units that must arrive to take the tile, as last seen; 0 for your team's tiles."""
        seen = self.sight(place)
        return 0 if self.friendly(seen.owner) else max(seen.units, 0) + 1

    # Distances and paths.

    def distances(self, sources: Iterable[int], most: int = 1 << 30) -> dict[int, int]:
        """Steps over open tiles from the nearest source, for all places within ``most`` steps."""
        steps = dict.fromkeys(sources, 0)
        edge = list(steps)
        is_open, count = self.open, 0
        while edge and count < most:
            count += 1
            found = []
            for place in edge:
                for near in self.neighbours(place):
                    if is_open[near] and near not in steps:
                        steps[near] = count
                        found.append(near)
            edge = found
        return steps

    def path(self, source: int, wanted: Callable[[int], bool], most: int = SEARCHED) -> list[int]:
        """The places from ``source`` to the nearest wanted one, both included; [] without one.

        The path leads over open tiles.  A city that is not your team's can only be its last place.
        The search stops after ``most`` places; a board of 255 x 255 takes a tenth of a second.
        """
        before = {source: source}
        edge = deque([source])
        while edge and len(before) <= most:
            place = edge.popleft()
            if place != source and wanted(place):
                return self._back(before, place)
            if place != source and self._city_of_others(place):
                continue
            for near in self.neighbours(place):
                if self.open[near] and near not in before:
                    before[near] = place
                    edge.append(near)
        return []

    def _city_of_others(self, place: int) -> bool:
        return self.kinds[place] == Kind.CITY and not self.friendly(self.owners[place])

    def _back(self, before: dict[int, int], place: int) -> list[int]:
        way = [place]
        while before[place] != place:
            place = before[place]
            way.append(place)
        return way[::-1]

    # Updates.

    def update(self, turn: Turn) -> None:
        """Apply a line of the referee: natural growth, then all other changes."""
        self.half = turn.half
        if turn.half:
            self._grow(turn.half)
            if self.queue:
                self.queue.popleft()
        if turn.dropped is not None:
            self.queue.clear()
        for x, y, owner, kind, units in turn.diffs:
            self._put(x * self.width + y, owner, kind, units)
        self.ranking, self.messages = turn.ranking, turn.messages
        self.beaten.update(turn.beaten)

    def _grow(self, played: int) -> None:
        """Natural growth, when ``played`` half-turns are over."""
        units = self.units
        if played % TURN == 0:
            for place in self._gaining:
                units[place] += 1
            for place in self._losing:
                units[place] -= 1
        if played % ROUND == 0:
            for places in self.land:
                for place in places:
                    units[place] += 1

    def _put(self, place: int, owner: int, kind: int, units: int) -> None:
        """Update a tile of the view."""
        old_owner, old_kind = self.owners[place], self.kinds[place]
        if kind == Kind.HIDDEN and old_kind != Kind.HIDDEN:
            self._memory[place] = Sight(old_owner, old_kind, self.units[place], self.half - 1)
        if (owner, kind) != (old_owner, old_kind):
            self._sort(place, owner, kind)
        self.owners[place], self.kinds[place], self.units[place] = owner, kind, units

    def _sort(self, place: int, owner: int, kind: int) -> None:
        """Update the sets of places by owner and by growth."""
        if old := self.owners[place]:
            self.land[old].discard(place)
        self._gaining.discard(place)
        self._losing.discard(place)
        if kind == Kind.CITY:
            self.open[place] = 1
        if owner:
            self.land[owner].add(place)
            if kind in (Kind.CITY, Kind.CAPITAL):
                self._gaining.add(place)
            elif kind == Kind.SWAMP:
                self._losing.add(place)
        if kind == Kind.CAPITAL and owner == self.player:
            self.capital = place


class Operations:
    """Your answer for one half-turn.  Each operation also updates `State.queue`."""

    def __init__(self, state: State):
        self._state = state
        self.lines: list[list[Any]] = []

    def move(self, source: int, target: int, half: bool = False) -> None:
        """Append an order to your queue.  ValueError where the two places are not neighbours."""
        width = self._state.width
        letter = {-width: "U", width: "D", -1: "L", 1: "R"}.get(target - source)
        if letter is None or target not in self._state.neighbours(source):
            raise ValueError(f"place {target} is not next to {source}")
        x, y = divmod(source, width)
        self._add(["move", x, y, letter, True] if half else ["move", x, y, letter])
        self._state.queue.append(Order(x, y, letter, half))

    def walk(self, path: list[int]) -> None:
        """Append orders that move all units along a path of neighbouring places."""
        for source, target in pairwise(path):
            self.move(source, target)

    def clear(self) -> None:
        """Take back all orders that wait."""
        self._add(["clear"])
        self._state.queue.clear()

    def undo(self) -> None:
        """Take back the newest order that waits."""
        self._add(["undo"])
        if self._state.queue:
            self._state.queue.pop()

    def _add(self, operation: list[Any]) -> None:
        if len(self.lines) >= MOST_OPERATIONS:
            raise ValueError(f"an answer has at most {MOST_OPERATIONS} operations")
        self.lines.append(operation)


def target_of(state: State, order: Order) -> int:
    """The place to which an order leads; it may be outside the board."""
    step = (-state.width, state.width, -1, 1)[LETTERS.index(order.letter)]
    return state.place(order.x, order.y) + step
