"""The state of a stage of encounters: its rows as input of the core, and the core's result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Prefetch

from ladder.core.seating import sides
from ladder.core.stages import contract as core
from ladder.core.stages.contract import Progress, StageSetup
from ladder.core.stages.formats import FORMATS
from ladder.events.kinds.state import (
    NOTHING,
    Group,
    Without,
    disqualified_of,
    out_of,
    seated,
    side_seats,
)
from ladder.events.models import Encounter, EncounterGame, Stage, StageEntry
from ladder.seasons.worth import worth_of
from matches.models import Match


def terms_of(
    stage: Stage, number: int, entries: Sequence[StageEntry], without: Without = NOTHING
) -> StageSetup:
    """The input of the core for a group."""
    out = out_of(entries, without)
    sides = len(side_seats(stage))
    seed, worth = stage.seed + number, worth_of(stage.game)
    seeds = [row.seed or 0 for row in entries]
    gone = disqualified_of(entries, without)
    return stage.planned.options.terms(len(entries), sides, out, seed, worth, seeds, gone)


def terms_at(terms: StageSetup, group: Group, key: str) -> StageSetup:
    """The setup for one encounter of a group, which has its own number of games in a bracket."""
    slots = group.progress.slots if group.progress is not None else ()
    games = next((slot.games for slot in slots if slot.key == key), terms.games)
    return replace(terms, games=games)


def groups(stage: Stage, without: Without = NOTHING) -> list[Group]:
    """Every group of a stage of encounters, by the games that count."""
    entries_by_group, rows = seated(stage), _rows(stage)
    return [
        _settled(stage, number, entries, [row for row in rows if row.group == number], without)
        for number, entries in enumerate(entries_by_group)
    ]


def _settled(
    stage: Stage,
    number: int,
    entries: Sequence[StageEntry],
    made: Sequence[Encounter],
    without: Without,
) -> Group:
    """A group with the encounters that are valid by the games that count.

    An encounter is obsolete when its entrants no longer qualify for it.  Of encounters with the
    same key and entrants, the one whose basis is the games that count now is valid.  So undoing a
    void makes the encounters that followed from the result valid again.
    """
    terms = terms_of(stage, number, entries, without)
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
    due = {each.encounter.key: list(each.encounter.entrants) for each in progress.wanted}
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
) -> list[int]:
    """The counted matches of the encounters that feed one; ``feeds`` as in `core.Encounter.of`."""
    keys = {feed[0] for feed in feeds if feed is not None}
    return sorted(
        game.match_id
        for key in keys & rows.keys()
        for game in rows[key].games.all()
        if counts(game, without)
    )


def _rows(stage: Stage) -> list[Encounter]:
    light = ("match__map", "match__outcome", "match__params")
    games = EncounterGame.objects.select_related("match").prefetch_related("match__seats")
    rows = stage.encounters.prefetch_related(Prefetch("games", games.defer(*light)))
    return list(rows.order_by("group", "round", "id"))


def _asked(row: Encounter, without: Without) -> bool:
    return without.after is None or row.round <= without.after


def counts(game: EncounterGame, without: Without = NOTHING) -> bool:
    """Whether a game of a valid encounter has a result that counts."""
    if game.match_id in without.matches:
        return False
    match = game.match
    stands = not game.lost and match.state == Match.State.FINISHED and match.voided_at is None
    return stands or game.match_id in without.restored


def encounter_of(row: Encounter, without: Without = NOTHING) -> core.Encounter:
    """An encounter for the core: the games that count."""
    games = sorted(row.games.all(), key=lambda game: game.number)
    return core.Encounter(
        key=row.key,
        round=row.round,
        entrants=tuple(row.entrants),
        name=row.name,
        games=tuple(
            core.Game(tuple(game.sides), ranks_of(game), points_of(game))
            for game in games
            if counts(game, without)
        ),
        of=tuple(None if feed is None else (feed[0], feed[1]) for feed in row.of),
        awarded=row.awarded,
        ranks=tuple(row.award_ranks),
    )


def ranks_of(game: EncounterGame) -> tuple[int, ...]:
    """The rank of each side, which is the best rank of its seats."""
    seats = sorted(game.match.seats.all(), key=lambda seat: seat.number)
    ranks = [seat.rank or 0 for seat in seats]
    teams = [seat.team for seat in seats]
    return tuple(min(ranks[s] for s in side) for side in sides(len(seats), _of_teams(teams)))


def points_of(game: EncounterGame) -> tuple[float, ...] | None:
    """The points of each side, whose seats share one score; None if the game has no points."""
    if worth_of(game.match.game) is None:
        return None
    seats = sorted(game.match.seats.all(), key=lambda seat: seat.number)
    teams = _of_teams([seat.team for seat in seats])
    return tuple(seats[side[0]].score or 0.0 for side in sides(len(seats), teams))


def _of_teams(teams: Sequence[int]) -> Sequence[int]:
    return teams if any(teams) else ()
