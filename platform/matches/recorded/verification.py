"""Request verifications of matches, and carry them out."""

from __future__ import annotations

import logging
import random
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import User
from arbiter.database.locks import database_now, database_time, lock
from arbiter.working import queues
from games.registry import GAMES
from games.replay import ReplayError
from games.verifying import Finding, Verdict, verify
from matches.kinds import COUNTING
from matches.models import Match, Verification
from matches.recorded.recordings import require
from matches.recorded.replays import open_replay
from matches.signals import replay_differs

logger = logging.getLogger(__name__)

VERIFY = "matches.tasks.verify"
DAILY = 50
"""Verifications that a person may request in 24 hours."""
SAMPLE = 40
"""Rated matches of the last day that a nightly sample has at most."""
SAMPLED_FROM = 5000
"""The newest rated matches, of which a sample is drawn."""
LONGEST_S = 60.0
_DAY = timedelta(days=1)
_LOST = timedelta(minutes=5)
"""A verification that has run longer than this has lost its worker."""
State = Verification.State


@transaction.atomic
def request(match: Match, by: User) -> Verification:
    """Have the match verified, or give the verdict that this version of the engine has reached.

    `ValidationError` where the person has requested too many within a day.
    """
    require(match, by)
    lock(User.objects).get(pk=by.pk)
    earlier = Verification.objects.filter(match=match).first()
    if earlier is not None and (earlier.state != State.DONE or earlier.engine == _version(match)):
        return earlier
    since = database_now(-_DAY)
    if Verification.objects.filter(requested_by=by, requested__gt=since).count() >= DAILY:
        raise ValidationError(
            f"You have requested {DAILY} verifications within 24 hours, which is the limit. "
            "Verify at home with “arbiter verify”, or try again later."
        )
    return _add(match, by)


def _add(match: Match, by: User | None) -> Verification:
    row, _ = Verification.objects.update_or_create(
        match=match,
        defaults={
            "state": State.WAITING,
            "requested_by": by,
            "sampled": by is None,
            "requested": database_time(),
            "started": None,
            "finished": None,
            "finding": "",
            "frame": None,
            "detail": "",
        },
    )
    queues.send_after_commit(VERIFY)
    return row


def _version(match: Match) -> str:
    return GAMES[match.game].version if match.game in GAMES else ""


def carry_out() -> int:
    """Do the verifications that wait, oldest first; how many."""
    Verification.objects.filter(state=State.RUNNING, started__lt=database_now(-_LOST)).update(
        state=State.WAITING
    )
    done = 0
    while (row := _take()) is not None:
        _keep(row, _verdict(row.match))
        done += 1
    return done


def _take() -> Verification | None:
    """The next one that waits, for this process alone."""
    while row := Verification.objects.filter(state=State.WAITING).order_by("requested").first():
        mine = Verification.objects.filter(pk=row.pk, state=State.WAITING)
        if mine.update(state=State.RUNNING, started=database_now()):
            return Verification.objects.select_related("match").get(pk=row.pk)
    return None


def _verdict(match: Match) -> Verdict:
    if match.game not in GAMES:
        return Verdict(Finding.NOT_VERIFIABLE, "This site does not have the game any more.")
    try:
        with open_replay(match) as replay:
            return verify(match.played_game, replay, LONGEST_S)
    except (ReplayError, ValidationError, FileNotFoundError) as error:
        return Verdict(Finding.NOT_VERIFIABLE, f"The replay cannot be opened: {error}.")


def _keep(row: Verification, verdict: Verdict) -> None:
    row.state, row.finished = State.DONE, database_time()
    row.engine = _version(row.match)
    row.finding, row.frame = verdict.finding.value, verdict.frame
    row.detail = verdict.detail[:500]
    with transaction.atomic():
        row.save()
        if verdict.finding is Finding.DIFFERS:
            logger.error("%s differs from its replay: %s", row.match, verdict.detail)
            replay_differs.send(sender=Verification, verification=row)


def sample() -> int:
    """Have a random sample of the last day's rated matches verified; how many."""
    since = database_now(-_DAY)
    if Verification.objects.filter(sampled=True, requested__gt=since).exists():
        return 0
    rated = Match.objects.counting().filter(kind__in=COUNTING, finished__gt=since)
    games = [name for name, game in GAMES.items() if game.reproducible]
    rows = rated.exclude(replay="").filter(verification=None, game__in=games)
    chosen = list(rows.values_list("pk", flat=True)[:SAMPLED_FROM])
    for match in Match.objects.filter(pk__in=random.sample(chosen, min(SAMPLE, len(chosen)))):
        _add(match, None)
    return min(SAMPLE, len(chosen))


def newest_sample() -> list[Verification]:
    """Those of the last samples that were carried out, newest first."""
    since = database_now(-2 * _DAY)
    rows = Verification.objects.filter(sampled=True, state=State.DONE, finished__gt=since)
    return list(rows.order_by("-finished")[: 2 * SAMPLE])
