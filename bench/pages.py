"""The cost of pages on a site with many matches: against those of a site with few.

On SQLite and on PostgreSQL.  Each site has a database of its own, filled by copying rows within the
database, and Django's test client asks it in a process of its own; the two take turns within one
run.  No page is kept between requests.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import postgres
from bench.table import Row, told

ROOT = Path(__file__).resolve().parents[1]
BOUND = 2.0
"""The large season's page over the small one's, at most."""
ROUNDS = 12


@dataclass(frozen=True, slots=True)
class Size:
    bots: int
    matches: int

    def __str__(self) -> str:
        return f"{self.bots:,} bots and {self.matches:,} matches"


SMALL, LARGE = Size(100, 1000), Size(10_000, 1_000_000)


@dataclass(frozen=True, slots=True)
class Page:
    """``scoring`` is the season's, where the page shows it; ``staff`` pages are for organizers."""

    path: str
    scoring: str = ""
    staff: bool = False

    def __str__(self) -> str:
        return f"{self.path} by {self.scoring}" if self.scoring else self.path


PAGES = (
    Page("/games/snake/ladder/standard/", "rating"),
    Page("/games/snake/ladder/standard/", "points"),
    *map(Page, ("/", "/now/", "/live/", "/games/snake/", "/games/snake/matches/", "/matches/")),
    *map(Page, ("/matches/?kind=ladder", "/matches/?kind=room", "/matches/?ruleset=blitz")),
    *map(Page, ("/matches/900/", "/status/queue/", "/search/?q=b7", "/events/")),
    *map(Page, ("/people/u7/", "/bots/u7/b7/", "/games/snake/atom.xml", "/bots/u7/b7/atom.xml")),
    *map(Page, ("/games/snake/ladder/standard/rivals/", "/api/v1/matches/?state=aborted")),
    *(
        Page(path, staff=True)
        for path in (
            *("/desk/", "/desk/queue/", "/desk/fairness/", "/desk/workers/", "/bots/"),
            *("/bots/u7/b7/statistics/", "/desk/audit/"),
        )
    ),
)
WINDOW = 100
WAITING, PLAYED = 24, 4
"""The last matches wait, and of these the last are played."""
FINISHED = {
    "sqlite": "strftime('%Y-%m-%d %H:%M:%f', 'now', '-' || ({ago}) || ' seconds')",
    "postgresql": "now() - ({ago}) * interval '1 second'",
}
"""By kind of database: when the match of a row ended, ``ago`` seconds ago."""


def copies(model: Any, template: int, count: int, base: int, **columns: str) -> None:
    """Rows ``base`` + 1 to ``base`` + ``count`` like the template, but for ``columns``, which are
    SQL in which n.i is the number of the copy."""
    from django.db import connection

    table, pk = model._meta.db_table, model._meta.pk.column
    names = [field.column for field in model._meta.concrete_fields if not field.primary_key]
    values = ", ".join(columns.get(name, f'"{table}"."{name}"') for name in names)
    quoted = ", ".join(f'"{name}"' for name in names)
    with connection.cursor() as cursor:
        # Every word of it is ours.
        cursor.execute(
            f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) "  # noqa: S608
            f'INSERT INTO "{table}" ({pk}, {quoted}) SELECT {base} + n.i, {values} '
            f'FROM n, "{table}" WHERE "{table}".{pk} = {template}'
        )


def templates() -> dict[str, Any]:
    """A season of snake with one bot, one match, and all rows that depend on them."""
    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from bots.models import Bot, BotVersion
    from ladder.models import RatedMatch, Rating, RatingChange
    from ladder.seasons.current import current_season, ensure_seasons
    from matches.models import Match, Seat

    ensure_seasons()
    season = current_season("snake", "standard")
    assert season is not None
    owner = get_user_model().objects.create_user("owner")
    bot = Bot.objects.create(owner=owner, game="snake", name="b")
    version = BotVersion.objects.create(
        bot=bot, number=1, language="python", uploaded_by=owner, source_bytes=1, source_files=1,
        state="ready",
    )  # fmt: skip
    rating = Rating.objects.create(
        season=season, bot=bot, version=version, games=200, counted=[10.0, 0.0] * (WINDOW // 2)
    )
    match = Match.objects.create(
        game="snake", ruleset="standard", kind="ladder", seed=1, state="finished",
        finished=timezone.now(), replay="replays/there.jsonl.gz", claimed_by="here:1",
    )  # fmt: skip
    seat = Seat.objects.create(match=match, number=0, version=version, rank=1, end="ok")
    rated = RatedMatch.objects.create(match=match, season=season)
    change = RatingChange.objects.create(
        rated=rated, seat=0, rating=rating, mu_before=25, sigma_before=8, mu=25, sigma=8
    )
    rows = (owner, bot, version, rating, match, seat, rated, change)
    return {"season": season, **{type(row).__name__: row for row in rows}}


def fill(size: Size) -> None:
    """An empty database gets one season with many bots, each with its own rating, and many
    matches."""
    with _hurry():
        _fill(size)


def _fill(size: Size) -> None:
    from django.db import connection
    from django.db.models import F
    from django.utils import timezone

    first = templates()

    def copy(what: str, count: int, part: int = 0, **columns: str) -> None:
        row = first[what]
        copies(type(row), row.pk, count, row.pk + part * count, **columns)

    def nth(name: str, number: str = "n.i") -> str:
        return f"{first[name].pk} + {number}"

    bot, season, mu = first["Bot"], first["season"], f"15.0 + 20.0 * n.i / {size.bots}"
    copy("User", size.bots, username="'u' || n.i", email="'u' || n.i")
    copy("Bot", size.bots, name="'b' || n.i", owner_id=nth("User"))
    copy("BotVersion", size.bots, bot_id=nth("Bot"))
    copied = type(bot).objects.filter(pk__gt=bot.pk)
    copied.update(active_version=F("pk") - bot.pk + first["BotVersion"].pk)
    copy("Rating", size.bots, bot_id=nth("Bot"), version_id=nth("BotVersion"), mu=mu, sigma="1.0",
         sigma_shown="1.0", standing=f"{mu} - 1.0")  # fmt: skip
    ended = FINISHED[connection.vendor].format(ago=f"{size.matches} - n.i")
    copy("Match", size.matches, created=ended, started=ended, finished=ended)
    last = first["Match"].pk + size.matches
    waiting = type(first["Match"]).objects.filter(pk__gt=last - WAITING)
    waiting.update(state="queued", finished=None, started=None, replay="", claimed_by="")
    waiting.filter(pk__gt=last - PLAYED).update(state="running", started=timezone.now())
    _count_for_workers(size.matches)
    copy("RatedMatch", size.matches, match_id=nth("Match"), order="n.i")
    for seat in (0, 1):
        some = f"1 + (CAST(n.i AS bigint) * {7919 + seat}) % {size.bots}"
        copy("Seat", size.matches, seat, match_id=nth("Match"), number=str(seat),
             version_id=nth("BotVersion", some))  # fmt: skip
        copy("RatingChange", size.matches, seat, rated_id=nth("RatedMatch"), seat=str(seat),
             rating_id=nth("Rating", some))  # fmt: skip
    type(season).objects.filter(pk=season.pk).update(results=size.matches)
    type(bot).objects.filter(pk=bot.pk).update(retired_at=timezone.now())


def _count_for_workers(matches: int) -> None:
    """The counts of a worker that finished one match each second until now, of a day at most."""
    from datetime import timedelta

    from django.utils import timezone

    from controls.models import Worker, WorkerCount

    now, span = timezone.now(), WorkerCount.SPAN
    Worker.objects.create(name="here:1", host="here", lane="matches", seen=now)
    spans = min(matches, 86400) // int(span.total_seconds()) + 1
    first = WorkerCount.span_of(now) - span * (spans - 1)
    WorkerCount.objects.bulk_create(
        WorkerCount(name="here:1", since=first + span * n, finished=span / timedelta(seconds=1))
        for n in range(spans)
    )


@contextmanager
def _hurry() -> Iterator[None]:
    """The rows in between are consistent by construction: no row's keys are looked up."""
    from django.apps import apps
    from django.core.management.color import no_style
    from django.db import connection

    lite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(
            "PRAGMA foreign_keys=OFF" if lite else "SET session_replication_role=replica"
        )
        if lite:
            cursor.execute("PRAGMA synchronous=OFF")
            cursor.execute("PRAGMA cache_size=-500000")
        yield
        # The copies have taken numbers that PostgreSQL would give the next rows.
        for line in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            cursor.execute(line)
        cursor.execute("ANALYZE" if lite else "VACUUM ANALYZE")
    # The page is asked over a connection as any other.
    connection.close()


def _serve(bots: int, matches: int) -> None:
    """Fill a database, and then time a page of `PAGES` whenever its number comes."""
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.test import Client

    from arbiter.serving import static_files
    from ladder.models import Season
    from search import indexing

    call_command("migrate", verbosity=0)
    static_files.collect()
    began = time.perf_counter()
    fill(Size(bots, matches))
    nobody, organizer = Client(SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
    organizer.force_login(get_user_model().objects.create_superuser("organizer"))
    _report_fairness(organizer)
    indexing.rebuild()
    print(time.perf_counter() - began, flush=True)
    for line in sys.stdin:
        page = PAGES[int(line)]
        if page.scoring:
            Season.objects.filter(game="snake", ruleset="standard").update(scoring=page.scoring)
        began = time.perf_counter()
        answer = (organizer if page.staff else nobody).get(page.path)
        spent = time.perf_counter() - began
        assert answer.status_code == 200, (page.path, answer.status_code)
        if page.scoring:
            assert f"{bots} bots".encode() in answer.content, "the page has not all bots"
        print(spent, flush=True)


def _report_fairness(organizer: Any) -> None:
    """The part of a worker: the page shows a report that was computed before."""
    from ladder.models import FairnessReport
    from ladder.statistics import fairness_reports

    organizer.get("/desk/fairness/")
    fairness_reports.make(FairnessReport.objects.get().pk)


def environment(var: Path, address: str) -> dict[str, str]:
    """Of a process that measures a site on the folder ``var``; no page is kept.  ``address`` is
    that of its database on PostgreSQL, or empty."""
    return {
        **os.environ,
        **({"DATABASE_URL": address} if address else {}),
        "ARBITER_VAR": str(var),
        "SECRET_KEY": "bench",
        "ARBITER_PUBLIC_SECONDS": "0",
        "STATIC_ROOT": str(var.with_name("static")),  # both sites share it
        # No cache is here, and every page would say so.
        "LOG_LEVEL": "ERROR",
        "DJANGO_SETTINGS_MODULE": "arbiter.settings",
        "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}",
    }


def _start(size: Size, var: Path, address: str) -> subprocess.Popen[str]:
    var.mkdir()
    env = environment(var, address)
    code = f"from bench.pages import _serve; _serve({size.bots}, {size.matches})"
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", code], env=env, cwd=ROOT, stdin=pipe, stdout=pipe, text=True
    )


def _ask(process: subprocess.Popen[str], page: int) -> float:
    assert process.stdin is not None
    process.stdin.write(f"{page}\n")
    process.stdin.flush()
    return _told(process)


def _told(process: subprocess.Popen[str]) -> float:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, "a database could not be filled or read"
    return float(line)


def _measure(database: str, addresses: dict[Size, str], folder: Path) -> list[Row]:
    print(f" {database}", flush=True)
    served = [
        _start(size, folder / str(number), address)
        for number, (size, address) in enumerate(addresses.items())
    ]
    try:
        filled = [_told(process) for process in served]
        print(f"  filled in {filled[0]:.1f} s and {filled[1]:.0f} s", flush=True)
        rows = []
        for number, page in enumerate(PAGES):
            times = [[_ask(process, number) for process in served] for _ in range(ROUNDS)][3:]
            small, large = (statistics.median(column) for column in zip(*times, strict=True))
            beside = f"{small * 1e3:.1f} ms and {large * 1e3:.1f} ms"
            title = f"{database} {page}: large / small"
            rows.append(told(Row(title, large / small, "×", BOUND, 1.2, beside=beside)))
        return rows
    finally:
        for process in served:
            process.kill()
            process.wait()


def main() -> list[Row]:
    print(f"pages: {SMALL}; {LARGE}")
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder:
        rows = _measure("SQLite", {SMALL: "", LARGE: ""}, Path(folder))
    if reason := postgres.why_not():
        print(f" PostgreSQL: skipped, {reason}")
        return rows
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="arbiter-bench-"))
        server = stack.enter_context(postgres.server())
        names = {SMALL: "arbiter_bench_small", LARGE: "arbiter_bench_large"}
        addresses = {
            size: stack.enter_context(postgres.database(server, name))
            for size, name in names.items()
        }
        return rows + _measure("PostgreSQL", addresses, Path(folder))


if __name__ == "__main__":
    main()
