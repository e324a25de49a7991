"""The effect of a finished match on the ratings of its bots.

One function serves new results and rebuilds, so the two cannot diverge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from bots.models import BotVersion
from ladder.core import points as scoring
from ladder.core.rating import Belief, standing, update, with_new_version
from ladder.core.standings import Final, final_places
from ladder.models import RatedMatch, Rating, RatingChange
from matches.models import Seat


def belief(rating: Rating, version: BotVersion | None) -> Belief:
    """The prior of a bot that plays with ``version``.

    The first rated match of a version newer than any before starts from a raised sigma.  That is
    found in the matches, not in the moment of activation, so a rebuild finds it too.
    """
    now = rating.mu, rating.sigma
    rated = rating.version
    if version is None or rated is None or version.number <= rated.number:
        return now
    return with_new_version(now)


RECENT = 20
"""The number of matches that are kept in a rating, for its trend and course."""


def settle(rating: Rating, active: BotVersion | None) -> None:
    """Set the standing of the row's bot with the ``active`` version; saves nothing."""
    shown = belief(rating, active)
    rating.sigma_shown, rating.standing, rating.tie = shown[1], standing(shown), 0
    if rating.season.by_points:
        total = scoring.total(rating.counted, rating.season.worth)
        rating.standing, rating.tie = total.points, total.tie


def apply(
    rated: RatedMatch,
    seats: Sequence[Seat],
    ratings: Mapping[int, Rating],
    finished: datetime | None,
) -> list[RatingChange]:
    """Move ``ratings`` (bot id → row) by one match, and say what moved; saves nothing.

    ``seats`` are in order of their numbers and have ranks: a bot that failed is rated by the rank
    that the game's rules gave it, as any other.  A bot on several seats has one change.
    """
    bots = [seat.program.bot_id for seat in seats]
    before = [belief(ratings[seat.program.bot_id], seat.program) for seat in seats]
    ranks, teams = [_rank(seat) for seat in seats], [seat.team for seat in seats]
    after = update(before, ranks, teams, bots)
    finals = final_places(ranks, teams, bots)
    if rated.season.worth is None:
        _score(ratings, scoring.match_points(ranks, teams, bots))
    else:
        _score(ratings, scoring.earned([seat.score or 0.0 for seat in seats], teams, bots))
    changes = []
    for bot in dict.fromkeys(bots):
        first, row = bots.index(bot), ratings[bot]
        row.mu, row.sigma = after[first]
        row.recent = [*(row.recent or [before[first][0]]), row.mu][-RECENT - 1 :]
        row.last_played = finished
        _tally(row, bot, finals)
        _tally_version(row, seats[first].program)
        changes.append(
            RatingChange(
                rated=rated,
                seat=seats[first].number,
                rating=row,
                mu_before=before[first][0],
                sigma_before=before[first][1],
                mu=after[first][0],
                sigma=after[first][1],
            )
        )
    return changes


def _rank(seat: Seat) -> int:
    if seat.rank is None:
        raise ValueError(f"{seat} has no rank; a finished match ranks every seat")
    return seat.rank


def _score(ratings: Mapping[int, Rating], points: Mapping[int, float]) -> None:
    """Where a season goes by points: a match more in the window of each bot."""
    for bot, value in points.items():
        row = ratings[bot]
        if row.season.by_points:
            row.counted = scoring.newest(row.counted, value, row.season.window)


def _tally(row: Rating, bot: int, finals: Mapping[int, Final]) -> None:
    """A first place alone is a win, a shared one a draw, everything else a loss."""
    final = finals[bot]
    row.games += 1
    row.wins += final.won
    row.draws += final.drawn
    row.losses += not (final.won or final.drawn)
    row.places = [*row.places, *[0] * (final.place - len(row.places))]
    row.places[final.place - 1] += 1


def _tally_version(row: Rating, version: BotVersion) -> None:
    if row.version is None or version.number > row.version.number:
        row.version, row.version_games = version, 0
    if row.version.pk == version.pk:
        row.version_games += 1
