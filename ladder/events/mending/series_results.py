"""Voiding games of a series and undoing it; `ladder.events.mending.results` decides when."""

from __future__ import annotations

from datetime import datetime

from ladder.events.models import SeriesGame
from matches.models import Match
from matches.services import withdraw

GOES_ON = "The series continues from an earlier game."


def from_here_on(game: SeriesGame) -> list[SeriesGame]:
    """Games of a series from this one on that count, are queued or running."""
    later = game.series.games.filter(lost=False, number__gte=game.number)
    return list(later.select_related("match").order_by("number"))


def taken_along(game: SeriesGame) -> list[SeriesGame]:
    """Games that count again when the void of this one is undone: itself, and those voided along
    with it."""
    own = game.series.games.filter(taken_back_with=game.match_id, lost=True)
    rows = own.filter(match__state=Match.State.FINISHED).order_by("number")
    return list(rows.select_related("match"))


def rests_on_what_counts(game: SeriesGame) -> bool:
    """Whether the counted game before it is the one that was played before it."""
    if game.number == 1:
        return True
    before = game.series.games.filter(lost=False, number=game.number - 1)
    return before.filter(match__created__lt=game.match.created).exists()


def take_back(game: SeriesGame) -> None:
    """Play a series again from a void game on; later games no longer count.

    The caller holds the lock of the stage.  Queued and running matches are withdrawn.
    """
    later = from_here_on(game)
    rows = game.series.games.filter(pk__in=[each.pk for each in later])
    rows.update(lost=True, taken_back_with=game.match_id)
    withdraw([each.match for each in later], GOES_ON)


def bring_back(game: SeriesGame, since: datetime) -> None:
    """Let a game that was void ``since`` then count again, with the results that it took along.

    The caller holds the lock of the stage.  Later games with these numbers do not count, and cannot
    be restored.
    """
    games = game.series.games
    later, back = from_here_on(game), taken_along(game)
    made = games.filter(number__gte=game.number, match__created__gte=since)
    gone = made | games.filter(pk__in=[each.pk for each in later])
    gone.update(lost=True, taken_back_with=None)
    games.filter(taken_back_with=game.match_id).update(taken_back_with=None)
    games.filter(pk__in=[each.pk for each in back]).update(lost=False)
    withdraw([each.match for each in later], GOES_ON)
