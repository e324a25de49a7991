"""Who may see what of an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bots.models import Bot
from ladder.core.contest.plan import Reveal
from ladder.events.models import Event, EventQuerySet, Stage

if TYPE_CHECKING:
    from bots.models import Viewer


STRICTEST = (Reveal.HIDDEN, Reveal.PARTICIPANTS, Reveal.PUBLIC)


def visible_events(user: Viewer) -> EventQuerySet:
    """Drafts are for organizers."""
    return Event.objects.all() if user.is_authenticated and user.is_staff else _public()


def _public() -> EventQuerySet:
    return Event.objects.all().public()


def takes_part(event: Event, user: Viewer) -> bool:
    """Whether this person manages a bot that has entered."""
    if not user.is_authenticated:
        return False
    own = Bot.objects.managed_by(user)
    return event.entries.filter(withdrawn_at=None, bot__in=own).exists()


def may_see_results(stage: Stage, user: Viewer) -> bool:
    """Whether tables, brackets, matches and final places of a stage are shown to a person."""
    if stage.reveal == Reveal.PUBLIC or (user.is_authenticated and user.is_staff):
        return True
    return stage.reveal == Reveal.PARTICIPANTS and takes_part(stage.event, user)


def audience_of(stage: Stage) -> Reveal:
    """Who may look at a stage's matches: who plays them is a result of all stages that lead to it,
    so that the strictest of them counts."""
    rows = {each.key: each for each in stage.event.stages.all()}
    found, left = {stage.key}, [stage.key]
    while left:
        for source in rows[left.pop()].planned.sources:
            if source not in found:
                found.add(source)
                left.append(source)
    return min((Reveal(rows[key].reveal) for key in found), key=STRICTEST.index)


def is_shown_with(stage: Stage, other: Stage) -> bool:
    """Whether everybody who may see the results of the ``other`` stage may see those of this."""
    levels = [Reveal(each.reveal) for each in (stage, other)]
    return STRICTEST.index(levels[0]) >= STRICTEST.index(levels[1])


def shows_who_plays(stage: Stage, user: Viewer) -> bool:
    """Whether the entrants of a stage are shown: who goes on is a result of the stages before."""
    sources = stage.event.stages.filter(key__in=stage.planned.sources)
    return all(may_see_results(each, user) for each in sources)
