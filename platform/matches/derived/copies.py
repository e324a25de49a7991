"""Matches on the start of another match: its rules, board and seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from bots.models import BotVersion
from controls.models import Share
from matches.creating import enqueue
from matches.expectations import expect
from matches.kinds import SHARES
from matches.models import Match
from matches.seating import Player, SeatTerms, seats_of

COPIED = (
    *("game", "ruleset", "seed", "map", "map_used", "map_revision"),
    *("scenario", "base", "params", "options"),
)
"""The columns that a copy has from its original."""


def create_copy(
    original: Match, kind: Match.Kind, players: Sequence[Player], by: User | None, **more: Any
) -> Match:
    """A match in the queue with the start, the handicaps and the ratings of another one.

    ``players`` are those of its seats, in order; ``more`` are further columns.  Inside a
    transaction.
    """
    versions = [player.pk for player in players if isinstance(player, BotVersion)]
    match = Match(
        **{name: getattr(original, name) for name in COPIED},
        kind=kind,
        share=Share(SHARES[kind]),
        expected=expect(original.game, original.ruleset, kind, versions),
        requested_by=by,
        **more,
    )
    terms = [SeatTerms(seat.handicap, seat.rating) for seat in original.seats.all()]
    enqueue([match], [seats_of(match.game, match.ruleset, players, terms)])
    return match
