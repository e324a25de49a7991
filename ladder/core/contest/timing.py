"""Durations of stages that share the workers of a site.

Workers are divided as evenly as possible among the stages that run at the same time; a stage that
cannot use its share leaves the rest to the others.  Seasons of the ladder get the workers that no
other stage uses, because they end at a fixed time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Work:
    """The work of a stage: ``seconds`` of one worker, of which at most ``together`` are spent in
    parallel.  It begins after ``begins`` seconds, and when all ``sources`` are over.

    ``until`` is set for a season, which ends then and takes the workers that are left.  Other
    stages last ``least`` seconds or longer, and keep their share of the workers meanwhile.
    """

    key: str
    seconds: float
    together: int
    begins: float = 0.0
    sources: tuple[str, ...] = ()
    until: float | None = None
    least: float = 0.0


@dataclass(frozen=True, slots=True)
class Span:
    """The begin and end of a stage in seconds after the start; ``worked`` is worker time in
    seconds."""

    begins: float
    ends: float
    worked: float


@dataclass(slots=True)
class _Going:
    work: Work
    begins: float
    left: float
    worked: float = 0.0


def spans(stages: Sequence[Work], workers: int) -> dict[str, Span]:
    """The span of each stage by key.  ValueError for stages that wait for each other in a cycle, or
    for an unknown stage."""
    now, going, done = 0.0, dict[str, _Going](), dict[str, Span]()
    while len(done) < len(stages):
        waiting = [each for each in stages if each.key not in done and each.key not in going]
        ready = [each for each in waiting if done.keys() >= set(each.sources)]
        for work in ready:
            if work.begins <= now:
                going[work.key] = _Going(work, now, work.seconds)
        rates = _rates([each.work for each in going.values()], workers)
        moments = [each.begins for each in ready if each.begins > now]
        moments += [_end(each, rates[key], now) for key, each in going.items()]
        if not moments:
            raise ValueError("some stages wait for each other in a cycle")
        step, now = min(moments) - now, min(moments)
        for key, each in list(going.items()):
            each.worked += rates[key] * step
            each.left -= rates[key] * step
            if _end(each, rates[key], now) <= now:
                done[key] = Span(each.begins, now, each.worked)
                del going[key]
    return done


def _end(going: _Going, rate: float, now: float) -> float:
    if going.work.until is not None:
        return max(now, going.work.until)
    # Rests of a second from additions of floats take no time.
    played = now if going.left <= 1e-6 else now + going.left / rate
    return max(played, going.begins + going.work.least)


def _rates(stages: Sequence[Work], workers: int) -> Mapping[str, float]:
    """Workers by stage."""
    rates: dict[str, float] = {}
    left = float(workers)
    limited = sorted((s for s in stages if s.until is None), key=lambda each: each.together)
    for at, each in enumerate(limited):
        rates[each.key] = min(float(max(1, each.together)), left / (len(limited) - at))
        left -= rates[each.key]
    seasons = [each for each in stages if each.until is not None]
    return rates | {each.key: left / len(seasons) for each in seasons}
