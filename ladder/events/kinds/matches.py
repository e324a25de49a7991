"""Shared by formats with matches of their own: guests on empty seats, the maps, the matches."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bots.models import Bot, BotVersion
from ladder.advancing import complain
from ladder.core.contest.plan import Reveal
from ladder.events.kinds.state import side_seats
from ladder.events.models import Stage
from ladder.events.notifications import tell_stuck
from maps.models import Map
from maps.pools import generates, pool
from matches.creating import MatchDraft, new_seed
from matches.models import Match
from matches.seating import SeatTerms
from rulesets.catalogue import scenario_of

logger = logging.getLogger(__name__)

MOST_TRIES = 3
"""A game that failed this often in a row pauses its stage until an organizer resumes it."""


def draft(
    stage: Stage,
    kind: Match.Kind,
    versions: Sequence[BotVersion],
    terms: Sequence[SeatTerms],
    board: Map | None,
    seed: int | None = None,
    *,
    audience: Reveal,
) -> MatchDraft:
    """A match of the stage for an audience, see `audience_of`."""
    return MatchDraft(
        game=stage.game,
        ruleset=stage.ruleset,
        kind=kind,
        players=versions,
        seed=new_seed() if seed is None else seed,
        requested_by=stage.event.created_by,
        board=board,
        terms=terms,
        audience=audience.value,
    )


def count_tries(stage: Stage, game: str, tries: Sequence[Match]) -> None:
    """Pause the stage if the newest tries of a game, newest first, all failed."""
    failed = [match for match in tries[:MOST_TRIES] if match.state == Match.State.FAILED]
    if len(failed) == MOST_TRIES:
        why = failed[0].failure or failed[0].get_state_display()
        stage.paused = True
        stage.trouble = f"{game} had no result {MOST_TRIES} times. Last reason: {why}"[:500]
        stage.save(update_fields=["paused", "trouble"])
        logger.warning("%s is paused: %s", stage, stage.trouble)
        tell_stuck(stage)


def hold(stage: Stage, why: str) -> None:
    """Keep the reason why a stage cannot go on, and notify its people of a new one; an empty one
    clears it."""
    if complain(stage, why):
        tell_stuck(stage)


def guests(stage: Stage) -> list[BotVersion]:
    """Versions of house bots that fill empty seats."""
    return Bot.objects.fillers(stage.game).versions()


def boards(stage: Stage) -> list[Map]:
    """The maps of the stage's games, used in turn; empty if maps are generated."""
    maps = stage.planned.maps
    if maps:
        by_id = Map.objects.filter(pk__in=maps, archived=None).in_bulk()
        return [by_id[pk] for pk in maps if pk in by_id]
    return pool(stage.game, stage.ruleset)


class Boards:
    """The boards of a stage's games, in turn; each map is read once."""

    def __init__(self, stage: Stage) -> None:
        self._maps = boards(stage)
        self._read: dict[int, Map] = {}

    def at(self, turn: int) -> Map | None:
        """The map of a turn, which counts from 0, with its board; None if boards are generated."""
        if not self._maps:
            return None
        pk = self._maps[turn % len(self._maps)].pk
        if pk not in self._read:
            self._read[pk] = Map.objects.get(pk=pk)
        return self._read[pk]


def objection(stage: Stage) -> str:
    """Why no game of the stage can be played now, for organizers; empty if one can."""
    try:
        side_seats(stage)
    except KeyError:
        return "This site no longer has the game or its ruleset."
    scenario = scenario_of(stage.game, stage.ruleset)
    if scenario is not None and not scenario.is_public:
        return (
            f"The stage does not begin: its scenario {scenario.title} is not public. "
            "Publish the scenario, or choose other rules for the stage."
        )
    if not generates(stage.game, stage.ruleset) and not boards(stage):
        return "The ruleset's pool has no map."
    return ""
