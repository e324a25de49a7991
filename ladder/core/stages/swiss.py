"""Swiss system: in each round, entrants meet new opponents with about equal points.

A round is drawn once, when all earlier rounds are complete.  If a game of an earlier round is taken
back, it is played again, and later rounds stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ladder.core.stages import playoff
from ladder.core.stages.contract import Encounter, Format, Progress, StageSetup
from ladder.core.stages.encounters import Score, check_all, present, score, wanted
from ladder.core.stages.matching import Player, paired
from ladder.core.stages.round_robin import round_name
from ladder.core.stages.spread import groups, improved, in_turn, meetings, seats
from ladder.core.stages.tables import bye_worth, points, table

Group = tuple[int, ...]

REPEAT = 4
"""How many tables away from one's own it is worth to sit so as not to meet somebody again."""


class Swiss(Format):
    """For two sides: a bye is worth a won encounter, and goes to the last entrant that had none.
    For more sides: neighbours in the standings share a table.

    With `accelerated` terms the first rounds pair by the Baku acceleration of FIDE (Handbook,
    C.04.5.1): the better half of the seeds, rounded up to an even number, has virtual points in the
    pairing, but not in the table.  In the first half of the rounds (rounded up), these are worth an
    encounter that was won for the first half of these rounds (rounded up), then half of it.

    An encounter that was won without a game, because the opponent had left, counts as a bye in the
    pairing: its winner gets no other bye as long as somebody had none (FIDE Handbook, C.04.1, Basic
    Rules for Swiss Systems), and it was on no side.

    Disqualified entrants are not paired any more. A round without a game counts as a bye, so that
    an undone disqualification costs nothing.
    """

    name = "swiss"
    title = "Swiss"
    in_rounds = True

    def progress(self, terms: StageSetup, played: Sequence[Encounter]) -> Progress:
        check_all(terms, played)
        rounds, held = playoff.split(terms, played)
        scores = {each.key: score(terms, each) for each in rounds}
        draw = _Draw(terms, _by_round(terms, rounds), scores)
        open_ones = [want for each in draw.made if (want := wanted(terms, each)) is not None]
        new = draw.rest() if terms.draws else []
        more = not open_ones and len(draw.rounds) < rounds_of(terms) and len(draw.here()) > 1
        if not new and more and terms.draws:
            new = draw.round(len(draw.rounds) + 1, ())
        open_ones += [want for each in new if (want := wanted(terms, each)) is not None]
        regular = Progress(
            wanted=tuple(open_ones),
            standings=table(terms, [*scores.values()], draw.byes(len(draw.rounds), new)),
            over=not open_ones and (terms.draws or not more),
            round=max([len(draw.rounds), 1, *(each.round for each in new)]),
            rounds=rounds_of(terms),
        )
        return playoff.added(terms, regular, held)

    def most_games(self, terms: StageSetup) -> int:
        each = terms.entrants // 2 if terms.sides == 2 else -(-terms.entrants // terms.sides)
        return (each * rounds_of(terms) + (terms.cut > 0)) * terms.games


def rounds_of(terms: StageSetup) -> int:
    """The number of rounds: as set, by default one more than a knockout needs, if there are enough
    opponents."""
    if terms.rounds:
        return terms.rounds
    enough = (terms.entrants - 1).bit_length() + 1
    without_repeats = terms.entrants - 1 + terms.entrants % 2
    return min(enough, without_repeats) if terms.sides == 2 else enough


def _by_round(terms: StageSetup, played: Sequence[Encounter]) -> list[list[Encounter]]:
    """In the order of their keys' numbers; ValueError for what cannot have been drawn."""
    by_round: dict[int, list[Encounter]] = {}
    for encounter in sorted(played, key=lambda each: (each.round, _number(each.key))):
        by_round.setdefault(encounter.round, []).append(encounter)
    if sorted(by_round) != list(range(1, len(by_round) + 1)) or len(by_round) > rounds_of(terms):
        raise ValueError(f"rounds {sorted(by_round)} of {rounds_of(terms)}")
    for number, made in by_round.items():
        seated = Counter(entrant for each in made for entrant in each.entrants)
        twice = sorted(entrant for entrant, times in seated.items() if times > 1)
        if twice:
            raise ValueError(f"{twice} are drawn twice in round {number}")
    return [by_round[number] for number in sorted(by_round)]


@lru_cache(maxsize=1 << 15)
def _number(key: str) -> int:
    number = key.rpartition("-")[2]
    if not number.isdecimal():
        raise ValueError(f"{key} is no key of this stage")
    return int(number)


@dataclass(frozen=True, slots=True)
class _Draw:
    """Rounds that were drawn so far, scores by key, and the drawing of other rounds."""

    terms: StageSetup
    rounds: list[list[Encounter]]
    scores: Mapping[str, Score]

    @property
    def made(self) -> list[Encounter]:
        return [encounter for made in self.rounds for encounter in made]

    def before(self, number: int) -> list[Encounter]:
        return [encounter for made in self.rounds[: number - 1] for encounter in made]

    def here(self) -> list[int]:
        return [each for each in range(self.terms.entrants) if each not in self.terms.out]

    def byes(self, rounds: int, new: Sequence[Encounter] = ()) -> Counter[int]:
        """By entrant, over the given rounds; ``new`` has the missing encounters of the last one.

        Disqualified entrants count as present up to the last round that they are in.
        """
        counts: Counter[int] = Counter()
        absent: Counter[int] = Counter()
        for number, made in enumerate(self.rounds[:rounds], 1):
            more = [each for each in new if each.round == number]
            playing = {entrant for each in (*made, *more) for entrant in each.entrants}
            for entrant in range(self.terms.entrants):
                if entrant not in playing:
                    absent[entrant] += 1
                elif entrant in self.terms.out:
                    counts[entrant] += absent.pop(entrant, 0)
        return counts + Counter({one: absent[one] for one in self.here() if absent[one]})

    def rest(self) -> list[Encounter]:
        """The missing encounters of the last round: drawn but not made yet, or for readmitted
        entrants.
        """
        number = len(self.rounds)
        if not number:
            return []
        there = {entrant for each in self.rounds[-1] for entrant in each.entrants}
        if len(set(self.here()) - there) < 2:
            return []
        complete = all(self.scores[each.key].complete for each in self.before(number))
        return self.round(number, self.rounds[-1]) if complete else []

    def round(self, number: int, made: Sequence[Encounter]) -> list[Encounter]:
        """The missing encounters of a round that is partly made."""
        drawn = self._groups(number, self.here())
        there = {frozenset(each.entrants) for each in made}
        if not there <= set(map(frozenset, drawn)):
            seated = frozenset().union(*there)
            drawn = self._groups(number, [each for each in self.here() if each not in seated])
        taken = {each.key for each in made}
        free = (place for place in range(1, self.terms.entrants + len(made) + 1))
        new = []
        for place, group in enumerate(drawn, 1):
            if frozenset(group) in there:
                continue
            if f"{number}-{place}" in taken:
                place = next(each for each in free if f"{number}-{each}" not in taken)
            taken.add(f"{number}-{place}")
            name = round_name(number, place, self.terms.sides)
            new.append(Encounter(f"{number}-{place}", number, group, name))
        return new

    def _walkover(self, encounter: Encounter) -> tuple[int, ...]:
        """The entrant that has won an encounter without a game; empty if there is none."""
        left = present(self.terms, encounter.entrants)
        return left if not encounter.games and len(left) == 1 else ()

    def _groups(self, number: int, entrants: Sequence[int]) -> list[Group]:
        """The pairings of a round, in the order of their sides."""
        if len(entrants) < 2:
            return []
        before = self.before(number)
        scores = [self.scores[each.key] for each in before]
        byes = self.byes(number - 1)
        standing = dict(enumerate(points(self.terms, scores, byes)))
        byes += Counter(won for each in before for won in self._walkover(each))
        for entrant in range(_accelerated(self.terms)):
            standing[entrant] += _virtual(self.terms, number, bye_worth(self.terms, scores))
        met = [each for each in before if not self._walkover(each)]
        sat = Counter((side, who) for each in met for side, who in enumerate(each.entrants))
        order = sorted(entrants, key=lambda each: (-standing[each], each))
        if self.terms.sides > 2:
            return [in_turn(group, sat) for group in _tables(self.terms, order, scores)]
        even = self.terms.games % 2 == 0
        apart = {each: 0 if even else sat[0, each] - sat[1, each] for each in order}
        players = [Player(each, standing[each], byes[each], apart[each]) for each in order]
        counts = Counter((min(each.entrants), max(each.entrants)) for each in scores)
        pairs = paired(players, counts)
        if even:
            return [in_turn(pair, sat) for pair in pairs]
        last = {who: 1 - 2 * side for each in met for side, who in enumerate(each.entrants)}
        return [_by_sides(place, pair, apart, last) for place, pair in enumerate(pairs)]


def _accelerated(terms: StageSetup) -> int:
    """The number of entrants with virtual points, who are the best seeds: FIDE's group GA."""
    return 2 * -(-terms.entrants // 4) if terms.accelerated else 0


def _virtual(terms: StageSetup, number: int, win: int) -> int:
    """The virtual points of one of them in a round; ``win`` is what a won encounter is worth."""
    last = (rounds_of(terms) + 1) // 2
    whole = (last + 1) // 2
    return win if number <= whole else win // 2 if number <= last else 0


def _by_sides(place: int, pair: Group, apart: Mapping[int, int], last: Mapping[int, int]) -> Group:
    """A pair in the order of its sides, much as FIDE allocates colours (Handbook, C.04.3, E).

    The entrant that was first less often is first, or else the one that was not first last time.
    Of two equals, the better one gets the other side than last time; those that have not played yet
    are first at even places from 0, second at odd ones.  ``apart`` is how many times more often
    each was first, ``last`` its last side: 1 for the first, -1 for the second.
    """
    one, two = ((apart[each], last.get(each, 0)) for each in pair)
    other = one[1] > 0 or (one[1] == 0 and place % 2 == 1)
    return pair[::-1] if one > two or (one == two and other) else pair


def _tables(terms: StageSetup, order: Sequence[int], scores: Sequence[Score]) -> list[Group]:
    """Tables of neighbours in the standings, except for swaps that avoid repeated meetings."""
    met = meetings(terms.entrants, [each.entrants for each in scores])[np.ix_(order, order)]
    own = seats(len(order), terms.sides)
    away = np.abs(own[:, None] - np.arange(int(own.max()) + 1)[None, :])
    at = improved(own, REPEAT * met**2, away**2)
    return [tuple(order[place] for place in group) for group in groups(at)]
