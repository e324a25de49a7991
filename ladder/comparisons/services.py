"""Services: create and stop comparisons, and advance them automatically (`ladder.advancing`)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User, Viewer
from arbiter.database.locks import lock
from audit import services as audit
from bots.models import Bot
from bots.notifications import letter, managers, short_facts
from bots.versions import artifacts
from ladder.advancing import Machine
from ladder.comparisons import matches as making
from ladder.comparisons.models import Comparison, ComparisonMatch, ComparisonOpponent
from ladder.comparisons.planning import ComparisonPlan, check
from ladder.comparisons.progress import Course, Fate, course_of
from ladder.comparisons.report import end_words
from ladder.core.sprt import Verdict
from matches import services as match_services
from matches.audience import also_shown
from matches.models import Match
from notices.services import JSON, Kind, tell

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
    _tell_ended(comparison, by)
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
        _tell_ended(comparison)
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


# Notices -----------------------------------------------------------------------------------------


def _tell_ended(comparison: Comparison, by: User | None = None) -> None:
    text = f"{comparison.candidate.bot}: {end_words(comparison)}"
    _tell(comparison, text, "a comparison has ended", by)


def _tell_stuck(comparison: Comparison) -> None:
    text = f"A comparison of {comparison.candidate.bot} cannot continue. {comparison.trouble}"
    _tell(comparison, text, "a comparison cannot continue")


def _tell(comparison: Comparison, text: str, title: str, by: User | None = None) -> None:
    """Notify the managers of the candidate's bot, except ``by``, who has ended it."""
    bot = comparison.candidate.bot
    people = managers(Bot.objects.filter(pk=bot.pk))
    if by is not None:
        people = people.exclude(pk=by.pk)
    facts: dict[str, JSON] = {
        "comparison": comparison.pk,
        "state": comparison.state,
        "verdict": comparison.verdict,
        "results": comparison.units,
        "elo": {"lead": comparison.elo, "low": comparison.elo_low, "high": comparison.elo_high},
        "candidate": short_facts(comparison.candidate),
        "baseline": short_facts(comparison.baseline),
    }
    mail, path = letter(bot, title), comparison.get_absolute_url()
    tell(Kind.COMPARISON_ENDED, people, text, path, facts, letter=mail)


_COMPARISONS = Machine[Comparison](
    "advance the comparison", Comparison.objects.all, _step, _tell_stuck
)
advance, move = _COMPARISONS.advance, _COMPARISONS.move


def beat() -> None:
    _COMPARISONS.move_all(Comparison.objects.running().values_list("pk", flat=True))


# Candidates and viewers --------------------------------------------------------------------------


@artifacts.needed
def of_candidates() -> QuerySet[Comparison, Any]:
    """Versions that a comparison which is not over may have to play."""
    return Comparison.objects.filter(state=Comparison.State.RUNNING).values("candidate")


@artifacts.needed
def of_baselines() -> QuerySet[Comparison, Any]:
    return Comparison.objects.filter(state=Comparison.State.RUNNING).values("baseline")


@artifacts.needed
def of_pools() -> QuerySet[ComparisonOpponent, Any]:
    return ComparisonOpponent.objects.filter(comparison__state=Comparison.State.RUNNING).values(
        "version"
    )


@also_shown
def shown(user: Viewer) -> QuerySet[Match]:
    """Matches of comparisons, whose versions may not play publicly yet: the managers of the
    candidate's bot and organizers may see them."""
    comparisons = Comparison.objects.visible_to(user)
    return Match.objects.filter(comparison_match__unit__comparison__in=comparisons)
