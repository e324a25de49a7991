"""Series for tests: a plan, and games that end as a test wants."""

from __future__ import annotations

from ladder import series as verbs
from ladder.models import SeriesGame
from ladder.series import Plan
from ladder.tests.play import finish
from matches.models import Match


def plan(bots, **more):
    given = {"name": "Autumn round", "game": "stakes", "ruleset": "three", "winners": 2}
    return Plan(**{**given, "bots": bots, **more})


def game_now(series) -> SeriesGame:
    found: SeriesGame = series.games.select_related("match").filter(lost=False).latest("number")
    return found


def win(series, *entrants):
    """Play the next game: these share the first place, in the order of the others' numbers."""
    game = game_now(series)
    ranks = [1 if n in entrants else 2 + n for n in game.seating]
    finish(game.match, ranks)
    verbs.advance(series.pk)
    series.refresh_from_db()


def lose(series, how="aborted"):
    match = game_now(series).match
    Match.objects.filter(pk=match.pk).update(state=how, failure="the disk was full")
    verbs.advance(series.pk)
    series.refresh_from_db()
