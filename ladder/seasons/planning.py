"""Services: plan, change, withdraw and end seasons, and set their hourly floors.

A planned season has a beginning and an end, and begins automatically. The automatic season before
it ends at that moment.  Only organizers may call these functions: `PermissionDenied` for others,
`ValidationError` with what to do for invalid values.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Viewer
from accounts.permissions import require_organizer, require_reason
from arbiter import texts
from arbiter.database.locks import lock
from audit import services as audit
from ladder.core.matchmaking.hourly_floor import MOST as HIGHEST_FLOOR
from ladder.core.points import MOST_WINDOW
from ladder.models import Season

FURTHEST = timedelta(days=366)
"""The latest beginning, from now: a later one is probably a mistyped year."""
LONGEST = timedelta(days=2 * 366)
SLACK = timedelta(minutes=1)
""""Now" includes times that are slightly past because of a slow click."""

FLOOR_OUT_OF_BOUNDS = (
    f"The hourly floor is a whole number from 0 to {HIGHEST_FLOOR}. Enter 0 to let the season rest "
    "with its bots."
)


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    """A season as an organizer wants it; ``window`` is for points alone."""

    game: str
    ruleset: str
    name: str
    starts: datetime
    ends: datetime
    scoring: str = Season.Scoring.RATING
    window: int = 100

    def summary(self) -> str:
        starts, ends = _written(self.starts), _written(self.ends)
        if self.scoring == Season.Scoring.POINTS:
            return f"{self.name}, {starts} to {ends}, by points, window {self.window}"
        return f"{self.name}, {starts} to {ends}, by ratings"


@transaction.atomic
def create(by: Viewer, plan: SeasonPlan) -> Season:
    """Plan a season; one whose beginning is now begins at once."""
    organizer = require_organizer(by)
    _lock(plan)
    made = Season(game=plan.game, ruleset=plan.ruleset)
    made.hourly_floor = Season.objects.hourly_floor_for(plan.game, plan.ruleset)
    _take(made, plan)
    made.save()
    _hand_over(made)
    audit.record(organizer, made, "planned", plan.summary())
    return made


@transaction.atomic
def edit(season: Season, by: Viewer, plan: SeasonPlan) -> Season:
    """Change a season that has not begun; its game and ruleset stay."""
    organizer = require_organizer(by)
    _lock(plan)
    locked = _planned(season)
    if (locked.game, locked.ruleset) != (plan.game, plan.ruleset):
        raise ValidationError("The game and the ruleset of a season stay: plan another one.")
    _take_back(locked)
    _take(locked, plan)
    locked.save()
    _hand_over(locked)
    audit.record(organizer, locked, "planned again", plan.summary())
    return locked


@transaction.atomic
def withdraw(season: Season, by: Viewer, reason: str) -> None:
    """Withdraw a season that has not begun; the one before it continues."""
    organizer, why = require_organizer(by), require_reason(reason)
    locked = _planned(season)
    _take_back(locked)
    audit.record(organizer, locked, "withdrawn", why)
    locked.delete()


@transaction.atomic
def end(season: Season, by: Viewer, reason: str) -> Season:
    """End a running season. Waiting and running matches still count for it; the next periodic
    task opens the season that follows."""
    organizer, why = require_organizer(by), require_reason(reason)
    locked = lock(Season.objects).get(pk=season.pk)
    if not locked.has_begun:
        raise ValidationError("It has not begun: withdraw it instead.")
    if locked.has_ended:
        raise ValidationError("It has ended already.")
    locked.ends = timezone.now()
    locked.save(update_fields=["ends"])
    audit.record(organizer, locked, "ended", why)
    return locked


@transaction.atomic
def set_hourly_floor(season: Season, by: Viewer, floor: int, reason: str) -> Season:
    """Set the least number of rated matches in an hour; 0 for none.

    It affects no result, so it can be set while the season runs. Later seasons of the ruleset begin
    with it. PermissionDenied for others than organizers; ValidationError without a reason, for a
    number out of bounds, and where nothing would change.
    """
    organizer, why = require_organizer(by), require_reason(reason)
    if not 0 <= floor <= HIGHEST_FLOOR:
        raise ValidationError(FLOOR_OUT_OF_BOUNDS)
    locked = lock(Season.objects).get(pk=season.pk)
    if locked.has_ended:
        raise ValidationError("The season has ended: it gets no more matches.")
    if floor == locked.hourly_floor:
        raise ValidationError(f"The hourly floor is {floor} already.")
    act = f"given an hourly floor of {floor} instead of {locked.hourly_floor}"
    locked.hourly_floor = floor
    locked.save(update_fields=["hourly_floor"])
    audit.record(organizer, locked, act, why)
    return locked


def hand_over() -> None:
    """Automatic seasons end where planned ones begin, also where both were made at once."""
    planned = Season.objects.filter(automatic=False).exclude(ends__lte=timezone.now())
    for season in planned.order_by("starts"):
        _hand_over(season)


def _lock(plan: SeasonPlan) -> None:
    """Of two plans for one ruleset at once the second sees the first."""
    list(lock(Season.objects).filter(game=plan.game, ruleset=plan.ruleset).order_by("pk"))


def _planned(season: Season) -> Season:
    """Locked."""
    locked = lock(Season.objects, deletes=True).get(pk=season.pk)
    if locked.has_begun:
        raise ValidationError(
            "The season has begun: settings that affect results cannot be changed."
        )
    return locked


def _take(season: Season, plan: SeasonPlan) -> None:
    now = timezone.now()
    problems = {
        "name": "Enter a name." if not plan.name.strip() else "",
        "starts": _wrong_start(plan, now),
        "ends": _wrong_end(plan, now),
        "scoring": "" if plan.scoring in Season.Scoring.values else "There is no such scoring.",
        "window": "" if 1 <= plan.window <= MOST_WINDOW else f"From 1 to {MOST_WINDOW} matches.",
    }
    if refused := {name: problem for name, problem in problems.items() if problem}:
        raise ValidationError(refused)
    texts.require_lines(name=plan.name.strip())
    season.name, season.scoring, season.window = plan.name.strip(), plan.scoring, plan.window
    season.starts, season.ends = max(plan.starts, now), plan.ends
    season.clean()
    if others := overlapping(season):
        raise ValidationError({"starts": _overlap(others)})


def _wrong_start(plan: SeasonPlan, now: datetime) -> str:
    if plan.starts < now - SLACK:
        return "This time has passed. Choose a later one."
    return "That is more than a year ahead." if plan.starts > now + FURTHEST else ""


def _wrong_end(plan: SeasonPlan, now: datetime) -> str:
    if plan.ends <= max(plan.starts, now):
        return "A season ends after it has begun."
    return "That is more than two years later." if plan.ends > plan.starts + LONGEST else ""


def overlapping(season: Season) -> list[Season]:
    """Other seasons of the ruleset that overlap with this one, except an automatic one, which ends
    earlier."""
    others = _others(season).filter(starts__lt=season.ends).exclude(ends__lte=season.starts)
    return list(others.exclude(automatic=True, starts__lt=season.starts).order_by("starts"))


def _others(season: Season) -> QuerySet[Season]:
    return Season.objects.filter(game=season.game, ruleset=season.ruleset).exclude(pk=season.pk)


def _overlap(others: list[Season]) -> str:
    named = "; ".join(
        f"“{each.name}” from {_written(each.starts)} to {_written(each.ends)}"
        if each.ends
        else f"“{each.name}” from {_written(each.starts)}"
        for each in others
    )
    return f"A ruleset has one season at a time, and there is {named}."


def _hand_over(season: Season) -> None:
    """The automatic season that runs, if one does, ends when this one begins."""
    running = _others(season).filter(automatic=True, starts__lt=season.starts)
    running.exclude(ends__lte=season.starts).update(ends=season.starts)


def _take_back(season: Season) -> None:
    """What `_hand_over` did: the automatic season before continues to the next planned one."""
    others = _others(season)
    coming = others.filter(automatic=False, starts__gt=timezone.now()).order_by("starts")
    following = coming.values_list("starts", flat=True).first()
    before = others.filter(automatic=True, ends=season.starts)
    before.filter(ends__gt=timezone.now()).update(ends=following)


def _written(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M %Z}"
