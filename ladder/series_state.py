"""Where a series stands, from the results of its games alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db.models import Q

from ladder.core import series as rules
from ladder.core.series import State, Terms
from ladder.entrants import ruleset_of
from ladder.models import Series, SeriesEntry, SeriesGame
from matches.models import Match, Seat


def state_of(series: Series) -> State:
    """From the results of its games alone; the series has been started."""
    entries = series.entries.filter(guest=False)
    return state_from(series, list(entries), finished_games(series))


def state_from(
    series: Series, entries: Sequence[SeriesEntry], played: Sequence[SeriesGame]
) -> State:
    """The state of its entrants after the games of `finished_games`."""
    entrants = len(entries)
    out = frozenset(entry.number for entry in entries if entry.out)
    qualified = frozenset(entry.number for entry in entries if entry.qualified)
    # A ruleset may change or go; the games that were played say how many seats they had.
    found = ruleset_of(series.game, series.ruleset)
    seats = len(played[0].seating) if played else found.seats if found else entrants
    terms = Terms(
        *(entrants, seats, series.winners, series.most_games, series.patience, out, qualified)
    )
    return rules.play(terms, [game_of(game, entrants) for game in played])


def finished_games(series: Series, also: Collection[int] = ()) -> list[SeriesGame]:
    """Those that count, and of matches that are to count ``also``, in their order, each with its
    match and seats."""
    counted = series.games.filter(Q(lost=False) | Q(match__in=also))
    counted = counted.filter(match__state=Match.State.FINISHED)
    related = counted.select_related("match").prefetch_related("match__seats")
    return list(related.defer("match__map", "match__outcome").order_by("number"))


def game_of(game: SeriesGame, entrants: int) -> rules.Game:
    """A finished game as the rules of series see it."""
    ranks = tuple(_rank(seat) for seat in game.match.seats.all())
    return rules.Game(tuple(n if n < entrants else None for n in game.seating), ranks)


def _rank(seat: Seat) -> int:
    if seat.rank is None:
        raise ValueError(f"{seat} has no rank; a finished match ranks every seat")
    return seat.rank
