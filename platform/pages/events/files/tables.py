"""CSV files of events: the table of a stage, the final table, and all games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from arbiter.csv_text import Row
from arbiter.serving.caching import made_for
from arbiter.serving.downloads import csv_table
from ladder.core import standings
from ladder.events.kinds import games
from ladder.events.models import Stage
from ladder.events.reading import matches as event_matches
from ladder.events.reading.stages import results as stage_results
from ladder.events.reading.stages import rows as stage_rows
from ladder.events.reading.stages import series as series_tables
from ladder.events.reading.stages import standings as final_standings
from ladder.events.reading.viewer import EventViewer
from matches.models import Match
from pages.events.windows import asked_of
from pages.frame.access.finding import find_event, find_stage

WHO = ["place", "owner", "bot", "version", "seed", *standings.Left.STAYED.columns, "goes_on_to"]
FIGURES = ["points", "played", "won", "drawn", "lost"]


def _table(
    request: HttpRequest, viewer: EventViewer, name: str, rows: Iterable[Row]
) -> HttpResponseBase:
    """A CSV response; it varies by viewer, because tables mark other stages only if visible."""
    return csv_table(request, f"{viewer.event.slug}-{name}", rows, made_for(viewer.user))


@require_safe
def table_file(request: HttpRequest, slug: str, key: str) -> HttpResponseBase:
    viewer = find_event(request, slug)
    stage, after = find_stage(viewer, key), asked_of(request).after
    result = stage_results.results(viewer, stage, after)
    if isinstance(result, stage_results.Hidden):
        raise Http404("There is no such table.")
    history = f"-after-{after}" if after else ""
    return _table(request, viewer, f"{stage.key}{history}", table_rows(stage, result))


def table_rows(stage: Stage, result: stage_results.Shown) -> list[Row]:
    """The table of a stage, with its columns first."""
    match result:
        case stage_results.Groups():
            breaks = [f"tie_{each.value}".replace("-", "_") for each in stage.planned.breaks]
            columns = ["group", *WHO, *FIGURES, *breaks, "tie"]
            return [columns, *([line.group, *_who(line), *_figures(line)] for line in result.lines)]
        case stage_results.Series():
            most = max(len(part.games) for part in result.parts)
            columns = [*WHO, "group", *series_tables.columns(most)]
            return [columns, *(_of_series(line, most) for line in result.lines)]
    if any(line.standing is None for line in result.lines):
        return [WHO, *(_who(line) for line in result.lines)]
    columns = [*WHO, *FIGURES, "tie"]
    return [columns, *([*_who(line), *_figures(line)] for line in result.lines)]


def _figures(line: stage_rows.TableRow) -> Row:
    assert line.standing is not None, "the table adds up points"
    figures = (getattr(line.standing, name) for name in FIGURES)
    return [*figures, *line.standing.breaks, line.tie]


def _of_series(line: stage_rows.TableRow, most: int) -> Row:
    assert line.series is not None, "the table of a series"
    return [*_who(line), line.group, *series_tables.cells(line.series, most)]


def _who(line: stage_rows.TableRow) -> Row:
    bot, goes = line.entry.entry.bot, "; ".join(mark.stage for mark in line.goes)
    version, seed = line.entry.version.number, line.entry.seed
    return [
        line.place,
        bot.owner.username,
        bot.name,
        version,
        seed,
        *series_tables.left_cells(line.left),
        goes,
    ]


@require_safe
def final_file(request: HttpRequest, slug: str) -> HttpResponseBase:
    viewer = find_event(request, slug)
    return _table(request, viewer, "final", final_rows(viewer))


def final_rows(viewer: EventViewer) -> list[Row]:
    """The final tables, with their columns first."""
    columns = ["final", "place", "owner", "bot", *standings.Left.STAYED.columns, "reached"]
    rows = [
        (
            final.stage.name,
            line.place,
            line.entry.bot.owner.username,
            line.entry.bot.name,
            *series_tables.left_cells(line.left),
            line.reached,
        )
        for final in final_standings.final_tables(viewer)
        for line in final.lines
    ]
    return [columns, *rows]


# Every game ---------------------------------------------------------------------------------------


@require_safe
def matches_file(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A line for each match of the visible stages, with seats and ranks."""
    viewer = find_event(request, slug)
    return _table(request, viewer, "matches", match_rows(viewer))


def match_rows(viewer: EventViewer) -> Iterator[Row]:
    """The same lines, read in batches, with their columns first."""
    seats = event_matches.most_seats(viewer.opened)
    columns = ["stage", "kind", "group", "encounter", "round", "game", "match", "state"]
    for seat in range(1, seats + 1):
        columns += [f"seat_{seat}_owner", f"seat_{seat}_bot", f"seat_{seat}_rank"]
    return chain([columns], _games(viewer, seats))


def _games(viewer: EventViewer, seats: int) -> Iterator[Row]:
    for stage in viewer.opened:
        head = (stage.key, stage.kind.value)
        for game in event_matches.games_of(viewer, stage):
            numbers = ("" if number is None else number for number in (game.round, game.game))
            place = (game.group, game.encounter, *numbers)
            yield [*head, *place, game.match.pk, state_of(game), *_seats(game.match, seats)]


def state_of(game: games.StageGame) -> str:
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
