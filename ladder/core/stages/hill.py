"""King of the hill: one entrant holds the hill, and the others challenge it one after the other.

The rules:

1. The best seed holds the hill at first.  The others wait in a queue, in the order of their seeds.
2. In each challenge, the first of the queue meets the holder in an encounter.  If the challenger
   wins it, the challenger holds the hill.  If the encounter is tied, the holder keeps it.
3. The one of both that does not hold the hill goes to the end of the queue.
4. The stage ends after a fixed number of challenges.
5. A disqualified entrant is passed over.  If it holds the hill, the first two of the queue meet.

Each challenge is a point for the entrant that holds the hill after it.  Among equal points come,
one after the other, the longest reign (challenges in a row after which it held the hill), the
number of reigns (how often it took the hill, where the best seed has not taken it), and the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ladder.core.stages.contract import Encounter, Format, Progress, StageSetup, Standing, Wanted
from ladder.core.stages.encounters import check_all, score, wanted
from ladder.core.standings import Left, order, places


class KingOfTheHill(Format):
    """For two sides; ``rounds`` is the number of challenges, by default two for each challenger.

    A challenge follows from the one before.  If the winner of a challenge changes, those after it
    are obsolete.  While a game of it is missing, they stand, but do not count.
    """

    name = "king-of-the-hill"
    title = "King of the hill"
    two_sides = True

    def progress(self, terms: StageSetup, played: Sequence[Encounter]) -> Progress:
        if terms.sides != 2:
            raise ValueError(f"the hill is for games of two sides, not of {terms.sides}")
        made = check_all(terms, played)
        rounds = challenges(terms)
        unknown = set(made) - {_key(number) for number in range(1, rounds + 1)}
        if unknown:
            raise ValueError(f"{sorted(unknown)} are not of this stage")
        hill = _begun(terms, made)
        number = hill.follow(rounds)
        return Progress(
            wanted=(hill.wanted,) if hill.wanted else (),
            standings=_standings(terms, hill),
            over=hill.wanted is None,
            round=min(number, rounds),
            rounds=rounds,
            obsolete=frozenset(hill.obsolete),
        )

    def played_through(
        self, terms: StageSetup, play: Callable[[Wanted], Encounter]
    ) -> list[Encounter]:
        made: list[Encounter] = []
        hill, rounds = _begun(terms, {}), challenges(terms)
        for number in range(1, rounds + 1):
            encounter = hill.due(number, rounds)
            want = wanted(terms, encounter) if encounter is not None else None
            if want is None:
                break
            made.append(play(want))
            hill.decide(made[-1], score(terms, made[-1]).halves)
        return made

    def most_games(self, terms: StageSetup) -> int:
        return challenges(terms) * terms.games


def line(terms: StageSetup, played: Sequence[Encounter]) -> tuple[int, ...]:
    """The holder of the hill and then the queue, without those who are disqualified."""
    hill = _begun(terms, {each.key: each for each in played})
    hill.follow(challenges(terms))
    return tuple(one for one in hill.line if one not in terms.out)


def challenges(terms: StageSetup) -> int:
    """The number of challenges of a stage."""
    return terms.rounds or 2 * (terms.entrants - 1)


def _key(number: int) -> str:
    return f"hill-{number}"


@dataclass(slots=True)
class _Row:
    """The statistics of an entrant: ``reign`` is the current one, if it holds the hill."""

    points: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    reign: int = 0
    longest: int = 0
    reigns: int = 0


@dataclass(slots=True)
class _Hill:
    """The state of the hill while its challenges are followed.

    ``line`` has the holder and then the queue, ``last`` the key of the challenge that the holder
    has come from, or None.
    """

    terms: StageSetup
    made: Mapping[str, Encounter]
    line: list[int]
    rows: list[_Row]
    last: str | None = None
    wanted: Wanted | None = None
    obsolete: list[str] = field(default_factory=list)

    def follow(self, rounds: int) -> int:
        """Go on to the first challenge that is not decided; returns its number."""
        for number in range(1, rounds + 1):
            encounter = self.due(number, rounds)
            if encounter is None:
                return number
            scored = score(self.terms, encounter)
            self.wanted = wanted(self.terms, encounter)
            if self.wanted is not None:
                return number
            self.decide(encounter, scored.halves)
        return rounds

    def due(self, number: int, rounds: int) -> Encounter | None:
        """The challenge of a number: as it was made, or between the first two who are still in."""
        made = self.made.get(_key(number))
        if made is not None and not self._is_obsolete(made):
            return made
        if made is not None:
            self.obsolete = [
                key for each in range(number, rounds + 1) if (key := _key(each)) in self.made
            ]
            self.made = {key: each for key, each in self.made.items() if key not in self.obsolete}
        still = tuple(islice((one for one in self.line if one not in self.terms.out), 2))
        if len(still) < 2:
            return None
        holder, challenger = still
        # The holder is on the first side by turns.
        two = (holder, challenger) if number % 2 else (challenger, holder)
        came = (self.last, True) if self.last is not None and holder == self.line[0] else None
        of = tuple(came if one == holder else None for one in two) if came else ()
        return Encounter(_key(number), number, two, f"Challenge {number}", of=of)

    def _is_obsolete(self, made: Encounter) -> bool:
        """Whether another entrant has won the challenge that a holder of this one came from."""
        return any(
            feed == (self.last, True) and one != self.line[0]
            for one, feed in zip(made.entrants, made.of, strict=False)
        )

    def decide(self, encounter: Encounter, halves: Sequence[int]) -> None:
        holder, challenger = sorted(encounter.entrants, key=self.line.index)
        by = dict(zip(encounter.entrants, halves, strict=True))
        taken = by[challenger] > by[holder]
        best, other = (challenger, holder) if taken else (holder, challenger)
        self._count(best, other, drawn=by[best] == by[other])
        self.rows[best].reigns += taken
        for one in encounter.entrants:
            self.line.remove(one)
        self.line.insert(0, best)
        self.line.append(other)
        self.last = encounter.key

    def _count(self, best: int, other: int, *, drawn: bool) -> None:
        holder, one, two = self.line[0], self.rows[best], self.rows[other]
        if holder != best:
            self.rows[holder].reign = 0
        one.reign += 1
        one.longest = max(one.longest, one.reign)
        one.points += 1
        one.won, two.lost = one.won + (not drawn), two.lost + (not drawn)
        one.drawn, two.drawn = one.drawn + drawn, two.drawn + drawn


def _begun(terms: StageSetup, made: Mapping[str, Encounter]) -> _Hill:
    """The hill before its first challenge, of those that were ``made`` by key."""
    entrants = range(terms.entrants)
    return _Hill(terms, made, list(entrants), [_Row() for _ in entrants])


def _standings(terms: StageSetup, hill: _Hill) -> tuple[Standing, ...]:
    """Everybody's line, best first."""

    def key(entrant: int, *seed: int) -> tuple[int, ...]:
        row = hill.rows[entrant]
        return order(terms.left(entrant), -row.points, -row.longest, -row.reigns, *seed)

    entrants = range(terms.entrants)
    ranks = places([key(entrant, entrant) for entrant in entrants], least_first=True)
    equals: dict[tuple[int, ...], list[int]] = {}
    for entrant in entrants:
        equals.setdefault(key(entrant), []).append(entrant)
    sets = [tuple(equal) for equal in equals.values() if equal[1:]]
    shared = {one: tied for tied in sets for one in tied}
    lines = []
    for place, entrant in sorted(zip(ranks, entrants, strict=True)):
        row, left = hill.rows[entrant], terms.left(entrant)
        line = Standing(place, entrant, row.points, row.won + row.drawn + row.lost)
        lines.append(
            line._replace(
                won=row.won,
                drawn=row.drawn,
                lost=row.lost,
                breaks=(row.longest, row.reigns, entrant + 1),
                left=left,
                tied=() if left is Left.DISQUALIFIED else shared.get(entrant, ()),
            )
        )
    return tuple(lines)
