"""The pages of one stage of an event: how it stands, its encounters, and its table as a file."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arbiter.kept import kept
from games.registry import GAMES
from ladder.core.contest.plan import Reveal
from ladder.events import decisions, draws
from ladder.events.kinds.contract import Shape
from ladder.events.kinds.registry import kind_of, shape_of
from ladder.events.labels import group_name
from ladder.events.models import Encounter, Stage
from ladder.events.permissions import may
from ladder.events.reading import standings
from ladder.events.reading.pairings import encounter_games
from ladder.events.reading.schedule import StageLine, line_of
from ladder.events.reading.schedule import schedule as schedule_of
from ladder.events.reading.series import reports as series_reports
from ladder.events.reading.tables import Asked, group_table, groups_shown, ties_of
from ladder.events.reading.viewer import EventViewer
from ladder.events.roles import EventAct
from pages.events import files as event_files
from pages.events.charts import course
from pages.events.parts import frame, live_part
from pages.frame.finding import find_event, find_stage

NOW = "events/_stage_now.html"
PLANNED = "events/_stage_planned.html"


@require_safe
@kept
def stage(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    viewer = find_event(request, slug)
    if not viewer.stages:
        return render(request, "events/stage.html", _planned(viewer, key))
    found = find_stage(viewer, key)
    asked = _allowed(viewer, found, asked_of(request))
    now = {**_now(viewer, found, asked), **standing(viewer, found, asked)}
    draw = draws.shown(viewer, key, found)
    return render(request, "events/stage.html", {**frame(viewer, "stage"), **now, "draw": draw})


def _planned(viewer: EventViewer, key: str) -> dict[str, Any]:
    """A stage of an event that has not started: its participants, and when it begins."""
    if key not in viewer.plans:
        raise Http404("There is no such stage.")
    line = next(each for each in schedule_of(viewer) if each.plan.key == key)
    draw = draws.shown(viewer, key, None)
    return {**frame(viewer, "stage"), "line": line, "stage": None, "draw": draw}


@require_safe
@kept
@never_cache
def state(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """How it stands, the part of the page that changes."""
    viewer = find_event(request, slug)
    if not viewer.stages:
        return live_part(request, PLANNED, _planned(viewer, key))
    found = find_stage(viewer, key)
    asked = _allowed(viewer, found, asked_of(request))
    now = {**_now(viewer, found, asked), **standing(viewer, found, asked)}
    return live_part(request, NOW, now)


def _allowed(viewer: EventViewer, stage: Stage, asked: Asked) -> Asked:
    return replace(asked, most=viewer.rounds(stage))


def _now(viewer: EventViewer, stage: Stage, asked: Asked) -> dict[str, Any]:
    line: StageLine = line_of(viewer, stage)
    return {
        "event": viewer.event,
        "stage": stage,
        "line": line,
        "kind": kind_of(stage).template,
        "asked": asked,
        "query": _query(asked),
        "live": asked.after is None
        and (bool(asked.most) or not (stage.is_over or viewer.event.is_over)),
        "shown": asked.most != 0,
        "kept_back": viewer.sees_all and viewer.kept_back(stage),
        "kept_for": Reveal(stage.reveal).value,
    }


def standing(viewer: EventViewer, stage: Stage, asked: Asked) -> dict[str, Any]:
    """The results of the stage so far, as far as this person may see it."""
    if stage.started is None:
        return {}
    if viewer.rounds(stage) == 0:
        players = standings.players(stage) if viewer.players(stage) else []
        return {"players": players, "players_shown": viewer.players(stage)}
    shape = shape_of(stage)
    if shape is Shape.PLACES:
        return _places(viewer, stage)
    if shape is Shape.SEASON:
        lines = standings.of_season(viewer, stage)
        return {"lines": lines, "ties": ties_of([each.line for each in lines])}
    if shape is Shape.SERIES:
        return _series(viewer, stage, asked)
    found = groups_shown(viewer, stage, asked.after)
    if not found:
        return {"gone": True, **_places(viewer, stage)}
    if asked.group >= len(found):
        raise Http404("There is no such group.")
    table = group_table(stage, *found[asked.group], asked)
    names = [group.name for group, _ in found]
    return {"groups": names, "table": table, "rounds_so_far": range(1, table.newest + 1)}


def _places(viewer: EventViewer, stage: Stage) -> dict[str, Any]:
    lines = standings.by_places(viewer, stage)
    return {"kind": "places", "lines": lines, "ties": ties_of(lines)}


def _series(viewer: EventViewer, stage: Stage, asked: Asked) -> dict[str, Any]:
    found = series_reports(stage, asked.most)
    if asked.group >= len(found):
        raise Http404("There is no such group.")
    chosen, lines = found[asked.group], standings.by_places(viewer, stage)
    return {
        "groups": [group_name(number) for number in range(len(found))],
        "lines": [line for line in lines if line.goes],
        "report": chosen,
        "series": chosen.series,
        "plot": course(chosen.rows, len(chosen.games)),
        "game": GAMES.get(stage.game),
        "patience": stage.planned.options.patience,
    }


def asked_of(request: HttpRequest) -> Asked:
    """Http404 for what no address of ours has."""
    after, group, number = (_whole(request, name) for name in ("after", "group", "round"))
    return Asked(after, (group or 1) - 1, number)


def _whole(request: HttpRequest, name: str) -> int | None:
    """A number from 1 on; None where the address has none."""
    words = request.GET.get(name, "")
    if not words:
        return None
    if not (words.isascii() and words.isdigit() and int(words[:6]) >= 1 and len(words) <= 5):
        raise Http404("There is no such page.")
    return int(words)


def _query(asked: Asked) -> str:
    """The query of the address, for the part that refreshes itself."""
    parts = {"group": asked.group + 1 if asked.group else None, "round": asked.round}
    return "".join(f"{name}={value}&" for name, value in parts.items() if value)


@require_safe
def table_file(request: HttpRequest, slug: str, key: str) -> HttpResponseBase:
    viewer = find_event(request, slug)
    found = find_stage(viewer, key)
    if found.started is None or viewer.rounds(found) == 0:
        raise Http404("There is no such table.")
    return event_files.table_file(request, viewer, found, asked_of(request).after)


@require_safe
@kept
def encounter(request: HttpRequest, slug: str, key: str, pk: int) -> HttpResponse:
    viewer = find_event(request, slug)
    context = {**frame(viewer, "stage"), **_encounter(viewer, find_stage(viewer, key), pk)}
    if may(viewer.user, viewer.event, EventAct.JUDGE):
        row = context["row"]
        context |= {"candidates": decisions.candidates(row), "refused": decisions.objection(row)}
    return render(request, "events/encounter.html", context)


@require_safe
@kept
@never_cache
def encounter_state(request: HttpRequest, slug: str, key: str, pk: int) -> HttpResponse:
    viewer = find_event(request, slug)
    context = _encounter(viewer, find_stage(viewer, key), pk)
    return live_part(request, "events/_encounter_now.html", context)


def _encounter(viewer: EventViewer, stage: Stage, pk: int) -> dict[str, Any]:
    try:
        found = encounter_games(viewer, stage, pk)
    except Encounter.DoesNotExist:
        raise Http404("There is no such encounter.") from None
    over = stage.is_over or viewer.event.is_over or found.row.obsolete
    return {
        "event": viewer.event,
        "stage": stage,
        "row": found.row,
        "pairing": found.pairing,
        "played": found.played,
        "live": not over,
    }
