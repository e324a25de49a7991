"""What one finished match does to the ratings of its bots.

One function, for results as they come and for rebuilding them: that both give the same numbers
is then no matter of care.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ladder.core.rating import Belief, update, with_new_version
from ladder.models import RatedMatch, Rating, RatingChange

if TYPE_CHECKING:
    from datetime import datetime

    from bots.models import BotVersion
    from matches.models import Seat


def belief(rating: Rating, version: BotVersion | None) -> Belief:
    """What is believed of a bot that plays with ``version``.

    The first rated match of a version newer than any before starts from a raised sigma.  That is
    found in the matches, not in the moment of activation, so a rebuild finds it too.
    """
    now = rating.mu, rating.sigma
    rated = rating.version
    if version is None or rated is None or version.number <= rated.number:
        return now
    return with_new_version(now)


def apply(
    rated: RatedMatch,
    seats: Sequence[Seat],
    ratings: Mapping[int, Rating],
    finished: datetime | None,
) -> list[RatingChange]:
    """Move ``ratings`` (bot id → row) by one match, and say what moved; saves nothing.

    ``seats`` are in order of their numbers and have ranks: a bot that failed is rated by the rank
    that the game's rules gave it, as any other.
    """
    rows = [ratings[seat.version.bot_id] for seat in seats]
    ranks = [_rank(seat) for seat in seats]
    before = [belief(row, seat.version) for row, seat in zip(rows, seats, strict=True)]
    after = update(before, ranks)
    changes = []
    for row, seat, old, new in zip(rows, seats, before, after, strict=True):
        row.mu, row.sigma = new
        row.last_played = finished
        _tally(row, _rank(seat), ranks)
        _tally_version(row, seat.version)
        changes.append(
            RatingChange(
                rated=rated,
                seat=seat.number,
                rating=row,
                mu_before=old[0],
                sigma_before=old[1],
                mu=new[0],
                sigma=new[1],
            )
        )
    return changes


def _rank(seat: Seat) -> int:
    if seat.rank is None:
        raise ValueError(f"{seat} has no rank; a finished match ranks every seat")
    return seat.rank


def _tally(row: Rating, rank: int, ranks: Sequence[int]) -> None:
    """A first place alone is a win, a shared one a draw, everything else a loss."""
    row.games += 1
    if rank != min(ranks):
        row.losses += 1
    elif ranks.count(rank) > 1:
        row.draws += 1
    else:
        row.wins += 1


def _tally_version(row: Rating, version: BotVersion) -> None:
    if row.version is None or version.number > row.version.number:
        row.version, row.version_games = version, 0
    if row.version.pk == version.pk:
        row.version_games += 1
