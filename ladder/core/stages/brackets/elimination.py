"""Single elimination: one loss and an entrant is out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from ladder.core.stages.brackets import bracket
from ladder.core.stages.brackets.bracket import Node, first_pairs
from ladder.core.stages.contract import BYE, Encounter, Format, Progress, StageSetup, Wanted


class SingleElimination(Format):
    """A seeded bracket, in which the best seeds have the byes.

    Losers of one round share a place, but not those of semi-finals that play for the third.
    """

    name = "single-elimination"
    title = "Single elimination"
    bracket = True
    two_sides = True

    def progress(self, terms: StageSetup, played: Sequence[Encounter]) -> Progress:
        return bracket.progress(terms, _nodes(terms.entrants, terms.third_place), played)

    def played_through(
        self, terms: StageSetup, play: Callable[[Wanted], Encounter]
    ) -> list[Encounter]:
        return bracket.played_through(terms, _nodes(terms.entrants, terms.third_place), play)

    def most_games(self, terms: StageSetup) -> int:
        nodes = _nodes(terms.entrants, third_place=terms.third_place and terms.entrants >= 4)
        games = bracket.lengths(terms, nodes)
        return sum(games[node.key] for node in nodes if BYE not in node.sources)


@lru_cache(maxsize=64)
def _nodes(entrants: int, third_place: bool) -> tuple[Node, ...]:
    sources: list[tuple[int | bracket.Way, int | bracket.Way]] = [*first_pairs(entrants)]
    nodes: list[Node] = []
    last = (entrants - 1).bit_length()
    for number in range(1, last + 1):
        made = [
            Node(f"{number}-{place}", number, name_of(len(sources), place), "winners", two, number)
            for place, two in enumerate(sources, 1)
        ]
        if number == last:
            if third_place and nodes:
                nodes.append(_third(nodes[-2:], last))
            made = [_final(made[0])]
        nodes += made
        ways: list[bracket.Way] = [(node.key, True) for node in made]
        sources = list(zip(ways[::2], ways[1::2], strict=False))
    return tuple(nodes)


def _third(semi_finals: Sequence[Node], last: int) -> Node:
    one, two = semi_finals
    return Node(
        "third", last, "Third place", "final", ((one.key, False), (two.key, False)), last - 1
    )


def _final(node: Node) -> Node:
    return Node(node.key, node.round, node.name, "final", node.sources, node.level)


def name_of(encounters: int, place: int) -> str:
    """The name of an encounter in a round of ``encounters``."""
    if encounters == 1:
        return "Final"
    named = {2: "Semi-final", 4: "Quarter-final"}.get(encounters)
    return f"{named} {place}" if named else f"Round of {2 * encounters}, match {place}"
