"""Matches put in the queue, many in as few queries as one."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction

from accounts.models import User
from arbiter.working import queues
from bots.models import BotVersion
from bots.versions import artifacts
from games.engine import JSON
from maps.models import Map
from maps.pools import draw_map, generates
from matches.audience import Audience
from matches.expectations import Expectations
from matches.kinds import SHARES, lane_of
from matches.models import Match, Seat
from matches.seating import Player, SeatTerms, seats_of, take_scenario
from rulesets.catalogue import scenario_of

PLAY = "matches.tasks.play"
"""The task that plays what comes next in a lane, which it is sent to as its queue, too."""


def new_seed() -> int:
    """A seed that nobody can foresee, and that every language can hold."""
    return secrets.randbits(53)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDraft:
    """A match to be made; seat i goes to ``players[i]`` on ``terms[i]``, if there are any.

    ``options`` are those of `rulesets.options.chosen_options`.  Without a ``board`` the match gets
    a random map where the ruleset generates none.  Its time is ``share``'s, else its kind's.
    """

    game: str
    ruleset: str
    kind: Match.Kind
    players: Sequence[Player]
    seed: int = field(default_factory=new_seed)
    share: str | None = None
    requested_by: User | None = None
    board: Map | None = None
    terms: Sequence[SeatTerms] = ()
    options: Mapping[str, JSON] = field(default_factory=dict)
    audience: str = Audience.PUBLIC

    @property
    def versions(self) -> list[int]:
        """The ids of the versions that play."""
        return [player.pk for player in self.players if isinstance(player, BotVersion)]


@transaction.atomic
def create_matches(drafts: Sequence[MatchDraft]) -> list[Match]:
    """Matches in the queue, in the order of their drafts.

    Each keeps the board that its map has now, and a scenario's board and data.
    """
    expected = Expectations((each.game, each.ruleset, each.kind, each.versions) for each in drafts)
    matches = [_match(each, expected) for each in drafts]
    enqueue(
        matches, [seats_of(each.game, each.ruleset, each.players, each.terms) for each in drafts]
    )
    return matches


def enqueue(matches: Sequence[Match], seats: Sequence[Sequence[Seat]]) -> None:
    """Store new matches with their seats, and call workers for them."""
    taken = [seat for own in seats for seat in own]
    artifacts.want({seat.version_id for seat in taken if seat.version_id is not None})
    Match.objects.bulk_create(matches)
    for match, own in zip(matches, seats, strict=True):
        for seat in own:
            seat.match = match
    Seat.objects.bulk_create(taken)
    for match in matches:
        call_worker_for(match)


def _match(draft: MatchDraft, expected: Expectations) -> Match:
    match = Match(
        game=draft.game,
        ruleset=draft.ruleset,
        kind=draft.kind,
        seed=draft.seed,
        share=SHARES[draft.kind] if draft.share is None else draft.share,
        expected=expected.of(draft.game, draft.ruleset, draft.kind, draft.versions),
        requested_by=draft.requested_by,
        options=dict(draft.options),
        audience=draft.audience,
    )
    scenario, board = scenario_of(draft.game, draft.ruleset), draft.board
    if scenario is not None:
        take_scenario(match, scenario)
    elif board is not None or (board := _drawn_map(draft)) is not None:
        match.map, match.map_used, match.map_revision = board.board, board, board.revision
    return match


def _drawn_map(draft: MatchDraft) -> Map | None:
    """The map of a match for which nobody chose one; None where the engine generates the board."""
    if generates(draft.game, draft.ruleset):
        return None
    return draw_map(draft.game, draft.ruleset, random.Random(draft.seed))


def call_worker_for(match: Match) -> None:
    """Have a worker look for the next match of the lane after this transaction."""
    lane = lane_of(match.share)
    queues.send_after_commit(PLAY, lane, queue=lane)
