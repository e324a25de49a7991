"""Where the time of a match goes, from its creation until its result is there.

One match after the other is played in this process, with the site's own workers stopped, as a
worker plays it.  The time of a part is without those of the parts within it, so that they add up.
"""

from __future__ import annotations

import json
import os
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pkgutil import resolve_name
from typing import Any
from unittest import mock

from bench.references import slowness
from bench.table import Row, told
from bench.throughput import MICROWARS, SINGLE, SNAKE, create, versions_of
from sandbox.isolation.proctree import descendants
from sandbox.tests.processes import name_of
from tests.site import Site

PARTS = {
    "matches.services.create_matches": "creation",
    "arbiter.working.queues.send": "calls of workers",
    "matches.queueing.claiming.choose": "choice of the match",
    "matches.queueing.claiming.claim": "claim",
    "matches.tasks._play": "slots of processor and memory",
    "matches.playing.runner.job_of": "job: rules and seats",
    "matches.playing.runner.materialize": "job: unpacked programs",
    "sandbox.judger.client.Templates.start": "start of the judger",
    "matches.playing.runner.Recorder.take": "game: turns, replay, streams",
    "matches.playing.runner.Recorder.flush": "game: turns, replay, streams",
    "matches.playing.runner.Recorder.played": "replay: end",
    "matches.tasks.run": "end of the judger",
    "matches.services.store": "stored files",
    "matches.services.finish": "result",
    "controls.services.charge": "used time of shares",
    "matches.expectations.learn": "expected times",
}
"""By function: the part that it is."""
GAME = PARTS["matches.playing.runner.Recorder.take"]
SET_UP = "judger: its sandboxes, interpreters of bots"
"""Until its first line."""
TRIES = 10
"""Times that the workers are stopped, until none of them holds the write lock."""
LEAST = 0.05
"""Milliseconds of the smallest part in the list."""


class Watch:
    """Seconds by part, each without the parts within it."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self.turns = 0.0
        self._within = [0.0]
        self._lines = resolve_name("matches.playing.runner._lines")

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        self._within.append(0.0)
        try:
            yield
        finally:
            took = time.perf_counter() - began
            self.spent[name] += took - self._within.pop()
            self._within[-1] += took

    def watched(self, name: str, act: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any, **options: Any) -> Any:
            with self.part(name):
                return act(*arguments, **options)

        return run

    def lines(self, *arguments: Any) -> Iterator[bytes | None]:
        """The judger's lines, with the time that it lets us wait."""
        lines, name, last = self._lines(*arguments), SET_UP, b""
        while True:
            with self.part(name):
                line = next(lines, b"")
            if line == b"":
                break
            if line is not None:
                name, last = GAME, line
            yield line
        self.turns += json.loads(last)["span_us"] / 1e6

    def send(self, sender: object, **named: Any) -> None:
        """As the signal at the end of a match, with each of its handlers as a part."""
        from arbiter.configured.after_matches import AFTER_MATCHES

        for path in AFTER_MATCHES["match_finished"]:
            with self.part(f"after it: {path.rpartition('.')[2].replace('_', ' ')}"):
                resolve_name(path)(sender=sender, **named)


@contextmanager
def watching(watch: Watch) -> Iterator[None]:
    with ExitStack() as stack:
        for path, name in PARTS.items():
            stack.enter_context(mock.patch(path, watch.watched(name, resolve_name(path))))
        stack.enter_context(mock.patch("matches.playing.runner._lines", watch.lines))
        stack.enter_context(mock.patch("matches.services.match_finished", watch))
        yield


@contextmanager
def resting(site: Site) -> Iterator[None]:
    """While the block runs, the site's own workers of matches stand still; none of them holds the
    write lock then."""
    pids = [pid for pid in descendants(site.process.pid) if name_of(pid) == "arbiter matches"]
    try:
        for _ in range(TRIES):
            _signal(pids, signal.SIGSTOP)
            if _may_write():
                break
            _signal(pids, signal.SIGCONT)
            time.sleep(1)
        else:
            raise RuntimeError("each time that the workers were stopped, one held the write lock")
        yield
    finally:
        _signal(pids, signal.SIGCONT)


def _signal(pids: Sequence[int], number: int) -> None:
    for pid in pids:
        os.kill(pid, number)


def _may_write() -> bool:
    from django.db import OperationalError, transaction

    try:
        with transaction.atomic():  # takes the lock at its begin
            return True
    except OperationalError:
        return False


def measure(site: Site) -> list[Row]:
    """Print the parts of a match of each game, the dearest first; what it costs beside its own
    turns."""
    rows = []
    for game, names, goal in (("snake", SNAKE, 30), ("microwars", MICROWARS, 80)):
        spent, turns = _spent(site, game, names)
        whole = sum(spent.values())
        title = f"{game} match in one process, beside its turns"
        beside = f"{whole:.1f} ms in all, {turns:.1f} ms of them turns"
        rows.append(told(Row(title, (whole - turns) / slowness(), "ms", goal, beside=beside)))
        for name, ms in sorted(spent.items(), key=lambda each: -each[1]):
            if ms >= LEAST:
                print(f"  {ms:6.1f} ms  {name}", flush=True)
    return rows


def _spent(site: Site, game: str, names: Sequence[str]) -> tuple[dict[str, float], float]:
    """Mean ms of a match by part, and of its turns."""
    from matches import tasks

    versions, watch = versions_of(names), Watch()
    with resting(site):
        for number in range(SINGLE + 1):
            if number == 1:  # the judger has its game now
                watch.spent.clear()
                watch.turns = 0.0
            with watching(watch), watch.part("all else"):
                create(versions, number, game)
                tasks.play("matches")
    each_ms = 1e3 / SINGLE
    return {part: each_ms * spent for part, spent in watch.spent.items()}, each_ms * watch.turns
