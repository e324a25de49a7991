"""The scenes of a projector of an event, as every reader who is not logged in may see it.

An announcer chooses the scene, or it changes by what is on: a ceremony, running matches, or the
time until the next stage.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from ladder.core import series
from ladder.core import standings as places
from ladder.core.stages.contract import Standing
from ladder.events.kinds import registry
from ladder.events.models import Entry, Event, EventAnnouncement, Projector, Scene, Stage
from ladder.events.reading import matches as event_matches
from ladder.events.reading import schedule, talk
from ladder.events.reading.stages import results as stage_results
from ladder.events.reading.stages import rows as stage_rows
from ladder.events.reading.stages import standings
from ladder.events.reading.stages import tables as group_tables
from ladder.events.reading.stages import version as stage_version
from ladder.events.reading.viewer import EventViewer
from matches.models import Match
from matches.recorded.results import score_of
from pages.frame.content.markdown import authored

PUBLIC = AnonymousUser()
TURN_S = 20
"""How long a scene stays that changes by itself."""
MOST_LINES, MOST_BARS, MOST_SHOWN = 12, 10, 9
"""Lines of a table, bars of a race, and places beside the newest one of a ceremony."""
MOST_BOXES = 8
"""Encounters of the first round of a bracket that is drawn whole: of more, names could not be read
from afar."""


@dataclass(frozen=True, slots=True)
class Line:
    """A bot in a table or a race: its ``figure`` as text, and the ``part`` of its bar
    that is full, from 0 to 100.  ``cut``: it is the last one that qualifies; ``left``: how it left.
    """

    place: int
    entry: Entry
    figure: str
    part: int = 0
    cut: bool = False
    left: str = ""


class Screen:
    """The projector of an event at a moment: the same for everybody, whoever has opened it."""

    def __init__(self, event: Event, now: datetime | None = None) -> None:
        self.viewer = EventViewer(event, PUBLIC)
        self.turn = int((now or timezone.now()).timestamp()) // TURN_S

    @cached_property
    def chosen(self) -> Projector:
        event = self.viewer.event
        rows = Projector.objects.select_related("stage").filter(event=event)
        return rows.first() or Projector(event=event)

    @cached_property
    def moment(self) -> schedule.Moment | None:
        return schedule.next_moment(self.viewer.event, schedule.schedule(self.viewer))

    @cached_property
    def announcement(self) -> EventAnnouncement | None:
        return next(iter(talk.on_projector(self.viewer)), None)

    def scene(self) -> dict[str, object]:
        """The context of the scene that is on, for `events/_projector_now.html`."""
        scene = Scene(self.chosen.scene) or _automatic(self)
        stage = _stage_for(self, scene)
        content = _PARTS[scene](self, stage) if scene in _PARTS else {}
        return {
            "event": self.viewer.event,
            "scene": scene.value,
            "stage": stage,
            "moment": self.moment,
            "ceremony": ceremony_stage(self.viewer),
            "announcement": self.announcement,
            "said": authored(self.announcement.text, "said-") if self.announcement else "",
            "logos": list(self.viewer.event.sponsors.all()),
            **content,
        }

    @cached_property
    def version(self) -> str:
        """The version of the scene that is on; another one at each turn.  Empty as that of
        stages."""
        if not (stages := stage_version.version_of_all(self.viewer)):
            return ""
        said = self.announcement and (
            self.announcement.pk,
            self.announcement.title,
            self.announcement.text,
        )
        parts = (stages, self.turn, self.chosen.scene, self.chosen.stage_id, said, self.moment)
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def ceremony_stage(viewer: EventViewer) -> Stage | None:
    """The final stage whose places are shown one by one, or have been."""
    held = [stage for stage in viewer.stages if stage.places_shown is not None]
    kept = [stage for stage in held if not viewer.results(stage)]
    return next(iter(kept or held[::-1]), None)


# Which scene --------------------------------------------------------------------------------------


def _automatic(screen: Screen) -> Scene:
    """The scene of this turn; live boards are on every second turn."""
    viewer = screen.viewer
    held = ceremony_stage(viewer)
    if held is not None and (viewer.event.is_over or not viewer.results(held)):
        return Scene.REVEAL
    standing = _standing_scenes(viewer)
    sponsors = [Scene.SPONSORS] if viewer.event.sponsors.exists() else []
    others = [*standing, *sponsors]
    if is_live(viewer):
        among = [each for other in others for each in (Scene.BOARDS, other)] or [Scene.BOARDS]
    elif screen.moment is not None or not others:
        among = [Scene.COUNTDOWN, *others]
    else:
        among = others
    return among[screen.turn % len(among)]


def _standing_scenes(viewer: EventViewer) -> list[Scene]:
    """The ways to show how the stage stands that is on, or was last."""
    stage = _newest(viewer.opened)
    return [] if stage is None else list(registry.kind_of(stage).scenes)


def is_live(viewer: EventViewer) -> bool:
    """Whether a match of the event runs that everybody may see."""
    running = Match.objects.live().visible_to(viewer.user)
    return running.filter(event_matches.of_event(viewer)).exists()


def _newest(stages: Sequence[Stage]) -> Stage | None:
    """The stage that runs or, where none does, the last one."""
    running = [stage for stage in stages if stage.state == Stage.State.RUNNING]
    return next(iter([*running[::-1], *stages[::-1]]), None)


def _stage_for(screen: Screen, scene: Scene) -> Stage | None:
    """The stage of which a scene is shown: the chosen one, if it fits and is open."""
    viewer, chosen = screen.viewer, screen.chosen.stage_id
    if scene is Scene.REVEAL:
        return ceremony_stage(viewer)
    stages = [stage for stage in viewer.opened if stage.state != Stage.State.SKIPPED]
    if scene in (Scene.BRACKET, Scene.RACE):
        stages = [stage for stage in stages if scene in registry.kind_of(stage).scenes]
    return next((stage for stage in stages if stage.pk == chosen), None) or _newest(stages)


# The content of a scene ---------------------------------------------------------------------------


def _bracket(screen: Screen, stage: Stage | None) -> dict[str, object]:
    result = None if stage is None else stage_results.results(screen.viewer, stage)
    if not isinstance(result, stage_results.Groups):
        return {}
    whole = result.parts[0].bracket
    every = whole.sections if whole is not None else ()
    parts = [part for each in every for part in each.parts(MOST_BOXES)]
    if len(parts) == len(every):
        return {"sections": every}
    # At each turn another part: of those that are played, else of all.
    going = [part for part in parts if part.going] or parts
    return {"sections": [going[screen.turn % len(going)]]}


def _table(screen: Screen, stage: Stage | None) -> dict[str, object]:
    """The final table of an event that is over, else the table of a stage, group after group.

    While the final stage is hidden, its entrants come first in the table so far; a stage that the
    announcer has chosen is shown instead.
    """
    viewer = screen.viewer
    every = standings.final_tables(viewer) if viewer.event.is_over else []
    asked = screen.chosen.stage_id is not None
    finals = [each for each in every if each.decided or not asked]
    if finals:
        chosen = next((each for each in finals if stage and each.stage.key == stage.key), finals[0])
        lines = [
            Line(each.place, each.entry, each.reached, left=each.left)
            for each in chosen.lines[:MOST_LINES]
        ]
        return {"final": chosen, "lines": lines}
    name, lines = _group_of(screen, stage)
    return {"group": name, "lines": lines[:MOST_LINES]}


def _race(screen: Screen, stage: Stage | None) -> dict[str, object]:
    return {"lines": _group_of(screen, stage)[1][:MOST_BARS]}


def _group_of(screen: Screen, stage: Stage | None) -> tuple[str, list[Line]]:
    """The lines of one group, another one at each turn, and its name where there are several."""
    match stage_results.results(screen.viewer, stage) if stage is not None else None:
        case stage_results.Groups(parts):
            table = parts[screen.turn % len(parts)]
            return table.name, _of_encounters(table)
        case stage_results.Series(parts):
            report = parts[screen.turn % len(parts)]
            return report.name, [_of_series(row) for row in report.rows]
        case stage_results.Places(lines):
            return "", [_line(row, row.figure) for row in lines[:MOST_LINES]]
    return "", []


def _line(row: stage_rows.TableRow, figure: str, part: int = 0) -> Line:
    return Line(row.place, row.entry.entry, figure, part, row.cut, row.left)


def _of_encounters(table: group_tables.GroupTable) -> list[Line]:
    """The first lines.  The bars fill while the stage is played: after half of it, that of the
    first is half full.  Those of disqualified bots, and of points below 0, are empty."""
    most = max(map(_bar, table.progress.standings), default=0.0) or 1.0
    return [
        _line(
            row, score_of(row.standing.points), round(100 * table.done * _bar(row.standing) / most)
        )
        for row in table.lines[:MOST_LINES]
        if row.standing is not None
    ]


def _bar(standing: Standing) -> float:
    gone = standing.left is places.Left.DISQUALIFIED
    return 0.0 if gone else max(0.0, standing.points)


def _of_series(row: stage_rows.SeriesRow) -> Line:
    """A bar is full with the wins by which a bot wins the series."""
    wins, standing = row.standing.line.wins, row.standing
    figure, part = f"{wins} of {series.GOAL} wins", round(100 * wins / series.GOAL)
    return Line(standing.place, row.entry.entry, figure, part, left=standing.left)


def _reveal(screen: Screen, stage: Stage | None) -> dict[str, object]:
    """The place that was shown last, large, and those that were shown before it."""
    tables = standings.final_tables(screen.viewer)
    table = next((each for each in tables if stage and each.stage.key == stage.key), None)
    if stage is None or table is None:
        return {}
    shown = [line for line in table.lines if line.place >= (stage.places_shown or 0)]
    newest, before = _split(shown)
    return {
        "final": table,
        "newest": newest,
        "before": before[:MOST_SHOWN],
        "kept": table.kept,
        "all_shown": not table.kept,
    }


def _split(
    shown: Sequence[standings.FinalLine],
) -> tuple[list[standings.FinalLine], list[standings.FinalLine]]:
    first = min((line.place for line in shown), default=0)
    newest = [line for line in shown if line.place == first]
    return newest, [line for line in shown if line.place != first]


_PARTS: dict[Scene, Callable[[Screen, Stage | None], dict[str, object]]] = {
    Scene.BRACKET: _bracket,
    Scene.TABLE: _table,
    Scene.RACE: _race,
    Scene.REVEAL: _reveal,
}
