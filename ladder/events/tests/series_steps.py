"""Single series for tests: an event of one, and games that end as a test wants."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from bots.models import Bot
from ladder.core.series import SeriesState
from ladder.events.kinds.registry import groups
from ladder.events.models import Event, SeriesGame, Stage
from ladder.events.planning import acts, single_series
from ladder.events.planning.single_series import SingleSeries
from ladder.events.running import advancing
from ladder.tests.play import finish
from matches.models import Match


def wanted(bots: list[Bot], **more: Any) -> SingleSeries:
    given = {"name": "Autumn round", "game": "stakes", "ruleset": "three", "winners": 2}
    return SingleSeries(**{**given, "bots": bots, **more})


def planned(by: User, bots: list[Bot], **more: Any) -> Event:
    """A series of these bots, or of the best ones."""
    return single_series.create(by, wanted(bots, **more))


def begun(by: User, bots: list[Bot], **more: Any) -> Event:
    event = planned(by, bots, **more)
    acts.start(event, by)
    event.refresh_from_db()
    return event


def stage_of(event: Event) -> Stage:
    return event.stages.get()


def games(event: Event) -> list[SeriesGame]:
    rows = SeriesGame.objects.filter(series__stage__event=event).order_by("number", "pk")
    return list(rows.select_related("match"))


def game_now(event: Event) -> SeriesGame:
    return [game for game in games(event) if not game.lost][-1]


def go_on(event: Event) -> None:
    """Move the event, as the periodic task does."""
    advancing.move_all(event.pk)
    event.refresh_from_db()


def win(event: Event, *entrants: int) -> None:
    """Play the next game: these share the first place, in the order of the others' numbers."""
    game = game_now(event)
    order = [99 if number is None else number for number in game.seating]
    finish(game.match, [1 if number in entrants else 2 + number for number in order])
    go_on(event)


def lose(event: Event, how: str = "aborted") -> None:
    match = game_now(event).match
    Match.objects.filter(pk=match.pk).update(state=how, failure="the disk was full")
    go_on(event)


def state_of(event: Event) -> SeriesState:
    """Of the series of the first group."""
    state = groups(stage_of(event))[0].state
    assert state is not None
    return state
