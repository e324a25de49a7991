"""A single series: an event of one stage, between bots that an organizer chooses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone

from accounts.models import Viewer
from accounts.permissions import require_organizer
from bots.models import Bot
from ladder.core.contest.plan import EventPlan, Options, Seeding, StagePlan
from ladder.core.series import PATIENCE
from ladder.events.entrants import entering
from ladder.events.kinds.series import SERIES, series_ruleset
from ladder.events.models import Event, EventQuerySet, Series
from ladder.events.planning import acts
from ladder.events.planning.checking import at_publication

KEY = "series"
"""The key of the stage."""
IS_SINGLE = Q(
    plan__stages__0__kind=SERIES.kind.value,
    plan__stages__0__options__groups=1,
    plan__stages__1__isnull=True,
)


@dataclass(frozen=True)
class SingleSeries:
    """An organizer's request. Either ``bots`` or the ``top`` of the ladder take part.

    ``most_games`` 0 means `ladder.core.series.bound`.  ``starts`` is None if an organizer starts
    the series.
    """

    name: str
    game: str
    ruleset: str
    winners: int
    bots: Sequence[Bot] = ()
    top: int = 0
    most_games: int = 0
    patience: int = PATIENCE
    starts: datetime | None = None
    time_zone: str = "UTC"

    @property
    def plan(self) -> EventPlan:
        options = Options(winners=self.winners, most_games=self.most_games, patience=self.patience)
        stage = StagePlan(
            key=KEY,
            name="Series",
            game=self.game,
            ruleset=self.ruleset,
            kind=SERIES.kind,
            options=options,
            seeding=Seeding.ORDER,
        )
        return EventPlan((stage,))


@transaction.atomic
def create(by: Viewer, wanted: SingleSeries) -> Event:
    """Create a public event with these bots as entries and closed to others.

    ValidationError by the fields of `SingleSeries` if it cannot be played, or the owner of a bot
    does not let organizers enter it.
    """
    organizer = require_organizer(by)
    _check(wanted)
    owners = Counter(bot.owner_id for bot in wanted.bots if not bot.is_house)
    draft = acts.Draft(
        name=wanted.name,
        plan=wanted.plan,
        time_zone=wanted.time_zone,
        entries_close=timezone.now(),
        starts=wanted.starts,
        per_person=max(owners.values(), default=1),
        top=wanted.top,
    )
    event = acts.create(organizer, draft)
    for bot in wanted.bots:
        if why := entering.objection(event, bot, conditions=False):
            raise ValidationError({"bots": why})
        entering.put_in(event, bot, organizer)
    acts.publish(event, organizer)
    event.refresh_from_db()
    return event


def _check(wanted: SingleSeries) -> None:
    if bool(wanted.bots) == bool(wanted.top):
        raise ValidationError(
            {"bots": "Choose either bots or a number of first bots of the ladder."}
        )
    if len({bot.pk for bot in wanted.bots}) < len(wanted.bots):
        raise ValidationError({"bots": "A bot is listed twice. List each bot once."})
    if wrong := at_publication(wanted.plan, starts=wanted.starts):
        raise ValidationError({problem.field or "name": problem.text for problem in wrong})
    entrants = wanted.top or len(wanted.bots)
    rules = series_ruleset(wanted.game, wanted.ruleset)
    if rules is not None and not 2 <= entrants <= rules.seats:
        raise ValidationError(
            {"top" if wanted.top else "bots": f"Choose from 2 to {rules.seats} bots."}
        )
    if wanted.winners >= entrants:
        refusal = f"Of {entrants} bots, at most {entrants - 1} can win. Enter a smaller number."
        raise ValidationError({"winners": refusal})


def single_series(events: EventQuerySet) -> EventQuerySet:
    """The events that consist of one stage, a series without groups."""
    return events.filter(IS_SINGLE)


def with_bounds(events: EventQuerySet) -> EventQuerySet:
    """Each event has ``bound``: the most games of its series, None before the start."""
    series = Series.objects.filter(stage__event=OuterRef("pk")).order_by("pk")
    return events.annotate(bound=Subquery(series.values("most_games")[:1]))
