"""Events of 100, 1,000 and 3,000 bots: a Swiss of 11 rounds with recorded results.

On SQLite, the middle one on PostgreSQL, too.  Each site is filled and measured in a process of its
own.  Results are written as the end of a match does, without a judger; only what follows from them
is measured: moves of the stage, its pages, and acts of its organizers.  No page is kept.
"""

from __future__ import annotations

import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bench import crowded_ladder as ladder
from bench import postgres
from bench.pages import ROOT, environment
from bench.references import slowness
from bench.table import Row, told

if TYPE_CHECKING:
    from django.test import Client

SIZES = (100, 1000, 3000)
MIDDLE = 1000
ROUNDS = 11
OPEN = 6
"""The round that is half played while the pages and acts are measured."""
AT_ONCE = 16

GOALS = {
    "a move that makes matches": ({100: 150, 1000: 150, 3000: 400}, "ms"),
    "a periodic move that finds nothing": ({100: 10, 1000: 10, 3000: 10}, "ms"),
    "the move that draws a round": ({100: 300, 1000: 1000, 3000: 3000}, "ms"),
    "the page of the stage": ({100: 150, 1000: 150, 3000: 400}, "ms"),
    "its size": ({100: 150, 1000: 150, 3000: 150}, "KB"),
    "its part that is polled, unchanged": ({100: 20, 1000: 20, 3000: 20}, "ms"),
    "the projector": ({100: 100, 1000: 100, 3000: 300}, "ms"),
    "a line of its CSV": ({100: 300, 1000: 300, 3000: 300}, "bytes"),
    "a line of the API, at most": ({100: 300, 1000: 300, 3000: 300}, "bytes"),
    "void: preview": ({100: 1000, 1000: 1000, 3000: 3000}, "ms"),
    "void: act": ({100: 1000, 1000: 1000, 3000: 3000}, "ms"),
    "void: undo": ({100: 1000, 1000: 1000, 3000: 3000}, "ms"),
    "disqualify": ({100: 1000, 1000: 1000, 3000: 3000}, "ms"),
    "seeds by a list": ({100: 1000, 1000: 1000, 3000: 1000}, "ms"),
    "queries of an import": ({100: 1000, 1000: 1000, 3000: 1000}, "queries"),
    "a dry run": ({100: 3000, 1000: 10_000, 3000: 10_000}, "ms"),
    "all moves of the whole event": ({100: 6000, 1000: 60_000}, "ms"),
    "take the stage back": ({100: 3000, 1000: 3000, 3000: 9000}, "ms"),
    "queries of taking it back": ({100: 300, 1000: 300, 3000: 900}, "queries"),
}
"""By what is measured: the goals by size, and the unit."""


class Crowd:
    """An event of many bots on the site of this process."""

    def __init__(self, count: int) -> None:
        from accounts.models import User
        from ladder.core.contest.plan import EventPlan, Feed, Kind, Options, StagePlan
        from ladder.events.models import Entry
        from ladder.events.planning import acts
        from ladder.seasons.current import ensure_seasons

        ensure_seasons()
        self.count, self.rng, self.moves = count, random.Random(count), 0.0
        self.boss = User.objects.create_superuser("boss")
        options = Options(games=1, rounds=ROUNDS)
        plan = StagePlan("swiss", "Swiss", kind=Kind.SWISS, feeds=(Feed(),), game="snake",
                         ruleset="standard", options=options)  # fmt: skip
        self.event = acts.create(self.boss, acts.Draft(name="Crowd", plan=EventPlan((plan,))))
        acts.publish(self.event, self.boss)
        bots = ladder.people(count)
        Entry.objects.bulk_create(Entry(event=self.event, bot=bot) for bot in bots)
        self.event.refresh_from_db()
        self.before = dict(self._before())
        acts.start(self.event, self.boss)
        self.stage = self.event.stages.get()

    def _before(self) -> Iterator[tuple[str, float]]:
        """Acts of organizers before the start, in ms and queries."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        from ladder.events.entrants import importing, seeding
        from ladder.events.planning import forecasts

        names = [f"u{n}" for n in range(self.count)]
        with CaptureQueriesContext(connection) as queries:
            importing.confirm(self.event, self.boss, "\n".join(names))
        yield "queries of an import", float(len(queries))
        listed = "\n".join(f"u{n}/b{n}" for n in reversed(range(self.count)))
        seed = partial(seeding.by_list, self.event, self.boss, listed)
        yield "seeds by a list", 1e3 * _spent(seed)
        yield "a dry run", 1e3 * _spent(partial(forecasts.forecast, self.event))

    def record(self, most: int) -> int:
        """End waiting matches as `matches.services.finish` does, in their order; how many."""
        from django.db import transaction
        from django.utils import timezone

        from ladder.events.running import pulses
        from matches.models import Match, Seat

        waiting = Match.objects.filter(state="queued", kind="event").order_by("pk")
        rows = list(waiting.only("pk")[:most])
        seats = Seat.objects.filter(match__in=rows).select_related("version__bot")
        strengths = {s.pk: self._strength(s.program.bot.name) for s in seats}
        best = {s.match_id: 0.0 for s in seats}
        for seat in seats:
            best[seat.match_id] = max(best[seat.match_id], strengths[seat.pk])
        for seat in seats:
            seat.rank = 1 if strengths[seat.pk] == best[seat.match_id] else 2
            seat.score, seat.end = -float(seat.rank), "ok"
        now = timezone.now()
        with transaction.atomic():
            Seat.objects.bulk_update(seats, ["rank", "score", "end"])
            Match.objects.filter(pk__in=[row.pk for row in rows]).update(
                state="finished", started=now, finished=now
            )
            pulses.mark(self.stage.pk)
        return len(rows)

    def _strength(self, name: str) -> float:
        return int(name[1:]) / self.count + self.rng.gauss(0, 0.3)

    def move(self) -> float:
        """Seconds of one move."""
        from ladder.events.running import advancing

        spent = _spent(lambda: advancing.move_marked(self.stage.pk))
        self.moves += spent
        return spent

    def play_to(self, number: int, part: float) -> tuple[list[float], list[float]]:
        """Play until ``part`` of a round is played; the times of moves that did not draw a round,
        and of those that did."""
        plain: list[float] = []
        drew: list[float] = []
        while True:
            at = self.round
            if at >= number and self.played(at) >= part * (self.count // 2):
                return plain, drew
            if not self.record(AT_ONCE):
                return plain, drew
            spent = self.move()
            (plain if self.round == at else drew).append(spent)

    @property
    def round(self) -> int:
        from ladder.events.models import Encounter

        row = Encounter.objects.filter(stage=self.stage).order_by("-round").first()
        return row.round if row else 0

    def played(self, number: int) -> int:
        from ladder.events.models import Encounter

        rows = Encounter.objects.filter(stage=self.stage, round=number)
        return rows.filter(games__match__state="finished").count()


def _spent(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def _usual(act: Callable[[], object], times: int = 5) -> float:
    act()
    return statistics.median(_spent(act) for _ in range(times))


def _pages(crowd: Crowd) -> Iterator[tuple[str, float]]:
    """The pages of the stage, in ms and bytes."""
    from django.test import Client
    from django.urls import reverse

    client = Client(SERVER_NAME="localhost")
    slug, key = crowd.event.slug, crowd.stage.key
    page = reverse("event-stage", args=[slug, key])
    yield "the page of the stage", 1e3 * _usual(lambda: client.get(page))
    yield "its size", len(client.get(page).content) / 1e3
    state = reverse("event-stage-state", args=[slug, key])
    seen = re.search(r"seen=([0-9a-f-]+)", client.get(state).text)
    assert seen is not None, "the part does not say its version"
    polled = f"{state}?seen={seen[1]}"
    assert client.get(polled).status_code == 204, "nothing changed"
    yield "its part that is polled, unchanged", 1e3 * _usual(lambda: client.get(polled))
    projector = reverse("event-projector-state", args=[slug])
    yield "the projector", 1e3 * _usual(lambda: client.get(projector))
    lines = b"".join(client.get(reverse("event-table-csv", args=[slug, key])))
    yield "a line of its CSV", len(lines) / lines.count(b"\n")
    yield "a line of the API, at most", max(_lines_of_api(client, slug, key))


def _lines_of_api(client: Client, slug: str, key: str) -> Iterator[float]:
    """Bytes of a line on each page, with what stands beside the lines."""
    address: str | None = f"/api/v1/events/{slug}/stages/{key}/"
    while address:
        answer = client.get(address)
        found = answer.json()
        yield len(answer.content) / sum(len(group["rows"]) for group in found["groups"])
        address = found["next"]


def _acts(crowd: Crowd) -> Iterator[tuple[str, float]]:
    """Acts of organizers on results, in ms."""
    from ladder.events.mending.rulings import Disqualify, UndoVoid, Void
    from matches.models import Match

    match = Match.objects.filter(kind="event", state="finished").latest("pk")
    yield "void: preview", 1e3 * _spent(lambda: Void(match).preview())
    yield "void: act", 1e3 * _spent(lambda: Void(match).do(crowd.boss, "measured"))
    match.refresh_from_db()
    yield "void: undo", 1e3 * _spent(lambda: UndoVoid(match).do(crowd.boss, "measured"))
    entry = crowd.event.entries.get(bot__name="b7")
    yield "disqualify", 1e3 * _spent(lambda: Disqualify(entry).do(crowd.boss, "measured"))


def _take_back(crowd: Crowd) -> Iterator[tuple[str, float]]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from ladder.events.mending.retaking import TakeBack
    from ladder.events.mending.taking_back import Mode

    act = TakeBack(crowd.stage, Mode.REPLAY)
    with CaptureQueriesContext(connection) as queries:
        spent = _spent(lambda: act.do(crowd.boss, "measured"))
    yield "take the stage back", 1e3 * spent
    yield "queries of taking it back", float(len(queries))


def _serve(count: int) -> None:
    """Fill a database, measure, and print each value as a line of JSON."""
    import django

    django.setup()
    from django.core.management import call_command

    from arbiter.serving import static_files
    from arbiter.working import queues
    from ladder.events.running import advancing

    call_command("migrate", verbosity=0)
    static_files.collect()
    queues.send = lambda *_, **__: None  # no worker listens
    crowd = Crowd(count)
    for name, value in crowd.before.items():
        _tell(name, value)
    plain, drew = crowd.play_to(OPEN, 0.5)
    _tell("a move that makes matches", 1e3 * statistics.median(plain[-10:]))
    _tell("the move that draws a round", 1e3 * max(drew))
    _tell("a periodic move that finds nothing", 1e3 * _usual(advancing.move_due))
    for part in (_pages, _acts):
        for name, value in part(crowd):
            _tell(name, value)
    if count <= MIDDLE:
        crowd.play_to(ROUNDS, 1.0)
        _tell("all moves of the whole event", 1e3 * crowd.moves)
    for name, value in _take_back(crowd):
        _tell(name, value)


def _tell(name: str, value: float) -> None:
    print(json.dumps([name, value]), flush=True)


def _measure(database: str, address: str, count: int, var: Path) -> list[Row]:
    code = f"from bench.crowds import _serve; _serve({count})"
    return [
        _row(f"{database}, {count:,} bots: {name}", value, *_goal(name, count))
        for name, value in _values(code, var, address)
    ]


def _ladder(var: Path) -> list[Row]:
    values = _values("from bench.crowded_ladder import main; main()", var)
    return [_row(f"SQLite, {name}", value, ladder.GOALS[name], "ms") for name, value in values]


def _values(code: str, var: Path, address: str = "") -> Iterator[tuple[str, float]]:
    """The lines of JSON that a program on a site of its own prints."""
    var.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env=environment(var, address),
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            name, value = json.loads(line)
            yield name, value
    finally:
        process.kill()
    assert process.wait() == 0, f"{code} did not come to its end"


def _goal(name: str, count: int) -> tuple[float, str]:
    goals, unit = GOALS[name]
    return float(goals[count]), unit


def _row(title: str, value: float, goal: float, unit: str) -> Row:
    if unit != "ms":
        return told(Row(title, value, unit, goal))
    return told(Row(title, value / slowness(), unit, goal, beside=f"{value:,.0f} ms"))


def main() -> list[Row]:
    print(f"crowds: a Swiss of {ROUNDS} rounds, {' / '.join(f'{size:,}' for size in SIZES)} bots")
    rows = []
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder:
        for count in SIZES:
            rows += _measure("SQLite", "", count, Path(folder) / str(count))
        rows += _ladder(Path(folder) / "ladder")
    if reason := postgres.why_not():
        print(f" PostgreSQL: skipped, {reason}")
        return rows
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="arbiter-bench-"))
        server = stack.enter_context(postgres.server())
        address = stack.enter_context(postgres.database(server, "arbiter_bench_crowd"))
        return rows + _measure("PostgreSQL", address, MIDDLE, Path(folder) / "postgres")


if __name__ == "__main__":
    main()
