"""What a plan costs if all places are taken, in words."""

from __future__ import annotations

from games.texts.sentences import counted, plural
from ladder.core.contest import plan as plans
from ladder.events.models import Event
from ladder.events.planning import forecasts
from pages.templatetags.site import duration


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
    by_stage = {
        line.stage.key: plural(
            round(line.forecast.games),
            f"With {bots}: 1 match, which takes {duration(line.took)}.",
            f"With {bots}: up to {round(line.forecast.games):,} matches, which take "
            f"{duration(line.took)}.",
        )
        for line in found.lines
        if line.forecast.games
    }
    return whole, by_stage
