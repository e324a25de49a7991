"""Pairings of a round: equal points, new opponents, alternating sides.

The pairs are those of least cost altogether, found by a matching.  A repeated meeting costs most;
then come a bye for a player that is not last, a difference in points, and two players that have
both had the same side too often.  Where all that is equal, the better half of those with equal
points meets the other half in its order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

WIDTHS = (6, 16, 64)
"""How many neighbours are looked at first; where that is not enough, everybody is."""

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Player:
    """``points`` in whole numbers, ``balance`` is how many times more it was on the first side than
    on the other; 0 where sides do not matter."""

    number: int
    points: int
    byes: int = 0
    balance: int = 0


@dataclass(frozen=True)
class _Hall:
    """All players in the order of their points, and how often each pair has met."""

    players: tuple[Player, ...]
    met: Mapping[tuple[int, int], int]

    @cached_property
    def groups(self) -> list[tuple[int, int]]:
        """For each player, the index at which those with equal points begin, and their number."""
        count = Counter(player.points for player in self.players)
        begin: dict[int, int] = {}
        for index, player in enumerate(self.players):
            begin.setdefault(player.points, index)
        return [(begin[player.points], count[player.points]) for player in self.players]

    @cached_property
    def spared(self) -> list[int]:
        """The candidates for the bye: those who have had the fewest, last place first."""
        least = min(player.byes for player in self.players)
        order = range(len(self.players) - 1, -1, -1)
        return [index for index in order if self.players[index].byes == least]

    @cached_property
    def scales(self) -> tuple[int, int, int, int]:
        """The costs of a deviation: half, side, points, bye. Each is more than the sum of all lower
        costs in a round.
        """
        count = len(self.players)
        points = [player.points for player in self.players]
        side = 2 * count * count
        widest = max(abs(player.balance) for player in self.players)
        point = side * (1 + count * widest**2)
        bye = point * (1 + count * (max(points) - min(points)) ** 2)
        return 1, side, point, bye


def paired(players: Sequence[Player], met: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Pairs of numbers, the better one first, the best pair first.

    If the number of players is odd, one has the bye: the last of those with the fewest byes, if the
    others can then be paired without repeats.  ``met`` counts encounters by numbers, the smaller
    one first.
    """
    order = sorted(players, key=lambda player: (-player.points, player.number))
    hall = _Hall(tuple(order), met)
    count = len(order)
    tries = [(width, False) for width in WIDTHS if width < count] + [(count, False), (count, True)]
    for width, repeats in tries:
        matched = _matched(list(_edges(hall, width, repeats=repeats)))
        if 2 * len(matched) >= count:
            break
    return [(order[a].number, order[b].number) for a, b in matched if a != NOBODY]


def _matched(edges: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """Most pairs at the least cost, each and all in order."""
    # Few processes ever pair anybody.
    import rustworkx

    place: dict[int, int] = {}
    for a, b, _ in edges:
        place.setdefault(a, len(place))
        place.setdefault(b, len(place))
    graph = rustworkx.PyGraph[int, int]()
    graph.add_nodes_from(list(place))
    graph.add_edges_from([(place[a], place[b], -cost) for a, b, cost in edges])
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(graph[a], graph[b]), max(graph[a], graph[b])) for a, b in pairs)


def _edges(hall: _Hall, width: int, *, repeats: bool) -> Iterator[tuple[int, int, int]]:
    count = len(hall.players)
    _, _, _, bye = hall.scales
    if count % 2:
        for height, index in enumerate(hall.spared[: 2 * width]):
            yield NOBODY, index, bye * height
    for a in range(count):
        for b in _near(hall, a, width):
            again = _met(hall, a, b)
            if repeats or not again:
                yield a, b, _cost(hall, a, b) + again * bye * (count + 1)


def _near(hall: _Hall, a: int, width: int) -> list[int]:
    """Candidates for a player: the next ones after it, and those about half a group away."""
    _, size = hall.groups[a]
    middle = a + size // 2
    near = {*range(a + 1, a + 1 + width), *range(middle - width // 2, middle + width // 2 + 1)}
    return sorted(b for b in near if a < b < len(hall.players))


def _met(hall: _Hall, a: int, b: int) -> int:
    one, two = hall.players[a].number, hall.players[b].number
    return hall.met.get((min(one, two), max(one, two)), 0)


def _cost(hall: _Hall, a: int, b: int) -> int:
    one, two = hall.players[a], hall.players[b]
    step, side, point, _ = hall.scales
    (begin, size), (below, _) = hall.groups[a], hall.groups[b]
    out_of_group = (begin + size - 1 - a) + (b - below)
    off = abs(b - a - size // 2) if begin == below else out_of_group
    same = min(abs(one.balance), abs(two.balance)) if one.balance * two.balance > 0 else 0
    return step * off + side * same**2 + point * (one.points - two.points) ** 2
