"""Playing matches, in workers of the queues ``matches``, ``rooms`` and ``builds``.

A task is a call to play whatever waits first, not a particular match: the order is the
database's, and a call too many finds nothing to do.  First matches of new versions have a lane
of their own, so that a newcomer never waits for half an hour's ladder match, and so have matches
with people, who think for long while their judgers sleep.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import shared_task
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone

from arbiter import queues
from arbiter.celery import app
from arbiter.streams import StreamWriter, match_key
from arbiter.workers import is_dead, own_name, remove_groups
from controls import services as controls
from matches import failures, hands, programs, services
from matches.kinds import COUNTING, LANES
from matches.models import Match, Seat
from matches.runner import ClaimLost, JudgerKilled, run
from matches.seating import people_of
from matches.slots import free_cpu, room, spare_cpu
from matches.walls import rated_allowed
from matches.workers import forget_isolation
from sandbox.errors import LogicError, MachineBusy, SandboxError
from storage import cleanup, space

logger = logging.getLogger(__name__)

OF_THE_MACHINE = (OSError, OperationalError, InterfaceError)
"""A full disk, a database that is away: no match is to blame."""
STORE_PAUSES_S = (1.0, 3.0)
"""Before a result is offered to the database again; together less than a lease."""


def call_worker(kind: str) -> None:
    """Have a worker play the first match that waits in the lane of this kind."""
    (lane,) = (name for name, kinds in LANES.items() if kind in kinds)
    queues.send(play, lane, queue=lane)


@shared_task
def play(lane: str) -> None:
    """Play the match of a lane that waits first, if any, and for which there is room."""
    worker = own_name()
    controls.seen(worker, lane)
    free = Match.objects.not_held(lane, worker)
    waiting = free.waiting().filter(kind__in=LANES[lane]).order_by("-priority", "pk")
    if not rated_allowed():
        waiting = waiting.exclude(kind__in=COUNTING)
    while (first := waiting.values("pk", "game", "ruleset").first()) is not None:
        kind = {"game": first["game"], "ruleset": first["ruleset"]}
        people = Seat.objects.filter(match=first["pk"]).exclude(person=None).count()
        with room(settings.VAR / "run", services.memory_mb(**kind, people=people)) as there_is:
            if not there_is:
                waiting = waiting.exclude(**kind)
                continue
            match = free.claim(first["pk"], worker)
            if match is not None:
                play_claimed(match)
                return


def play_claimed(match: Match) -> None:
    """Play a match that this worker has claimed, to a result or back into the queue."""
    claim = services.Claim(match.pk, match.claimed_by, match.attempt)
    try:
        with _cpu_for(match) as cpu:
            played = run(match, claim, cpu)
        with played.replay:
            finished = _store(claim, played)
    except ClaimLost:
        logger.info("%s is no longer ours", match)
    except (JudgerKilled, MachineBusy, *OF_THE_MACHINE) as error:
        logger.warning("a try at %s came to an end: %s", match, error)
        connection.close_if_unusable_or_obsolete()
        remove_groups()
        _give_back(claim, str(error), lost=not isinstance(error, FileNotFoundError))
    except LogicError as error:
        logger.warning("%s failed by the fault of its game: %s", match, error)
        failures.game_failed(claim, error)
    except SandboxError as error:
        logger.warning("%s could not be played: %s", match, error)
        forget_isolation()
        _give_back(claim, str(error))
    except Exception as error:
        logger.exception("%s could not be played", match)
        _give_back(claim, f"{type(error).__name__}: {error}")
    else:
        if finished:
            stream = StreamWriter(match_key(match.pk))
            stream.end()
            stream.close()
            if match.kind == Match.Kind.ROOM:
                hands.end(match.pk, people_of(match))


def _give_back(claim: services.Claim, why: str, *, lost: bool = False) -> None:
    failures.give_back(claim, why, lost=lost)
    controls.note_failure(claim.worker, lost=lost)


@contextmanager
def _cpu_for(match: Match) -> Iterator[int | None]:
    if match.kind == Match.Kind.ROOM:
        yield spare_cpu()
        return
    with free_cpu(settings.VAR / "run") as cpu:
        yield cpu


def _store(claim: services.Claim, played: services.Played) -> bool:
    """Keep the result, or have a disturbed match played again; whether the match is finished.

    A database that is away for a moment is no reason to play half an hour again.
    """
    for pause in (*STORE_PAUSES_S, None):
        try:
            if services.play_again(claim, played):
                return False
            if services.finish(claim, played):
                return True
        except (OperationalError, InterfaceError) as error:
            if pause is None:
                raise
            logger.warning("the result of match %d waits: %s", claim.match_id, error)
            connection.close_if_unusable_or_obsolete()
            time.sleep(pause)
        else:
            raise ClaimLost
    raise AssertionError("the last pause is None")


@shared_task
def sweep() -> None:
    """Matches whose worker died wait again; lanes with waiting matches get their calls."""
    now = timezone.now()
    for match in Match.objects.filter(state=Match.State.RUNNING):
        late = match.lease_until is not None and match.lease_until < now
        if late or is_dead(match.claimed_by):
            claim = services.Claim(match.pk, match.claimed_by, match.attempt)
            failures.give_back(claim, "the worker was lost", lost=True)
    programs.prepare()
    if space.is_low():  # calls would find nothing to begin
        return
    held = {hold.name for hold in controls.lanes_held()}
    for lane, kinds in LANES.items():
        if lane in held:
            continue
        waiting = Match.objects.waiting().filter(kind__in=kinds).count()
        with app.connection_for_write() as broker:
            channel: Any = broker.default_channel
            called = channel.client.llen(lane)
        for _ in range(min(waiting - called, 100)):
            play.apply_async((lane,), queue=lane)


@shared_task
def tidy() -> None:
    """Remove what processes that were killed have left on the disks."""
    remove_groups()
    controls.forget()
    gone = cleanup.remove_files() + cleanup.remove_folders()
    if gone:
        logger.info("tidied up: %s", ", ".join(gone))
