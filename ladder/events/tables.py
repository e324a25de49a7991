"""Where a stage stands: from its rows to the core, and back to entries and places."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Prefetch

from ladder import series_state
from ladder.core import series as series_rules
from ladder.core.contest.going_on import Placed, merged
from ladder.core.contest.plan import Kind
from ladder.core.seating import sides
from ladder.core.stages import contract as core
from ladder.core.stages.contract import Progress, Terms
from ladder.core.stages.formats import FORMATS
from ladder.events.models import Encounter, EncounterGame, Stage, StageEntry
from ladder.standings import Standings
from matches.models import Match
from rulesets.lookup import find


def group_letter(number: int) -> str:
    """A to Z, then AA, AB …"""
    more, last = divmod(number, 26)
    return (group_letter(more - 1) if more else "") + chr(ord("A") + last)


@dataclass(frozen=True)
class Group:
    """One group of a stage, its entries by number; ``rows`` are the encounters that stand, by key.

    ``progress`` is None for a series and a season of the ladder.
    """

    number: int
    entries: Sequence[StageEntry]
    rows: Mapping[str, Encounter] = field(default_factory=dict)
    progress: Progress | None = None

    @property
    def name(self) -> str:
        """Of a group among several."""
        return (
            f"Group {chr(ord('A') + self.number)}" if self.number < 26 else f"Group {self.number}"
        )


@dataclass(frozen=True, slots=True)
class Without:
    """What to leave out, to see what would be: matches, and entries as if disqualified; and
    ``after`` which round (from 1) later ones."""

    matches: Collection[int] = ()
    entries: Collection[int] = ()
    reinstated: Collection[int] = ()
    after: int | None = None


NOTHING = Without()


def side_seats(stage: Stage) -> list[list[int]]:
    """The seats of each side of the stage's games.  KeyError where its ruleset is not here now."""
    rules = find(stage.game, stage.ruleset)
    return sides(rules.seats, rules.teams)


def seated(stage: Stage) -> list[list[StageEntry]]:
    """The entries that play, by group and number."""
    related = ("entry__bot__owner", "version")
    rows = stage.entries.exclude(number=None).select_related(*related)
    found: list[list[StageEntry]] = []
    for row in rows.defer("version__build_log", "version__failure").order_by("group", "number"):
        while len(found) <= row.group:
            found.append([])
        found[row.group].append(row)
    return found


def out_of(entries: Sequence[StageEntry], without: Without = NOTHING) -> frozenset[int]:
    """The numbers of those who are disqualified, or would be."""
    return frozenset(
        number
        for number, row in enumerate(entries)
        if row.entry_id in without.entries
        or (row.entry.disqualified_at is not None and row.entry_id not in without.reinstated)
    )


def terms_of(
    stage: Stage, number: int, entries: Sequence[StageEntry], without: Without = NOTHING
) -> Terms:
    """What the core is told of a group."""
    out = out_of(entries, without)
    sides = len(side_seats(stage))
    return stage.planned.options.terms(len(entries), sides, out, stage.seed + number)


def groups(stage: Stage, without: Without = NOTHING) -> list[Group]:
    """Every group as it stands by the games that count."""
    found = seated(stage)
    if not stage.kind.meets:
        return [Group(number, entries) for number, entries in enumerate(found)]
    rows = _rows(stage)
    made = []
    for number, entries in enumerate(found):
        own = {row.key: row for row in rows if row.group == number}
        played = [_told(row, without) for row in own.values() if _asked(row, without)]
        terms = terms_of(stage, number, entries, without)
        progress = FORMATS[stage.kind.value].progress(terms, played)
        made.append(Group(number, entries, own, progress))
    return made


def _rows(stage: Stage) -> list[Encounter]:
    light = Match.objects.defer("map", "outcome", "params").prefetch_related("seats")
    games = Prefetch("games__match", light)
    rows = stage.encounters.filter(obsolete=False).prefetch_related(games)
    return list(rows.order_by("group", "round", "id"))


def _asked(row: Encounter, without: Without) -> bool:
    return without.after is None or row.round <= without.after


def counts(game: EncounterGame) -> bool:
    """Whether a game has a result that stands."""
    match = game.match
    return not game.lost and match.state == Match.State.FINISHED and match.voided_at is None


def _told(row: Encounter, without: Without) -> core.Encounter:
    games = sorted(row.games.all(), key=lambda game: game.number)
    return core.Encounter(
        key=row.key,
        round=row.round,
        entrants=tuple(row.entrants),
        name=row.name,
        games=tuple(
            core.Game(tuple(game.sides), ranks_of(game))
            for game in games
            if counts(game) and game.match_id not in without.matches
        ),
        of=tuple(None if feed is None else (feed[0], feed[1]) for feed in row.of),
    )


def ranks_of(game: EncounterGame) -> tuple[int, ...]:
    """By side; the seats of a side share their rank or, where they cannot, have its best."""
    seats = sorted(game.match.seats.all(), key=lambda seat: seat.number)
    ranks = [seat.rank or 0 for seat in seats]
    teams = [seat.team for seat in seats]
    return tuple(min(ranks[s] for s in side) for side in sides(len(seats), _of_teams(teams)))


def _of_teams(teams: Sequence[int]) -> Sequence[int]:
    return teams if any(teams) else ()


# Tables -------------------------------------------------------------------------------------------


def table(stage: Stage, without: Without = NOTHING) -> list[Placed]:
    """The stage's table so far, by entries: the best first, among equals the better seed.

    Empty before it has begun.  That of a stage which was skipped are those who would have played.
    """
    if stage.state == Stage.State.WAITING:
        return []
    if stage.state == Stage.State.SKIPPED:
        rows = [row for group in seated(stage) for row in group]
        return [Placed(row.entry_id, n, bool(out_of([row]))) for n, row in enumerate(rows, 1)]
    if stage.kind is Kind.LADDER:
        return _of_season(stage, without)
    if stage.kind is Kind.SERIES:
        return merged([_of_series(stage, n, g, without) for n, g in enumerate(seated(stage))])
    return merged([_of_group(group) for group in groups(stage, without)])


def _of_group(group: Group) -> list[Placed]:
    assert group.progress is not None, "its stage consists of encounters"
    rows = sorted(group.progress.standings, key=lambda line: (line.place, line.entrant))
    return [Placed(group.entries[row.entrant].entry_id, row.place, row.out) for row in rows]


def _of_series(
    stage: Stage, number: int, entries: Sequence[StageEntry], without: Without
) -> list[Placed]:
    held = next((each for each in stage.series.all() if each.group == number), None)
    if held is None:
        return []
    series = held.series
    games = [
        game
        for game in series_state.finished_games(series)
        if game.match_id not in without.matches
        and (without.after is None or game.number <= without.after)
    ]
    out = out_of(entries, without)
    rows = list(series.entries.filter(guest=False))
    for row in rows:
        row.out = row.number in out
    # A game that is left out takes all later ones along: they began on its result.
    numbers = [game.number for game in games]
    whole = [game for at, game in enumerate(games, 1) if numbers[at - 1] == at]
    state = series_state.state_from(series, rows, whole)
    lines = sorted(series_rules.standings(state), key=lambda each: (each.place, each.entrant))
    return [Placed(entries[line.entrant].entry_id, line.place, line.out) for line in lines]


def _of_season(stage: Stage, without: Without) -> list[Placed]:
    """Entries by their bots' places in the season's standings; who has none there comes after."""
    entries = [row for group in seated(stage) for row in group]
    out = out_of(entries, without)
    places: dict[int, int] = {}
    if stage.season is not None:
        places = {line.rating.bot_id: line.place for line in Standings(stage.season)}
    last = max(places.values(), default=0) + 1
    rows = sorted(
        (number in out, places.get(row.entry.bot_id, last), number)
        for number, row in enumerate(entries)
    )
    found: list[Placed] = []
    for at, (gone, place, number) in enumerate(rows):
        same = at > 0 and rows[at - 1][:2] == (gone, place)
        found.append(Placed(entries[number].entry_id, found[-1].place if same else at + 1, gone))
    return found
