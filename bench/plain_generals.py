"""Generals as one would write it first: lists, and a pass over the whole board for every view.

The baseline that the engine is measured against, and, since it shares no line with the engine,
the model that its tests hold it to.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from games.generals.orders import Modifiers, Order
from games.generals.terrain import Board

MOUNTAIN, CITY, BLANK, CAPITAL, SWAMP = 1, 2, 3, 4, 5
WAYS = {0: (-1, 0), 1: (1, 0), 2: (0, -1), 3: (0, 1)}

Tile = tuple[int, int, int]
"""Owner, kind, units."""


class PlainWorld:
    """The same game as `games.generals.rules.World`, half-turn by half-turn."""

    def __init__(
        self, board: Board, capitals: Sequence[int], teams: Sequence[int], modifiers: Modifiers
    ) -> None:
        self.h, self.w = board.height, board.width
        self.kind = [int(kind) for kind in board.kinds]
        self.owner = [int(owner) for owner in board.owners]
        self.units = [int(units) for units in board.units]
        self.lit = [bool(lit) for lit in board.lit]
        self.team = {0: 0} | {i + 1: team for i, team in enumerate(teams)}
        self.capital = {i + 1: place for i, place in enumerate(capitals)}
        self.rules = modifiers
        self.alive = set(self.capital)
        self.order = sorted(self.alive)
        self.queue: dict[int, deque[Order]] = {player: deque() for player in self.alive}
        self.leaving: list[int] = []
        self.number = 0
        self.winner = 0
        self.beaten: list[int] = []
        self.dropped: list[int] = []
        self.judge()
        self.known = {team: self.look(team) for team in sorted(set(self.team.values()))}

    def judge(self) -> None:
        teams = {self.team[player] for player in self.alive}
        if len(teams) == 1 and not self.winner:
            self.winner = min(teams)

    def play(self) -> dict[int, list[tuple[int, int, int, int]]]:
        """One half-turn; the differences of every view, as the engine gives them."""
        self.beaten, self.dropped = [], []
        now = [(p, self.queue[p].popleft()) for p in self.order if self.queue[p]]
        for player, order in now:
            if player in self.alive and not self.move(player, order):
                self.dropped.append(player)
                self.queue[player].clear()
        self.number += 1
        for place in range(self.h * self.w):
            tile = (self.owner[place], self.kind[place], self.units[place])
            self.units[place] = self.grown(tile)[2]
        for player in self.leaving:
            if player in self.alive:
                self.part(player)
        self.leaving = []
        self.order = [player for player in self.order if player in self.alive]
        self.order = self.order[1:] + self.order[:1]
        return {team: self.difference(team) for team in self.known}

    def grown(self, tile: Tile) -> Tile:
        owner, kind, units = tile
        if owner and self.number % 2 == 0:
            if kind in (CITY, CAPITAL):
                units += 1
            elif kind == SWAMP:
                units -= 1
        if owner and self.number % 50 == 0:
            units += 1
        return owner, kind, units

    def move(self, player: int, order: Order) -> bool:
        x, y = order.x, order.y
        if not (0 <= x < self.h and 0 <= y < self.w) or order.direction not in WAYS:
            return False
        here = x * self.w + y
        if self.owner[here] != player:
            return False
        x, y = x + WAYS[order.direction][0], y + WAYS[order.direction][1]
        if not (0 <= x < self.h and 0 <= y < self.w):
            return False
        there = x * self.w + y
        if self.kind[there] == MOUNTAIN:
            return False
        stay = max(1, self.units[here] // 2) if order.half else 1
        sent = self.units[here] - stay
        if sent < 1:
            return False
        self.units[here] = stay
        other = self.owner[there]
        if other and self.team[other] == self.team[player]:
            self.units[there] += sent
            if other == player or self.kind[there] != CAPITAL:
                self.owner[there] = player
            return True
        self.units[there] -= sent
        if self.units[there] < 0:
            self.units[there] = -self.units[there]
            self.owner[there] = player
            if other and self.capital[other] == there:
                self.conquer(player, other, there)
        return True

    def conquer(self, player: int, loser: int, place: int) -> None:
        if self.rules.leapfrog:
            self.kind[self.capital[player]] = CITY
            self.capital[player] = place
        else:
            self.kind[place] = CITY
        for tile in range(self.h * self.w):
            if self.owner[tile] == loser:
                self.owner[tile] = player
                self.units[tile] = self.units[tile] // 2 + 1
        self.defeat(loser)

    def part(self, player: int) -> None:
        steps = self.steps(self.capital[player])
        far = self.h * self.w + 1
        mates = [p for p in self.alive if self.team[p] == self.team[player] and p != player]
        heirs = sorted(mates, key=lambda mate: (steps.get(self.capital[mate], far), mate))
        self.kind[self.capital[player]] = CITY
        for tile in range(self.h * self.w):
            if self.owner[tile] == player:
                self.owner[tile] = heirs[0] if heirs else 0
        self.defeat(player)

    def steps(self, start: int) -> dict[int, int]:
        found, wave = {start: 0}, deque([start])
        while wave:
            at = wave.popleft()
            for dx, dy in WAYS.values():
                x, y = at // self.w + dx, at % self.w + dy
                to = x * self.w + y
                inside = 0 <= x < self.h and 0 <= y < self.w
                if inside and to not in found and self.kind[to] not in (MOUNTAIN, CITY):
                    found[to] = found[at] + 1
                    wave.append(to)
        return found

    def defeat(self, player: int) -> None:
        self.alive.remove(player)
        self.queue[player].clear()
        self.beaten.append(player)
        self.judge()

    def look(self, team: int) -> list[Tile]:
        """The team's view of every tile."""
        size = self.h * self.w
        if team == 0 or self.rules.crystal_clear:
            seen = [True] * size
        else:
            veil = self.rules.misty_veil
            seen = self.lit[:] if veil is None else [False] * size
            reach = 1 if veil is None else veil
            for place in range(size):
                if self.owner[place] and self.team[self.owner[place]] == team:
                    self.light(seen, place, reach)
        return [
            (self.owner[place], self.kind[place], self.units[place]) if seen[place] else (0, 0, 0)
            for place in range(size)
        ]

    def light(self, seen: list[bool], place: int, reach: int) -> None:
        x, y = divmod(place, self.w)
        for row in range(max(0, x - reach), min(self.h, x + reach + 1)):
            for column in range(max(0, y - reach), min(self.w, y + reach + 1)):
                seen[row * self.w + column] = True

    def difference(self, team: int) -> list[tuple[int, int, int, int]]:
        before, now = self.known[team], self.look(team)
        self.known[team] = now
        return [
            (place, *now[place])
            for place, tile in enumerate(before)
            if self.grown(tile) != now[place]
        ]

    def sums(self) -> dict[int, tuple[int, int]]:
        """Land and units of every player."""
        found = dict.fromkeys(self.capital, (0, 0))
        for owner, units in zip(self.owner, self.units, strict=True):
            if owner:
                land, total = found[owner]
                found[owner] = land + 1, total + units
        return found
