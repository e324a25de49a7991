"""Knockout: encounters of two that need a winner, fed by one another.

A bracket is a list of `Node`s. The state of each follows from the encounters that were made, from
the first round on, so that a changed result changes everything after it. A place without a known
entrant has a set of possible entrants: an encounter that was made is kept as long as its entrants
can still reach it, but it is not continued while they may not.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ladder.core.stages.contract import (
    BYE,
    Encounter,
    Format,
    Progress,
    Slot,
    StageSetup,
    Standing,
    Wanted,
)
from ladder.core.stages.encounters import HALVES, Score, check_all, present, score, wanted
from ladder.core.standings import order
from ladder.core.standings import places as places_of

Way = tuple[str, bool]
"""To be the winner, or the loser, of the node of a key."""

Maybe = frozenset[int]
"""The possible entrants, or `BYE`. A single one is certain."""

NOBODY = frozenset({BYE})


@dataclass(frozen=True, slots=True)
class Node:
    """A place in a bracket where two meet.

    ``sources`` are entrants, `BYE`, or winners and losers of other nodes.  ``level`` orders the
    entrants that leave the bracket here among all that leave it.  A ``second`` encounter of the
    same two is played only where the first one was not won by who came to it first.
    """

    key: str
    round: int
    name: str
    bracket: str
    sources: tuple[int | Way, int | Way]
    level: int
    second: bool = False


@dataclass(frozen=True, slots=True)
class _Hall:
    """The state while a bracket is followed: its terms, those of each node with its own number of
    games, the encounters made, and by the end of a way the node that it leads to.
    """

    terms: StageSetup
    terms_of: Mapping[str, StageSetup]
    made: Mapping[str, Encounter]
    feeds: Mapping[Way, str]

    def went_on(self, key: str, two: Sequence[int]) -> int | None:
        """Which of two who met in a node has been in an encounter further on, as its winner."""
        onward = self.feeds.get((key, True))
        while onward is not None:
            made = self.made.get(onward)
            there = set(two) & set(made.entrants) if made else set()
            if len(there) == 1:
                return there.pop()
            onward = self.feeds.get((onward, True))
        return None


@dataclass(frozen=True, slots=True)
class _Place:
    """The state of a node.

    ``via`` has the encounter that led each of the two here; ``score`` is that of their encounter,
    if both are certain, and ``by_seed`` is as in `Slot`.  ``made``: it was made and stands.
    ``shaken``: it rests on one that was made and does not stand.  ``skipped``: it is not played, as
    it is not needed.
    """

    entrants: tuple[Maybe, Maybe]
    winner: Maybe
    loser: Maybe
    via: tuple[Way | None, Way | None] = (None, None)
    score: Score | None = None
    by_seed: bool = False
    wanted: Wanted | None = None
    made: bool = False
    shaken: bool = False
    skipped: bool = False


def seeded(size: int) -> list[int]:
    """The first round of a bracket of a power of two, from top to bottom: the best meets the
    worst, and, as long as the better seeds win, the two best meet last."""
    order = [0]
    while len(order) < size:
        rivals = 2 * len(order) - 1
        order = [seed for best in order for seed in (best, rivals - best)]
    return order


def first_pairs(entrants: int) -> list[tuple[int, int]]:
    """The first round for this number of entrants, with `BYE` in place of missing seeds."""
    size = 1 << (entrants - 1).bit_length()
    order = [seed if seed < entrants else BYE for seed in seeded(size)]
    return list(zip(order[::2], order[1::2], strict=True))


class Bracket(Format):
    bracket = True
    two_sides = True

    @abstractmethod
    def nodes(self, terms: StageSetup) -> Sequence[Node]:
        """Every node after those that feed it."""

    def progress(self, terms: StageSetup, played: Sequence[Encounter]) -> Progress:
        nodes = self.nodes(terms)
        if terms.sides != 2:
            raise ValueError(f"a bracket is for games of two sides, not of {terms.sides}")
        made = check_all(terms, played)
        unknown = set(made) - {node.key for node in nodes}
        if unknown:
            raise ValueError(f"{sorted(unknown)} are not in this bracket")
        hall = _hall(terms, nodes, made)
        places: dict[str, _Place] = {}
        for node in nodes:
            places[node.key] = _place(hall, node, places)
        now = tuple(place.wanted for place in places.values() if place.wanted is not None)
        slots = tuple(_slots(hall, nodes, places))
        rounds = max(slot.round for slot in slots)
        return Progress(
            wanted=now,
            standings=_standings(hall, nodes, places),
            over=not now,
            round=min((want.encounter.round for want in now), default=rounds),
            rounds=rounds,
            obsolete=frozenset(key for key in made if not places[key].made),
            slots=slots,
        )

    def played_through(
        self, terms: StageSetup, play: Callable[[Wanted], Encounter]
    ) -> list[Encounter]:
        nodes = self.nodes(terms)
        made: dict[str, Encounter] = {}
        hall, places = _hall(terms, nodes, made), dict[str, _Place]()
        for node in nodes:
            while (place := _place(hall, node, places)).wanted is not None:
                made[node.key] = play(place.wanted)
            places[node.key] = place
        return list(made.values())


def _hall(terms: StageSetup, nodes: Sequence[Node], made: Mapping[str, Encounter]) -> _Hall:
    games = lengths(terms, nodes)
    of_games = {count: replace(terms, games=count) for count in set(games.values())}
    terms_of = {key: of_games[count] for key, count in games.items()}
    return _Hall(terms, terms_of, made, _onward(nodes))


def _onward(nodes: Sequence[Node]) -> dict[Way, str]:
    return {way: node.key for node in nodes for way in _ways(node)}


def lengths(terms: StageSetup, nodes: Sequence[Node]) -> dict[str, int]:
    """The games of an encounter of each node.

    The last node is the final, and so is one that a second encounter of the same two follows.  The
    one before is where a winner needs one more encounter, and so on.  A node that leads nowhere
    else, such as that for the third place, is as long as a semi-final.
    """
    feeds, seconds = _onward(nodes), {node.key for node in nodes if node.second}
    steps: dict[str, int] = {nodes[-1].key: 0}
    for node in reversed(nodes[:-1]):
        onward = feeds.get((node.key, True))
        steps[node.key] = (0 if onward is None else steps[onward]) + (onward not in seconds)
    special = terms.last_games
    return {
        key: special[step] if step < len(special) else terms.games for key, step in steps.items()
    }


def _place(hall: _Hall, node: Node, places: Mapping[str, _Place]) -> _Place:
    made = hall.made.get(node.key)
    known = [_known(places, source) for source in node.sources]
    first, second = known[0][0], known[1][0]
    via = (known[0][1], known[1][1])
    shaken = any(places[key].shaken for key, _ in _ways(node))
    if made is not None and (shaken or not _fits(made, first, second)):
        made, shaken = None, True
    if node.second:
        before = places[next(_ways(node))[0]]
        if len(before.winner) == 1 and before.winner == before.entrants[0]:
            return _Place((first, second), first, second, via, shaken=shaken, skipped=True)
    if NOBODY in (first, second):
        winner = second if first == NOBODY else first
        return _Place((first, second), winner, NOBODY, via, shaken=shaken)
    either = first | second
    place = _Place((first, second), either, either, via, made=made is not None, shaken=shaken)
    if len(first) > 1 or len(second) > 1:
        return place
    encounter = made or Encounter(node.key, node.round, (*first, *second), node.name)
    return _decided(hall, place, encounter)


def _ways(node: Node) -> Iterator[Way]:
    return (source for source in node.sources if not isinstance(source, int))


def _known(places: Mapping[str, _Place], source: int | Way) -> tuple[Maybe, Way | None]:
    """The possible entrants, and the last encounter on their way; None if there was none."""
    if isinstance(source, int):
        return frozenset({source}), None
    key, won = source
    place = places[key]
    who = place.winner if won else place.loser
    if place.made:
        return who, source
    return who, next(
        (via for side, via in zip(place.entrants, place.via, strict=True) if side == who), None
    )


def _fits(made: Encounter, first: Maybe, second: Maybe) -> bool:
    a, b = made.entrants
    return (a in first and b in second) or (b in first and a in second)


def _decided(hall: _Hall, place: _Place, encounter: Encounter) -> _Place:
    terms = hall.terms_of[encounter.key]
    brought = score(terms, encounter)
    winner, due = verdict(terms, encounter, brought)
    if winner is None:
        fed = encounter._replace(of=place.via if any(place.via) else ())
        return replace(place, score=brought, wanted=wanted(terms, fed, due))
    loser = BYE
    if winner == BYE:
        # One of them may have won without a game before it was disqualified too.
        went_on = hall.went_on(encounter.key, encounter.entrants)
        winner = BYE if went_on is None else went_on
    if winner != BYE:
        loser = sum(encounter.entrants) - winner
    return replace(
        place,
        score=brought,
        by_seed=is_by_seed(terms, encounter, brought),
        winner=frozenset({winner}),
        loser=frozenset({loser}),
    )


def verdict(terms: StageSetup, encounter: Encounter, brought: Score) -> tuple[int | None, int]:
    """The winner, if known, and the number of games of the encounter.

    After the games of an encounter come extra ones as long as it is equal, two at a time; when
    there were as many as there may be, the better seed has won.  If one of the two is disqualified
    before that, the other one has won; if both are, the winner is `BYE`.  Where the terms end
    encounters early, only the games that may decide it next are due.
    """
    if encounter.awarded is not None:
        return encounter.awarded, 0
    there = len(encounter.games)
    due, most = terms.games, terms.games + terms.extra
    while due < there and due < most:
        due = min(due + 2, most)
    first, second = brought.halves
    lead, rest = abs(first - second), terms.games - there
    if terms.early and lead > HALVES * rest > 0:
        return encounter.entrants[first < second], there
    if there >= due and (first != second or due == most):
        if first == second:
            return min(encounter.entrants), due
        return encounter.entrants[first < second], due
    left = present(terms, encounter.entrants)
    if len(left) < 2:
        return (left[0] if left else BYE), due
    if terms.early and rest > 0:
        return None, there + (HALVES * rest - lead) // (2 * HALVES) + 1
    return None, due if there < due else min(due + 2, most)


def is_by_seed(terms: StageSetup, encounter: Encounter, brought: Score) -> bool:
    """Whether the better seed has won, because the encounter stayed equal after all extra games."""
    first, second = brought.halves
    played = len(encounter.games) >= terms.games + terms.extra
    return encounter.awarded is None and played and first == second


def _slots(hall: _Hall, nodes: Sequence[Node], places: Mapping[str, _Place]) -> Iterator[Slot]:
    for node in nodes:
        place = places[node.key]
        certain = [_only(who) for who in place.entrants]
        if place.entrants == (NOBODY, NOBODY) or place.skipped:
            continue
        if node.second and None in certain:
            continue
        yield Slot(
            key=node.key,
            round=node.round,
            name=node.name,
            entrants=tuple(certain),
            winner=_only(place.winner),
            bracket=node.bracket,
            games=hall.terms_of[node.key].games,
            by_seed=place.by_seed,
        )


def _only(who: Maybe) -> int | None:
    return next(iter(who)) if len(who) == 1 else None


def _standings(
    hall: _Hall, nodes: Sequence[Node], places: Mapping[str, _Place]
) -> tuple[Standing, ...]:
    """Standings by the node at which each entrant left; an entrant that is still in has the best
    place that it can reach."""
    terms = hall.terms
    levels = _levels(hall, nodes, places)
    entrants = range(terms.entrants)
    ranks = places_of([order(terms.left(e), -levels[e]) for e in entrants], least_first=True)
    tallies = _tallies(places)
    lines: list[Standing] = []
    for place, entrant in sorted(zip(ranks, entrants, strict=True)):
        halves, won, lost = tallies.get(entrant, (0, 0, 0))
        figures = (halves / HALVES, won + lost, won, 0, lost)
        lines.append(Standing(place, entrant, *figures, left=terms.left(entrant)))
    return tuple(lines)


def _levels(hall: _Hall, nodes: Sequence[Node], places: Mapping[str, _Place]) -> dict[int, int]:
    """By entrant.  A loser without a further way has twice the node's level, a winner one more."""
    best: dict[str, int] = {}
    for node in reversed(nodes):
        onward = hall.feeds.get((node.key, True))
        best[node.key] = 2 * node.level + 1 if onward is None else best[onward]
    levels: dict[int, int] = {}
    for node in nodes:
        place = places[node.key]
        if place.winner == place.loser == NOBODY:
            levels |= dict.fromkeys(place.entrants[0] | place.entrants[1], 2 * node.level)
        for won, who in ((True, place.winner), (False, place.loser)):
            if len(who) > 1:
                # A place further on is named later, and is the better one to be in reach.
                levels |= dict.fromkeys(who, best[node.key])
            elif (node.key, won) not in hall.feeds:
                levels[next(iter(who))] = 2 * node.level + won
    return levels


def _tallies(places: Mapping[str, _Place]) -> dict[int, tuple[int, int, int]]:
    """By entrant the halves of games, and encounters won and lost."""
    tallies: dict[int, tuple[int, int, int]] = {}
    for place in places.values():
        brought = place.score
        if brought is None:
            continue
        for entrant, halves in zip(brought.entrants, brought.halves, strict=True):
            before, won, lost = tallies.get(entrant, (0, 0, 0))
            decided = len(place.winner) == 1
            first = decided and entrant in place.winner
            tallies[entrant] = (before + halves, won + first, lost + (decided and not first))
    return tallies
