"""The rules: the places where countries begin, and the steps of a round.

A round is the steps of `Rules.play` in their order.  Operations on the whole board use arrays
(`games.xghj.battle`) or sets of cells (`games.bits`).  Loops go over players and bombs only.
All arithmetic is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import compress
from operator import or_

import numpy as np

from games.bits import Bits
from games.xghj import battle, diplomacy
from games.xghj.battle import Battle, Blasts, Fronts, Settled
from games.xghj.constants import Constants
from games.xghj.ground import STANDARD_KERNEL, Ground, Kernel, Numbers
from games.xghj.orders import Bomb, Orders, Relation
from games.xghj.parts import Mark, ScenarioPart
from games.xghj.state import NOBODY, Owners, State

_MOST_KNOWN = 32


@dataclass
class Round:
    """One round: the orders, and the results of its steps.

    ``friendly[player][other]`` is true for allies and for a country with itself.  ``bombs`` are
    the ones that players paid for; ``blasts`` also have those of the capitals.
    """

    number: int
    orders: Sequence[Orders]
    changes: list[diplomacy.Change] = field(default_factory=list)
    held: list[int] = field(default_factory=list)
    """The capitals at the start of the round."""
    homeless: list[int] = field(default_factory=list)
    """The players who lost their capital because an alliance ended."""
    friendly: list[list[bool]] = field(default_factory=list)
    bombs: list[list[Bomb]] = field(default_factory=list)
    blasts: Blasts | None = None
    settled: Settled | None = None
    fallen: list[int] = field(default_factory=list)
    over: bool = False


class Rules:
    """The rules on one ground with one kernel; holds no state of a game."""

    def __init__(
        self,
        ground: Ground,
        constants: Constants,
        kernel: Kernel = STANDARD_KERNEL,
        parts: Sequence[ScenarioPart] = (),
    ) -> None:
        self.ground = ground
        self.constants = constants
        self.kernel = kernel
        self.parts = tuple(parts)
        self.bits = Bits(ground.cols, ground.rows)
        self._battle = Battle(ground, kernel, constants.suppress_limit, self.bits)
        # Caches of the last land and supply, which often stay the same.
        self._known_land: tuple[Owners, list[int]] | None = None
        self._known_supply: dict[tuple[int, int], int] = {}

    # Round 0.

    def accepts(self, x: int, y: int, chosen: Sequence[tuple[int, int]]) -> bool:
        """Whether a country may begin there; ``chosen`` are the places accepted so far."""
        if not self.ground.inside(x, y) or (x, y) in chosen:
            return False
        if not self.constants.spawn_anywhere and not self.ground.attack[self.ground.place(x, y)]:
            return False
        apart = self.constants.spawn_distance
        return all(abs(x - a) + abs(y - b) >= apart for a, b in chosen)

    def settle(self, state: State, bids: Sequence[int], places: Sequence[int]) -> None:
        """All players pay their bids and get their places; `NOBODY` for a refused place.

        Round 1 is the next one.
        """
        state.owner = state.owner.copy()
        for player, (bid, place) in enumerate(zip(bids, places, strict=True)):
            state.saving[player] -= bid
            if place == NOBODY:
                state.fell[player] = 0
            else:
                state.owner[place] = player
                state.capital[player] = place
        state.round = 1
        self._discover(state)
        for part in self.parts:
            part.before_round(self, state)

    # One round.

    def play(self, state: State, orders: Sequence[Orders]) -> Round:
        """Play one round on ``state``.

        ``orders`` has an entry per player; those of eliminated players are ignored.
        """
        now = Round(state.round, orders)
        self._negotiate(state, now)
        self._bomb(state, now)
        self._fight(state, now)
        self._move_capitals(state, now)
        self._collect(state, now)
        self._discover(state)
        self._conclude(state, now)
        return now

    def _negotiate(self, state: State, now: Round) -> None:
        now.held = list(state.capital)
        stances = [order.stances for order in now.orders]
        now.changes = diplomacy.negotiate(state, stances, self.constants)
        now.friendly = state.friendly()
        for player, capital in enumerate(now.held):
            if capital != NOBODY and not now.friendly[player][state.owner[capital]]:
                state.capital[player] = NOBODY
                now.homeless.append(player)

    def _bomb(self, state: State, now: Round) -> None:
        """The bombs of all players, and the free ones of the capitals."""
        listed = [
            order.bombs if state.alive(player) else () for player, order in enumerate(now.orders)
        ]
        cost = self.constants.bomb_cost
        now.bombs, blasts = battle.place_bombs(state, listed, now.friendly, self.ground, cost)
        homes = [
            (player, capital, self.constants.capital_bomb(state.income[player]))
            for player, capital in enumerate(state.capital)
            if capital != NOBODY
        ]
        player, at, size = np.array(homes, np.int64).reshape(-1, 3).T
        now.blasts = Blasts(
            np.concatenate((blasts.player, player)),
            np.concatenate((blasts.place, at)),
            np.concatenate((blasts.size, size)),
        )

    def _fight(self, state: State, now: Round) -> None:
        assert now.blasts is not None
        land = self.land(state)
        access = _joined(land, now.friendly)
        supplied = [self._supplied(state, access[player], player) for player in state.players]
        free = self.bits.all & ~_union(land)
        at_war = [[each is Relation.AT_WAR for each in row] for row in state.relation]
        hostile = [cells | free for cells in _joined(land, at_war)]
        fronts = Fronts(supplied, hostile, access)
        now.settled = settled = self._battle.fight(state.owner, now.blasts, fronts)
        state.owner = settled.owner
        changed = settled.lost | _union(settled.gained)
        self._know(
            state, [(old & ~changed) | new for old, new in zip(land, settled.gained, strict=True)]
        )

    def _move_capitals(self, state: State, now: Round) -> None:
        for player in state.living:
            wish = now.orders[player].capital
            place = now.held[player]
            if wish is not None:
                place = self.ground.place(*wish) if self.ground.inside(*wish) else NOBODY
            owner = NOBODY if place == NOBODY else int(state.owner[place])
            fits = owner != NOBODY and state.allied(player, owner)
            state.capital[player] = place if fits else NOBODY

    def _collect(self, state: State, now: Round) -> None:
        """Corruption, then the land's resources and the capital's wage."""
        rules, land = self.constants, self.land(state)
        # Sums in doubles are exact: the resources of a whole board are far below 2**53.
        yields = np.bincount(state.owner + 1, self.resources(state), len(land) + 1).tolist()
        wage = rules.city_income * now.number // 100
        for player in state.living:
            income = int(yields[player + 1])
            if state.capital[player] != NOBODY:
                income += wage
            for part in self.parts:
                income = part.income(self, state, player, income)
            kept = max(0, 1000 - rules.corruption * land[player].bit_count())
            state.saving[player] = state.saving[player] * kept // 1000 + income
            state.income[player] = income

    def resources(self, state: State) -> Numbers:
        """The resources that every cell yields now."""
        resource = self.ground.resource
        for part in self.parts:
            resource = part.resources(self, state, resource)
        return resource

    def counts(self, state: State, place: int) -> bool:
        """Whether the point at this place is in working order."""
        return all(part.counts(self, state, place) for part in self.parts)

    def owned(self, state: State, player: int, places: Sequence[int]) -> int:
        """The number of these points that the player owns and that are in working order."""
        return sum(1 for at in places if state.owner[at] == player and self.counts(state, at))

    def _conclude(self, state: State, now: Round) -> None:
        """Eliminate countries, run the scenario's parts, and decide whether the game is over."""
        state.round += 1
        self._mark_sieges(state, now.friendly)
        land = self.land(state)
        for player in state.living:
            if state.capital[player] == NOBODY and not land[player]:
                self._eliminate(state, player, now)
        for part in self.parts:
            part.after_round(self, state)
        living = state.living
        goals = {player for part in self.parts for player in part.reached(self, state)}
        state.reached = sorted(goals & set(living))
        limit = state.round >= self.constants.max_round
        now.over = len(living) <= 1 or bool(state.reached) or limit
        if not now.over:
            for part in self.parts:
                part.before_round(self, state)

    def _eliminate(self, state: State, player: int, now: Round) -> None:
        state.fell[player] = now.number
        state.income[player] = 0
        now.fallen.append(player)
        for other in state.players:
            if other != player:
                state.relation[player][other] = state.relation[other][player] = (
                    Relation.UNDISCOVERED
                )
                state.justify[player][other] = state.justify[other][player] = 0

    # Sets of cells.

    def land(self, state: State) -> list[int]:
        """Each player's cells."""
        if self._known_land is None or self._known_land[0] is not state.owner:
            numbers = np.arange(len(state.players))
            self._know(state, self.bits.of_each(state.owner == numbers[:, None]))
        assert self._known_land is not None
        return self._known_land[1]

    def _know(self, state: State, land: list[int]) -> None:
        # Read-only: a change needs a new array, so that the cache stays valid.
        state.owner.flags.writeable = False
        self._known_land = state.owner, land

    def _supplied(self, state: State, access: int, player: int) -> int:
        """The player's supply area: the cells of ``access`` that are connected to the capital."""
        capital = state.capital[player]
        if capital == NOBODY:
            return 0
        key = capital, access
        known = self._known_supply
        if key not in known:
            if len(known) >= _MOST_KNOWN:
                known.clear()
            known[key] = self.bits.flood_far(self.bits.cell(capital), access)
        return known[key]

    def _discover(self, state: State) -> None:
        """Countries near each other discover each other, and each other's allies."""
        land, players = self.land(state), state.players
        strangers = [
            (a, b)
            for a in players
            for b in range(a + 1, len(land))
            if state.relation[a][b] is Relation.UNDISCOVERED and state.alive(a) and state.alive(b)
        ]
        if not strangers:
            return
        near = [self.bits.spread(cells, self.constants.border) for cells in land]
        met = {(a, b) for a in players for b in players if a != b and near[a] & land[b]}
        friends = [[q for q, yes in enumerate(row) if yes] for row in state.friendly()]
        told = {(q, b) for a, b in met for q in friends[a]}
        for a, b in strangers:
            if (a, b) in told or (b, a) in told:
                state.relation[a][b] = state.relation[b][a] = Relation.NEUTRAL

    def _mark_sieges(self, state: State, friendly: Sequence[Sequence[bool]]) -> None:
        land = self.land(state)
        access = _joined(land, friendly)
        free = [
            self._supplied(state, access[player], player) & land[player] for player in state.players
        ]
        state.sieged = self.bits.flags(_union(land) & ~_union(free))

    def knows_all(self, state: State, player: int) -> bool:
        """Whether the player knows everything of every country."""
        return any(part.knows_all(self, state, player) for part in self.parts)

    def marks(self, state: State) -> list[Mark]:
        """The marks that the scenario's parts show on the board now."""
        return [mark for part in self.parts for mark in part.marks(self, state)]

    def in_sight(self, state: State, player: int) -> int:
        """The set of the cells whose owner the player knows."""
        if any(part.sees_all(self, state, player) for part in self.parts):
            return self.bits.all
        land = self.land(state)
        own = neutral = 0
        for other, relation in enumerate(state.relation[player]):
            if other == player or relation is Relation.ALLIED:
                own |= land[other]
            elif relation is Relation.NEUTRAL:
                neutral |= land[other]
        return self.bits.spread(own, self.constants.border) | neutral


def _union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def _joined(land: Sequence[int], chosen: Sequence[Sequence[bool]]) -> list[int]:
    """For each player, the union of the land of the countries that the player's row chooses."""
    return [_union(compress(land, row)) for row in chosen]
