"""The points of an encounter, and the games that it still needs.

All points are whole numbers, so that equal results compare equal: of one game, each entrant has
`HALVES` against each other entrant of the encounter that it is ahead of, and half of them for a
tie.  An entrant that is missing in a game of its encounter is behind all others there; guests are
neither ahead nor behind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ladder.core.points import Worth
from ladder.core.stages.contract import Encounter, Game, Played, StageSetup, Wanted

HALVES = 2


class Score(NamedTuple):
    """The results of an encounter so far.

    ``against`` has the halves of each entrant against each other one, in the order of
    ``entrants``; ``settled`` counts games that were played or given up.  ``earned`` are the points
    that the game's rules give, in the order of ``entrants``; None where they give none.
    """

    entrants: tuple[int, ...]
    against: tuple[tuple[int, ...], ...]
    settled: int
    complete: bool
    earned: tuple[float, ...] | None = None

    @property
    def halves(self) -> tuple[int, ...]:
        """The sums of the rows; a game that is won against everybody has `whole`."""
        return tuple(map(sum, self.against))

    @property
    def whole(self) -> int:
        return HALVES * (len(self.entrants) - 1)


def check(terms: StageSetup, encounter: Encounter) -> None:
    """ValueError with a reason for an encounter that cannot be one of such a stage."""
    known = set(encounter.entrants)
    if known and not 0 <= min(known) <= max(known) < terms.entrants:
        raise ValueError(f"{encounter.key}: {encounter.entrants} are not all entrants")
    if not 2 <= len(encounter.entrants) <= terms.sides or len(known) < len(encounter.entrants):
        raise ValueError(f"{encounter.key}: {encounter.entrants} cannot meet on {terms.sides}")
    if encounter.awarded is not None and encounter.awarded not in known:
        raise ValueError(f"{encounter.key}: {encounter.awarded} is not one of those who meet")
    if encounter.ranks and len(encounter.ranks) != len(encounter.entrants):
        raise ValueError(f"{encounter.key}: {encounter.ranks} are not the ranks of all")
    for game in encounter.games:
        seated = [entrant for entrant in game.sides if entrant is not None]
        if len(game.sides) != terms.sides or len(game.ranks) != terms.sides:
            raise ValueError(f"{encounter.key}: {game} does not have {terms.sides} sides")
        if len(set(seated)) < len(seated) or not known.issuperset(seated):
            raise ValueError(f"{encounter.key}: {game} is not one of {encounter.entrants}")


def check_all(terms: StageSetup, played: Sequence[Encounter]) -> dict[str, Encounter]:
    """By key; ValueError as `check`, or where a key is there twice."""
    by_key: dict[str, Encounter] = {}
    for encounter in played:
        check(terms, encounter)
        if encounter.key in by_key:
            raise ValueError(f"{encounter.key} is there twice")
        by_key[encounter.key] = encounter
    return by_key


def present(terms: StageSetup, entrants: Sequence[int]) -> tuple[int, ...]:
    """Those who are not disqualified, in their order."""
    if terms.out.isdisjoint(entrants):
        return tuple(entrants)
    return tuple(entrant for entrant in entrants if entrant not in terms.out)


def score(terms: StageSetup, encounter: Encounter) -> Score:
    """The results of the games, and games that are cancelled.

    If one entrant alone is left, it has won all missing games; if none is left, no entrant has.
    """
    if encounter.awarded is not None:
        encounter = encounter._replace(games=_awarded(terms, encounter, encounter.awarded))
    order = {entrant: index for index, entrant in enumerate(encounter.entrants)}
    seated = tuple(
        (tuple([None if one is None else order[one] for one in game.sides]), game.ranks)
        for game in encounter.games
    )
    rows = _against(len(order), seated)
    settled = len(encounter.games)
    left = present(terms, encounter.entrants)
    missing = max(terms.games - settled, 0)
    if missing and len(left) < 2:
        settled += missing
        won = {order[winner] for winner in left}
        rows = tuple(
            tuple(
                halves + HALVES * missing * (index in won and index != other)
                for other, halves in enumerate(row)
            )
            for index, row in enumerate(rows)
        )
    done = settled >= terms.games
    return Score(encounter.entrants, rows, settled, done, _earned(terms, encounter))


def _awarded(terms: StageSetup, encounter: Encounter, winner: int) -> tuple[Game, ...]:
    """All games of an encounter with the ranks of the decision; without them one entrant has won,
    and the others share the rest."""
    sides = sides_of(terms, encounter.entrants, 0)
    decided = dict(zip(encounter.entrants, encounter.ranks, strict=False)) or {winner: 1}
    last = len(encounter.ranks) + 2
    ranks = tuple(last if entrant is None else decided.get(entrant, last) for entrant in sides)
    return (Game(sides, ranks),) * terms.games


def _earned(terms: StageSetup, encounter: Encounter) -> tuple[float, ...] | None:
    """By entrant; games that will not be played are won by the entrant that is left.  None where
    neither the stage nor the rules of its game give points."""
    if not terms.place_points and terms.worth is None:
        return None
    earned = dict.fromkeys(encounter.entrants, 0.0)
    for game in encounter.games:
        points = _points(terms, encounter, game)
        earned = {entrant: earned[entrant] + points[at] for at, entrant in enumerate(earned)}
    left = present(terms, encounter.entrants)
    missing = max(terms.games - len(encounter.games), 0) if len(left) < 2 else 0
    loss = 0 if terms.worth is None or terms.place_points else terms.worth.loss
    for entrant in encounter.entrants:
        earned[entrant] += missing * (full(terms) if entrant in left else loss)
    return tuple(earned.values())


def full(terms: StageSetup) -> int:
    """The points of a game that is won throughout."""
    if terms.place_points:
        return terms.place_points[0]
    return 1 if terms.worth is None else terms.worth.win


def _points(terms: StageSetup, encounter: Encounter, game: Played) -> list[float]:
    """Of one game, in the order of the encounter's entrants."""
    sides = {entrant: side for side, entrant in enumerate(game.sides) if entrant is not None}
    if terms.worth is not None and not terms.place_points:
        by_side = _by_worth(terms.worth, game)
        return [by_side[sides[e]] if e in sides else 0.0 for e in encounter.entrants]
    last = max(game.ranks) + 1
    ranks = [game.ranks[sides[e]] if e in sides else last for e in encounter.entrants]
    return [_of_place(terms.place_points, ranks, rank) for rank in ranks]


def _of_place(points: Sequence[int], ranks: Sequence[int], rank: int) -> float:
    """The points of a place.  Entrants that share places have the mean of their points."""
    ahead, equal = sum(other < rank for other in ranks), ranks.count(rank)
    return sum(points[ahead : ahead + equal]) / equal


def _by_worth(worth: Worth, game: Played) -> tuple[float, ...]:
    """By side; of a game that has none of its own by the ranks, where a shared first is a draw."""
    if game.points is not None:
        return game.points
    first = worth.draw if game.ranks.count(1) > 1 else worth.win
    return tuple(first if rank == 1 else worth.loss for rank in game.ranks)


@lru_cache(maxsize=4096)
def _against(
    count: int, games: tuple[tuple[tuple[int | None, ...], tuple[int, ...]], ...]
) -> tuple[tuple[int, ...], ...]:
    """The halves of each of ``count`` entrants against each other one.  Games have the index of the
    entrant on each side, None for a guest, and the ranks: of two sides there are few such games."""
    against = [[0] * count for _ in range(count)]
    for sides, places in games:
        ranks = [max(places) + 1] * count
        for index, rank in zip(sides, places, strict=True):
            if index is not None:
                ranks[index] = rank
        for a in sides:
            if a is None:
                continue
            row, own = against[a], ranks[a]
            for b, other in enumerate(ranks):
                if own < other:
                    row[b] += HALVES
                elif own == other and a != b:
                    row[b] += HALVES // 2
    return tuple(map(tuple, against))


def sides_of(terms: StageSetup, entrants: Sequence[int], index: int) -> tuple[int | None, ...]:
    """The sides of a game of an encounter, games counted from 0: entrants move on by one side from
    game to game, which with two sides is a swap. Guests take empty sides.
    """
    empty = terms.sides - len(entrants)
    row = [*entrants, *[None] * empty]
    start = -index % terms.sides
    return tuple(row[start:] + row[:start])


def missing_games(
    terms: StageSetup, encounter: Encounter, total: int
) -> tuple[tuple[int | None, ...], ...]:
    """The sides of the games that are missing of ``total`` planned ones, so that a game that was
    taken back is played again on the same sides."""
    lacking = total - len(encounter.games)
    if lacking <= 0:
        return ()
    there = Counter(_kept(terms, game.sides) for game in encounter.games)
    left = []
    for index in range(total):
        sides = _kept(terms, sides_of(terms, encounter.entrants, index))
        if there[sides]:
            there[sides] -= 1
        else:
            left.append(sides)
    return tuple(left[:lacking])


def surplus(
    terms: StageSetup,
    entrants: Sequence[int],
    there: Sequence[Sequence[int | None]],
    later: Sequence[Sequence[int | None]],
) -> list[int]:
    """Which of the ``later`` games have no place in an encounter beside those that are ``there``
    (both by their sides), as indices: extra games, and those of sides that are taken."""
    planned = (sides_of(terms, entrants, index) for index in range(terms.games))
    room = Counter(_kept(terms, sides) for sides in planned)
    room.subtract(_kept(terms, sides) for sides in there)
    numbers = []
    for at, sides in enumerate(later):
        if room[_kept(terms, sides)] <= 0:
            numbers.append(at)
        room[_kept(terms, sides)] -= 1
    return numbers


def _kept(terms: StageSetup, sides: Sequence[int | None]) -> tuple[int | None, ...]:
    """The sides, with guests in place of disqualified entrants."""
    return tuple(None if side is None or side in terms.out else side for side in sides)


def wanted(terms: StageSetup, encounter: Encounter, total: int = 0) -> Wanted | None:
    """The games that an encounter needs now; None if it has had its games, or has no players.

    ``total`` is its number of games, if not that of the stage.
    """
    if encounter.awarded is not None or len(encounter.games) >= (total or terms.games):
        return None
    if len(present(terms, encounter.entrants)) < 2:
        return None
    games = missing_games(terms, encounter, total or terms.games)
    return Wanted(encounter, games) if games else None
