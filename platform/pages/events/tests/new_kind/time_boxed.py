"""A format of stages that the site does not have: a league that ends after an hour.

Encounters that were not played then count for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from ladder.core.contest.plan import Kind
from ladder.core.stages.round_robin import RoundRobin
from ladder.events.kinds.contract import Thought
from ladder.events.kinds.encounters import Encounters
from ladder.events.models import Scene, Stage
from matches.models import Match
from matches.services import withdraw

NAME = "time-boxed"
LABEL = "time-boxed league"


def _kind() -> Kind:
    """A member as a line in `Kind` makes it."""
    made = str.__new__(Kind, NAME)
    made._name_, made._value_ = "TIME_BOXED", NAME
    return made


TIME_BOXED = _kind()


class Format(RoundRobin):
    name = NAME
    title = "Time-boxed league"


@dataclass(frozen=True, kw_only=True)
class TimeBoxed(Encounters):
    lasts: timedelta

    def waits_for_time(self, stage: Stage) -> bool:
        return True

    def play(self, stage: Stage, thought: Thought | None) -> bool:
        assert stage.started is not None, "it is played"
        if timezone.now() < stage.started + self.lasts:
            return super().play(stage, thought)
        games = Match.objects.filter(event_game__encounter__stage=stage)
        withdraw(list(games.filter(state__in=Match.UNFINISHED)), "The time of the league is over.")
        return not games.filter(state__in=Match.UNFINISHED).exists()


LEAGUE = TimeBoxed(
    kind=TIME_BOXED,
    sentence="Everybody meets until an hour has passed.",
    scenes=(Scene.TABLE, Scene.RACE),
    fields=frozenset({"games", "maps", "cycles"}),
    crossed=True,
    lasts=timedelta(hours=1),
)
