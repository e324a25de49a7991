"""CSV files of events: the table of a stage, the final table, and all games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from django.db.models import Max, Prefetch
from django.http import HttpRequest, HttpResponseBase

from arbiter.caching import made_for
from arbiter.csv_text import Row
from arbiter.downloads import csv_table
from ladder.core.contest.plan import Kind
from ladder.events import tables
from ladder.events.labels import group_letter
from ladder.events.models import EncounterGame, Stage
from ladder.events.reading.viewer import EventViewer
from ladder.events.tables import Without
from ladder.models import RatedMatch, SeriesGame
from matches.models import Match, Seat
from pages.events.standings import by_places, final_tables
from pages.events.tables import Line, all_groups

BATCH = 500
WHO = ["place", "owner", "bot", "version", "seed", "disqualified", "goes_on_to"]


def _table(
    request: HttpRequest, viewer: EventViewer, name: str, rows: Iterable[Row]
) -> HttpResponseBase:
    """A CSV response; it varies by viewer, because tables mark other stages only if visible."""
    return csv_table(request, f"{viewer.event.slug}-{name}", rows, made_for(viewer.user))


def table_file(
    request: HttpRequest, viewer: EventViewer, stage: Stage, after: int | None
) -> HttpResponseBase:
    history = f"-after-{after}" if after else ""
    if stage.kind.meets and stage.state != Stage.State.SKIPPED:
        columns, rows = _of_groups(viewer, stage, after)
    elif stage.kind is Kind.SERIES and after is not None:
        columns, rows = WHO, _after(stage, after)
    else:
        columns, rows = WHO, [_who(line) for line in by_places(viewer, stage)]
    return _table(request, viewer, f"{stage.key}{history}", [columns, *rows])


def _of_groups(viewer: EventViewer, stage: Stage, after: int | None) -> tuple[list[str], list[Row]]:
    try:
        found = all_groups(viewer, stage, after)
    except KeyError:  # this site no longer has the ruleset
        return WHO, [_who(line) for line in by_places(viewer, stage)]
    breaks = [] if stage.kind.is_bracket else [b.value for b in stage.planned.options.tie_breaks]
    columns = ["group", *WHO, "points", "played", "won", "drawn", "lost"]
    rows = [_line(name, line) for name, lines in found for line in lines]
    return [*columns, *(f"tie_{name}".replace("-", "_") for name in breaks), "tie"], rows


def _line(group: str, line: Line) -> Row:
    standing = line.standing
    assert standing is not None, "a stage of encounters"
    figures = (standing.points, standing.played, standing.won, standing.drawn, standing.lost)
    return [group.removeprefix("Group "), *_who(line), *figures, *standing.breaks, line.tie]


def _who(line: Line) -> Row:
    bot, goes = line.entry.entry.bot, "; ".join(mark.stage for mark in line.goes)
    out = "yes" if line.out else "no"
    version = line.entry.version.number
    return [line.place, bot.owner.username, bot.name, version, line.entry.seed, out, goes]


def _after(stage: Stage, after: int) -> list[Row]:
    """The places of a series after the given number of games."""
    rows = {row.entry_id: row for group in tables.seated(stage) for row in group}
    placed = tables.table(stage, Without(after=after))
    return [_who(Line(p.place, rows[p.entry], out=p.out)) for p in placed]


def final_file(request: HttpRequest, viewer: EventViewer) -> HttpResponseBase:
    columns = ["final", "place", "owner", "bot", "disqualified", "reached"]
    rows = [
        (
            found.stage.name,
            line.place,
            line.entry.bot.owner.username,
            line.entry.bot.name,
            "yes" if line.out else "no",
            line.reached,
        )
        for found in final_tables(viewer)
        for line in found.lines
    ]
    return _table(request, viewer, "final", [columns, *rows])


# Every game ---------------------------------------------------------------------------------------


def matches_file(request: HttpRequest, viewer: EventViewer) -> HttpResponseBase:
    """A line for each match of the visible stages, with seats and ranks."""
    seats = _most_seats(viewer.seen)
    columns = ["stage", "kind", "group", "encounter", "round", "game", "match", "state"]
    for seat in range(1, seats + 1):
        columns += [f"seat_{seat}_owner", f"seat_{seat}_bot", f"seat_{seat}_rank"]
    return _table(request, viewer, "matches", chain([columns], _games(viewer, seats)))


def _most_seats(stages: Sequence[Stage]) -> int:
    series = SeriesGame.objects.filter(series__of_stage__stage__in=stages).values("match")
    rated = RatedMatch.objects.filter(season__event_stages__in=stages).values("match")
    every = (
        Seat.objects.filter(match__event_game__encounter__stage__in=stages),
        Seat.objects.filter(match__in=series),
        Seat.objects.filter(match__in=rated),
    )
    tops = [seats.aggregate(top=Max("number"))["top"] for seats in every]
    return max(0 if top is None else top + 1 for top in tops)


def _games(viewer: EventViewer, seats: int) -> Iterator[Row]:
    for stage in viewer.seen:
        head = (stage.key, stage.kind.value)
        made = {Kind.SERIES: _of_series, Kind.LADDER: _of_season}.get(stage.kind, _of_encounters)
        for place, match, lost in made(stage):
            yield [*head, *place, match.pk, _state(match, lost=lost), *_seats(match, seats)]


Game = tuple[Row, Match, bool]
"""(group, encounter, round, number), the match, and whether another game replaced it."""


def _of_encounters(stage: Stage) -> Iterator[Game]:
    games = EncounterGame.objects.filter(encounter__stage=stage).select_related("encounter")
    rows = games.prefetch_related(_light()).order_by("encounter__group", "encounter__round", "pk")
    for game in rows.iterator(chunk_size=BATCH):
        row = game.encounter
        lost = game.lost or row.obsolete
        letter = group_letter(row.group)
        yield (letter, row.key, row.round, game.number), game.match, lost


def _of_series(stage: Stage) -> Iterator[Game]:
    games = SeriesGame.objects.filter(series__of_stage__stage=stage)
    related = games.select_related("series__of_stage").prefetch_related(_light())
    rows = related.order_by("series__of_stage__group", "number", "pk")
    for game in rows.iterator(chunk_size=BATCH):
        letter = group_letter(game.series.of_stage.group)
        yield (letter, "", "", game.number), game.match, game.lost


def _of_season(stage: Stage) -> Iterator[Game]:
    rows = RatedMatch.objects.filter(season=stage.season)
    if stage.ends is not None:
        rows = rows.filter(match__created__lte=stage.ends)
    rows = rows.prefetch_related(_light()).order_by("pk")
    for rated in rows.iterator(chunk_size=BATCH):
        yield ("", "", "", ""), rated.match, False


def _light() -> Prefetch[str]:
    plain = Match.objects.with_seats().defer("map", "outcome", "params")
    return Prefetch("match", plain)


def _state(match: Match, *, lost: bool) -> str:
    if match.voided_at is not None:
        return "void"
    if lost:
        return "lost"
    return "counted" if match.state == Match.State.FINISHED else match.state


def _seats(match: Match, count: int) -> list[object]:
    cells: list[object] = []
    for seat in match.seats.all():
        bot = seat.program.bot
        cells += [bot.owner.username, bot.name, "" if seat.rank is None else seat.rank]
    return cells + [""] * (3 * count - len(cells))
