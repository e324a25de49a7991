"""Services: create and stop comparisons, and advance them automatically (`ladder.advancing`)."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from accounts.models import User, Viewer
from arbiter.database.locks import lock
from audit import services as audit
from ladder.advancing import Machine
from ladder.comparisons import matches as making
from ladder.comparisons import notifications
from ladder.comparisons.models import Comparison, ComparisonMatch, ComparisonOpponent
from ladder.comparisons.planning import ComparisonPlan, check
from ladder.comparisons.progress import Course, Fate, course_of
from ladder.core.sprt import Verdict
from matches import services as match_services
from matches.models import Match

logger = logging.getLogger(__name__)

IN_FLIGHT = 4
"""Pairs of matches of one comparison that wait or run at a time, to leave room for others."""
MOST_LOST = 10
"""Lost results after which a comparison fails."""
NOT_YOURS = "Only those who manage the bot may do this."


# Acts of authors ---------------------------------------------------------------------------------


@transaction.atomic
def create(by: Viewer, plan: ComparisonPlan) -> Comparison:
    """Start a comparison.  ValidationError, by the plan's fields, if the plan is not allowed."""
    if not by.is_authenticated or not plan.candidate.bot.managed_by(by):
        raise PermissionDenied(NOT_YOURS)
    # The person's row is the lock: a form that was sent twice finds what the first one made.
    by = lock(User.objects).get(pk=by.pk)
    pool = check(by, plan)
    comparison = Comparison.objects.create(
        owner=by,
        candidate=plan.candidate,
        baseline=plan.baseline,
        ruleset=plan.ruleset,
        pooled=bool(pool),
        elo0=plan.elo0,
        elo1=plan.elo1,
        alpha=plan.alpha,
        beta=plan.beta,
        budget=plan.budget,
    )
    ComparisonOpponent.objects.bulk_create(
        ComparisonOpponent(comparison=comparison, number=number, version=bot.active_version)
        for number, bot in enumerate(pool)
    )
    advance(comparison.pk)
    comparison.refresh_from_db()
    return comparison


@transaction.atomic
def stop(comparison: Comparison, by: Viewer, reason: str = "") -> bool:
    """Stop it and withdraw its waiting and running matches; False if it was over already."""
    manages = comparison.candidate.bot.managed_by(by)
    if not by.is_authenticated or not (manages or by.is_staff):
        raise PermissionDenied(NOT_YOURS)
    ended = {"state": Comparison.State.STOPPED, "ended": timezone.now()}
    if not Comparison.objects.running().filter(pk=comparison.pk).update(**ended):
        return False
    comparison.refresh_from_db()
    notifications.tell_ended(comparison, by)
    if not manages:
        audit.record(by, comparison, "stopped", reason)
    _withdraw(_open_matches(comparison), "the comparison was stopped")
    return True


# Advancing ---------------------------------------------------------------------------------------


def _step(comparison: Comparison) -> None:
    """Count the results so far, and make the next matches.

    A comparison that had a verdict or a full budget continues if results that counted are now void.
    """
    if comparison.state in (Comparison.State.STOPPED, Comparison.State.FAILED):
        return
    course = course_of(comparison)
    _keep(comparison, course)
    if course.report.verdict is not Verdict.OPEN:
        _end(comparison, Comparison.State.DECIDED)
    elif course.report.units + course.number(Fate.REPEATED) >= comparison.most_units:
        _end(comparison, Comparison.State.BUDGET)
    elif why := _trouble(comparison, course):
        comparison.trouble = why[:500]
        _end(comparison, Comparison.State.FAILED)
        logger.warning("%s failed: %s", comparison, why)
    elif _make_next(comparison, course):
        comparison.state, comparison.ended = Comparison.State.RUNNING, None
        comparison.save()
    else:
        _end(comparison, Comparison.State.NO_STARTS)


def _make_next(comparison: Comparison, course: Course) -> bool:
    """Make the next matches; whether any is open now.  If not, they would only repeat others."""
    lost = [unit for unit in course.units if unit.fate is Fate.LOST]
    _withdraw([part.match for unit in lost for part in unit.parts], "its pair was lost")
    waiting = course.number(Fate.OPEN)
    played = course.number(Fate.DONE) + course.number(Fate.REPEATED)
    room = IN_FLIGHT // comparison.pairs_of_unit - waiting
    wanted = min(room, comparison.most_units - played - waiting)
    number = course.units[-1].number if course.units else 0
    starts = making.starts_of(comparison)
    for turn in range(number + 1, number + 1 + max(0, wanted)):
        if making.make(comparison, turn, starts) is None:
            break
        waiting += 1
    return waiting > 0


def _keep(comparison: Comparison, course: Course) -> None:
    """The columns of the comparison for lists."""
    estimate = course.report.estimate
    comparison.verdict = Comparison.Verdict(course.report.verdict.value)
    comparison.units, comparison.ratio = course.report.units, course.report.ratio
    comparison.elo = estimate.elo if estimate else None
    comparison.elo_low, comparison.elo_high = (
        (estimate.low, estimate.high) if estimate else (None, None)
    )
    comparison.likelihood = estimate.likelihood if estimate else None


def _end(comparison: Comparison, state: Comparison.State) -> None:
    ends = comparison.state != state
    if ends:
        comparison.state, comparison.ended = state, timezone.now()
    comparison.save()
    if ends:
        notifications.tell_ended(comparison)
    _withdraw(_open_matches(comparison), "the comparison has ended")


def _trouble(comparison: Comparison, course: Course) -> str:
    """The reason why it cannot continue; empty if it can."""
    lost = [unit for unit in course.units if unit.fate is Fate.LOST]
    if len(lost) >= MOST_LOST:
        ids = [part.match for part in lost[-1].parts if part.state not in Match.UNFINISHED]
        why = Match.objects.filter(pk__in=ids).exclude(state=Match.State.FINISHED)
        last = why.exclude(failure="").values_list("failure", flat=True).first()
        if not last:
            return f"{len(lost)} results were lost, the last one: a match was aborted"
        return f"{len(lost)} results were lost, the last one: {last}"
    return making.objection(comparison)


def _open_matches(comparison: Comparison) -> list[int]:
    rows = ComparisonMatch.objects.filter(
        unit__comparison=comparison, match__state__in=Match.UNFINISHED
    )
    return list(rows.values_list("match", flat=True))


def _withdraw(matches: Sequence[int], why: str) -> None:
    match_services.withdraw(list(Match.objects.unfinished().filter(pk__in=matches)), why)


_COMPARISONS = Machine[Comparison](
    "advance the comparison", Comparison.objects.all, _step, notifications.tell_stuck
)
advance, move = _COMPARISONS.advance, _COMPARISONS.move


def beat() -> None:
    _COMPARISONS.move_all(Comparison.objects.running().values_list("pk", flat=True))
