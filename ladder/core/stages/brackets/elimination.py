"""Single elimination: one loss and an entrant is out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ladder.core.stages.brackets.bracket import Bracket, Node, Way, first_pairs, lengths
from ladder.core.stages.contract import BYE, StageSetup


class SingleElimination(Bracket):
    """A seeded bracket, in which the best seeds have the byes.

    Entrants that leave in the same round share a place; the losers of the semi-finals do not where
    they play for the third place.
    """

    name = "single-elimination"
    title = "Single elimination"

    def nodes(self, terms: StageSetup) -> Sequence[Node]:
        return _nodes(terms.entrants, terms.third_place)

    def most_games(self, terms: StageSetup) -> int:
        nodes = _nodes(terms.entrants, third_place=terms.third_place and terms.entrants >= 4)
        games = lengths(terms, nodes)
        return sum(games[node.key] for node in nodes if BYE not in node.sources)


@lru_cache(maxsize=64)
def _nodes(entrants: int, third_place: bool) -> tuple[Node, ...]:
    sources: list[tuple[int | Way, int | Way]] = [*first_pairs(entrants)]
    nodes: list[Node] = []
    last = (entrants - 1).bit_length()
    for number in range(1, last + 1):
        made = [
            Node(f"{number}-{place}", number, name_of(len(sources), place), "winners", two, number)
            for place, two in enumerate(sources, 1)
        ]
        if number == last:
            if third_place and nodes:
                losers = ((nodes[-2].key, False), (nodes[-1].key, False))
                nodes.append(Node("third", last, "Third place", "final", losers, last - 1))
            made = [replace(made[0], bracket="final")]
        nodes += made
        ways: list[Way] = [(node.key, True) for node in made]
        sources = list(zip(ways[::2], ways[1::2], strict=False))
    return tuple(nodes)


def name_of(encounters: int, place: int) -> str:
    """The name of an encounter in a round of ``encounters``."""
    if encounters == 1:
        return "Final"
    named = {2: "Semi-final", 4: "Quarter-final"}.get(encounters)
    return f"{named} {place}" if named else f"Round of {2 * encounters}, match {place}"
