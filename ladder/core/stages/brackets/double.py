"""Double elimination: an entrant that has lost twice leaves.

The winners' bracket is that of single elimination.  Its losers go to a bracket of their own, in
which rounds among its own entrants alternate with rounds against new losers of the winners'
bracket.  All encounters of a round can be played at the same time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ladder.core.stages.brackets.bracket import Bracket, Node, Way, first_pairs
from ladder.core.stages.contract import StageSetup

Chances = dict[str, float]
"""By the key of a node of the winners' bracket, how likely something is, all being equal."""

Sources = tuple[int | Way, int | Way]


class DoubleElimination(Bracket):
    """With a grand final; with ``reset`` a second one if its winner has lost before.

    Losers go to the places where a rematch is least likely.
    """

    name = "double-elimination"
    title = "Double elimination"

    def nodes(self, terms: StageSetup) -> Sequence[Node]:
        return _nodes(terms.entrants, terms.reset)

    def most_games(self, terms: StageSetup) -> int:
        longest = max(terms.games, *terms.last_games, 0)
        return (2 * terms.entrants - 2 + terms.reset) * longest


@dataclass(frozen=True, slots=True)
class _Fallen:
    """The loser of a node of the winners' bracket, and the nodes that they may have won."""

    way: Way
    beaten: Chances


@dataclass(frozen=True, slots=True)
class _Survivor:
    """The entrants of the losers' bracket, and the nodes in which they may have lost."""

    way: Way
    lost: Chances


@lru_cache(maxsize=64)
def _nodes(entrants: int, reset: bool) -> tuple[Node, ...]:
    winners, fallen = _winners(entrants)
    losers = _losers(fallen)
    best: Way = (winners[-1].key, True)
    # With two entrants the loser goes to the grand final at once.
    other: Way = (losers[-1].key, True) if losers else (winners[-1].key, False)
    step, level = 2 * len(fallen), len(losers) + 1
    final = Node("final", step, "Grand final", "final", (best, other), level)
    nodes = [*winners, *losers, final]
    if reset:
        name = "Grand final, second encounter"
        both: Sources = (("final", True), ("final", False))
        nodes.append(Node("final-2", step + 1, name, "final", both, level, second=True))
    return tuple(nodes)


def _winners(entrants: int) -> tuple[list[Node], list[list[_Fallen]]]:
    """The winners' bracket, and its losers by round."""
    sources: list[Sources] = [*first_pairs(entrants)]
    beaten: list[Chances] = [{} for _ in range(2 * len(sources))]
    nodes: list[Node] = []
    fallen: list[list[_Fallen]] = []
    while sources:
        number = len(fallen) + 1
        made = []
        for place, two in enumerate(sources, 1):
            key = f"w{number}-{place}"
            name = _name("Winners'", number, place, final=len(sources) == 1)
            made.append(Node(key, max(2 * number - 2, 1), name, "winners", two, 0))
        mixed = [_mixed(one, two) for one, two in zip(beaten[::2], beaten[1::2], strict=True)]
        fallen.append(
            [_Fallen((node.key, False), of) for node, of in zip(made, mixed, strict=True)]
        )
        beaten = [of | {node.key: 1.0} for node, of in zip(made, mixed, strict=True)]
        ways: list[Way] = [(node.key, True) for node in made]
        sources = list(zip(ways[::2], ways[1::2], strict=False))
        nodes += made
    return nodes, fallen


def _losers(fallen: Sequence[Sequence[_Fallen]]) -> list[Node]:
    nodes: list[Node] = []
    here = [_Survivor(one.way, {one.way[0]: 1.0}) for one in fallen[0]]
    for coming in fallen[1:]:
        among = list(zip(here[::2], here[1::2], strict=True))
        here = _round(nodes, [(one.way, two.way) for one, two in among],
                      [_mixed(one.lost, two.lost) for one, two in among], final=False)  # fmt: skip
        met = list(zip(here, _dealt(here, coming), strict=True))
        here = _round(nodes, [(one.way, two.way) for one, two in met],
                      [_mixed(one.lost, {two.way[0]: 1.0}) for one, two in met],
                      final=len(met) == 1)  # fmt: skip
    return nodes


def _round(
    nodes: list[Node], sources: Sequence[Sources], lost: Sequence[Chances], *, final: bool
) -> list[_Survivor]:
    """Add a round of the losers' bracket; returns its survivors."""
    number = nodes[-1].level + 1 if nodes else 1
    survivors = []
    for place, (two, nodes_lost) in enumerate(zip(sources, lost, strict=True), 1):
        key, name = f"l{number}-{place}", _name("Losers'", number, place, final=final)
        nodes.append(Node(key, number + 1, name, "losers", two, number))
        survivors.append(_Survivor((key, True), nodes_lost))
    return survivors


def _name(bracket_name: str, number: int, place: int, *, final: bool) -> str:
    return f"{bracket_name} final" if final else f"{bracket_name} round {number}, match {place}"


def _mixed(one: Chances, two: Chances) -> Chances:
    return {key: (one.get(key, 0.0) + two.get(key, 0.0)) / 2 for key in one | two}


def _dealt(here: Sequence[_Survivor], coming: Sequence[_Fallen]) -> Sequence[_Fallen]:
    """The new losers in the order in which they meet the entrants of the losers' bracket: from the
    top, from the bottom, or either with its halves exchanged, whichever gives the fewest
    rematches."""
    half = len(coming) // 2
    swapped = [*coming[half:], *coming[:half]]
    orders = [list(coming), list(coming)[::-1], swapped, swapped[::-1]]
    return min(orders, key=lambda order: _rematches(here, order))


def _rematches(here: Sequence[_Survivor], order: Sequence[_Fallen]) -> float:
    return sum(
        chance * two.beaten.get(key, 0.0)
        for one, two in zip(here, order, strict=True)
        for key, chance in one.lost.items()
    )
