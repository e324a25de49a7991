"""Playing matches, in workers of the queues ``matches`` and ``builds``.

A task is a call to play whatever waits first, not a particular match: the order is the
database's, and a call too many finds nothing to do.  First matches of new versions have a lane
of their own, so that a newcomer never waits for half an hour's ladder match.
"""

from __future__ import annotations

import logging
import os
import socket
from typing import Any

from celery import shared_task
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from arbiter.celery import app
from arbiter.streams import StreamWriter, match_key
from matches import services
from matches.models import Match
from matches.runner import ClaimLost, run
from matches.slots import free_cpu
from sandbox.errors import SandboxError

logger = logging.getLogger(__name__)

LANES = {
    "builds": (Match.Kind.PROVING,),
    "matches": (Match.Kind.LADDER, Match.Kind.FRIENDLY),
}
"""Queue of Celery → kinds of matches that its workers play."""


def call_worker(kind: str) -> None:
    """Call a worker for a match of this kind that has begun to wait."""
    (lane,) = (name for name, kinds in LANES.items() if kind in kinds)
    play.apply_async((lane,), queue=lane)


@shared_task
def play(lane: str) -> None:
    """Play the match of a lane that waits first, if any."""
    waiting = Match.objects.filter(state=Match.State.QUEUED, kind__in=LANES[lane])
    worker = f"{socket.gethostname()}:{os.getpid()}"
    while (
        pk := waiting.order_by("-priority", "pk").values_list("pk", flat=True).first()
    ) is not None:
        match = Match.objects.claim(pk, worker)
        if match is not None:
            play_claimed(match)
            return


def play_claimed(match: Match) -> None:
    """Play a match that this worker has claimed, to a result or back into the queue."""
    claim = services.Claim(match.pk, match.claimed_by, match.attempt)
    try:
        with free_cpu(settings.VAR / "run") as cpu:
            played = run(match, claim, cpu)
        with played.replay:
            if not services.finish(claim, played):
                raise ClaimLost
    except ClaimLost:
        logger.info("%s is no longer ours", match)
        return
    except (SandboxError, OSError, OperationalError) as error:
        logger.warning("%s could not be played: %s", match, error)
        services.give_back(claim, str(error))
        return
    except Exception as error:
        logger.exception("%s could not be played", match)
        services.give_back(claim, f"{type(error).__name__}: {error}")
        return
    stream = StreamWriter(match_key(match.pk))
    stream.end()
    stream.close()


@shared_task
def sweep() -> None:
    """Matches whose worker died wait again; lanes with waiting matches get their calls."""
    lost = Match.objects.filter(state=Match.State.RUNNING, lease_until__lt=timezone.now())
    for match in lost:
        claim = services.Claim(match.pk, match.claimed_by, match.attempt)
        services.give_back(claim, "the worker was lost")
    for lane, kinds in LANES.items():
        waiting = Match.objects.filter(state=Match.State.QUEUED, kind__in=kinds).count()
        with app.connection_for_write() as connection:
            channel: Any = connection.default_channel
            called = channel.client.llen(lane)
        for _ in range(min(waiting - called, 100)):
            play.apply_async((lane,), queue=lane)
