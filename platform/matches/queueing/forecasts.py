"""When matches that wait will begin: the scheduler, played ahead on what really waits and runs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.core.cache import cache
from django.utils import timezone

from controls import services as controls
from matches.kinds import LANES, lane_of
from matches.models import Match
from matches.queueing.claiming import snapshot
from matches.queueing.scheduling import Simulation, Waiting

FURTHEST = 5_000
"""Matches of a lane that are played ahead; those behind them have no estimate."""
FRESH_S = 5
"""Seconds for which a forecast is used for everybody."""
TYPICAL_S = 10.0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match that waits stands in its lane, from 1, and for how long yet; ``wait`` is None
    while no worker plays its lane."""

    position: int
    wait: timedelta | None


@dataclass(frozen=True, slots=True)
class Forecast:
    """By match: its place.  By share: how long a match would wait that came now, while there are
    workers.  Shares that are held back are in neither."""

    places: dict[int, Place]
    new: dict[str, timedelta]


def forecast(lane: str) -> Forecast:
    """The scheduler's course for a lane, if matches take as long as expected."""
    held = controls.shares_held()
    shares = [share for share in LANES[lane] if share not in held]
    floor, waiting = snapshot(lane, shares, FURTHEST)
    idle = floor.slots == 0
    floor.slots = max(1, floor.slots)
    simulation = Simulation(floor)
    for each in waiting:
        simulation.add(each)
    for share in shares:
        simulation.add(Waiting(share, share, TYPICAL_S, ghost=True))
    simulation.run()
    places: dict[int, Place] = {}
    new: dict[str, timedelta] = {}
    for key, start in simulation.starts.items():
        wait = None if idle else timedelta(seconds=start)
        if isinstance(key, int):
            places[key] = Place(len(places) + 1, wait)
        elif wait is not None:
            new[key] = wait
    return Forecast(places, new)


def forecasts() -> dict[str, Forecast]:
    """By lane."""
    return {lane: forecast(lane) for lane in LANES}


def shared_forecast(lane: str) -> Forecast:
    """A forecast at most `FRESH_S` old: pages of waiting matches ask for it every few seconds."""
    kept: Forecast | None = cache.get(key := f"forecast:{lane}")
    if kept is None:
        kept = forecast(lane)
        cache.set(key, kept, FRESH_S)
    return kept


def place_of(match: Match) -> Place | None:
    """None where it does not wait, or nobody can tell how long."""
    if match.state != Match.State.QUEUED:
        return None
    lane = lane_of(match.share)
    place = shared_forecast(lane).places.get(match.pk)
    if place is None and match.created > timezone.now() - timedelta(seconds=2 * FRESH_S):
        return forecast(lane).places.get(match.pk)  # it came after the shared one
    return place
