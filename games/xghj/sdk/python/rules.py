"""The rules without scenarios, for play.py.  Your AI may use them to look ahead, too."""

from __future__ import annotations

from typing import Any

from definition import Constants

U, N, A, W = "UNAW"
USUAL = {U: "K", N: "K", A: "A", W: "J"}
NOBODY = -1
HALF = (
    (10000, 9000, 8000, 7000, 4000),
    (9000, 8000, 5000, 3000, 2000),
    (8000, 5000, 3000, 2000, 1000),
    (7000, 3000, 2000, 1000, 1000),
    (4000, 2000, 1000, 1000, 500),
)
KERNEL = [[HALF[abs(dx)][abs(dy)] for dy in range(-4, 5)] for dx in range(-4, 5)]
Ground = tuple[int, int, list[int], list[int], list[int]]
"""Columns, rows, and resource, attack and defence by place, ``y * cols + x``."""


class Game:
    """A game in play, by the rules without scenarios."""

    def __init__(self, ground: Ground, players: int, constants: Constants):
        self.cols, self.rows, self.resource, self.attack, self.defence = ground
        self.size = self.cols * self.rows
        self.rules = constants
        self.players = range(players)
        self.owner = [NOBODY] * self.size
        self.saving = [constants.initial_money] * players
        self.income = [0] * players
        self.capital = [NOBODY] * players
        self.relation = [[U] * players for _ in self.players]
        self.count = [[0] * players for _ in self.players]
        self.betrayed = [False] * players
        self.fell: list[int | None] = [None] * players
        self.round = 0
        self.named: list[list[int]] = []

    # The ground.

    def beside(self, place: int) -> list[int]:
        x, y = place % self.cols, place // self.cols
        found = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        return [b * self.cols + a for a, b in found if self.inside(a, b)]

    def inside(self, x: int, y: int) -> bool:
        return 0 <= x < self.cols and 0 <= y < self.rows

    def near(self, places: set[int]) -> set[int]:
        """These places, and all places within sight of them."""
        found = set(places)
        for _ in range(self.rules.border):
            found |= {near for place in found for near in self.beside(place)}
        return found

    def flood(self, start: set[int], through: set[int]) -> set[int]:
        """The cells of ``through`` that are connected to those of ``start`` inside ``through``."""
        found = start & through
        edge = list(found)
        while edge:
            for near in self.beside(edge.pop()):
                if near in through and near not in found:
                    found.add(near)
                    edge.append(near)
        return found

    def land(self, player: int) -> set[int]:
        return {place for place, owner in enumerate(self.owner) if owner == player}

    # The countries.

    @property
    def living(self) -> list[int]:
        return [player for player in self.players if self.fell[player] is None]

    def allied(self, one: int, other: int) -> bool:
        return one == other or self.relation[one][other] == A

    def access(self, player: int) -> set[int]:
        return {
            place
            for place, owner in enumerate(self.owner)
            if owner != NOBODY and self.allied(player, owner)
        }

    def supply(self, player: int) -> set[int]:
        return self.flood({self.capital[player]}, self.access(player))

    # Round 0.

    def spawn(self, player: int, x: int, y: int) -> None:
        """Give the player this place, unless the rules refuse it."""
        apart = self.rules.spawn_distance
        homes = [place for place in self.capital if place != NOBODY]
        free = self.inside(x, y) and all(
            (x, y) != (home % self.cols, home // self.cols)
            and abs(x - home % self.cols) + abs(y - home // self.cols) >= apart
            for home in homes
        )
        if free and (self.rules.spawn_anywhere or self.attack[y * self.cols + x]):
            self.capital[player] = y * self.cols + x
            self.owner[self.capital[player]] = player
        self.named.append([x, y])

    def begin(self, bids: list[int]) -> None:
        for player in self.players:
            self.saving[player] -= bids[player]
            if self.capital[player] == NOBODY:
                self.fell[player] = 0
        self.round = 1
        self.discover()

    # A round.

    def play(self, orders: list[dict[str, Any]]) -> None:
        """Play one round; ``orders`` are the players' answers, ``{}`` for no answer."""
        held = list(self.capital)
        self.negotiate([order.get("stances") for order in orders])
        for player in self.living:
            home = self.capital[player]
            if home != NOBODY and self.owner[home] != NOBODY:
                if not self.allied(player, self.owner[home]):
                    self.capital[player] = NOBODY
        self.fight([order.get("bombs", []) for order in orders])
        for player in self.living:
            home, wish = held[player], orders[player].get("capital")
            if wish is not None:
                home = wish[1] * self.cols + wish[0] if self.inside(*wish) else NOBODY
            owner = NOBODY if home == NOBODY else self.owner[home]
            fits = owner != NOBODY and self.allied(player, owner)
            self.capital[player] = home if fits else NOBODY
        self.collect()
        self.discover()
        self.conclude()

    def negotiate(self, stances: list[str | None]) -> None:
        orders: dict[tuple[int, int], str] = {}
        for player in self.living:
            for target in self.players:
                relation = self.relation[player][target]
                if target != player and relation != U:
                    said = stances[player]
                    order = "-" if said is None else said[target]
                    orders[player, target] = self.paid(
                        player, USUAL[relation] if order == "-" else order
                    )
        for one in self.players:
            for other in range(one + 1, len(self.players)):
                if self.relation[one][other] != U:
                    now = self.becomes(one, other, orders[one, other], orders[other, one])
                    self.relation[one][other] = self.relation[other][one] = now

    def paid(self, player: int, order: str) -> str:
        if order == "J":
            if self.saving[player] < self.rules.justify_price:
                return "K"
            self.saving[player] -= self.rules.justify_price
        elif order == "B":
            if self.betrayed[player]:
                return "K"
            self.betrayed[player] = True
        return order

    def becomes(self, one: int, other: int, mine: str, theirs: str) -> str:
        both, count = mine + theirs, self.count
        if "B" in both or self.relation[one][other] == W:
            count[one][other] = count[other][one] = 0
            return W if "B" in both or "J" in both else N
        count[one][other] = count[one][other] + 1 if mine == "J" else 0
        count[other][one] = count[other][one] + 1 if theirs == "J" else 0
        if max(count[one][other], count[other][one]) >= self.rules.justify_rounds:
            count[one][other] = count[other][one] = 0
            return W
        return A if both == "AA" else N

    def influence(self, bombs: list[tuple[int, int]]) -> dict[int, int]:
        """Each place → the influence of bombs ``(place, size)`` there, in ten-thousandths."""
        found: dict[int, int] = {}
        for place, size in bombs:
            x, y = place % self.cols, place // self.cols
            for a in range(max(0, x - 4), min(self.cols, x + 5)):
                for b in range(max(0, y - 4), min(self.rows, y + 5)):
                    at = b * self.cols + a
                    found[at] = found.get(at, 0) + size * KERNEL[a - x + 4][b - y + 4]
        return found

    def placed(self, player: int, wishes: list[list[int]]) -> list[tuple[int, int]]:
        access, bombs = self.access(player), []
        for x, y, size in wishes:
            price = size * self.rules.bomb_cost
            if size > 0 and self.inside(x, y) and y * self.cols + x in access:
                if price <= self.saving[player]:
                    self.saving[player] -= price
                    bombs.append((y * self.cols + x, size))
        return bombs

    def fight(self, wishes: list[list[list[int]]]) -> None:
        influence: dict[int, dict[int, int]] = {}
        for player in self.living:
            bombs = self.placed(player, wishes[player])
            if self.capital[player] != NOBODY:
                free = self.rules.capital_bomb(self.income[player])
                bombs.append((self.capital[player], free))
            influence[player] = self.influence(bombs)
        access = {player: self.access(player) for player in self.living}
        supply = {player: self.supply(player) for player in self.living}
        after = list(self.owner)
        broken: dict[int, set[int]] = {player: set() for player in self.living}
        for place, owner in enumerate(self.owner):
            attacks = {
                player: self.attack[place] * influence[player].get(place, 0)
                for player in self.living
                if owner == NOBODY or self.relation[player][owner] == W
            }
            defence = sum(
                influence[player].get(place, 0)
                for player in self.living
                if owner != NOBODY and self.allied(player, owner) and place in supply[player]
            )
            limit = self.defence[place] * defence + self.rules.suppress_limit * 10000
            best = max(attacks.values(), default=0)
            if best > limit:
                first = [player for player, attack in attacks.items() if attack == best]
                if len(first) == 1:
                    broken[first[0]].add(place)
                else:
                    after[place] = NOBODY
        for player, cells in broken.items():
            edge = {near for place in access[player] for near in self.beside(place)}
            for place in self.flood(edge, cells):
                after[place] = player
        self.owner = after

    def collect(self) -> None:
        for player in self.living:
            land = self.land(player)
            income = sum(self.resource[place] for place in land)
            if self.capital[player] != NOBODY:
                income += self.rules.city_income * self.round // 100
            kept = max(0, 1000 - self.rules.corruption * len(land))
            self.saving[player] = self.saving[player] * kept // 1000 + income
            self.income[player] = income

    def discover(self) -> None:
        lands = [self.land(player) for player in self.players]
        seen = [self.near(land) for land in lands]
        met = set()
        for a in self.players:
            for b in range(a + 1, len(self.players)):
                if seen[a] & lands[b]:
                    met.add((a, b))
                    met |= {(q, b) for q in self.players if q != b and self.allied(q, a)}
                    met |= {(q, a) for q in self.players if q != a and self.allied(q, b)}
        for a, b in met:
            if self.relation[a][b] == U:
                self.relation[a][b] = self.relation[b][a] = N

    def conclude(self) -> None:
        for player in self.living:
            if self.capital[player] == NOBODY and player not in self.owner:
                self.fell[player] = self.round
                self.income[player] = 0
                for other in self.players:
                    self.relation[player][other] = self.relation[other][player] = U
                    self.count[player][other] = self.count[other][player] = 0
        self.round += 1

    def over(self) -> bool:
        return len(self.living) <= 1 or self.round >= self.rules.max_round

    def ranks(self) -> list[int]:
        def worth(player: int) -> tuple[int, int, int]:
            fell = self.fell[player]
            survived = self.round if fell is None else fell
            return survived, len(self.land(player)), self.saving[player]

        return [
            1 + sum(worth(other) > worth(player) for other in self.players)
            for player in self.players
        ]

    # Messages to the bots.

    def scene(self) -> dict[str, Any]:
        return {
            "cols": self.cols,
            "rows": self.rows,
            "resource": self.resource,
            "attack": self.attack,
            "defence": self.defence,
            "kernel": KERNEL,
            "constants": vars(self.rules),
            "players": len(self.players),
            "title": "At home",
            "points": [],
            "parts": [],
            "words": [],
            "terrain": [],
        }

    def sight(self, player: int) -> dict[str, Any]:
        """The members of a question for orders that describe the player's view."""
        seen = self.near(self.access(player))
        for place, owner in enumerate(self.owner):
            if owner != NOBODY and self.relation[player][owner] == N:
                seen.add(place)
        letters = [
            "?" if place not in seen else "." if owner == NOBODY else str(owner)
            for place, owner in enumerate(self.owner)
        ]
        free = [self.supply(each) & self.land(each) for each in self.players]
        sieged = [
            place
            for place, owner in enumerate(self.owner)
            if self.round > 1 and place in seen and owner != NOBODY and place not in free[owner]
        ]
        return {
            "round": self.round,
            "owner": "".join(letters),
            "sieged": sieged,
            "players": [self.nation(player, other) for other in self.players],
            "backstab_used": self.betrayed[player],
            "marks": [],
        }

    def nation(self, player: int, other: int) -> dict[str, Any]:
        relation, union = self.relation[player][other], self.allied(player, other)
        visible = union or relation == N
        row = self.relation[other]
        wars = [third for third in self.players if row[third] == W]
        letters = "".join("-" if third == other else row[third] for third in self.players)
        home = self.capital[other]
        return {
            "status": relation,
            "visible": visible,
            "union": union,
            "area": len(self.land(other)) if visible else None,
            "wars": wars if visible else None,
            "saving": self.saving[other] if union else None,
            "income": self.income[other] if union else None,
            "capital": home if union and home != NOBODY else None,
            "relation": letters if union else None,
        }
