"""The whole platform, running (``python -m bench.platform``): matches, pages, viewers, memory.

Starts the real thing (``tools/run.py``) on an empty folder.  The ladder is paused as soon as it has
played a few matches, so that nothing but what is measured happens.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import memory, spent, throughput, viewers, web
from bench.references import free_port
from bench.table import Row
from bench.throughput import wait
from tests import site

ROOT = Path(__file__).resolve().parents[1]
QUIET = {
    "ARBITER_DEMO": "snake,microwars",
    "ARBITER_LADDER_QUEUE_DEPTH": "2",
    "LOG_LEVEL": "ERROR",
}
"""The site's environment."""
PLAYED = 20
"""Finished matches that pages have to show."""
PARTS: tuple[Callable[[site.Site], list[Row]], ...] = (
    *(throughput.matches, web.measure, memory.measure),
    *(memory.after_a_crowd, viewers.measure),
)


@contextmanager
def running(var: Path, **more: str) -> Iterator[site.Site]:
    """The platform on a folder."""
    port = free_port()
    process = site.start(var, port, ROOT, **QUIET, **more)
    try:
        said = site.wait_until_up(process)
        yield site.Site(f"http://127.0.0.1:{port}", "", var, process, said)
    finally:
        site.stop(process)


def set_up_django(var: Path) -> None:
    """Let this process talk to the site's database and Redis."""
    import django

    os.environ["ARBITER_VAR"] = str(var)
    os.environ["DJANGO_SETTINGS_MODULE"] = "arbiter.settings"
    sys.path[:0] = [str(ROOT / "platform")]
    django.setup()


def settle() -> None:
    """Wait until all house bots are built and some matches played; then let the ladder rest."""
    from bots.models import BotVersion
    from ladder.models import Season
    from matches.models import Match

    versions = BotVersion.objects.all()
    wait(lambda: versions.filter(state__in=["ready", "failed"]).count(), versions.count())
    wait(Match.objects.filter(state="finished").count, PLAYED)
    Season.objects.update(paused=True)
    waiting = Match.objects.filter(state__in=["queued", "running"])
    wait(lambda: -waiting.count(), 0)


def main() -> list[Row]:
    var = Path(tempfile.mkdtemp(prefix="arbiter-bench-"))
    rows: list[Row] = []
    try:
        for workers in throughput.WORKERS:
            with running(var, ARBITER_MATCH_WORKERS=str(workers)) as found:
                if workers == throughput.WORKERS[0]:
                    set_up_django(var)
                settle()
                throughput.measure(workers)
                if workers == throughput.WORKERS[-1]:
                    rows += spent.measure(found)
                    for part in PARTS:
                        rows += part(found)
        with running(var, ARBITER_WEB_PROCESSES="2") as found:
            rows += viewers.measure(found, 2)
        return [*throughput.rows(), *rows]
    finally:
        shutil.rmtree(var, ignore_errors=True)


if __name__ == "__main__":
    main()
