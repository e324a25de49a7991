"""The actions of organizers and authors in the contest, by the services of pages.  It runs in a
process that has the settings of the site."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from bots.models import Bot
from bots.services import create_bot, upload_version
from controls import services as controls
from controls.models import Hold, Share
from games.package import house_files, kit_files
from games.registry import GAMES
from ladder.core.contest.plan import EventPlan, Feed, StagePlan
from ladder.core.contest.templates import Choice, Rules, groups_and_cup, joined, season_and_finals
from ladder.events.entrants import entering
from ladder.events.mending.rulings import Disqualify
from ladder.events.models import EncounterGame, Entry, Event, SeriesGame, Stage
from ladder.events.planning import acts
from ladder.models import RatedMatch
from ladder.seasons.current import pause
from maps.models import Map
from matches.models import Match
from matches.recorded.voiding import void
from rulesets import services as rulesets


@dataclass(frozen=True)
class Size:
    """How many bots enter each game, how many of them go on from the qualifier and from the brawl,
    the games of one meeting in the cup, the sources of house bots that people copy for each game,
    and the matches after which the season pauses, if any."""

    xghj: int
    snake: int
    qualifier: int
    brawl: int
    cup: int
    house: int
    season: int | None = None

    def bots(self) -> dict[str, int]:
        return {"xghj": self.xghj, "snake": self.snake}


SIZES = {"short": Size(4, 4, 2, 1, 2, house=1, season=8), "whole": Size(6, 10, 3, 2, 4, house=2)}
SEASON_MINUTES = 1
SLUG = "autumn-contest"


def _sources(game: str, most: int) -> list[dict[str, bytes]]:
    """Several quick bots, the quickest first; those of one source are built once."""
    found = GAMES[game]
    quick = [bot for bot in found.house if bot.language == "cpp" and not bot.practice]
    house = [house_files(bot, found.kits) for bot in quick[:most]]
    return [*house, *(kit_files(kit) for kit in found.kits if kit.language == "cpp")]


def _zip(files: dict[str, bytes]) -> io.BytesIO:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    data.seek(0)
    return data


def people(size: str) -> dict[str, Any]:
    """Many people, each with a bot of one of two games; the site builds and tries them.

    The ladder is paused from the start: the contest has the machine, its season included.
    """
    organizer = User.objects.get(username="organizer")
    controls.hold(Hold.Of.SHARE, Share.LADDER, organizer, "The contest has the machine.")
    for game, count in SIZES[size].bots().items():
        sources = _sources(game, SIZES[size].house)
        for number in range(count):
            person = User.objects.create_user(f"{game}-author-{number}", password="long-enough-one")
            bot = create_bot(person, game, f"{game}-{number}")
            upload_version(bot, person, "bot.zip", _zip(sources[number % len(sources)]))
    return {}


def ready(size: str) -> dict[str, Any]:
    guests = len(GAMES["xghj"].house)
    return {
        "ready": Bot.objects.playing().count(),
        "of": sum(SIZES[size].bots().values()) + guests,
    }


def plan(size: Size) -> EventPlan:
    """The templates of both games, with the numbers and times of a small contest."""
    brawl = Rules("xghj", "autumn-brawl")
    four, blitz = Rules("xghj", "four"), Rules("snake", "blitz")
    contest = season_and_finals(Choice(four, brawls=(brawl,), weeks=2, prefix="xghj-"))
    both = joined([contest, groups_and_cup(Choice(blitz, prefix="snake-"))])
    return EventPlan(tuple(_small(stage, size) for stage in both.stages))


def _small(stage: StagePlan, size: Size) -> StagePlan:
    ends = SEASON_MINUTES if stage.ends is not None else None
    begins = 0 if ends is not None else None
    numbers = {"xghj-qualifier": size.qualifier, "xghj-brawl-1": size.brawl}
    options = replace(stage.options, winners=numbers.get(stage.key, stage.options.winners))
    if stage.key == "snake-cup":
        options = replace(options, games=size.cup)
    feeds = [
        replace(feed, count=numbers.get(feed.source or "", feed.count)) for feed in stage.feeds
    ]
    return replace(stage, begins=begins, ends=ends, freeze=0, options=options, feeds=tuple(feeds))


def announce(size: str) -> dict[str, Any]:
    """The brawl's rules and map, and the event, which begins by itself in a few seconds."""
    organizer = User.objects.get(username="organizer")
    board = Map.objects.get(game="xghj", owner=None, name="quarters")
    draft = rulesets.Draft("xghj", "autumn-brawl", "Autumn brawl", "four", board, {})
    brawl = rulesets.create(organizer, draft)
    rulesets.publish(brawl, organizer)
    event = acts.create(organizer, acts.Draft("Autumn contest", plan(SIZES[size]), per_person=1))
    acts.publish(event, organizer)
    for bot in Bot.objects.filter(is_house=False).order_by("pk"):
        entering.enter(event, bot, bot.owner)
    Event.objects.filter(pk=event.pk).update(starts=timezone.now() + timedelta(seconds=5))
    return {"slug": event.slug, "entries": event.entries.count()}


def status() -> dict[str, Any]:
    event = Event.objects.get(slug=SLUG)
    running = Match.objects.live().exclude(kind=Match.Kind.LADDER)
    return {
        "state": event.state,
        "trouble": event.trouble,
        "stages": {
            stage.key: {"state": stage.state, "trouble": stage.trouble}
            for stage in event.stages.all()
        },
        "running": list(running.values_list("pk", "claimed_by")),
        "played": Match.objects.counting().exclude(kind=Match.Kind.LADDER).count(),
    }


def pause_season(size: str) -> dict[str, Any]:
    """Create no more matches of the season once it has as many as the size allows.

    ``done`` says that there is nothing left to pause."""
    most, stage = SIZES[size].season, Stage.objects.get(event__slug=SLUG, key="xghj-season")
    if most is None or stage.state == Stage.State.FINISHED:
        return {"done": True}
    results = RatedMatch.objects.filter(season=stage.season).exclude(order=None)
    if stage.season is None or results.count() < most:
        return {"done": False}
    pause(stage.season, User.objects.get(username="organizer"), "These matches are enough.")
    return {"done": True}


def void_one(key: str) -> dict[str, Any]:
    """Take back the result of a finished game of a stage."""
    stage = Stage.objects.get(event__slug=SLUG, key=key)
    games = EncounterGame.objects.filter(encounter__stage=stage, lost=False)
    match = Match.objects.counting().filter(pk__in=games.values("match")).order_by("pk").first()
    if match is None:
        return {"match": None}
    void(match, User.objects.get(username="organizer"), "the referee was asleep")
    return {"match": match.pk}


def disqualify(name: str) -> dict[str, Any]:
    entry = Entry.objects.get(event__slug=SLUG, bot__name=name)
    Disqualify(entry).do(User.objects.get(username="organizer"), "two authors")
    return {}


def report() -> dict[str, Any]:
    """The list of matches and who entered each stage on which seed: all that a table needs."""
    return report_of(Event.objects.get(slug=SLUG))


def report_of(event: Event) -> dict[str, Any]:
    """The same of any event."""
    return {
        "stages": [_stage(stage) for stage in event.stages.order_by("number")],
        "out": [str(entry.bot) for entry in event.entries.all() if entry.is_out],
        "matches": [*_encounters(event), *_series(event), *_season(event)],
    }


def _stage(stage: Stage) -> dict[str, Any]:
    groups: dict[int, list[str]] = {}
    for row in stage.entries.exclude(number=None).select_related("entry__bot__owner"):
        groups.setdefault(row.group, []).append(str(row.entry.bot))
    return {
        "key": stage.key,
        "kind": stage.kind.value,
        "feeds": [_feed(feed) for feed in stage.planned.feeds],
        "games": stage.planned.options.games,
        "extra": stage.planned.options.extra,
        "winners": stage.planned.options.winners,
        "window": stage.planned.options.window,
        "groups": [groups[number] for number in sorted(groups)],
        "places": {str(row.entry.bot): row.place for row in stage.entries.exclude(place=None)},
    }


def _feed(feed: Feed) -> list[Any]:
    return [feed.source, feed.count, feed.first, feed.pass_on, feed.exclude]


def _row(match: Match, **more: Any) -> dict[str, Any]:
    seats = match.seats.select_related("version__bot__owner").order_by("number")
    return {
        "id": match.pk,
        "counts": match.state == Match.State.FINISHED and match.voided_at is None,
        "state": match.state,
        "bots": [str(seat.program.bot) for seat in seats],
        "ranks": [seat.rank for seat in seats],
        "handicaps": [seat.handicap for seat in seats],
        **more,
    }


def _encounters(event: Event) -> list[dict[str, Any]]:
    games = EncounterGame.objects.filter(encounter__stage__event=event)
    games = games.select_related("encounter__stage", "match").order_by("pk")
    return [
        _row(
            game.match,
            stage=game.encounter.stage.key,
            group=game.encounter.group,
            encounter=game.encounter.key,
            round=game.encounter.round,
            obsolete=game.encounter.obsolete,
            entrants=game.encounter.entrants,
        )
        for game in games
    ]


def _series(event: Event) -> list[dict[str, Any]]:
    games = SeriesGame.objects.filter(series__stage__event=event)
    games = games.select_related("series__stage", "match").order_by("pk")
    return [
        _row(
            game.match,
            stage=game.series.stage.key,
            group=game.series.group,
            number=game.number,
            lost=game.lost,
        )
        for game in games
    ]


def _season(event: Event) -> list[dict[str, Any]]:
    stages = event.stages.exclude(season=None)
    return [
        _row(rated.match, stage=stage.key, order=rated.order)
        for stage in stages
        for rated in RatedMatch.objects.filter(season=stage.season).exclude(order=None)
    ]


COMMANDS: dict[str, Callable[..., Any]] = {
    "people": people,
    "ready": ready,
    "announce": announce,
    "status": status,
    "pause_season": pause_season,
    "void": void_one,
    "disqualify": disqualify,
    "report": report,
}
