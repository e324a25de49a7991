"""What is to be expected of an event: how many matches, how long, and who may win it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
from django.db.models import Avg, F
from django.utils import timezone

from bots.models import Bot
from ladder.core.contest.plan import EventPlan, Kind, StagePlan
from ladder.core.contest.simulation import Contender, Seats, StageForecast, dry_run
from ladder.core.rating import BETA, MU, SIGMA
from ladder.core.seating import sides
from ladder.events.models import Event
from ladder.events.running import registered
from ladder.models import Rating
from ladder.results import belief
from ladder.services import current_season
from matches.models import Match
from rulesets.lookup import find

ODDS = 2**0.5 * BETA
"""On the scale of ratings: a lead of so much is odds of e."""
SAMPLE = 200
"""Newest matches of a ruleset from which its pace is known."""
PACE = timedelta(hours=1)
SUPPOSED_S = 30.0
"""Seconds of a match of which nothing is known."""
RUNS = 100
LEAST_RUNS = 10
ENTRANTS_RUNS = 2000
"""Runs times entrants: large events are played less often, so that nobody waits for minutes."""


@dataclass(frozen=True, slots=True)
class Line:
    """A stage of a dry run.  ``took`` is how long it will take where nothing else is played, from
    what its matches took of late, ``longest`` at the 95th percentile; ``known`` says whether there
    were any.  ``favourites`` are the most probable firsts with their probabilities."""

    stage: StagePlan
    forecast: StageForecast
    took: timedelta
    longest: timedelta
    known: bool
    favourites: Sequence[tuple[Bot, float]]


@dataclass(frozen=True, slots=True)
class Forecast:
    """A dry run of the whole.  ``supposed`` says that bots of the ladder stand in for entrants, as
    fewer than two have entered yet; ``workers`` play side by side."""

    lines: Sequence[Line]
    matches: float
    took: timedelta
    workers: int
    supposed: bool


def forecast(event: Event, seed: int = 0) -> Forecast:
    """ValueError or KeyError for a plan that cannot be played here; see `checking.findings`."""
    plan = event.planned
    entered, supposed = _entered(event, plan)
    seats = {stage.key: _seats(stage) for stage in plan.stages}
    paces = {(s.game, s.ruleset): _pace(s.game, s.ruleset) for s in plan.stages}
    workers = _workers()
    seasons = {
        stage.key: _season_games(stage, workers, paces[stage.game, stage.ruleset][0])
        for stage in plan.stages
        if stage.kind is Kind.LADDER
    }
    contenders = {
        game: [Contender(bot.pk, *_strength(stage_rules(plan, game), bot)) for bot in bots]
        for game, bots in entered.items()
    }
    runs = min(RUNS, max(LEAST_RUNS, ENTRANTS_RUNS // sum(map(len, contenders.values()))))
    found = dry_run(plan, contenders, seats, seasons, np.random.default_rng(seed), runs)
    bots = {bot.pk: bot for rows in entered.values() for bot in rows}
    lines = [_line(plan.stage(each.key), each, bots, workers, paces) for each in found]
    ends = _schedule(plan, {line.stage.key: line.took for line in lines})
    return Forecast(
        lines=lines,
        matches=sum(line.forecast.games for line in lines),
        took=max(ends.values(), default=timedelta()),
        workers=workers,
        supposed=supposed,
    )


def stage_rules(plan: EventPlan, game: str) -> tuple[str, str]:
    """The game, and the ruleset of its first stage: by whose ladder strengths are known."""
    return game, next(stage.ruleset for stage in plan.stages if stage.game == game)


def _entered(event: Event, plan: EventPlan) -> tuple[dict[str, list[Bot]], bool]:
    found = {game: [entry.bot for entry in registered(event, game)] for game in plan.games}
    if all(len(bots) >= 2 for bots in found.values()):
        return found, False
    playing = Bot.objects.playing_rated().select_related("owner", "active_version")
    return {g: list(playing.filter(game=g).order_by("pk")[:16]) for g in plan.games}, True


def _strength(rules: tuple[str, str], bot: Bot) -> tuple[float, float]:
    """In logarithms of odds, with one sigma; a bot that the ladder does not know has a newcomer's
    share of what it may be."""
    season = current_season(*rules)
    row = Rating.objects.filter(season=season, bot=bot).select_related("version").first()
    mu, sigma = belief(row, bot.active_version) if row is not None else (MU, SIGMA)
    return (mu - MU) / ODDS, sigma / ODDS


def _seats(stage: StagePlan) -> Seats:
    rules = find(stage.game, stage.ruleset)
    return Seats(len(sides(rules.seats, rules.teams)), rules.seats)


def _pace(game: str, ruleset: str) -> tuple[float, bool]:
    """Seconds that a match takes a worker, and whether that is known."""
    newest = (
        Match.objects.finished()
        .filter(game=game, ruleset=ruleset, started__isnull=False)
        .order_by("-pk")
        .values("pk")[:SAMPLE]
    )
    took = Match.objects.filter(pk__in=list(newest.values_list("pk", flat=True))).aggregate(
        mean=Avg(F("finished") - F("started"))
    )["mean"]
    return (took.total_seconds(), True) if took is not None else (SUPPOSED_S, False)


def _workers() -> int:
    """Those that played of late, and at least one."""
    lately = Match.objects.filter(started__gte=timezone.now() - PACE).exclude(claimed_by="")
    return max(1, lately.order_by().values("claimed_by").distinct().count())


def _season_games(stage: StagePlan, workers: int, pace: float) -> float:
    """As many as the workers play in that time."""
    minutes = (stage.ends or 0) - (stage.begins or 0)
    return minutes * 60 * workers / max(pace, 0.01)


def _line(
    stage: StagePlan,
    found: StageForecast,
    bots: Mapping[int, Bot],
    workers: int,
    paces: Mapping[tuple[str, str], tuple[float, bool]],
) -> Line:
    pace, known = paces[stage.game, stage.ruleset]
    side_by_side = stage.options.groups if stage.kind is Kind.SERIES else workers
    if stage.kind is Kind.LADDER:
        took = longest = timedelta(minutes=(stage.ends or 0) - (stage.begins or 0))
    else:
        one = pace / max(1, min(side_by_side, workers))
        took, longest = timedelta(seconds=found.games * one), timedelta(seconds=found.most * one)
    best = sorted(found.wins.items(), key=lambda each: (-each[1], each[0]))[:3]
    favourites = [(bots[entry], share) for entry, share in best]
    return Line(stage, found, took, longest, known, favourites)


def _schedule(plan: EventPlan, took: Mapping[str, timedelta]) -> dict[str, timedelta]:
    """By stage: when it will be over, counted from the start; stages that do not wait for each
    other are played side by side."""
    ends: dict[str, timedelta] = {}
    for stage in plan.in_order():
        begins = max((ends[key] for key in stage.sources), default=timedelta())
        if stage.begins is not None:
            begins = max(begins, timedelta(minutes=stage.begins))
        ends[stage.key] = begins + took[stage.key]
    return ends
