"""The state of a stage of encounters: its rows as input of the core, and the core's result."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from ladder.core.stages import contract as core
from ladder.core.stages.contract import Progress, StageSetup
from ladder.core.stages.formats import FORMATS
from ladder.core.standings import Left
from ladder.events.kinds.state import NOTHING, Group, Without, left_of, seated, side_seats
from ladder.events.models import Attempt, Encounter, EncounterGame, Stage, StageEntry, load_attempts
from ladder.seasons.worth import worth_of


def terms_of(
    stage: Stage, number: int, entries: Sequence[StageEntry], without: Without = NOTHING
) -> StageSetup:
    """The input of the core for a group."""
    seeds = [row.seed or 0 for row in entries]
    return _terms(stage, number, seeds, dict(enumerate(left_of(row, without) for row in entries)))


def terms_by_group(stage: Stage) -> list[StageSetup]:
    """The input of the core for each group, without its bots; two queries."""
    rows = stage.entries.exclude(number=None).order_by("group", "number")
    seeds: dict[int, list[int]] = {}
    for number, seed in rows.values_list("group", "seed"):
        seeds.setdefault(number, []).append(seed or 0)
    left: dict[int, dict[int, Left]] = {}
    for row in rows.exclude(entry__in=stage.event.entries.playing()).select_related("entry"):
        row.stage = stage
        left.setdefault(row.group, {})[row.number or 0] = row.left
    return [_terms(stage, number, seeds[number], left.get(number, {})) for number in sorted(seeds)]


def _terms(stage: Stage, number: int, seeds: Sequence[int], left: Mapping[int, Left]) -> StageSetup:
    """The input of the core for a group; ``left`` has how its entrants left."""
    return stage.planned.options.terms(
        len(seeds),
        len(side_seats(stage)),
        frozenset(each for each, how in left.items() if how),
        stage.seed + number,
        worth_of(stage.game),
        seeds,
        frozenset(each for each, how in left.items() if how is Left.DISQUALIFIED),
    )


def terms_at(terms: StageSetup, group: Group, key: str) -> StageSetup:
    """The setup for one encounter of a group, which has its own number of games in a bracket."""
    slots = group.progress.slots if group.progress is not None else ()
    games = next((slot.games for slot in slots if slot.key == key), terms.games)
    return replace(terms, games=games)


def groups(
    stage: Stage,
    without: Without = NOTHING,
    *,
    draws: bool = False,
    only: Collection[int] | None = None,
) -> list[Group]:
    """Every group of a stage of encounters, or ``only`` some, by the games that count.

    Only the move that closes a round ``draws`` the next one, and the page that pairs it by hand:
    for all others a round is not there before its encounters are stored.
    """
    by_group: dict[int, list[Encounter]] = {}
    for row in _rows(stage, without, only):
        by_group.setdefault(row.group, []).append(row)
    return [
        _settled(
            stage, number, entries, by_group.get(number, []), without,
            replace(terms_of(stage, number, entries, without), draws=draws),
        )
        for number, entries in enumerate(seated(stage))
        if only is None or number in only
    ]  # fmt: skip


def _settled(
    stage: Stage,
    number: int,
    entries: Sequence[StageEntry],
    made: Sequence[Encounter],
    without: Without,
    terms: StageSetup,
) -> Group:
    """A group with the encounters that are valid by the games that count.

    An encounter is obsolete when its entrants no longer qualify for it.  Of encounters with the
    same key and entrants, the one whose basis is the games that count now is valid.  So undoing a
    void makes the encounters that followed from the result valid again.
    """
    rows = {row.key: row for row in made if not row.obsolete}
    while True:
        played = [encounter_of(row, without) for row in rows.values() if _asked(row, without)]
        progress = FORMATS[stage.kind.value].progress(terms, played)
        again = _again(progress, rows, [row for row in made if _asked(row, without)], without)
        if not progress.obsolete and not again:
            ordered = {row.key: row for row in made if rows.get(row.key) is row}
            return Group(number, entries, ordered, progress, made)
        rows = {key: row for key, row in rows.items() if key not in progress.obsolete} | again


def _again(
    progress: Progress, rows: Mapping[str, Encounter], made: Sequence[Encounter], without: Without
) -> dict[str, Encounter]:
    """Encounters by key that must become valid again."""
    due = {each.encounter.key: each.encounter.entrants for each in progress.wanted}
    due |= {key: row.entrants for key, row in rows.items() if key not in progress.obsolete}
    restored = {}
    for row in made:
        stands = rows.get(row.key)
        if stands is row or due.get(row.key) != row.entrants:
            continue
        basis = basis_of(row.of, rows, without)
        taken = stands is not None and row.key not in progress.obsolete and stands.basis == basis
        if row.basis == basis and not taken:
            restored[row.key] = row
    return restored


def basis_of(
    feeds: Sequence[Sequence[Any] | None], rows: Mapping[str, Encounter], without: Without = NOTHING
) -> tuple[int, ...]:
    """The counted matches of the encounters that feed one; ``feeds`` as in `core.Encounter.of`."""
    keys = {feed[0] for feed in feeds if feed is not None}
    counted = (
        game.match
        for key in keys & rows.keys()
        for game in rows[key].attempts
        if counts(game, without)
    )
    return tuple(sorted(counted))


def _rows(stage: Stage, without: Without, only: Collection[int] | None) -> list[Encounter]:
    every = Encounter.objects.filter(stage=stage).order_by("id")
    rows = Encounter.read(
        every if only is None else every.filter(group__in=list(only)), stage=stage
    )
    rows.sort(key=attrgetter("group", "round"))  # nearly in this order, unlike the database's
    games = EncounterGame.objects.filter(match__in=without.restored)
    again = games.values_list("encounter", flat=True) if without.restored else ()
    load_attempts(rows, frozenset(again))
    return rows


def _asked(row: Encounter, without: Without) -> bool:
    return without.after is None or row.round <= without.after


def counts(game: Attempt, without: Without = NOTHING) -> bool:
    """Whether a game of a valid encounter has a result that counts."""
    if game.stands:
        return game.match not in without.matches
    return game.match in without.restored and game.match not in without.matches


def encounter_of(row: Encounter, without: Without = NOTHING) -> core.Encounter:
    """An encounter for the core: the games that count."""
    games: tuple[Attempt, ...] | None = row.settled
    if games is None or without.matches or without.restored:
        games = tuple(game for game in row.attempts if counts(game, without))
    return core.Encounter(
        row.key, row.round, row.entrants, row.name, games, row.of, row.awarded, row.award_ranks
    )
