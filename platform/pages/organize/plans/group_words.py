"""The groups of planned stages in words, with those that the present entries would make."""

from __future__ import annotations

from games.texts.sentences import counted, paragraph
from ladder.core.contest.plan import EventPlan
from ladder.core.contest.sizes import group_sizes, most_entrants
from ladder.events.kinds.registry import kind_of
from ladder.events.models import Event
from ladder.events.models.labels import dealt_words
from ladder.events.running.advancing import registered


def groups_now(event: Event, plan: EventPlan) -> dict[str, str]:
    """A sentence for each stage with groups, by its key; none for a plan with wrong sources."""
    grouped = [stage for stage in plan.stages if kind_of(stage).group_words(stage)]
    if not grouped:
        return {}
    entered = {game: len(registered(event, game)) for game in plan.games}
    try:
        most = most_entrants(plan, entered)
    except (KeyError, ValueError):
        return {}
    sentences = {}
    for stage in grouped:
        phrase = kind_of(stage).group_words(stage)
        rule = f"{phrase[:1].upper()}{phrase[1:]}."
        now = ""
        if count := most[stage.key]:
            dealt, bots = dealt_words(group_sizes(stage.options, count)), counted(count, "bot")
            now = (
                f"With the present entries: {dealt}, {bots} in all."
                if dealt
                else f"With the present entries: one group, {bots} in all."
            )
        sentences[stage.key] = paragraph(rule, now)
    return sentences
