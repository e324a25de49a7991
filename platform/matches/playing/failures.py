"""Tries at a match that came to nothing: it waits again, or is given up."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import F

from arbiter.database.locks import database_now
from arbiter.working import passing
from controls import breaker
from controls.models import Hold, host_of
from games.registry import GAMES
from matches.creating import call_worker_for
from matches.models import Match
from matches.services import Claim, tell_state
from matches.signals import match_released
from sandbox.errors import Cause, LogicError

LONGEST_PAUSE_S = 60


def game_failed(claim: Claim, error: LogicError) -> None:
    """The program of a foreign game is at fault: organizers learn of it, and the match is
    given up after several attempts, or at once where each attempt would take as long.

    Everybody may read ``reason``; what the program wrote is for organizers.
    """
    with transaction.atomic():
        failure = str(error).replace("\0", "�")[:4000]
        queued = {"state": Match.State.QUEUED, "lease_until": None, "failure": failure}
        if not claim.rows().update(faults=F("faults") + 1, **queued):
            return
        match = Match.objects.get(pk=claim.match_id)
        if error.endless or match.faults >= settings.MATCH_FAULTS:
            why = _naming_the_game(error.reason, match)
            _fail(match, fault_of=Match.FaultOf.GAME, reason=why)
        else:
            call_worker_for(match)
    tell_state(match)


def _naming_the_game(reason: str, match: Match) -> str:
    title = GAMES.title(match.game)
    named = reason.replace("the game's program", f"the program of {title}")
    return named.replace("\0", "�")[:300]


def give_back(claim: Claim, why: str, *, lost: bool = False) -> None:
    """A fault of ours: the match waits again, or is given up after too many of them.

    ``lost`` says that the attempt itself came to an end (its worker or judger was killed, the disk
    was full, the database away).  This tells nothing about the match, so the limit is higher then.
    A match with people is not tried again: they would play it in vain.
    """
    counter, most = ("losses", settings.MATCH_LOSSES) if lost else ("faults", settings.MATCH_FAULTS)
    with transaction.atomic():
        queued = {"state": Match.State.QUEUED, "lease_until": None}
        if not claim.rows().update(failure=why[:1000], **{counter: F(counter) + 1}, **queued):
            return
        match = Match.objects.get(pk=claim.match_id)
        if (tries := getattr(match, counter)) >= most or (
            match.kind == Match.Kind.ROOM and not lost
        ):
            _fail(match)
        elif tries == 1:
            call_worker_for(match)
        else:
            # Repeated failures are probably permanent, so the sweep queues the next attempt later.
            pause = timedelta(seconds=min(2.0 ** (tries - 2), LONGEST_PAUSE_S))
            Match.objects.filter(pk=match.pk).update(retry_at=database_now(pause))
    tell_state(match)


def machine_failed(claim: Claim, why: str, cause: Cause) -> None:
    """A fault of the worker's machine: the match waits for another one, and no try counts.

    After three in a row the machine is held back: see `controls.breaker`.
    """
    machine = host_of(claim.worker)
    with transaction.atomic():
        claimed = claim.rows().values_list("failed_on", "started").first()
        if claimed is None:
            return
        queued = {"state": Match.State.QUEUED, "lease_until": None}
        if not claim.rows().update(
            failure=why[:1000], **queued, **passing.moved_on(claimed[0], machine, claimed[1])
        ):
            return
        breaker.note_fault(claim.worker, Hold.Of.HOST, cause, why, partial(_has_played, machine))
        match = Match.objects.get(pk=claim.match_id)
        if Match.objects.waiting().filter(pk=match.pk).exists():
            call_worker_for(match)
    tell_state(match)


def _has_played(machine: str, since: datetime) -> bool:
    """Whether a worker of the machine has finished a match since then."""
    finished = Match.objects.finished().filter(finished__gt=since)
    return finished.filter(claimed_by__startswith=f"{machine}:").exists()


def give_up(match: Match, why: str) -> None:
    """End a match that waits and cannot be played."""
    with transaction.atomic():
        if not _fail(match, failure=why[:1000]):
            return
    tell_state(match)


def _fail(match: Match, **more: object) -> bool:
    """End a match that waits; whether it did."""
    waits = Match.objects.filter(pk=match.pk, state=Match.State.QUEUED)
    if not waits.update(state=Match.State.FAILED, finished=database_now(), **more):
        return False
    match.refresh_from_db()
    match_released.send(sender=Match, match=match)
    return True
