"""An event on paper: tables, brackets and matches on pages of A4, as its reader may see them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

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
        return [page for each in tables if each.bracket for page in pages_of(each.bracket)]


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


# Brackets -----------------------------------------------------------------------------------------


def pages_of(bracket: brackets.Bracket) -> Iterator[brackets.Section]:
    """The sections of a bracket, each of which fits on a page.

    A large one is cut into parts with the rounds that lie in one part alone; the later rounds
    follow on a page of their own.
    """
    for section in bracket.sections:
        yield from _cut(section)


def _cut(section: brackets.Section) -> Iterator[brackets.Section]:
    columns = list(section.columns)
    while columns and (count := _parts(columns[0])) > 1:
        inside = 0
        while inside < len(columns) and _splits(columns[inside], count):
            inside += 1
        for number in range(count):
            title = f"{section.title}, part {number + 1} of {count}"
            yield brackets.Section(
                title, [_slice(column, number, count) for column in columns[:inside]]
            )
        columns, section = (
            columns[inside:],
            replace(section, title=f"{section.title}, later rounds"),
        )
    if columns:
        yield brackets.Section(section.title, columns)


def _parts(column: brackets.Column) -> int:
    """The number of pages that a round needs, a power of two."""
    count = 1
    while len(column.boxes) > BOXES * count:
        count *= 2
    return count


def _splits(column: brackets.Column, count: int) -> bool:
    return len(column.boxes) >= count and len(column.boxes) % count == 0


def _slice(column: brackets.Column, number: int, count: int) -> brackets.Column:
    size = len(column.boxes) // count
    boxes = column.boxes[number * size : (number + 1) * size]
    return brackets.Column(column.title, boxes, column.joins)
