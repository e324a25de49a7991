"""The second phase: what bombs do to the land, on arrays over all players and cells at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from games.bits import Bits
from games.xghj.ground import REACH, SPAN, UNIT, Flags, Ground, Kernel, Numbers
from games.xghj.orders import Relation
from games.xghj.state import NOBODY, Owners, State

Amounts = NDArray[Any]
"""Whole numbers, in doubles where these hold them exactly."""

_DOUBLE = 2**53
"""Below this a double is an exact whole number."""
_WORD = 2**63
_HALF = 2**31
_CHUNK = 128
"""Bombs at once: their windows fit into a cache."""
_SPARSE = 40
"""Where there are fewer bombs than one for so many cells, each is added to the board by itself."""


@dataclass(frozen=True, slots=True)
class Blasts:
    """Bombs that go off: whose, where, and how large, one element each."""

    player: Numbers
    place: Numbers
    size: Numbers


@dataclass(frozen=True, slots=True)
class Settled:
    """How a battle ended: the owners, the cells that each player has won, and those that nobody
    owns any more."""

    owner: Owners
    gained: list[int]
    lost: int
    battle: Battle
    blasts: Blasts

    @property
    def influence(self) -> Amounts:
        """`Battle.influence` of this battle."""
        return self.battle.influence(self.blasts, len(self.gained))


class _Rooms:
    """Arrays that are used again and again: on large boards, to get new ones takes longer than to
    fill them."""

    def __init__(self) -> None:
        self._known: dict[str, Amounts] = {}

    def room(self, name: str, size: int, dtype: DTypeLike) -> Amounts:
        """An array with any content, the same one every time."""
        room = self._known.get(name)
        if room is None or room.size != size or room.dtype != dtype:
            room = self._known[name] = np.empty(size, dtype)
        return room


class Battle:
    """The military rules on one ground: ``limit`` is what an attack must exceed the defence by."""

    def __init__(self, ground: Ground, kernel: Kernel, limit: int, bits: Bits) -> None:
        self._ground, self._bits = ground, bits
        self._limit = limit * UNIT
        # Boards have a border as wide as the kernel reaches, into which bombs may spill.
        self._stride = ground.cols + 2 * REACH
        self._padded = self._stride * (ground.rows + 2 * REACH)
        across, down = np.meshgrid(np.arange(SPAN), np.arange(SPAN), indexing="ij")
        self._offsets = (down * self._stride + across).ravel()
        self._weights = np.array(kernel.weights, np.float64).ravel()
        self._doubles = ground.attack.astype(np.float64), ground.defence.astype(np.float64)
        self._downs, self._acrosses = _alike(kernel)
        self._rooms = _Rooms()
        self._most = max(1, int(ground.attack.max()), int(ground.defence.max())) * UNIT

    def fight(
        self, state: State, blasts: Blasts, supplied: Sequence[int], access: Sequence[int]
    ) -> Settled:
        """Everything at once, from the map as it is.  By player, ``supplied`` has the cells where
        he can defend, ``access`` those from which he can advance."""
        players, owner = len(state.saving), state.owner
        influence = self._influence(blasts, players)
        attack_of, defence_of = self._coefficients(influence.dtype)
        product = self._rooms.room("product", influence.size, influence.dtype)
        product = product.reshape(influence.shape)
        # Supplied land is a player's own or his allies'.
        supply = self._bits.flags_each(supplied).reshape(influence.shape)
        defence = np.multiply(influence, supply, out=product).sum(0).ravel() * defence_of
        # The column of nobody's cells comes last, where index -1 finds it.
        sides = np.take(_enemies(state), owner, axis=1, mode="wrap")
        np.multiply(influence, sides.reshape(influence.shape), out=product)
        attack = product.reshape(players, -1)
        best = attack.max(0)
        # A cell's coefficient is the same for everybody who attacks it.
        (hit,) = np.nonzero(best * attack_of > defence + self._limit)
        leading = attack[:, hit] == best[hit]
        alone = leading.sum(0) == 1
        place, winner = hit[alone], leading.argmax(0)[alone]
        broken = np.zeros((players, self._ground.size), np.bool_)
        broken[winner, place] = True
        sets = self._bits.of_each(broken)
        gained = [
            self._bits.flood(self._bits.spread(base) & cells, cells) if cells else 0
            for base, cells in zip(access, sets, strict=True)
        ]
        if gained != sets:
            reached = self._bits.flags_each(gained)[winner, place]
            place, winner = place[reached], winner[reached]
        taken = owner.copy()
        taken[place] = winner
        lost = self._abandon(taken, hit[~alone])
        return Settled(taken, gained, lost, self, blasts)

    def _abandon(self, owner: Owners, places: Numbers) -> int:
        """These places become nobody's; as a set."""
        if not places.size:
            return 0
        owner[places] = NOBODY
        free = np.zeros(self._ground.size, np.bool_)
        free[places] = True
        return self._bits.of(free)

    def _coefficients(self, dtype: np.dtype[Any]) -> tuple[Amounts, Amounts]:
        if dtype == np.float64:
            return self._doubles
        return self._ground.attack.astype(dtype), self._ground.defence.astype(dtype)

    def influence(self, blasts: Blasts, players: int) -> Amounts:
        """Every player's influence on every cell, ``[player, place]``, in ten-thousandths of a
        bomb, exactly."""
        return self._influence(blasts, players).reshape(players, -1).copy()

    def _influence(self, blasts: Blasts, players: int) -> Amounts:
        """The same as ``[player, y, x]``; it is only good until the next call."""
        y, x = np.divmod(blasts.place, self._ground.cols)
        corners = blasts.player * self._padded + y * self._stride + x
        total, cells = int(blasts.size.sum()), players * self._padded
        # What comes of the bombs, all on one cell, must fit.
        worth = total * self._most + self._limit
        dtype = np.float64 if worth < _DOUBLE else np.int64 if worth < _WORD else np.object_
        if dtype is np.float64 and len(corners) * _SPARSE < cells:
            whole = self._by_bomb(
                corners, blasts.size, self._rooms.room("board", cells, np.float64)
            )
        else:
            narrow = np.int32 if total * UNIT < _HALF else dtype
            bombs = self._rooms.room("bombs", cells, narrow)
            bombs.fill(0)
            np.add.at(bombs, corners, blasts.size.astype(narrow))
            whole = self._by_weight(bombs)
        if whole.dtype != dtype:
            whole = whole.astype(dtype)
        return whole.reshape(players, -1, self._stride)[:, REACH:-REACH, REACH:-REACH]

    def _by_bomb(self, corners: Numbers, sizes: Numbers, whole: Amounts) -> Amounts:
        whole.fill(0)
        for begin in range(0, len(corners), _CHUNK):
            some = slice(begin, begin + _CHUNK)
            places = corners[some, None] + self._offsets
            np.add.at(whole, places.ravel(), (sizes[some, None] * self._weights).ravel())
        return whole

    def _by_weight(self, bombs: Amounts) -> Amounts:
        """The whole board at once.  A window never leaves its player's board: its corner lies
        inside by its own size."""
        size, dtype, room = bombs.size, bombs.dtype, self._rooms.room
        downs = []
        for number, steps in enumerate(self._downs):
            down = room(f"down {number}", size, dtype)
            down.fill(0)
            for step in steps:
                at = step * self._stride
                down[at:] += bombs[: size - at]
            downs.append(down)
        whole, row, term = (room(name, size, dtype) for name in ("whole", "row", "term"))
        whole.fill(0)
        for group, weights in self._acrosses:
            np.multiply(downs[0], weights[0], out=row)
            for weight, down in zip(weights[1:], downs[1:], strict=True):
                row += np.multiply(down, weight, out=term)
            for across in group:
                whole[across:] += row[: size - across]
        return whole


def _alike(kernel: Kernel) -> tuple[list[list[int]], list[tuple[list[int], list[int]]]]:
    """The steps down of a kernel in groups of equal weights, and the steps across in groups, each
    with a weight for every group of the former.  A symmetric kernel has few."""
    downs: dict[tuple[int, ...], list[int]] = {}
    for down, column in enumerate(zip(*kernel.weights, strict=True)):
        downs.setdefault(column, []).append(down)
    acrosses: dict[tuple[int, ...], list[int]] = {}
    for across, row in enumerate(kernel.weights):
        acrosses.setdefault(row, []).append(across)
    return list(downs.values()), [
        (group, [row[some[0]] for some in downs.values()]) for row, group in acrosses.items()
    ]


def _enemies(state: State) -> Flags:
    """By player and owner, nobody last: whether the player attacks the owner's cells."""
    at_war = Relation.AT_WAR
    rows = [[relation is at_war for relation in row] + [True] for row in state.relation]
    return np.array(rows, np.bool_)
