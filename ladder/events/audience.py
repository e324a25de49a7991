"""Which audience the matches of a stage are for."""

from __future__ import annotations

from ladder.core.contest.plan import Reveal
from ladder.events.models import Stage

STRICTEST = (Reveal.HIDDEN, Reveal.PARTICIPANTS, Reveal.PUBLIC)


def audience_of(stage: Stage) -> Reveal:
    """The audience of a stage's matches: its participants are a result of all stages before it, so
    the strictest audience counts.
    """
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
