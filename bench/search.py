"""The time of a search on a site with 100,000 matches and 10,000 each of bots, people and maps.

On SQLite and on PostgreSQL.  Each request goes through Django's test client in one process: the
page of the search, with the first results of all kinds, and the suggestions.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import postgres
from bench.pages import ROOT, Size, fill
from bench.references import slowness
from bench.table import Row, told

SIZE = Size(10_000, 100_000)
EVENTS = 1000
BOUND_MS = 100.0
ROUNDS = 20
WARM = 3
WORDS = ("viper", "worm", "adder", "cobra", "mamba", "boa", "python", "krait", "asp", "anaconda")
ABOUT = "Eats apples and avoids walls. 一只贪吃蛇"
"""The text of every bot: a word of it is found in all."""
PATHS = ("/search/", "/search/suggestions/")


@dataclass(frozen=True, slots=True)
class Query:
    """``reader`` is nobody, the owner of private maps, or an organizer."""

    title: str
    text: str
    reader: str = "nobody"

    def __str__(self) -> str:
        return self.title


QUERIES = (
    Query("a whole name", "u77/viper-77"),
    Query("the beginning of a name", "viper-7"),
    Query("a word of a tenth of all names", "worm"),
    Query("a word of every text", "apples"),
    Query("one letter", "a"),
    Query("two words", "cobra walls"),
    Query("Chinese", "贪吃蛇"),
    Query("the number of a match", "#90000"),
    Query("no result", "zzzz"),
    Query("private maps, by a stranger", "hidden"),
    Query("private maps, by an owner", "hidden", "owner"),
    Query("private maps, by an organizer", "hidden", "organizer"),
)


def _fill() -> None:
    """Bots, people, maps and events with names that searches find; half of the maps are private,
    half of the events drafts."""
    from django.contrib.auth import get_user_model
    from django.db import connection

    from bots.models import Bot
    from ladder.events.models import Event
    from maps.models import Map

    fill(SIZE)
    people = list(get_user_model().objects.filter(username__startswith="u").order_by("pk"))
    bots = Bot.objects.filter(owner__in=people).order_by("pk").values_list("pk", flat=True)
    named = [(f"{WORDS[n % len(WORDS)]}-{n}", ABOUT, pk) for n, pk in enumerate(bots, start=1)]
    with connection.cursor() as cursor:
        cursor.executemany("UPDATE bots_bot SET name = %s, about = %s WHERE id = %s", named)
    Bot.objects.update(retired_at=None)
    Map.objects.bulk_create(
        [
            Map(
                game="snake", owner=owner, name=f"{WORDS[n % len(WORDS)]}-{n}", board={},
                title=f"{'Open' if n % 2 else 'Hidden'} garden {n}", digest=str(n),
                public=bool(n % 2),
            )
            for n, owner in enumerate(people)
        ],
        batch_size=1000,
    )  # fmt: skip
    states = (Event.State.DRAFT, Event.State.OPEN)
    Event.objects.bulk_create(
        Event(
            name=f"{WORDS[n % len(WORDS)]} cup {n}", slug=f"cup-{n}", plan={}, state=states[n % 2]
        )
        for n in range(EVENTS)
    )


def _serve() -> None:
    """Fill a database, then time the `PATHS` of a query whenever its number comes."""
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from arbiter.serving import static_files
    from search import indexing, sections

    call_command("migrate", verbosity=0)
    static_files.collect()
    _fill()
    began = time.perf_counter()
    sections.refresh()
    indexing.rebuild()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    people = get_user_model()
    clients = {name: Client(SERVER_NAME="localhost") for name in ("nobody", "owner", "organizer")}
    clients["owner"].force_login(people.objects.get(username="u9"))
    clients["organizer"].force_login(people.objects.create_superuser("organizer"))
    print(time.perf_counter() - began, flush=True)
    for line in sys.stdin:
        query = QUERIES[int(line)]
        spent = (_spent(clients[query.reader], path, query.text) for path in PATHS)
        print(*(each for pair in spent for each in pair), flush=True)


def _spent(client: Any, path: str, text: str) -> tuple[float, float]:
    """Seconds of real time, and of processors: this process's and the database's."""
    began, cpu = time.perf_counter(), _processor()
    answer = client.get(path, {"q": text})
    spent = time.perf_counter() - began, _processor() - cpu
    assert answer.status_code == 200, (path, text, answer.status_code)
    return spent


def _processor() -> float:
    """Seconds that this process and the one of its connection to PostgreSQL have run."""
    from django.db import connection

    if connection.vendor == "sqlite":
        return time.process_time()
    if connection.connection is None:
        connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    return time.process_time() + int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def _start(var: Path, address: str) -> subprocess.Popen[str]:
    env = {
        **os.environ,
        **({"DATABASE_URL": address} if address else {}),
        "ARBITER_VAR": str(var),
        "SECRET_KEY": "bench",
        "STATIC_ROOT": str(var.with_name("static")),  # both sites share it
        "LOG_LEVEL": "ERROR",
        "DJANGO_SETTINGS_MODULE": "arbiter.settings",
        "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}",
    }
    pipe = subprocess.PIPE
    code = "from bench.search import _serve; _serve()"
    return subprocess.Popen(
        [sys.executable, "-c", code], env=env, cwd=ROOT, stdin=pipe, stdout=pipe, text=True
    )


def _told(process: subprocess.Popen[str]) -> list[float]:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, "a database could not be filled or read"
    return [float(word) for word in line.split()]


def _measure(database: str, address: str, var: Path) -> Iterator[Row]:
    var.mkdir()
    process = _start(var, address)
    assert process.stdin is not None
    try:
        print(f" {database}: indexed in {_told(process)[0]:.1f} s", flush=True)
        for number, query in enumerate(QUERIES):
            times = []
            for _ in range(WARM + ROUNDS):
                process.stdin.write(f"{number}\n")
                process.stdin.flush()
                times.append(_told(process))
            columns = list(zip(*times[WARM:], strict=True))
            for path, real, cpu in zip(PATHS, columns[::2], columns[1::2], strict=True):
                yield _row(f"{database} {path} {query}, p95", real, cpu)
    finally:
        process.kill()
        process.wait()


def _row(title: str, seconds: tuple[float, ...], cpu: tuple[float, ...]) -> Row:
    p95 = statistics.quantiles(seconds, n=20)[-1] * 1e3
    middle = statistics.median(seconds) * 1e3
    own = statistics.median(cpu) * 1e3
    beside = f"median {middle:.1f} ms, p95 {p95:.1f} ms; processors {own:.1f} ms"
    return told(Row(title, p95 / slowness(), "ms", BOUND_MS, BOUND_MS / 2, beside=beside))


def main() -> list[Row]:
    print(f"search: {SIZE}, as many people and maps, {EVENTS:,} events")
    slowness()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="arbiter-bench-")))
        rows = list(_measure("SQLite", "", folder / "lite"))
        if reason := postgres.why_not():
            print(f" PostgreSQL: skipped, {reason}")
            return rows
        server = stack.enter_context(postgres.server())
        address = stack.enter_context(postgres.database(server, "arbiter_bench_search"))
        return rows + list(_measure("PostgreSQL", address, folder / "postgresql"))


if __name__ == "__main__":
    main()
