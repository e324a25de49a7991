"""Matches per minute through the whole platform: database, Celery, judger, replay and result.

Starts the real thing (``tools/run.py``) on an empty folder and has a quick house bot play friendly
matches against itself.  The baseline is a bare judger that plays the same matches one after another
in the same run; the ladder is paused, so that nothing else plays.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MATCHES = 30
BOT = "hunter"
"""A house bot in C++ that thinks for a fraction of a millisecond a move."""


@dataclass(frozen=True, slots=True)
class Throughput:
    """Matches a minute: through the platform with ``workers`` at work, and of one bare judger."""

    per_minute: float
    bare: float
    workers: int

    def lines(self) -> list[str]:
        ratio = self.per_minute / self.bare
        return [
            f"matches a minute through Celery ({self.workers} match worker): {self.per_minute:.0f}",
            f"  of a bare judger's {self.bare:.0f} a minute, one after another: {ratio:.2f} ×",
        ]


@contextmanager
def platform(var: Path) -> Iterator[None]:
    """The platform, running on an empty folder; this process talks to its database and Redis."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    env = {**os.environ, "ARBITER_VAR": str(var), "ARBITER_PORT": port}
    command = [sys.executable, str(ROOT / "tools" / "run.py")]
    process = subprocess.Popen(
        command, env=env, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if "Arbiter is up" in line:
                break
        else:
            raise RuntimeError("the platform did not start: run `make run` to see why")
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)


def measure() -> Throughput:
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder:
        var = Path(folder)
        os.environ["ARBITER_VAR"] = folder
        sys.path[:0] = [str(ROOT / "platform")]
        with platform(var):
            import django

            os.environ["DJANGO_SETTINGS_MODULE"] = "arbiter.settings"
            django.setup()
            return _measure()


def _measure() -> Throughput:
    from bots.models import Bot, BotVersion
    from ladder.models import Season
    from matches.models import Match
    from matches.runner import job_of
    from matches.services import create_match
    from sandbox.judger.client import messages

    Season.objects.update(paused=True)
    _wait(lambda: not BotVersion.objects.exclude(state__in=["ready", "failed"]).exists())
    _wait(lambda: not Match.objects.filter(state__in=["queued", "running"]).exists())
    version = Bot.objects.get(name=BOT).active_version
    if version is None:
        raise RuntimeError(f"the house bot {BOT} did not pass its first match")
    sample = create_match("snake", "standard", "friendly", [version, version], seed=1)
    _wait(lambda: Match.objects.filter(pk=sample.pk, state="finished").exists())
    job = job_of(sample, None)
    began = time.perf_counter()
    for _ in range(MATCHES // 3):
        for _message in messages(job):
            pass
    bare = (MATCHES // 3) / (time.perf_counter() - began) * 60
    began = time.perf_counter()
    for seed in range(MATCHES):
        create_match("snake", "standard", "friendly", [version, version], seed=seed)
    _wait(lambda: Match.objects.filter(kind="friendly", state="finished").count() > MATCHES)
    rate = MATCHES / (time.perf_counter() - began) * 60
    workers = max(1, len(os.sched_getaffinity(0)) - 1)
    return Throughput(rate, bare, workers)


def _wait(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 300
    while not done():
        if time.monotonic() > deadline:
            raise RuntimeError("the platform did not get on within five minutes")
        time.sleep(0.02)


def main() -> None:
    for line in measure().lines():
        print(line)


if __name__ == "__main__":
    main()
