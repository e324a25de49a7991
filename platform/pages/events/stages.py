"""The pages of one stage of an event: how it stands, and its encounters."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from arbiter.serving.kept import kept
from games.registry import GAMES
from ladder.events import permissions
from ladder.events.kinds import registry
from ladder.events.mending import decisions
from ladder.events.models import Encounter, Stage
from ladder.events.planning import draws
from ladder.events.reading import schedule
from ladder.events.reading.stages import pairings
from ladder.events.reading.stages import results as stage_results
from ladder.events.reading.stages import version as stage_version
from ladder.events.reading.viewer import EventViewer
from ladder.events.roles import EventAct
from pages.events import windows
from pages.events.parts import frame, live_part
from pages.events.series.charts import course
from pages.events.windows import Asked, asked_of
from pages.frame.access.finding import find_event, find_stage

NOW = "events/_stage_now.html"
PLANNED = "events/_stage_planned.html"
EVERY_S, EVERY_OF_SEASON_S = 10, 60
"""Seconds between two refreshes of a page while its stage is played."""


@kept
def stage(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    viewer = find_event(request, slug)
    if not viewer.stages:
        return render(request, "events/stage.html", _planned(viewer, key))
    row = find_stage(viewer, key)
    seen = stage_version.version_of(viewer, row)
    now = {**_now(viewer, row, asked_of(request)), "seen": seen}
    draw = draws.shown(viewer, key, row)
    return render(request, "events/stage.html", {**frame(viewer, "stage"), **now, "draw": draw})


def _planned(viewer: EventViewer, key: str) -> dict[str, object]:
    """A stage of an event that has not started: its participants, and when it begins."""
    if key not in viewer.plans:
        raise Http404("There is no such stage.")
    line = next(each for each in schedule.schedule(viewer) if each.plan.key == key)
    draw = draws.shown(viewer, key, None)
    return {**frame(viewer, "stage"), "line": line, "stage": None, "draw": draw}


@kept
@never_cache
def state(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """How it stands, the part of the page that changes."""
    viewer = find_event(request, slug)
    if not viewer.stages:
        return live_part(request, PLANNED, lambda: _planned(viewer, key))
    row, asked = find_stage(viewer, key), asked_of(request)
    return live_part(
        request, NOW, lambda: _now(viewer, row, asked), stage_version.version_of(viewer, row)
    )


def _now(viewer: EventViewer, stage: Stage, asked: Asked) -> dict[str, object]:
    """How the stage stands, as far as this person may see it."""
    result = stage_results.results(viewer, stage, asked.after)
    context = standing(stage, result, asked.group)
    if (part := windows.window_of(viewer, result, context.get("part"), asked)) is not None:
        context["window"] = part
    elif isinstance(result, stage_results.Hidden) and result.players:
        context["players"] = windows.paged(result.players, asked.page)
        context["page_query"] = asked.before("page", page=1)
    most = viewer.rounds(stage)
    return {
        **context,
        "event": viewer.event,
        "rights": viewer.rights,
        "stage": stage,
        "line": schedule.line_of(viewer, stage),
        "asked": asked,
        "most": most,
        "query": asked.before("seen", after=None),
        "live": asked.after is None and (bool(most) or not (stage.is_over or viewer.event.is_over)),
        "every": EVERY_S if registry.kind_of(stage).own_matches else EVERY_OF_SEASON_S,
        "kept_back": viewer.sees_all and viewer.kept_back(stage),
    }


def standing(stage: Stage, result: stage_results.Results, group: int) -> dict[str, object]:
    """The results of a stage, of several groups those of one, and that ``part`` whole as a
    ``window``.  Http404 where it has none such."""
    context: dict[str, object] = {"results": result, "groups": [part.name for part in result.parts]}
    if isinstance(result, stage_results.Places):
        return {**context, "part": result, "window": windows.Window(result)}
    if not result.parts:
        return context
    if group >= len(result.parts):
        raise Http404("There is no such group.")
    if not isinstance(result, stage_results.Series):
        table = result.parts[group]
        return {**context, "part": table, "table": table, "window": windows.Window(table)}
    report = result.parts[group]
    return {
        **context,
        "report": report,
        "series": report.series,
        "plot": course(report.rows, len(report.games)),
        "game": GAMES.get(stage.game),
        "patience": stage.planned.options.patience,
    }


@kept
def encounter(request: HttpRequest, slug: str, key: str, pk: int) -> HttpResponse:
    viewer = find_event(request, slug)
    stage = find_stage(viewer, key)
    games = _games(viewer, stage, pk)
    context = {**frame(viewer, "stage"), **_encounter(viewer, stage, games)}
    if permissions.may(viewer.user, viewer.event, EventAct.JUDGE):
        row = games.row
        context |= {"candidates": decisions.candidates(row), "refused": decisions.objection(row)}
    return render(request, "events/encounter.html", context)


@kept
@never_cache
def encounter_state(request: HttpRequest, slug: str, key: str, pk: int) -> HttpResponse:
    viewer = find_event(request, slug)
    stage = find_stage(viewer, key)

    def now() -> dict[str, object]:
        return _encounter(viewer, stage, _games(viewer, stage, pk))

    return live_part(
        request, "events/_encounter_now.html", now, stage_version.version_of(viewer, stage)
    )


def _games(viewer: EventViewer, stage: Stage, pk: int) -> pairings.EncounterGames:
    try:
        return pairings.encounter_games(viewer, stage, pk)
    except Encounter.DoesNotExist:
        raise Http404("There is no such encounter.") from None


def _encounter(
    viewer: EventViewer, stage: Stage, games: pairings.EncounterGames
) -> dict[str, object]:
    return {
        "event": viewer.event,
        "stage": stage,
        "row": games.row,
        "pairing": games.pairing,
        "played": games.played,
        "live": not (stage.is_over or viewer.event.is_over or games.row.obsolete),
    }
