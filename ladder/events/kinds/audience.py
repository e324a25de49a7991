"""Which audience the matches of a stage are for."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from ladder.core.contest.plan import Reveal, leading_to
from ladder.events.models import EncounterGame, Event, SeriesGame, Stage
from matches.models import Match

STRICTEST = (Reveal.HIDDEN, Reveal.PARTICIPANTS, Reveal.PUBLIC)


def audience_of(stage: Stage, number: int | None = None) -> Reveal:
    """The audience of a stage's matches: its participants are a result of all stages before it, so
    the strictest audience counts.

    The rounds that a stage shows before the others, those up to its ``rounds_shown``, are kept back
    by the stages before it alone: ``number`` is the round, or the game of a series.
    """
    rows = {each.key: each for each in stage.event.stages.all()}
    sources = leading_to(stage.key, lambda key: rows[key].planned.sources)
    if number is not None and number <= stage.rounds_shown:
        sources.discard(stage.key)
    levels = (Reveal(rows[key].reveal) for key in sources)
    return min(levels, key=STRICTEST.index, default=Reveal.PUBLIC)


def show_matches(event: Event) -> None:
    """Give every match of an event the audience that follows from its stages."""
    for stage in event.stages.all():
        games = EncounterGame.objects.filter(encounter__stage=stage)
        series = SeriesGame.objects.filter(series__stage=stage)
        last = stage.rounds_shown
        _give(audience_of(stage), stage.earlier_games.all())
        _give(audience_of(stage), games.filter(encounter__round__gt=last))
        _give(audience_of(stage), series.filter(number__gt=last))
        if last:
            _give(audience_of(stage, last), games.filter(encounter__round__lte=last))
            _give(audience_of(stage, last), series.filter(number__lte=last))


def _give(level: Reveal, games: QuerySet[Any]) -> None:
    Match.objects.filter(pk__in=games.values("match")).update(audience=level.value)


def is_shown_with(stage: Stage, other: Stage) -> bool:
    """Whether everybody who may see the results of the ``other`` stage may see those of this."""
    levels = [Reveal(each.reveal) for each in (stage, other)]
    return STRICTEST.index(levels[0]) >= STRICTEST.index(levels[1])
