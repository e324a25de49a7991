"""Events for tests: people with bots, plans of a few stages, and matches that end by strength."""

from __future__ import annotations

import random
from collections.abc import Callable

from django.utils import timezone

from accounts.models import User
from bots.models import Bot
from ladder.core.contest.plan import EventPlan, Feed, Kind, Options, StagePlan
from ladder.events.entrants import entering
from ladder.events.models import Event, Stage
from ladder.events.planning import acts
from ladder.events.planning.acts import Draft
from ladder.events.running import advancing
from ladder.matchmaking import feed_season
from ladder.tests.play import RULESET, finish, make_bot
from matches.models import Match

Judge = Callable[[list[str]], list[int]]
"""From the names of bots by seat to their ranks."""


def authors(count: int, first: int = 0) -> list[Bot]:
    """Bots b0, b1 … of as many people; by `by_number` the first is the strongest."""
    numbers = range(first, first + count)
    people = [User.objects.create_user(f"author-{n}", password="of no use") for n in numbers]
    return [make_bot(person, f"b{n}") for n, person in zip(numbers, people, strict=True)]


def stage(key: str, kind: Kind, *feeds: Feed, **more: object) -> StagePlan:
    options = Options(**{"games": 2, **more.pop("options", {})})  # type: ignore[dict-item, arg-type]
    given = {"game": "snake", "ruleset": RULESET, "options": options, **more}
    return StagePlan(key, key.title(), kind=kind, feeds=feeds or (Feed(),), **given)  # type: ignore[arg-type]


def open_event(by: User, *stages: StagePlan, **more: object) -> Event:
    draft = Draft(**{"name": "Open", "plan": EventPlan(stages), **more})  # type: ignore[arg-type]
    event = acts.create(by, draft)
    acts.publish(event, by)
    event.refresh_from_db()
    return event


def begin(by: User, bots: list[Bot], *stages: StagePlan, **more: object) -> Event:
    """An event that these bots have entered, and that has begun."""
    event = open_event(by, *stages, **more)
    for bot in bots:
        entering.enter(event, bot, bot.owner)
    acts.start(event, by)
    event.refresh_from_db()
    return event


def waiting(event: Event) -> list[Match]:
    own = Match.objects.filter(event_game__encounter__stage__event=event)
    later = Match.objects.filter(series_game__series__stage__event=event)
    return [*own.filter(state="queued").order_by("pk"), *later.filter(state="queued")]


def by_number(names: list[str]) -> list[int]:
    """The bot of the smaller number wins; house bots are the weakest."""
    numbers = [int(name[1:]) if name[1:].isdigit() else 999 for name in names]
    return [1 + sum(other < mine for other in numbers) for mine in numbers]


def play(match: Match, judge: Judge = by_number) -> Match:
    """End one match that waits."""
    seats = match.seats.select_related("version__bot").order_by("number")
    return finish(match, judge([seat.program.bot.name for seat in seats]))


def play_all(event: Event, judge: Judge = by_number, most: int = 10_000) -> int:
    """End matches until none waits any more; how many."""
    count = 0
    go_on(event)
    while count < most and (found := waiting(event)):
        for match in found[: most - count]:
            play(match, judge)
            count += 1
        go_on(event)
    event.refresh_from_db()
    return count


def play_season(stage: Stage, judge: Judge = by_number, most: int = 200) -> int:
    """End the matches that the matchmaker makes for a stage with a season of its own, until it
    makes none; how many."""
    rng, count = random.Random(1), 0
    assert stage.season is not None, "it has begun"
    while count < most and (made := feed_season(stage.season, rng)):
        for match in made:
            play(match, judge)
        count += len(made)
    return count


def end_season(stage: Stage, judge: Judge = by_number) -> None:
    """Let the end of a season come, and play what is missing for equal numbers of matches."""
    Stage.objects.filter(pk=stage.pk).update(ends=timezone.now())
    play_season(stage, judge)
    go_on(stage.event)
    stage.refresh_from_db()


def go_on(event: Event) -> None:
    """Move the event, as the periodic task does."""
    advancing.move_all(event.pk)


def names(stage: Stage) -> list[tuple[str, int | None]]:
    """Bots and their final places, best first."""
    rows = stage.entries.exclude(number=None).select_related("entry__bot")
    return [(row.entry.bot.name, row.place) for row in rows.order_by("place", "seed")]
