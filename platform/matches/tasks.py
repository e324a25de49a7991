"""Playing matches, in workers of the queues ``matches`` and ``rooms``.

A task tells a worker to play whatever comes next, not a particular match: the scheduler decides
(`matches.queueing.scheduling`), and a surplus task does nothing.  Matches with people have workers
of their own: people think for long while their judgers sleep.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.db import InterfaceError, OperationalError

from arbiter.database import statistics
from arbiter.database.locks import database_now
from arbiter.streams import StreamWriter, match_key
from arbiter.working import queues
from arbiter.working.passing import Blame, fault_of, mend_connection, persistently
from arbiter.working.workers import host, is_dead, own_name
from controls import breaker, joining, machines
from controls import services as controls
from controls.models import Hold, host_of
from matches import creating, expectations, services
from matches.kinds import LANES
from matches.models import Match
from matches.playing import failures, human_input, programs
from matches.playing.runner import BEAT_SECONDS, ClaimLost, run
from matches.playing.workers import forget_isolation
from matches.queueing import claiming, shortages
from matches.queueing.slots import free_cpu, memory_slot, spare_cpu
from matches.recorded import retention, verification
from matches.seating import people_of
from rulesets.installed import ensure
from sandbox import isolation
from sandbox.errors import LogicError, SandboxError
from storage import cleanup, reserve, space

logger = logging.getLogger(__name__)

STORE_PAUSES_S = (1.0, 3.0)
"""Before a result is offered to the database again; together less than a lease."""
SPARE_TASKS = 4
"""Tasks that the sweep sends beyond the number of workers: each match that ends sends the next."""


@shared_task
def play(lane: str) -> None:
    """Play the match of a lane that comes next, if any, and for which there are CPU and memory."""
    controls.seen(own_name(), lane)
    with breaker.trying(Hold.Of.HOST) as outcome:
        if not _play(lane, outcome):
            return
    # A worker that found no slot for a long match, or no CPU, left it to the end of this one.
    left = Match.objects.waiting(host()).filter(share__in=LANES[lane])
    if queues.length(lane) == 0 and left.exists():
        queues.send(creating.PLAY, lane, queue=lane)


def _play(lane: str, outcome: breaker.Outcome) -> bool:
    """Whether a match was played."""
    worker, skipped = own_name(), claiming.Skipped()
    while (choice := claiming.choose(lane, worker, skipped)) is not None:
        match = Match.objects.get(pk=choice.pk)
        people = len(people_of(match)) if lane == "rooms" else 0
        _fetch_game(match)
        memory_mb = services.memory_mb(match.game, match.ruleset, people)
        with _cpu_for(match) as cpu, memory_slot(settings.VAR / "run", memory_mb) as fits:
            if cpu is None:
                skipped.matches.add(match.pk)
            elif not fits or memory_mb > machines.OVERCOMMIT * machines.machine_mb():
                skipped.rulesets.add((match.game, match.ruleset))
            elif (claimed := claiming.claim(choice, worker)) is not None:
                outcome.succeeded = _play_for(claimed, cpu)
                return True
    return False


def _fetch_game(match: Match) -> None:
    """Have this machine know how much memory the match needs; errors come again when it plays."""
    try:
        ensure(match.game)
    except Exception as error:
        logger.warning("the game of %s was not fetched: %s", match, error)
        mend_connection()


def _play_for(match: Match, cpu: int) -> bool:
    """Play a claimed match, and keep how much time it took; whether it has a result."""
    began = time.monotonic()
    finished = play_claimed(match, cpu)
    try:
        if not match.reserved:
            controls.charge(match.share, time.monotonic() - began)
        expectations.learn(Match.objects.get(pk=match.pk))
    except (OperationalError, InterfaceError) as error:
        logger.warning("the time of %s was not kept: %s", match, error)
    return finished


def play_claimed(match: Match, cpu: int) -> bool:
    """Play a match that this worker has claimed, to a result or back into the queue; whether it
    has a result."""
    claim, finished = services.Claim(match.pk, match.claimed_by, match.attempt), False
    try:
        played = run(match, claim, cpu)
        with played.replay:
            finished = _store(claim, played)
    except ClaimLost:
        logger.info("%s is no longer ours", match)
    except LogicError as error:
        logger.warning("%s failed by the fault of its game: %s", match, error)
        failures.game_failed(claim, error)
    except Exception as error:
        _not_played(match, claim, error)
    else:
        if finished:
            stream = StreamWriter(match_key(match.pk))
            stream.end()
            stream.close()
            if match.kind == Match.Kind.ROOM:
                human_input.end(match.pk, people_of(match))
    return finished


def _not_played(match: Match, claim: services.Claim, error: Exception) -> None:
    """A fault of ours or of this machine ended the try: give the match back."""
    why, fault = str(error), fault_of(error)
    passing = fault.of is not Blame.PLATFORM
    if isinstance(error, SandboxError):
        forget_isolation()
    if passing:
        logger.warning("an attempt at %s came to an end: %s", match, error)
        mend_connection()
    elif isinstance(error, SandboxError):
        logger.warning("%s could not be played: %s", match, error)
    else:
        logger.exception("%s could not be played", match, exc_info=error)
        why = f"{type(error).__name__}: {error}"
    if fault.cause is not None:
        failures.machine_failed(claim, why, fault.cause)
    else:
        failures.give_back(claim, why, lost=passing)
    controls.note_failure(claim.worker, lost=fault.of is Blame.PASSING)


@contextmanager
def _cpu_for(match: Match) -> Iterator[int | None]:
    """The CPU that a match is played on; None where it would have to share one."""
    if match.kind == Match.Kind.ROOM:
        yield spare_cpu()
        return
    with free_cpu(settings.VAR / "run", alone=claiming.needs_cpu_alone(match)) as cpu:
        yield cpu


def _store(claim: services.Claim, played: services.JudgerOutput) -> bool:
    """Keep the result, or have a disturbed match played again; whether the match is finished.

    A database that is away for a moment is no reason to play half an hour again.
    """

    def store() -> bool:
        if services.play_again(claim, played):
            return False
        if services.finish(claim, played):
            return True
        raise ClaimLost

    return persistently(store, f"the result of match {claim.match_id}", STORE_PAUSES_S)


@shared_task
def sweep() -> None:
    """Matches whose worker died wait again; lanes with waiting matches get their tasks."""
    live = Match.objects.live()
    late = {*live.filter(lease_until__lt=database_now()).values_list("pk", flat=True)}
    answering = {host(), *(host_of(match.claimed_by) for match in live if match.pk not in late)}
    for match in live:
        if match.pk in late or is_dead(match.claimed_by):
            claim = services.Claim(match.pk, match.claimed_by, match.attempt)
            failures.give_back(claim, "the worker was lost", lost=True)
            if (machine := host_of(match.claimed_by)) not in answering and match.lease_until:
                # Workers that were started again were checked after its last renewal.
                silence = timedelta(seconds=settings.LEASE_SECONDS - BEAT_SECONDS)
                joining.miss(machine, match.lease_until - silence)
    programs.prepare()
    if space.is_low():  # tasks would find nothing to begin
        return
    held = controls.shares_held()
    for lane, shares in LANES.items():
        free = [share for share in shares if share not in held]
        waiting = Match.objects.waiting().filter(share__in=free).count()
        slots = claiming.slots(lane)
        # A worker is known once it has done a task: without one nobody could estimate a wait.
        wanted = max(min(waiting, slots + SPARE_TASKS), 0 if slots else 1)
        for _ in range(wanted - queues.length(lane)):
            queues.send(creating.PLAY, lane, queue=lane)


@shared_task
def find_shortages() -> None:
    """Find out which machines are gone, and which waiting matches and builds no machine can do;
    notify organizers once."""
    joining.miss_unchecked()
    shortages.note()


@shared_task
def retain() -> None:
    """Compact and remove replays whose time has come."""
    removed, compacted = retention.run()
    if removed or compacted:
        logger.info("replays: %d removed, %d compacted", removed, compacted)


@shared_task
def verify() -> None:
    """Verify the matches that wait for it."""
    verification.carry_out()


@shared_task
def sample_replays() -> None:
    """Once a day, have some rated matches verified."""
    if chosen := verification.sample():
        logger.info("%d rated matches are verified", chosen)


@shared_task
def collect_statistics() -> None:
    """Have the database choose its indexes by the numbers of rows as they are now."""
    statistics.collect()


@shared_task
def tidy() -> None:
    """Remove what processes that were killed have left on the disks, and fill the reserve."""
    isolation.sweep()
    controls.forget()
    reserve.fill()
    gone = cleanup.remove_files() + cleanup.remove_folders()
    if gone:
        logger.info("tidied up: %s", ", ".join(gone))
