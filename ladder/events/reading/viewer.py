"""An event for one viewer: the visible stages, participants and standings."""

from __future__ import annotations

from functools import cached_property

from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.models import Viewer
from bots.models import Bot
from ladder.core.contest.plan import EventPlan, Reveal, StagePlan, leading_to
from ladder.events.models import Entry, Event, EventQuerySet, Stage
from ladder.events.permissions import RIGHTS, role_in, seen_by
from ladder.events.roles import ALLOWED, EventAct, EventRole


def visible_events(user: Viewer) -> EventQuerySet:
    """Drafts are for the people who run them."""
    if user.is_authenticated and user.is_staff:
        return Event.objects.all()
    return Event.objects.filter(~Q(state=Event.State.DRAFT) | Q(pk__in=seen_by(user).values("pk")))


def own_entries(user: Viewer) -> QuerySet[Entry]:
    """The entries of bots of this person and the person's teams, without withdrawn ones."""
    if not user.is_authenticated:
        return Entry.objects.none()
    return Entry.objects.filter(withdrawn_at=None, bot__in=Bot.objects.open_to(user))


class EventViewer:
    """An event as one person may see it; each part is read once.

    The results of a stage also tell who came to it, which is a result of the stages before: they
    are shown to who may see those, too.  A stage may show its first rounds before the others:
    `results` says whether everything is shown, `rounds` up to which round.
    """

    def __init__(self, event: Event, user: Viewer) -> None:
        self.event = event
        self.user = user
        self._results: dict[str, bool] = {}

    @cached_property
    def stages(self) -> list[Stage]:
        """Those of an event that has begun, each after those that feed it."""
        stages = list(self.event.stages.select_related("season").order_by("number"))
        for stage in stages:
            stage.event = self.event
        return stages

    @cached_property
    def plans(self) -> dict[str, StagePlan]:
        """By key: the stages as they are played or, before the start, planned."""
        if self.stages:
            return {stage.key: stage.planned for stage in self.stages}
        try:
            plan = self.event.planned
            return {stage.key: stage for stage in plan.stages}
        except ValueError:
            return {}

    @property
    def plan(self) -> EventPlan:
        return EventPlan(tuple(self.plans.values()))

    @property
    def stages_url(self) -> str:
        """Of the stage that is on or, where none is, of the first one."""
        running = (each.key for each in self.stages if each.state == Stage.State.RUNNING)
        key = next(running, None) or next(iter(self.plans))
        return reverse("event-stage", args=[self.event.slug, key])

    def stage(self, key: str) -> Stage:
        """Stage.DoesNotExist where there is none."""
        for stage in self.stages:
            if stage.key == key:
                return stage
        raise Stage.DoesNotExist(f"The event has no stage {key}.")

    @cached_property
    def role(self) -> EventRole | None:
        return role_in(self.event, self.user)

    def may(self, act: EventAct) -> bool:
        return self.role in ALLOWED[act]

    @property
    def rights(self) -> frozenset[str]:
        """The acts that the person's role includes, for templates."""
        return RIGHTS.acts_of(self.role)

    @cached_property
    def takes_part(self) -> bool:
        """Whether a bot of this person or of a team of the person has entered."""
        return own_entries(self.user).filter(event=self.event).exists()

    @cached_property
    def sees_all(self) -> bool:
        """Whether the person's role allows to see what is kept back from others."""
        return self.may(EventAct.SEE)

    def players(self, stage: Stage) -> bool:
        """Whether it is shown who plays in a stage."""
        sources = self.plans[stage.key].sources
        return all(self.results(each) for each in self.stages if each.key in sources)

    def results(self, stage: Stage) -> bool:
        """Whether all tables, encounters and matches of a stage are shown."""
        if stage.key not in self._results:
            self._results[stage.key] = self._reveals(stage) and self.players(stage)
        return self._results[stage.key]

    def _reveals(self, stage: Stage) -> bool:
        """Whether the stage itself shows its results to this person."""
        if stage.reveal == Reveal.PUBLIC or self.sees_all:
            return True
        return stage.reveal == Reveal.PARTICIPANTS and self.takes_part

    def rounds(self, stage: Stage) -> int | None:
        """The last round, or game of a series, whose results are shown; 0: none, None: all."""
        if self.results(stage):
            return None
        return stage.rounds_shown if self.players(stage) else 0

    def up_to(self, stage: Stage, after: int | None) -> int | None:
        """The round after which a table can be shown, where one ``after`` a round is wanted, or the
        newest (None)."""
        limits = [each for each in (after, self.rounds(stage)) if each is not None]
        return min(limits, default=None)

    def kept_back(self, stage: Stage) -> bool:
        """Whether something of a stage is not shown to everybody."""
        leading = leading_to(stage.key, lambda key: self.plans[key].sources)
        rows = [each for each in self.stages if each.key in leading]
        return any(each.reveal != Reveal.PUBLIC for each in rows)

    @property
    def seen(self) -> list[Stage]:
        """Stages that have begun and whose results are all shown."""
        return [stage for stage in self.stages if stage.started is not None and self.results(stage)]

    @property
    def opened(self) -> list[Stage]:
        """Stages that have begun and of which at least one round is shown."""
        return [stage for stage in self.stages if stage.started and self.rounds(stage) != 0]
