"""The state of a stage: its rows as input of the core, and the core's result as places."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from ladder.core import series as series_rules
from ladder.core.contest.plan import Kind
from ladder.core.contest.qualifying import Placed, merged, renumbered
from ladder.core.seating import sides
from ladder.core.stages import contract as core
from ladder.core.stages.contract import Progress, StageSetup, Standing
from ladder.core.stages.formats import FORMATS
from ladder.core.standings import Left, order
from ladder.events.labels import group_name
from ladder.events.models import Encounter, EncounterGame, Series, SeriesGame, Stage, StageEntry
from ladder.ratings.standings import places_by_results
from ladder.seasons.worth import worth_of
from matches.models import Match
from rulesets.catalogue import find


@dataclass(frozen=True)
class Group:
    """One group of a stage, its entries by number.

    Of a stage of encounters: its ``progress``, ``rows`` with the encounters that stand, by key, and
    ``made`` with all that were made.  Of a series: its ``state`` after the games that were
    ``played`` and count.  None of these for a season of the ladder.
    """

    number: int
    entries: Sequence[StageEntry]
    rows: Mapping[str, Encounter] = field(default_factory=dict)
    progress: Progress | None = None
    made: Sequence[Encounter] = ()
    series: Series | None = None
    state: series_rules.SeriesState | None = None
    played: Sequence[SeriesGame] = ()

    @property
    def name(self) -> str:
        """The name of the group, if the stage has several."""
        return group_name(self.number)

    @property
    def order(self) -> list[Standing]:
        """The standings of a group of encounters: best first, among equals the better seed."""
        assert self.progress is not None, "a stage of encounters"
        return sorted(self.progress.standings, key=lambda line: (line.place, line.entrant))

    @property
    def placed(self) -> list[Placed]:
        """The table by entries, also of a series; empty before a series was made."""
        rows: Sequence[Standing | series_rules.SeriesStanding] = ()
        if self.progress is not None:
            rows = self.order
        elif self.state is not None:
            rows = series_rules.standings(self.state)
        return [
            Placed(self.entries[row.entrant].entry_id, row.place, row.out, left=row.left)
            for row in rows
        ]


@dataclass(frozen=True, slots=True)
class Without:
    """The hypothetical changes of a preview: ``matches`` to leave out, ``entries`` that are
    disqualified or ``reinstated``, and ``after`` which round (from 1) to stop. ``restored`` matches
    count, though they do not now.
    """

    matches: Collection[int] = ()
    restored: Collection[int] = ()
    entries: Collection[int] = ()
    reinstated: Collection[int] = ()
    after: int | None = None


NOTHING = Without()


def side_seats(stage: Stage) -> list[list[int]]:
    """The seats of each side of the stage's games.  KeyError if the ruleset is not installed."""
    rules = find(stage.game, stage.ruleset)
    return sides(rules.seats, rules.teams)


def entries_of(stage: Stage) -> QuerySet[StageEntry]:
    """The entries of a stage with their bots and versions, without the long texts."""
    rows = stage.entries.select_related("entry__bot__owner", "version__bot__owner")
    return rows.defer("version__build_log", "version__failure")


def seated(stage: Stage) -> list[list[StageEntry]]:
    """The entries that play, by group and number."""
    found: list[list[StageEntry]] = []
    for row in entries_of(stage).exclude(number=None).order_by("group", "number"):
        while len(found) <= row.group:
            found.append([])
        found[row.group].append(row)
    return found


def left_of(row: StageEntry, without: Without = NOTHING) -> Left:
    """How an entry left its stage, or is assumed to have."""
    if row.entry_id in without.entries:
        return Left.DISQUALIFIED
    if row.entry_id in without.reinstated:
        return Left.STAYED
    return row.left


def out_of(entries: Sequence[StageEntry], without: Without = NOTHING) -> frozenset[int]:
    """The numbers of entries that play no more, or are assumed to."""
    return frozenset(number for number, row in enumerate(entries) if left_of(row, without))


def _disqualified(entries: Sequence[StageEntry], without: Without) -> frozenset[int]:
    return frozenset(
        number for number, row in enumerate(entries) if left_of(row, without) is Left.DISQUALIFIED
    )


def terms_of(
    stage: Stage, number: int, entries: Sequence[StageEntry], without: Without = NOTHING
) -> StageSetup:
    """The input of the core for a group."""
    out = out_of(entries, without)
    sides = len(side_seats(stage))
    seed, worth = stage.seed + number, worth_of(stage.game)
    seeds = [row.seed or 0 for row in entries]
    gone = _disqualified(entries, without)
    return stage.planned.options.terms(len(entries), sides, out, seed, worth, seeds, gone)


def terms_at(terms: StageSetup, group: Group, key: str) -> StageSetup:
    """The setup for one encounter of a group, which has its own number of games in a bracket."""
    slots = group.progress.slots if group.progress is not None else ()
    games = next((slot.games for slot in slots if slot.key == key), terms.games)
    return replace(terms, games=games)


def groups(stage: Stage, without: Without = NOTHING) -> list[Group]:
    """Every group of a stage, by the games that count."""
    found = seated(stage)
    if stage.kind is Kind.SERIES:
        held = {each.group: each for each in stage.series.all()}
        return [
            _of_series(stage, held.get(number), number, entries, without)
            for number, entries in enumerate(found)
        ]
    if not stage.kind.meets:
        return [Group(number, entries) for number, entries in enumerate(found)]
    rows = _rows(stage)
    return [
        _settled(stage, number, entries, [row for row in rows if row.group == number], without)
        for number, entries in enumerate(found)
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
        played = [told(row, without) for row in rows.values() if _asked(row, without)]
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
    found = {}
    for row in made:
        stands = rows.get(row.key)
        if stands is row or due.get(row.key) != row.entrants:
            continue
        basis = basis_of(row.of, rows, without)
        taken = stands is not None and row.key not in progress.obsolete and stands.basis == basis
        if row.basis == basis and not taken:
            found[row.key] = row
    return found


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


def told(row: Encounter, without: Without = NOTHING) -> core.Encounter:
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


# Series -----------------------------------------------------------------------------------------


def _of_series(
    stage: Stage,
    series: Series | None,
    number: int,
    entries: Sequence[StageEntry],
    without: Without,
) -> Group:
    if series is None:
        return Group(number, entries)
    played = _games_of_series(series, without)
    # A ruleset may change or go; the games that were played say how many seats they had.
    seats = len(played[0].seating) if played else _seats_of_series(stage, entries)
    terms = series_rules.SeriesSetup(
        entrants=len(entries),
        seats=seats,
        winners=series.winners,
        most_games=series.most_games,
        patience=stage.planned.options.patience,
        out=out_of(entries, without),
        qualified=frozenset(series.qualified),
        disqualified=_disqualified(entries, without),
    )
    games = [series_rules.GameResult(tuple(game.seating), _ranks_by_seat(game)) for game in played]
    state = series_rules.play(terms, games)
    return Group(number, entries, series=series, state=state, played=played)


def _seats_of_series(stage: Stage, entries: Sequence[StageEntry]) -> int:
    try:
        return find(stage.game, stage.ruleset).seats
    except KeyError:
        return len(entries)


def _games_of_series(series: Series, without: Without) -> list[SeriesGame]:
    """Those that count, in their order, each with its match and seats.

    One that is left out takes all later ones along: they began on its result.
    """
    rows = series.games.filter(Q(lost=False) | Q(match__in=without.restored))
    rows = rows.filter(match__state=Match.State.FINISHED).exclude(match__in=without.matches)
    if without.after is not None:
        rows = rows.filter(number__lte=without.after)
    related = rows.select_related("match").prefetch_related("match__seats")
    games = related.defer("match__map", "match__outcome").order_by("number")
    return [game for at, game in enumerate(games, 1) if game.number == at]


def _ranks_by_seat(game: SeriesGame) -> tuple[int, ...]:
    ranks = tuple(seat.rank for seat in game.match.seats.all() if seat.rank is not None)
    if len(ranks) < len(game.seating):
        raise ValueError(f"a seat of {game} has no rank; a finished match ranks every seat")
    return ranks


# Tables -------------------------------------------------------------------------------------------


def table(stage: Stage, without: Without = NOTHING) -> list[Placed]:
    """The stage's table so far, by entries: best first, among equals the better seed.

    Empty before it has begun.  That of a stage which was skipped are those who would have played.
    """
    if stage.state == Stage.State.WAITING:
        return []
    if stage.state == Stage.State.SKIPPED:
        rows = [row for group in seated(stage) for row in group]
        return [
            Placed(row.entry_id, n, bool(left := left_of(row, without)), left=left)
            for n, row in enumerate(rows, 1)
        ]
    if stage.kind is Kind.LADDER:
        return _of_season(stage, without)
    return merged([group.placed for group in groups(stage, without)])


def counting(stage: Stage, without: Without = NOTHING) -> frozenset[int]:
    """The matches of a stage whose results count."""
    found = groups(stage, without)
    rows = [row for group in found for row in group.rows.values() if row.awarded is None]
    met = {game.match_id for row in rows for game in row.games.all() if counts(game, without)}
    return frozenset(met | {game.match_id for group in found for game in group.played})


def _of_season(stage: Stage, without: Without) -> list[Placed]:
    """Entries by their bots' results in the season; bots without a result come last."""
    entries = [row for group in seated(stage) for row in group]
    places: dict[int, int] = {}
    if stage.season is not None:
        places = places_by_results(stage.season)
    last = max(places.values(), default=0) + 1
    rows = [
        Placed(
            row.entry_id,
            places.get(row.entry.bot_id, last),
            bool(left := left_of(row, without)),
            left=left,
        )
        for row in entries
    ]
    return renumbered(rows, [order(row.left, row.place) for row in rows])
