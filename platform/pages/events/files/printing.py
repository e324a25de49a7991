"""An event on paper: tables, brackets and matches on pages of A4, as its reader may see them."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from ladder.events.models import Stage
from ladder.events.reading import matches as event_matches
from ladder.events.reading.stages import bracket as brackets
from ladder.events.reading.stages import results as stage_results
from ladder.events.reading.stages import standings
from ladder.events.reading.viewer import EventViewer
from pages.frame.access.finding import find_event
from pages.frame.fields.zoned import read_zone

PARTS = {
    "final": "Final standings",
    "tables": "Tables",
    "brackets": "Brackets",
    "matches": "Matches",
}
BOXES = 8
"""Encounters of a first round that fit on a page."""
MOST_MATCHES = 2000


@dataclass(frozen=True, slots=True)
class StageOnPaper:
    stage: Stage
    results: stage_results.Shown

    @property
    def has_figures(self) -> bool:
        """Whether its places come with points or ratings."""
        return any(line.figure for line in self.results.lines)

    @property
    def sections(self) -> list[brackets.Section]:
        """The pages of its brackets."""
        tables = self.results.parts if isinstance(self.results, stage_results.Groups) else ()
        whole = [part for each in tables if each.bracket for part in each.bracket.sections]
        return [page for each in whole for page in each.parts(BOXES)]


@require_safe
def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """The parts that the query names, such as ``?part=tables&part=brackets``; all without one."""
    viewer = find_event(request, slug)
    parts = request.GET.getlist("part") or list(PARTS)
    if wrong := [part for part in parts if part not in PARTS]:
        raise Http404(f"There is no part “{wrong[0]}”. Parts are: {', '.join(PARTS)}.")
    context: dict[str, object] = {
        "event": viewer.event,
        "parts": parts,
        "choices": [(name, title, name in parts) for name, title in PARTS.items()],
        "printed": timezone.now(),
        "zone": read_zone(viewer.event.time_zone),
        "kept_back": any(stage.started and not viewer.results(stage) for stage in viewer.stages),
    }
    if "final" in parts:
        context["finals"] = standings.final_tables(viewer)
    if "tables" in parts or "brackets" in parts:
        context["stages"] = [
            StageOnPaper(stage, stage_results.shown(viewer, stage)) for stage in viewer.seen
        ]
    if "matches" in parts:
        context |= _matches(viewer)
    return render(request, "events/print.html", context)


def _matches(viewer: EventViewer) -> dict[str, object]:
    matches = list(
        event_matches.wanted_matches(viewer, event_matches.MatchQuery()).order_by("pk")[
            : MOST_MATCHES + 1
        ]
    )
    return {
        "matches": event_matches.played(viewer, matches[:MOST_MATCHES]),
        "most": MOST_MATCHES if len(matches) > MOST_MATCHES else 0,
    }
