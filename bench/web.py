"""Pages of a running site for readers without an account, and the bytes of a first visit.

Times are compared with a Django view that does nothing, by the same server in the same run.  The
site keeps such pages for seconds (`arbiter.serving.kept`), and so it does here.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from bench.references import REQUESTS, VIEW_MS, Client, bare_site
from bench.table import Row, told
from sandbox.isolation.proctree import descendants
from sandbox.tests.processes import name_of
from tests.site import Site

ROOT = Path(__file__).resolve().parents[1]
CLIENTS = 20
SECONDS = 5
PAGES = (
    # page, goal and moonshot in ms
    ("front page", "/", 15, 5),
    ("match page", "/matches/{match}/", 30, 15),
    ("ladder", "/games/snake/ladder/standard/", 30, 15),
    ("matches", "/matches/", 30, 15),
    ("game page", "/games/snake/", 30, 15),
    ("page about the site", "/about/", 4, None),
)
BYTES = (
    # page, goal in KB
    ("front page", "/", 60),
    ("match page", "/matches/{match}/", 110),
    ("live page", "/live/", 150),
    ("documentation of the API", "/api/docs/", 150),
)
FRONT_PER_SECOND = 100
_LOAD = """
import sys, threading, time
from bench.references import Client
address, path, clients, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
counts, until = [0] * clients, time.monotonic() + seconds
def ask(number):
    client = Client(address)
    while time.monotonic() < until:
        client.get(path)
        counts[number] += 1
threads = [threading.Thread(target=ask, args=(number,)) for number in range(clients)]
[each.start() for each in threads]
[each.join() for each in threads]
print(sum(counts) / seconds)
"""


def measure(site: Site) -> list[Row]:
    from matches.models import Match

    match = Match.objects.filter(state="finished", game="snake").latest("pk").pk
    return [*times(site, match), *first_visits(site, match)]


def times(site: Site, match: int) -> list[Row]:
    rows = []
    with bare_site() as bare, one_processor(site):
        nothing, pages = Client(bare), Client(site.address)
        for name, path, goal, stretch in PAGES:
            address = path.format(match=match)
            pages.get(address)
            views, took = [], []
            for _ in range(REQUESTS):
                views.append(nothing.get("/"))
                took.append(pages.get(address))
            view, page = statistics.median(views), statistics.median(took)
            beside = f"{page:.1f} ms, {page / view:.1f} × a view of {view:.2f} ms"
            value = page / view * VIEW_MS
            rows.append(told(Row(f"{name}, p50", value, "ms", goal, stretch, beside=beside)))
        rate = per_second(site.address, "/")
        beside = f"{rate:.0f} a second, {CLIENTS} clients"
        value = rate * view / VIEW_MS
        title = "front pages a second, one core"
        rows.append(told(Row(title, value, "", FRONT_PER_SECOND, rising=True, beside=beside)))
    return rows


def per_second(address: str, path: str) -> float:
    """Pages a second that many clients get at once, who are a process of their own."""
    command = [sys.executable, "-c", _LOAD, address, path, str(CLIENTS), str(SECONDS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return float(done.stdout)


@contextmanager
def one_processor(site: Site) -> Iterator[None]:
    """Meanwhile the site's web process has one processor, and others have the rest."""
    family = set(descendants(site.process.pid))
    (web,) = (pid for pid in family if name_of(pid) == "arbiter web")
    everywhere = os.sched_getaffinity(0)
    _move(web, {min(everywhere)})
    try:
        yield
    finally:
        _move(web, everywhere)


def _move(process: int, processors: set[int]) -> None:
    for thread in os.listdir(f"/proc/{process}/task"):
        os.sched_setaffinity(int(thread), processors)


def first_visits(site: Site, match: int) -> list[Row]:
    """KB that a browser without anything kept receives, headers included."""
    from tests.player.page import open_browser

    rows = []
    with open_browser() as browser:
        for name, path, goal in BYTES:
            page = browser.new_context().new_page()
            network = page.context.new_cdp_session(page)
            network.send("Network.enable")
            sizes: list[float] = []
            network.on("Network.loadingFinished", partial(_note, sizes))
            page.goto(site.address + path.format(match=match), wait_until="networkidle")
            page.context.close()
            beside = f"{len(sizes)} requests"
            rows.append(told(Row(f"first visit: {name}", sum(sizes), "KB", goal, beside=beside)))
    return rows


def _note(sizes: list[float], end: dict[str, float]) -> None:
    sizes.append(end["encodedDataLength"] / 1024)
