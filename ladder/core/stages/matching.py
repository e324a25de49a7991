"""Pairings of a round: equal points, new opponents, alternating sides.

The pairs are those of least cost altogether, found by a matching.  A repeated meeting costs most;
then come two players of whom one would have had a side more than `MOST_APART` times more often than
the other side, a bye for a player that is not last, a difference in points, and two players that
have both had the same side more often.  Where all that is equal, the better half of those with
equal points meets the other half in its order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

WIDTHS = (6, 16, 64)
"""How many neighbours are looked at for pairs without repeats, and, where the last of these is not
enough, for any pairs: of fewer players, everybody."""
MOST_APART = 2
"""The difference of a player's games on both sides that no round exceeds, if it can be paired so
(FIDE Handbook, C.04.1, Basic Rules for Swiss Systems)."""

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
    def scales(self) -> tuple[int, int, int, int, int, int]:
        """The costs of a deviation: half, side, points, bye, one side too often, repeat. Each is
        more than the sum of all lower costs in a round.
        """
        count = len(self.players)
        points = [player.points for player in self.players]
        side = 4 * count * count
        widest = max(abs(player.balance) for player in self.players)
        point = side * (1 + count * widest**2)
        bye = point * (1 + count * (max(points) - min(points)) ** 2)
        lasting = bye * (count + 1)
        return 1, side, point, bye, lasting, lasting * (1 + count * widest)


def paired(players: Sequence[Player], met: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Pairs of numbers, the better one first, the best pair first.

    If the number of players is odd, one has the bye: the last of those with the fewest byes, if the
    others can then be paired without repeats.  ``met`` counts encounters by numbers, the smaller
    one first.
    """
    order = sorted(players, key=lambda player: (-player.points, player.number))
    hall = _Hall(tuple(order), met)
    count = len(order)
    tries = [(width, False) for width in WIDTHS if width < count]
    for width, any_pair in [*tries, (min(count, WIDTHS[-1]), True)]:
        matched = _matched(list(_edges(hall, width, any_pair=any_pair)))
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


def _edges(hall: _Hall, width: int, *, any_pair: bool) -> Iterator[tuple[int, int, int]]:
    count = len(hall.players)
    _, _, _, bye, lasting, repeat = hall.scales
    if count % 2:
        for height, index in enumerate(hall.spared[: 2 * width]):
            yield NOBODY, index, bye * height
    for a in range(count):
        for b in _near(hall, a, width):
            again, beyond = _met(hall, a, b), max(0, _same(hall, a, b) + 1 - MOST_APART)
            if any_pair or not again + beyond:
                yield a, b, _cost(hall, a, b) + again * repeat + beyond * lasting


def _near(hall: _Hall, a: int, width: int) -> list[int]:
    """Candidates for a player: the next ones after it, and those about half a group away."""
    _, size = hall.groups[a]
    middle = a + size // 2
    near = {*range(a + 1, a + 1 + width), *range(middle - width // 2, middle + width // 2 + 1)}
    return sorted(b for b in near if a < b < len(hall.players))


def _met(hall: _Hall, a: int, b: int) -> int:
    one, two = hall.players[a].number, hall.players[b].number
    return hall.met.get((min(one, two), max(one, two)), 0)


def _same(hall: _Hall, a: int, b: int) -> int:
    """How many times more often both have had one side, the same one, than the other side."""
    one, two = hall.players[a].balance, hall.players[b].balance
    return min(abs(one), abs(two)) if one * two > 0 else 0


def _cost(hall: _Hall, a: int, b: int) -> int:
    one, two = hall.players[a], hall.players[b]
    step, side, point, *_ = hall.scales
    (begin, size), (below, _) = hall.groups[a], hall.groups[b]
    out_of_group = (begin + size - 1 - a) + (b - below)
    middle = begin + size // 2
    off = 2 * (abs(b - a - size // 2) if begin == below else out_of_group)
    off += begin == below and (a < middle) == (b < middle)
    return step * off + side * _same(hall, a, b) ** 2 + point * (one.points - two.points) ** 2
