"""CSV files of events: the table of a stage, the final table, and all games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from django.http import HttpRequest, HttpResponseBase

from arbiter.caching import made_for
from arbiter.csv_text import Row
from arbiter.downloads import csv_table
from ladder.events.kinds.contract import Shape
from ladder.events.kinds.games import StageGame
from ladder.events.kinds.registry import kind_of, shape_of
from ladder.events.kinds.state import Group
from ladder.events.labels import group_letter
from ladder.events.models import Stage
from ladder.events.reading.matches import games_of, most_seats
from ladder.events.reading.series import cells, left_cells
from ladder.events.reading.series import columns as columns_of_series
from ladder.events.reading.series import reports as series_reports
from ladder.events.reading.standings import after_games, by_places, final_tables
from ladder.events.reading.tables import TableRow, groups_shown
from ladder.events.reading.viewer import EventViewer
from matches.models import Match

WHO = ["place", "owner", "bot", "version", "seed", "disqualified", "withdrew", "goes_on_to"]
FIGURES = ["points", "played", "won", "drawn", "lost"]


def _table(
    request: HttpRequest, viewer: EventViewer, name: str, rows: Iterable[Row]
) -> HttpResponseBase:
    """A CSV response; it varies by viewer, because tables mark other stages only if visible."""
    return csv_table(request, f"{viewer.event.slug}-{name}", rows, made_for(viewer.user))


def table_file(
    request: HttpRequest, viewer: EventViewer, stage: Stage, after: int | None
) -> HttpResponseBase:
    history = f"-after-{after}" if after else ""
    return _table(request, viewer, f"{stage.key}{history}", table_rows(viewer, stage, after))


def table_rows(viewer: EventViewer, stage: Stage, after: int | None = None) -> list[Row]:
    """The table of a stage, with its columns first."""
    if found := groups_shown(viewer, stage, after):
        columns, rows = _of_groups(stage, found)
    elif kind_of(stage).results is Shape.SERIES and after is not None:
        columns, rows = WHO, [_who(line) for line in after_games(viewer, stage, after)]
    elif shape_of(stage) is Shape.SERIES:
        columns, rows = _with_games(viewer, stage, by_places(viewer, stage))
    else:
        columns, rows = _of_places(by_places(viewer, stage))
    return [columns, *rows]


def _of_places(lines: Sequence[TableRow]) -> tuple[list[str], list[Row]]:
    """The places, of a season by points with points and results."""
    if any(line.standing is None for line in lines):
        return WHO, [_who(line) for line in lines]
    rows: list[Row] = [[*_who(line), *_figures(line), line.tie] for line in lines]
    return [*WHO, *FIGURES, "tie"], rows


def _of_groups(
    stage: Stage, found: Sequence[tuple[Group, Sequence[TableRow]]]
) -> tuple[list[str], list[Row]]:
    breaks = [each.value for each in stage.planned.breaks]
    columns = ["group", *WHO, *FIGURES]
    names = [group.name if len(found) > 1 else "" for group, _ in found]
    rows = [
        _line(name, line) for name, (_, lines) in zip(names, found, strict=True) for line in lines
    ]
    return [*columns, *(f"tie_{name}".replace("-", "_") for name in breaks), "tie"], rows


def _line(group: str, line: TableRow) -> Row:
    standing = line.standing
    assert standing is not None, "a stage of encounters"
    figures = (*_figures(line), *standing.breaks)
    return [group.removeprefix("Group "), *_who(line), *figures, line.tie]


def _figures(line: TableRow) -> Row:
    return [getattr(line.standing, name) for name in FIGURES]


def _who(line: TableRow) -> Row:
    bot, goes = line.entry.entry.bot, "; ".join(mark.stage for mark in line.goes)
    version, seed = line.entry.version.number, line.entry.seed
    return [line.place, bot.owner.username, bot.name, version, seed, *left_cells(line.left), goes]


def _with_games(
    viewer: EventViewer, stage: Stage, lines: Sequence[TableRow]
) -> tuple[list[str], list[Row]]:
    """Of a series everybody's place, wins, and part in every game."""
    found = series_reports(stage, viewer.rounds(stage))
    most = max((len(report.games) for report in found), default=0)
    games = {row.entry.pk: cells(row, most) for report in found for row in report.rows}
    columns = [*WHO, "group", *columns_of_series(most)]
    several = len(found) > 1
    rows: list[Row] = [
        [*_who(line), group_letter(line.entry.group) if several else "", *games[line.entry.pk]]
        for line in lines
    ]
    return columns, rows


def final_file(request: HttpRequest, viewer: EventViewer) -> HttpResponseBase:
    return _table(request, viewer, "final", final_rows(viewer))


def final_rows(viewer: EventViewer) -> list[Row]:
    """The final tables, with their columns first."""
    columns = ["final", "place", "owner", "bot", "disqualified", "withdrew", "reached"]
    rows = [
        (
            found.stage.name,
            line.place,
            line.entry.bot.owner.username,
            line.entry.bot.name,
            *left_cells(line.left),
            line.reached,
        )
        for found in final_tables(viewer)
        for line in found.lines
    ]
    return [columns, *rows]


# Every game ---------------------------------------------------------------------------------------


def matches_file(request: HttpRequest, viewer: EventViewer) -> HttpResponseBase:
    """A line for each match of the visible stages, with seats and ranks."""
    return _table(request, viewer, "matches", match_rows(viewer))


def match_rows(viewer: EventViewer) -> Iterator[Row]:
    """The same lines, read in batches, with their columns first."""
    seats = most_seats(viewer.opened)
    columns = ["stage", "kind", "group", "encounter", "round", "game", "match", "state"]
    for seat in range(1, seats + 1):
        columns += [f"seat_{seat}_owner", f"seat_{seat}_bot", f"seat_{seat}_rank"]
    return chain([columns], _games(viewer, seats))


def _games(viewer: EventViewer, seats: int) -> Iterator[Row]:
    for stage in viewer.opened:
        head = (stage.key, stage.kind.value)
        for game in games_of(viewer, stage):
            numbers = ("" if number is None else number for number in (game.round, game.game))
            place = (game.group, game.encounter, *numbers)
            yield [*head, *place, game.match.pk, state_of(game), *_seats(game.match, seats)]


def state_of(game: StageGame) -> str:
    if game.match.voided_at is not None:
        return "void"
    if game.lost:
        return "lost"
    return "counted" if game.match.state == Match.State.FINISHED else game.match.state


def _seats(match: Match, count: int) -> list[object]:
    cells: list[object] = []
    for seat in match.seats.all():
        bot = seat.program.bot
        cells += [bot.owner.username, bot.name, "" if seat.rank is None else seat.rank]
    return cells + [""] * (3 * count - len(cells))
