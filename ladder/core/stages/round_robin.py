"""Round robin: all entrants meet each other.

All encounters are known from the beginning and may be played in parallel, because no opponent
depends on a result.  Rounds only order them for readers; an entrant plays at most once in each.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ladder.core.stages import playoff
from ladder.core.stages.contract import Encounter, Format, Progress, StageSetup
from ladder.core.stages.encounters import check_all, score, wanted
from ladder.core.stages.spread import design, rounds_for_all
from ladder.core.stages.tables import table

Round = tuple[tuple[int, ...], ...]
"""The pairings, by table."""


class RoundRobin(Format):
    """For two sides: the circle method, in ``cycles`` that swap sides from one to the next.  If the
    number of entrants is odd, one rests in each round.

    For more sides: rounds of tables in which all entrants play, ``rounds`` of them, or as many as
    it takes to meet everybody ``cycles`` times on average.
    """

    name = "round-robin"
    title = "Round robin"
    in_rounds = True

    def progress(self, terms: StageSetup, played: Sequence[Encounter]) -> Progress:
        check_all(terms, played)
        rest, held = playoff.split(terms, played)
        made = {encounter.key: encounter for encounter in rest}
        plan = {encounter.key: encounter for encounter in self.plan(terms)}
        for key, encounter in made.items():
            if key not in plan or set(encounter.entrants) != set(plan[key].entrants):
                raise ValueError(f"{key}: {encounter.entrants} do not meet in this stage")
        now = [made.get(key, encounter) for key, encounter in plan.items()]
        open_ones = [want for each in now if (want := wanted(terms, each)) is not None]
        rounds = max(encounter.round for encounter in plan.values())
        regular = Progress(
            wanted=tuple(open_ones),
            standings=table(terms, [score(terms, encounter) for encounter in now]),
            over=not open_ones,
            round=min((want.encounter.round for want in open_ones), default=rounds),
            rounds=rounds,
        )
        return playoff.added(terms, regular, held)

    def most_games(self, terms: StageSetup) -> int:
        return (len(self.plan(terms)) + (terms.cut > 0)) * terms.games

    def plan(self, terms: StageSetup) -> tuple[Encounter, ...]:
        """All encounters of the rounds, which are known from the beginning."""
        return _made(terms.entrants, terms.sides, terms.cycles, terms.rounds, terms.seed)


@lru_cache(maxsize=64)
def _made(entrants: int, sides: int, cycles: int, rounds: int, seed: int) -> tuple[Encounter, ...]:
    if sides == 2:
        plan = [
            tuple(pair[::-1] for pair in pairs) if cycle % 2 else pairs
            for cycle in range(cycles)
            for pairs in circle(entrants)
        ]
    else:
        count = rounds or rounds_for_all(entrants, sides) * cycles
        plan = list(design(entrants, sides, count, seed))
    return named(plan, sides)


def round_name(number: int, place: int, sides: int) -> str:
    return f"Round {number}, match {place}" if sides == 2 else f"Round {number}, table {place}"


def named(plan: Sequence[Round], sides: int) -> tuple[Encounter, ...]:
    """The encounters of all rounds with their keys and names."""
    return tuple(
        Encounter(f"{number}-{place}", number, group, round_name(number, place, sides))
        for number, tables in enumerate(plan, 1)
        for place, group in enumerate(tables, 1)
    )


def circle(entrants: int) -> list[Round]:
    """The rounds of one cycle of two sides.

    All but the last entrant form a circle and meet across an axis that turns from round to round;
    the last one meets the entrant at the end of the axis.  If the number is odd, the last one is a
    bye.  Each entrant is first as often as second, or once more or less if its number of opponents
    is odd.
    """
    ring = entrants - 1 if entrants % 2 == 0 else entrants
    rounds: list[Round] = []
    for turn in range(ring):
        pairs = [
            _in_order(ring, (turn + step) % ring, (turn - step) % ring)
            for step in range(1, (ring + 1) // 2)
        ]
        if ring < entrants:
            pairs.append((turn, ring) if turn % 2 == 0 else (ring, turn))
        rounds.append(tuple(sorted(pairs, key=min)))
    return rounds


def _in_order(ring: int, a: int, b: int) -> tuple[int, int]:
    """The pair in the order of its sides: of the two distances around an odd ring, the odd one
    begins at the first side."""
    return (a, b) if (a - b) % ring % 2 else (b, a)
