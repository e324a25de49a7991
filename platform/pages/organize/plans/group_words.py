"""The groups of planned stages in words, with those that the present entries would make."""

from __future__ import annotations

from games.texts.sentences import counted, paragraph
from ladder.core.contest import plan as plans
from ladder.core.contest import sizes
from ladder.events.kinds import registry
from ladder.events.models import Event
from ladder.events.models.labels import dealt_words
from ladder.events.running import advancing


def groups_now(event: Event, plan: plans.EventPlan) -> dict[str, str]:
    """A sentence for each stage with groups, by its key; none for a plan with wrong sources."""
    grouped = [stage for stage in plan.stages if registry.kind_of(stage).group_words(stage)]
    if not grouped:
        return {}
    entered = {game: len(advancing.registered(event, game)) for game in plan.games}
    try:
        most = sizes.most_entrants(plan, entered)
    except (KeyError, ValueError):
        return {}
    sentences = {}
    for stage in grouped:
        phrase = registry.kind_of(stage).group_words(stage)
        rule = f"{phrase[:1].upper()}{phrase[1:]}."
        now = ""
        if count := most[stage.key]:
            dealt, bots = (
                dealt_words(sizes.group_sizes(stage.options, count)),
                counted(count, "bot"),
            )
            now = (
                f"With the present entries: {dealt}, {bots} in all."
                if dealt
                else f"With the present entries: one group, {bots} in all."
            )
        sentences[stage.key] = paragraph(rule, now)
    return sentences
