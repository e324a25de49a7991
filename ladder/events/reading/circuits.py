"""The table of a circuit over its events, by results that everybody may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import TypedDict

from django.contrib.auth.models import AnonymousUser

from accounts.models import Team, User
from arbiter.links import site_url
from bots.models import Bot
from ladder.core.circuits import Leg, Line, Result, Score, Tie, table
from ladder.core.standings import Left
from ladder.events.models import Circuit, CircuitEvent, Event
from ladder.events.reading.stages.standings import FinalLine, FinalTable, final_tables
from ladder.events.reading.viewer import EventViewer

FORMAT = 1
"""Of the table as JSON.  Raised where a field goes or changes its meaning."""
Key = tuple[str, int]
"""The subject of a line of the table: ``person``, ``team`` or ``bot``, and its id."""


class LegState(StrEnum):
    """Whether an event counts already, or the reason why not."""

    COUNTED = "counted"
    PLANNED = "planned"
    RUNNING = "running"
    KEPT_BACK = "kept back"
    ABORTED = "aborted"
    NO_PLACES = "no places"


@dataclass(frozen=True, slots=True)
class Column:
    """An event of the circuit; ``when`` is its end, or else its start."""

    leg: CircuitEvent
    state: LegState

    @property
    def event(self) -> Event:
        return self.leg.event

    @property
    def counted(self) -> bool:
        return self.state is LegState.COUNTED

    @property
    def when(self) -> datetime | None:
        return self.event.ended or self.event.started or self.event.starts


@dataclass(frozen=True, slots=True)
class CircuitRow:
    """A line of the table with the person, team or bot that it stands for."""

    line: Line[Key]
    subject: User | Team | Bot

    @property
    def kind(self) -> str:
        return self.line.entrant[0]

    @property
    def cells(self) -> Sequence[Score | None]:
        return self.line.scores

    @property
    def tie(self) -> str:
        """The tie-break that put it behind the line above, in words; empty without one."""
        texts = {Tie.PLACES: "better single places", Tie.NEWEST: "better place in a newer event"}
        return "" if self.line.tie is None else texts[self.line.tie]


@dataclass(frozen=True, slots=True)
class CircuitTable:
    circuit: Circuit
    columns: Sequence[Column]
    rows: Sequence[CircuitRow]

    @property
    def counted(self) -> int:
        """The number of events that count already."""
        return sum(column.counted for column in self.columns)


def table_of(circuit: Circuit) -> CircuitTable:
    """The same table for every reader: events count when they are finished and their final table
    is shown to everybody.  Drafts are left out, and house bots get no points."""
    legs = circuit.legs.select_related("event").exclude(event__state=Event.State.DRAFT)
    columns, played = [], []
    for leg in legs:
        state, lines = _read(circuit, leg)
        columns.append(Column(leg, state))
        played.append([line for line in lines if not line.entry.bot.is_house])
    results = [
        Leg(
            [
                Result(_key(circuit, line), line.place, line.left is Left.DISQUALIFIED)
                for line in lines
            ],
            column.leg.factor,
        )
        for column, lines in zip(columns, played, strict=True)
    ]
    ranked = table(results, circuit.points, circuit.best)
    subjects = _subjects(line for lines in played for line in lines)
    return CircuitTable(
        circuit, columns, [CircuitRow(line, subjects[line.entrant]) for line in ranked]
    )


def _read(circuit: Circuit, leg: CircuitEvent) -> tuple[LegState, Sequence[FinalLine]]:
    """The state of an event, and the lines that count."""
    waiting = {
        Event.State.OPEN: LegState.PLANNED,
        Event.State.RUNNING: LegState.RUNNING,
        Event.State.ABORTED: LegState.ABORTED,
    }
    if (state := waiting.get(Event.State(leg.event.state))) is not None:
        return state, ()
    viewer = EventViewer(leg.event, AnonymousUser())
    final = _final(circuit, leg, viewer)
    if final is not None and final.decided and not final.kept:
        return LegState.COUNTED, final.lines
    hidden = any(stage.started and not viewer.results(stage) for stage in viewer.stages)
    return (LegState.KEPT_BACK if hidden else LegState.NO_PLACES), ()


def _final(circuit: Circuit, leg: CircuitEvent, viewer: EventViewer) -> FinalTable | None:
    """The final table that counts: of the stage that was chosen, or else of the first final stage
    of the circuit's game."""
    finals = [stage for stage in viewer.plan.finals if circuit.game in ("", stage.game)]
    keys = [stage.key for stage in finals]
    wanted = leg.final if leg.final in keys else keys[0] if keys else ""
    return next((each for each in final_tables(viewer) if each.stage.key == wanted), None)


def _key(circuit: Circuit, line: FinalLine) -> Key:
    bot = line.entry.bot
    if circuit.rows == Circuit.Rows.BOTS:
        return "bot", bot.pk
    return ("person", bot.owner_id) if bot.team_id is None else ("team", bot.team_id)


def _subjects(lines: Iterable[FinalLine]) -> dict[Key, User | Team | Bot]:
    by_key: dict[Key, User | Team | Bot] = {}
    teams: set[int] = set()
    for line in lines:
        bot = line.entry.bot
        by_key["bot", bot.pk], by_key["person", bot.owner_id] = bot, bot.owner
        if bot.team_id is not None:
            teams.add(bot.team_id)
    by_key |= {("team", team.pk): team for team in Team.objects.filter(pk__in=teams)}
    return by_key


# As files -----------------------------------------------------------------------------------------


def names(row: CircuitRow) -> dict[str, str]:
    """The fields that name the subject of a line: a person, a team, or a bot with its owner."""
    if isinstance(row.subject, Bot):
        return {"owner": row.subject.owner.username, "bot": row.subject.name}
    return {row.kind: row.subject.name if isinstance(row.subject, Team) else row.subject.username}


class CircuitJson(TypedDict):
    format: int
    circuit: dict[str, object]
    events: list[dict[str, object]]
    lines: list[dict[str, object]]


def as_json(table: CircuitTable) -> CircuitJson:
    """The table in the format of `docs/event-results.md`."""
    circuit, site = table.circuit, site_url()
    return {
        "format": FORMAT,
        "circuit": {
            "name": circuit.name,
            "slug": circuit.slug,
            "url": site + circuit.get_absolute_url(),
            "state": circuit.state,
            "game": circuit.game or None,
            "rows": circuit.rows,
            "points": circuit.points,
            "best": circuit.best or None,
        },
        "events": [
            {
                "slug": column.event.slug,
                "name": column.event.name,
                "url": site + column.event.get_absolute_url(),
                "state": column.state.value,
                "factor": column.leg.factor,
                "ended": column.event.ended
                and column.event.ended.astimezone(UTC).isoformat(timespec="seconds"),
            }
            for column in table.columns
        ],
        "lines": [_line(table, row) for row in table.rows],
    }


def _line(table: CircuitTable, row: CircuitRow) -> dict[str, object]:
    return {
        "place": row.line.place,
        **names(row),
        "points": row.line.points,
        "results": [
            {
                "event": column.event.slug,
                "place": score.place,
                "points": score.points,
                "disqualified": score.disqualified,
                "counts": not score.dropped,
            }
            for column, score in zip(table.columns, row.cells, strict=True)
            if score is not None
        ],
    }


def as_rows(table: CircuitTable) -> list[Sequence[object]]:
    """The table as lines of a CSV file: place and points of each event, and whether they count."""
    bots = table.circuit.rows == Circuit.Rows.BOTS
    head = ["place", *(("owner", "bot") if bots else ("kind", "name")), "points"]
    for column in table.columns:
        slug = column.event.slug
        head += [f"{slug}_place", f"{slug}_points", f"{slug}_counts"]
    rows: list[Sequence[object]] = [head]
    for row in table.rows:
        who = names(row)
        first = list(who.values()) if bots else [row.kind, *who.values()]
        cells = [cell for score in row.cells for cell in _cells(score)]
        rows.append([row.line.place, *first, row.line.points, *cells])
    return rows


def _cells(score: Score | None) -> tuple[object, object, object]:
    if score is None:
        return "", "", ""
    place = "disqualified" if score.disqualified else score.place
    return place, score.points, "no" if score.dropped else "yes"
