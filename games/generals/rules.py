"""The rules: how a half-turn changes a game.

`World` holds a game in play.  A half-turn runs the steps of `World.play` in their order.  Its
cost depends on the number of changes, not on the size of the board: tiles that only grow change
together, `games.generals.vision` updates the views and `games.generals.tally` the sums.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np

from games.generals.orders import (
    STEPS,
    Capture,
    Dropped,
    HalfTurn,
    Left,
    Modifiers,
    Move,
    Order,
    Seen,
    message,
)
from games.generals.tally import Tally, TeamRank, gains
from games.generals.terrain import ECHO, HIDDEN, NEUTRAL, Board, Bytes, Kind, Units
from games.generals.vision import Vision
from games.grids import distances

EVERYBODY = 0
"""The team of the spectators, who see everything."""
NOWHERE = -1
"""The capital of a player who is beaten."""

_ECHO = np.array([0] + [ECHO[kind] for kind in Kind], np.uint8)
_STILL = (0,) * (len(Kind) + 1)


class Refusal:
    """Reasons to discard an order, in the order of the checks."""

    SOURCE_OUTSIDE = "the source is out of the border"
    DIRECTION = "there is no such direction"
    NOT_YOURS = "the source is not the player's own tile"
    TARGET_OUTSIDE = "the target is out of the border"
    MOUNTAIN = "the target is a mountain"
    NO_UNITS = "no unit would move"


class World:
    """A game in play.  Players count from 1, and so do lists by player; ``teams[0]`` is 0.

    ``halfturn`` is the number of the next half-turn.  ``capitals`` has places, ``alive`` has the
    unbeaten players in ascending order, and ``winner`` is a team, or 0 while there is none.
    """

    def __init__(
        self, board: Board, capitals: Sequence[int], teams: Sequence[int], modifiers: Modifiers
    ) -> None:
        """Take over ``board``, on which the capitals stand: ``capitals[i]`` and ``teams[i]`` are
        those of player ``i + 1``."""
        players = len(teams)
        self.board = board
        self.modifiers = modifiers
        self.teams = (EVERYBODY, *teams)
        self.capitals = [NOWHERE, *capitals]
        self.alive = list(range(1, players + 1))
        self.halfturn = 0
        self.winner = 0
        self.queues: list[deque[Order]] = [deque() for _ in range(players + 1)]
        self.echo: bytes = _ECHO[board.kinds].tobytes()
        self._priority = list(self.alive)
        self._leaving: list[int] = []
        self._before: dict[int, tuple[int, int, int]] = {}
        """Owner, kind and units that each changed tile would have after growth alone."""
        self._gains: tuple[int, ...] = _STILL
        self._tally = Tally(board, players)
        self._vision = Vision(board, self.teams, modifiers)
        self._judge()

    def __deepcopy__(self, memo: dict[int, Any]) -> World:
        twin = World(self.board.copy(), self.capitals[1:], self.teams[1:], self.modifiers)
        twin.alive, twin._priority = self.alive[:], self._priority[:]
        twin.halfturn, twin.winner, twin.echo = self.halfturn, self.winner, self.echo
        twin.queues = [queue.copy() for queue in self.queues]
        twin._leaving = self._leaving[:]
        return twin

    # Actions of players between half-turns.

    def append(self, player: int, order: Order) -> None:
        """Append an order to the queue.  It is checked when it is carried out."""
        self.queues[player].append(order)

    def clear(self, player: int) -> None:
        self.queues[player].clear()

    def pop(self, player: int) -> None:
        """Take back the newest order, if there is one."""
        if self.queues[player]:
            self.queues[player].pop()

    def leave(self, player: int) -> None:
        """Announce a disconnection.  It takes effect in the next half-turn, after its growth."""
        if player not in self._leaving:
            self._leaving.append(player)

    # Views and leaderboard between half-turns.

    def seen(self, team: int) -> tuple[Bytes, Bytes, Units]:
        """Owners, kinds and units in a team's view, new arrays, 0 where it sees nothing.

        Team 0 sees everything.  KeyError for a team that does not play.
        """
        board = self.board
        owners, kinds, units = board.owners.copy(), board.kinds.copy(), board.units.copy()
        if team != EVERYBODY:
            unseen = ~self._vision.mask(team)
            owners[unseen], kinds[unseen], units[unseen] = NEUTRAL, HIDDEN, 0
        return owners, kinds, units

    def ranking(self) -> list[TeamRank]:
        """The leaderboard, also under Silent War: callers decide whether to show it."""
        return self._tally.ranking(self.teams, self.alive)

    # One half-turn.

    def play(self) -> HalfTurn:
        """Play one half-turn.  This also works after the game has been decided."""
        now = HalfTurn(self.halfturn)
        self._gains = gains(self.halfturn + 1)
        self._collect(now)
        self._move(now)
        self._grow(now)
        self._take_leave(now)
        self._look(now)
        self.halfturn += 1
        return now

    def _collect(self, now: HalfTurn) -> None:
        queues = self.queues
        now.collected = [
            (player, queues[player].popleft()) for player in self._priority if queues[player]
        ]

    def _move(self, now: HalfTurn) -> None:
        for player, order in now.collected:
            if self.capitals[player] == NOWHERE:
                continue  # beaten earlier in this half-turn
            reason = self._carry_out(player, order, now)
            if reason is not None:
                now.dropped.append(Dropped(player, order, reason))
                self.queues[player].clear()

    def _carry_out(self, player: int, order: Order, now: HalfTurn) -> str | None:
        """Carry out an order, or return the reason why it is illegal."""
        board = self.board
        x, y, direction, half = order
        height, width = board.height, board.width
        if not (0 <= x < height and 0 <= y < width):
            return Refusal.SOURCE_OUTSIDE
        if not 0 <= direction < len(STEPS):
            return Refusal.DIRECTION
        source = x * width + y
        if board.owner[source] != player:
            return Refusal.NOT_YOURS
        down, right = STEPS[direction]
        x, y = x + down, y + right
        if not (0 <= x < height and 0 <= y < width):
            return Refusal.TARGET_OUTSIDE
        target = x * width + y
        if board.kind[target] == Kind.MOUNTAIN:
            return Refusal.MOUNTAIN
        standing = board.unit[source]
        moved = standing - (max(1, standing // 2) if half else 1)
        if moved < 1:
            return Refusal.NO_UNITS
        now.moves.append(Move(player, source, target, moved))
        self._put(source, player, standing - moved)
        self._arrive(player, target, moved, now)
        return None

    def _arrive(self, player: int, target: int, moved: int, now: HalfTurn) -> None:
        board = self.board
        holder, standing = board.owner[target], board.unit[target]
        friend = holder != NEUTRAL and self.teams[holder] == self.teams[player]
        if friend:
            stays = holder != player and board.kind[target] == Kind.CAPITAL
            self._put(target, holder if stays else player, standing + moved)
        elif moved <= standing:
            self._put(target, holder, standing - moved)
        else:
            self._put(target, player, moved - standing)
            if holder != NEUTRAL and self.capitals[holder] == target:
                self._conquer(player, holder, target, now)

    def _conquer(self, taker: int, loser: int, place: int, now: HalfTurn) -> None:
        """The loser's capital was taken: all other tiles of the loser go to ``taker``."""
        if self.modifiers.leapfrog:
            self._turn_into(self.capitals[taker], Kind.CITY)
            self.capitals[taker] = place
        else:
            self._turn_into(place, Kind.CITY)
        self._hand_over(loser, taker, halved=True)
        now.happened.append(Capture(loser, taker, place))
        self._defeat(loser, now)

    def _grow(self, now: HalfTurn) -> None:
        self._tally.grow(now.number + 1)
        self._gains = _STILL

    def _take_leave(self, now: HalfTurn) -> None:
        leaving, self._leaving = self._leaving, []
        for player in leaving:
            capital = self.capitals[player]
            if capital == NOWHERE:
                continue
            heir = self._heir(player)
            self._turn_into(capital, Kind.CITY)
            self._hand_over(player, heir, halved=False)
            now.happened.append(Left(player, heir))
            self._defeat(player, now)

    def _heir(self, player: int) -> int:
        """The unbeaten team-mate with the nearest capital, 0 if there is none.

        Steps do not lead through mountains and cities.  A capital without a path counts as
        farthest.  At equal distance, the lower player number is chosen.
        """
        mates = [p for p in self.alive if self.teams[p] == self.teams[player] and p != player]
        if len(mates) < 2:
            return mates[0] if mates else NEUTRAL
        board = self.board
        walls = (board.kinds == Kind.MOUNTAIN) | (board.kinds == Kind.CITY)
        (steps,) = distances(~walls.reshape(board.height, board.width), [self.capitals[player]])
        away = {mate: int(steps[self.capitals[mate]]) for mate in mates}
        return min(mates, key=lambda mate: (away[mate] < 0, away[mate], mate))

    def _look(self, now: HalfTurn) -> None:
        """Collect diffs and messages, and set the order of players for the next half-turn."""
        board, before = self.board, self._before
        kinds, owners, units = board.kind, board.owner, board.unit
        touched = []
        for place in sorted(before):
            tile = Seen(place, owners[place], kinds[place], units[place])
            if before[place] != tile[1:]:
                touched.append(tile)
        self._before = {}
        now.diffs[EVERYBODY] = touched
        for team in sorted(set(self.teams[1:])):
            now.diffs[team] = self._diff(team, touched)
        if not self.modifiers.silent_war:
            now.messages = [message(one) for one in now.happened]
        self._priority = [player for player in self._priority if player in self.alive]
        self._priority = self._priority[1:] + self._priority[:1]

    def _diff(self, team: int, touched: list[Seen]) -> list[Seen]:
        flips, sees = self._vision.flips(team), self._vision.sees
        diff = [tile for tile in touched if tile[0] not in flips and sees(team, tile[0])]
        if flips:
            board = self.board
            diff += [
                Seen(place, board.owner[place], board.kind[place], board.unit[place])
                if comes
                else Seen(place, NEUTRAL, HIDDEN, 0)
                for place, comes in flips.items()
            ]
            diff.sort()
        return diff

    # Changes of the board, which also update sums and views.

    def _touch(self, place: int) -> None:
        if place not in self._before:
            board = self.board
            owner, kind = board.owner[place], board.kind[place]
            grown = board.unit[place] + (self._gains[kind] if owner else 0)
            self._before[place] = owner, kind, grown

    def _put(self, place: int, owner: int, units: int) -> None:
        """Give the tile this owner and this number of units."""
        board, tally = self.board, self._tally
        self._touch(place)
        old, had = board.owner[place], board.unit[place]
        board.unit[place] = units
        tally.units[old] -= had
        tally.units[owner] += units
        if owner != old:
            tally.leave(place, old)
            board.owner[place] = owner
            tally.enter(place, owner)
            tally.land[old] -= 1
            tally.land[owner] += 1
            self._vision.moved(place, self.teams[old], self.teams[owner])

    def _turn_into(self, place: int, kind: Kind) -> None:
        self._touch(place)
        owner = self.board.owner[place]
        self._tally.leave(place, owner)
        self.board.kind[place] = kind
        self._tally.enter(place, owner)

    def _hand_over(self, old: int, new: int, *, halved: bool) -> None:
        """Give all tiles of ``old`` to ``new``, which may be 0 (neutral)."""
        board, tally = self.board, self._tally
        places = np.flatnonzero(board.owners == old)
        every = places.tolist()
        for place in every:
            self._touch(place)
            tally.leave(place, old)
        if halved:
            board.units[places] = board.units[places] // 2 + 1
        board.owners[places] = new
        for place in every:
            tally.enter(place, new)
        tally.land[new] += len(every)
        tally.units[new] += int(board.units[places].sum())
        tally.land[old] = tally.units[old] = 0
        self._vision.moved_all(places, self.teams[old], self.teams[new])

    def _defeat(self, player: int, now: HalfTurn) -> None:
        self.capitals[player] = NOWHERE
        self.alive.remove(player)
        self.queues[player].clear()
        now.beaten.append(player)
        self._judge()

    def _judge(self) -> None:
        """Set the winner when one team is left.  The winner never changes after that."""
        left = {self.teams[player] for player in self.alive}
        if len(left) == 1 and not self.winner:
            (self.winner,) = left
