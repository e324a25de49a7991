"""The results of an event as JSON, in the format of `docs/event-results.md`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from arbiter.links import absolute
from arbiter.serving.caching import made_for
from arbiter.serving.downloads import Download, download
from ladder.events.models import Entry, Stage
from ladder.events.reading import matches as event_matches
from ladder.events.reading.stages import results as stage_results
from ladder.events.reading.stages import rows as stage_rows
from ladder.events.reading.stages import standings
from ladder.events.reading.viewer import EventViewer
from pages.events.files.tables import FIGURES, state_of
from pages.frame.access.finding import find_event

FORMAT = 1
"""Raised where a field goes or changes its meaning; new fields leave it as it is."""


@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The results that the reader may see now."""
    viewer = find_event(request, slug)
    name = f"{viewer.event.slug}-results.json"
    what = Download(name, "application/json; charset=utf-8", made_for(viewer.user))
    return download(request, what, texts(viewer))


def texts(viewer: EventViewer, *, with_url: bool = True) -> Iterator[str]:
    """The document in parts: the matches, of which there may be many, are read one by one.

    ``with_url`` False leaves out the address of the event's page.
    """
    head = json.dumps(_head(viewer, with_url=with_url), ensure_ascii=False, indent=1)
    yield f'{head.removesuffix("}").rstrip()},\n "matches": ['
    between = "\n  "
    for match in _matches(viewer):
        yield between + json.dumps(match, ensure_ascii=False)
        between = ",\n  "
    yield "\n ]\n}\n"


def _head(viewer: EventViewer, *, with_url: bool) -> dict[str, object]:
    event = viewer.event
    return {
        "format": FORMAT,
        "event": {
            "name": event.name,
            "slug": event.slug,
            **({"url": absolute(event.get_absolute_url())} if with_url else {}),
            "state": event.state,
            "time_zone": event.time_zone,
            "started": _time(event.started),
            "ended": _time(event.ended),
        },
        "final": [
            {
                "stage": final.stage.key,
                "decided": final.decided,
                "lines": [
                    {
                        "place": line.place,
                        **_bot(line.entry),
                        **line.left.columns,
                        "reached": line.reached,
                    }
                    for line in final.lines
                ],
            }
            for final in standings.final_tables(viewer)
        ],
        "stages": [_stage(viewer, stage) for stage in viewer.seen],
        "kept_back": [s.key for s in viewer.stages if s.started and not viewer.results(s)],
    }


def _stage(viewer: EventViewer, stage: Stage) -> dict[str, object]:
    return {
        "key": stage.key,
        "name": stage.name,
        "kind": stage.kind.value,
        "game": stage.game,
        "ruleset": stage.ruleset,
        "state": stage.state,
        "started": _time(stage.started),
        "ended": _time(stage.ended),
        "lines": [_line(stage, line) for line in stage_results.shown(viewer, stage).lines],
    }


def _line(stage: Stage, line: stage_rows.TableRow) -> dict[str, object]:
    standing, series = line.standing, line.series
    columns: dict[str, object] = {
        "group": line.group,
        "place": line.place,
        **_bot(line.entry.entry),
        "version": line.entry.version.number,
        "seed": line.entry.seed,
        **line.left.columns,
    }
    if series is not None:
        return {**columns, "wins": series.standing.line.wins}
    if standing is None:
        return columns
    names = [each.value for each in stage.planned.breaks]
    columns |= {name: getattr(standing, name) for name in FIGURES} | {"tie": line.tie}
    return {**columns, "tie_breaks": dict(zip(names, standing.breaks, strict=True))}


def _matches(viewer: EventViewer) -> Iterator[dict[str, object]]:
    for stage in viewer.seen:
        for game in event_matches.games_of(viewer, stage):
            seats = game.match.seats.all()
            yield {
                "match": game.match.pk,
                "stage": stage.key,
                "group": game.group,
                "encounter": game.encounter,
                "round": game.round,
                "game": game.game,
                "state": state_of(game),
                "seats": [
                    {
                        "owner": seat.program.bot.owner.username,
                        "bot": seat.program.bot.name,
                        "rank": seat.rank,
                    }
                    for seat in seats
                ],
            }


def _bot(entry: Entry) -> dict[str, str]:
    return {"owner": entry.bot.owner.username, "bot": entry.bot.name}


def _time(when: datetime | None) -> str | None:
    return None if when is None else when.astimezone(UTC).isoformat(timespec="seconds")
