"""XGHJ as one would write it first: lists and dictionaries, cell by cell, bomb by bomb.

The baseline that the rules are measured against, and, since it shares no line with them, the
model that their tests hold them to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.xghj.constants import Constants
from games.xghj.ground import Ground, Kernel

Cell = tuple[int, int]
"""``(x, y)``"""
STRANGE, NEUTRAL, ALLY, WAR = "U", "N", "A", "W"
USUAL = {NEUTRAL: "K", ALLY: "A", WAR: "J"}


@dataclass
class PlainOrders:
    """``stances`` has a letter of KAJB per country, or a dash."""

    stances: str
    bombs: list[tuple[int, int, int]] = field(default_factory=list)
    capital: Cell | None = None


class PlainWorld:
    """The same game as `games.xghj.rules.Rules` plays, round by round."""

    def __init__(
        self, ground: Ground, constants: Constants, kernel: Kernel, money: Sequence[int]
    ) -> None:
        self.cols, self.rows, self.rules = ground.cols, ground.rows, constants
        cells = [(x, y) for y in range(self.rows) for x in range(self.cols)]
        self.res = {cell: int(n) for cell, n in zip(cells, ground.resource, strict=True)}
        self.atk = {cell: int(n) for cell, n in zip(cells, ground.attack, strict=True)}
        self.dfn = {cell: int(n) for cell, n in zip(cells, ground.defence, strict=True)}
        self.kernel = kernel.weights
        self.ids = range(len(money))
        self.owner: dict[Cell, int | None] = dict.fromkeys(cells)
        self.money = list(money)
        self.income = [0 for _ in self.ids]
        self.capital: list[Cell | None] = [None for _ in self.ids]
        self.rel = [[STRANGE for _ in self.ids] for _ in self.ids]
        self.count = [[0 for _ in self.ids] for _ in self.ids]
        self.stabbed = [False for _ in self.ids]
        self.out: list[int | None] = [None for _ in self.ids]
        self.sieged: set[Cell] = set()
        self.round = 0

    # Round 0.

    def settle(self, bids: Sequence[int], order: Sequence[int], wishes: Sequence[Cell]) -> None:
        taken: list[Cell] = []
        for p in order:
            x, y = wishes[p]
            far = all(abs(x - a) + abs(y - b) >= self.rules.spawn_distance for a, b in taken)
            fit = (x, y) in self.owner and self.owner[x, y] is None and far
            if fit and (self.rules.spawn_anywhere or self.atk[x, y] > 0):
                taken.append((x, y))
                self.owner[x, y] = p
                self.capital[p] = (x, y)
            else:
                self.out[p] = 0
        for p in self.ids:
            self.money[p] -= min(max(bids[p], 0), self.money[p])
        self.meet()
        self.round = 1

    # A round.

    def play(self, orders: Sequence[PlainOrders]) -> bool:
        """Whether the game is over."""
        before = list(self.capital)
        self.diplomacy(orders)
        for p in self.ids:
            home = self.capital[p]
            if home and not self.friend(p, self.owner[home]):
                self.capital[p] = None
        self.military(orders)
        for p in self.alive():
            wish = orders[p].capital or before[p]
            good = wish in self.owner and self.friend(p, self.owner[wish])
            self.capital[p] = wish if good else None
        for p in self.alive():
            self.economy(p)
        self.meet()
        return self.finish()

    def alive(self) -> list[int]:
        return [p for p in self.ids if self.out[p] is None]

    def friend(self, p: int, q: int | None) -> bool:
        return q is not None and (p == q or self.rel[p][q] == ALLY)

    def diplomacy(self, orders: Sequence[PlainOrders]) -> None:
        valid: dict[tuple[int, int], str] = {}
        for i in self.ids:
            for j in self.ids:
                if i != j and self.rel[i][j] != STRANGE:
                    said = orders[i].stances[j]
                    valid[i, j] = self.pay(i, USUAL[self.rel[i][j]] if said == "-" else said)
        for i, j in valid:
            if i < j:
                self.rel[i][j] = self.rel[j][i] = self.relate(i, j, valid[i, j], valid[j, i])

    def pay(self, i: int, order: str) -> str:
        if order == "J":
            if self.money[i] < self.rules.justify_price:
                return "K"
            self.money[i] -= self.rules.justify_price
        if order == "B":
            if self.stabbed[i]:
                return "K"
            self.stabbed[i] = True
        return order

    def relate(self, i: int, j: int, mine: str, theirs: str) -> str:
        if "B" in (mine, theirs):
            return self.forget(i, j, WAR)
        if self.rel[i][j] == WAR:
            return self.forget(i, j, WAR if "J" in (mine, theirs) else NEUTRAL)
        self.count[i][j] = self.count[i][j] + 1 if mine == "J" else 0
        self.count[j][i] = self.count[j][i] + 1 if theirs == "J" else 0
        if self.rules.justify_rounds in (self.count[i][j], self.count[j][i]):
            return self.forget(i, j, WAR)
        return ALLY if mine == theirs == "A" else NEUTRAL

    def forget(self, i: int, j: int, result: str) -> str:
        self.count[i][j] = self.count[j][i] = 0
        return result

    def military(self, orders: Sequence[PlainOrders]) -> None:
        access = [{c for c, q in self.owner.items() if self.friend(p, q)} for p in self.ids]
        supply = [self.reach([home], access[p]) if home else set() for p, home in self.homes()]
        force = [self.influence(p, orders[p], access[p]) for p in self.ids]
        broken: list[set[Cell]] = [set() for _ in self.ids]
        after = dict(self.owner)
        for cell, owner in self.owner.items():
            defence = 0
            attack = dict.fromkeys(self.ids, 0)
            for p in self.ids:
                power = force[p].get(cell, 0)
                if self.friend(p, owner) and cell in supply[p]:
                    defence += self.dfn[cell] * power
                if owner is None or (p != owner and self.rel[p][owner] == WAR):
                    attack[p] = self.atk[cell] * power
            best = max(attack.values())
            if best > defence + self.rules.suppress_limit * 10_000:
                winners = [p for p in self.ids if attack[p] == best]
                if len(winners) == 1:
                    broken[winners[0]].add(cell)
                else:
                    after[cell] = None
        for p in self.ids:
            starts = [c for c in broken[p] if any(n in access[p] for n in self.beside(c))]
            for cell in self.reach(starts, broken[p]):
                after[cell] = p
        self.owner = after

    def homes(self) -> list[tuple[int, Cell | None]]:
        return [(p, self.capital[p]) for p in self.ids]

    def influence(self, p: int, order: PlainOrders, access: set[Cell]) -> dict[Cell, int]:
        """Pays for the bombs, too."""
        found: dict[Cell, int] = {}
        if self.out[p] is not None:
            return found
        for x, y, size in order.bombs:
            price = size * self.rules.bomb_cost
            if size > 0 and (x, y) in access and price <= self.money[p]:
                self.money[p] -= price
                self.explode(found, (x, y), size)
        home = self.capital[p]
        if home:
            share = self.rules.capital_influence * self.income[p]
            price = 1000 * self.rules.bomb_cost
            self.explode(found, home, (share + price - 1) // price)
        return found

    def explode(self, found: dict[Cell, int], centre: Cell, size: int) -> None:
        for i in range(9):
            for j in range(9):
                cell = (centre[0] + i - 4, centre[1] + j - 4)
                if cell in self.owner:
                    found[cell] = found.get(cell, 0) + size * self.kernel[i][j]

    def beside(self, cell: Cell) -> Iterator[Cell]:
        x, y = cell
        for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if other in self.owner:
                yield other

    def reach(self, starts: Sequence[Cell], area: set[Cell]) -> set[Cell]:
        found = {cell for cell in starts if cell in area}
        queue = list(found)
        for cell in queue:
            for other in self.beside(cell):
                if other in area and other not in found:
                    found.add(other)
                    queue.append(other)
        return found

    def land(self, p: int) -> list[Cell]:
        return [cell for cell, q in self.owner.items() if q == p]

    def economy(self, p: int) -> None:
        mine = self.land(p)
        self.income[p] = sum(self.res[cell] for cell in mine)
        if self.capital[p]:
            self.income[p] += self.rules.city_income * self.round // 100
        kept = max(0, 1000 - self.rules.corruption * len(mine))
        self.money[p] = self.money[p] * kept // 1000 + self.income[p]

    def meet(self) -> None:
        """Players who are near each other learn of each other, and so do their allies."""
        allies = [[q for q in self.ids if self.friend(p, q)] for p in self.ids]
        for a, b in self.neighbours():
            for one, other in ((a, b), (b, a)):
                for q in allies[one]:
                    if q != other and self.rel[q][other] == STRANGE:
                        self.rel[q][other] = self.rel[other][q] = NEUTRAL

    def neighbours(self) -> set[tuple[int, int]]:
        found = set()
        for cell, a in self.owner.items():
            if a is not None:
                for other in self.around(cell):
                    b = self.owner[other]
                    if b is not None and b != a:
                        found.add((a, b))
        return found

    def around(self, cell: Cell) -> Iterator[Cell]:
        far = self.rules.border
        for dx in range(-far, far + 1):
            for dy in range(abs(dx) - far, far - abs(dx) + 1):
                other = (cell[0] + dx, cell[1] + dy)
                if other in self.owner:
                    yield other

    def finish(self) -> bool:
        for p in self.alive():
            if self.capital[p] is None and not self.land(p):
                self.out[p] = self.round
                self.income[p] = 0
                for q in self.ids:
                    self.rel[p][q] = self.rel[q][p] = STRANGE
                    self.count[p][q] = self.count[q][p] = 0
        self.round += 1
        self.sieged = {cell for cell, q in self.owner.items() if q is not None}
        for p, home in self.homes():
            if home:
                access = {c for c, q in self.owner.items() if self.friend(p, q)}
                self.sieged -= self.reach([home], access) & set(self.land(p))
        return len(self.alive()) <= 1 or self.round >= self.rules.max_round

    def visible(self, p: int) -> set[Cell]:
        """The cells whose owner a country knows."""
        seen: set[Cell] = set()
        for cell, q in self.owner.items():
            if self.friend(p, q):
                seen.update(self.around(cell))
            elif q is not None and self.rel[p][q] == NEUTRAL:
                seen.add(cell)
        return seen
