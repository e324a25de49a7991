"""The plan of an event in sentences: groups, and the costs where all places are taken."""

from __future__ import annotations

from datetime import timedelta

from games.texts.sentences import counted, paragraph, plural
from ladder.core.contest import plan as plans
from ladder.core.contest import sizes
from ladder.events.kinds import registry
from ladder.events.models import Event
from ladder.events.models.labels import dealt_words
from ladder.events.planning import forecasts
from ladder.events.running import advancing
from pages.templatetags.site import duration


def groups_now(event: Event, plan: plans.EventPlan) -> dict[str, str]:
    """A sentence for each stage with groups, by its key, with the groups that the present entries
    would make; none for a plan with wrong sources."""
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


def costs(event: Event, plan: plans.EventPlan) -> tuple[str, dict[str, str]]:
    """A sentence about the event, and one for each stage with matches by its key.

    The plan has stages, and no problems.
    """
    found = forecasts.at_most(plan, event.most_entries)
    matches, took = round(found.matches), duration(found.took)
    bots, workers = counted(event.most_entries, "bot"), found.workers
    whole = plural(
        workers,
        f"With {bots} of each game, the event has up to {matches:,} matches. They take {took} on "
        "one worker.",
        f"With {bots} of each game, the event has up to {matches:,} matches. They take {took} on "
        f"the {workers} workers that played recently.",
    )
    by_stage = {}
    for line in found.lines:
        most, lasts = round(line["matches"]), timedelta(seconds=line["ends"] - line["begins"])
        if line["matches"]:
            by_stage[line["key"]] = plural(
                most,
                f"With {bots}: 1 match, which takes {duration(lasts)}.",
                f"With {bots}: up to {most:,} matches, which take {duration(lasts)}.",
            )
    return whole, by_stage
