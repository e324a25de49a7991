"""Matches through the whole platform: what a match costs beside its turns, and how many a minute.

A match goes through database, Celery, judger, replay, result and rating.  Its turns are measured by
a judger without the platform that plays the same match.  That tells something where turns are
short; those of snake differ more from run to run than all the rest takes (`bench.spent`).
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from bench.references import slowness
from bench.table import Row, told
from tests.site import Site

if TYPE_CHECKING:
    from bots.models import BotVersion
    from matches.models import Match

WORKERS = (1, 3, 2)
"""Numbers of match workers that are compared; the last is the default on two processors."""
MATCHES = 30
SINGLE = 12
"""Matches that are played one after the other, with nothing else to do."""
SNAKE, MICROWARS = ("gardener", "drifter"), ("straggler", "straggler")
"""House bots that think for a fraction of a millisecond a move."""
PATIENCE_S = 300.0
"""How long nothing may change before the site is given up."""
_rates: dict[int, float] = {}
"""By number of workers: matches a minute."""


def measure(workers: int) -> None:
    """Matches a minute with this number of workers."""
    from matches.models import Match, Seat

    versions, before = versions_of(SNAKE), Match.objects.count()
    began = time.perf_counter()
    made = [create(versions, seed, "snake") for seed in range(MATCHES)]
    finish(made)
    rate = MATCHES / (time.perf_counter() - began) * 60
    assert Match.objects.count() == before + MATCHES, "the ladder does not rest"
    seats = Seat.objects.filter(match__in=made)
    cpu = sum(used or 0 for used in seats.values_list("cpu_ms", flat=True)) / MATCHES
    disturbed = seats.exclude(end="ok").count()
    _rates[workers] = rate
    print(
        f"{workers} match workers: {rate:.0f} matches of snake a minute; "
        f"CPU of the bots of one {cpu:.0f} ms, {disturbed} seats disturbed",
        flush=True,
    )


def rows() -> list[Row]:
    beside = ", ".join(f"{n}: {rate:.0f} a minute" for n, rate in sorted(_rates.items()))
    gain = _rates[2] / _rates[1]
    return [Row("two match workers / one", gain, "×", 1.7, rising=True, beside=beside)]


def matches(_site: Site) -> list[Row]:
    """One match at a time: from the moment it is asked for until its result is there."""
    wars = [_one(versions_of(MICROWARS), seed, "microwars") for seed in range(SINGLE)]
    return [
        _row("microwars match", [whole for whole, _ in wars], wars, 170, 90),
        _row("microwars match, beside its turns", [rest for _, rest in wars], wars, 120, 60),
    ]


def _row(
    name: str, values: list[float], all_of: list[tuple[float, float]], goal: float, stretch: float
) -> Row:
    whole, rest = (statistics.median(column) for column in zip(*all_of, strict=True))
    beside = f"{whole:.0f} ms in all, {whole - rest:.0f} ms of them turns"
    value = statistics.median(values) / slowness()
    return told(Row(name, value, "ms", goal, stretch, beside=beside))


def _one(versions: list[BotVersion], seed: int, game: str) -> tuple[float, float]:
    """ms of a whole match, and of it beside its turns."""
    from matches.playing.runner import job_of
    from sandbox.judger.client import messages

    began = time.perf_counter()
    match = create(versions, seed, game)
    finish([match], every=0.003)
    whole = (time.perf_counter() - began) * 1000
    result: dict[str, Any] = {}
    for result in messages(job_of(match, None)):  # noqa: B007  the last is wanted
        pass
    return whole, whole - result["span_us"] / 1000


def wait(count: Callable[[], int], least: int, every: float = 0.1) -> None:
    """Wait until a count, taken each ``every`` seconds, reaches a number.  RuntimeError where it
    stands still for `PATIENCE_S`."""
    known, changed = count(), time.monotonic()
    while known < least:
        time.sleep(every)
        if (now := count()) != known:
            known, changed = now, time.monotonic()
        elif time.monotonic() > changed + PATIENCE_S:
            raise RuntimeError(f"nothing has happened for {PATIENCE_S:.0f} s: {known} of {least}")


def versions_of(names: Sequence[str]) -> list[BotVersion]:
    from bots.models import Bot

    found = [Bot.objects.get(name=name).active_version for name in names]
    if None in found:
        raise RuntimeError(f"a house bot of {', '.join(names)} did not pass its first match")
    return [version for version in found if version is not None]


def create(versions: list[BotVersion], seed: int, game: str) -> Match:
    from matches.services import create_match

    return create_match(game, "standard", "friendly", versions, seed=seed)


def finish(made: list[Match], every: float = 0.1) -> None:
    """Wait until all are played; RuntimeError where one failed."""
    from matches.models import Match

    done = Match.objects.filter(pk__in=[match.pk for match in made]).exclude(
        state__in=["queued", "running"]
    )
    wait(done.count, len(made), every)
    if failed := done.exclude(state="finished").first():
        raise RuntimeError(f"match {failed.pk} ended as {failed.state}")
