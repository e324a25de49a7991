"""The forecast of an event: matches, duration, and possible winners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import numpy as np
from django.db.models import Avg, F
from django.utils import timezone

from bots.models import Bot
from ladder.core.contest.plan import EventPlan, Kind, StagePlan
from ladder.core.contest.simulation import Contender, Seats, StageForecast, dry_run
from ladder.core.contest.timing import Span, Work, spans
from ladder.core.rating import BETA, MU, SIGMA
from ladder.core.seating import sides
from ladder.events.models import Event
from ladder.events.running import registered
from ladder.models import Rating
from ladder.ratings.results import belief
from ladder.seasons.current import current_season
from matches.models import Match
from rulesets.catalogue import find

ODDS = 2**0.5 * BETA
"""On the scale of ratings: a lead of so much is odds of e."""
SAMPLE = 200
"""Newest matches of a ruleset from which its pace is known."""
PACE = timedelta(hours=1)
SUPPOSED_S = 30.0
LEAST_PACE_S = 0.01
"""Seconds of a match of which nothing is known."""
RUNS = 100
LEAST_RUNS = 10
ENTRANTS_RUNS = 2000
"""Runs times entrants: large events are played less often, so that nobody waits for minutes."""
Paces = Mapping[tuple[str, str], tuple[float, bool]]
"""By game and ruleset: seconds that a match takes a worker, and whether that is known."""


@dataclass(frozen=True, slots=True)
class Line:
    """A stage of a dry run.  ``took`` is how long it will take at the pace of the newest matches,
    if stages at the same time share the workers and nothing but the event is played; ``longest`` is
    the same with every stage's games at the 95th percentile.  ``known`` says whether there were any
    matches.  ``favourites`` are the most probable firsts with their probabilities."""

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
    contenders = {
        game: [Contender(bot.pk, *_strength(stage_rules(plan, game), bot)) for bot in bots]
        for game, bots in entered.items()
    }
    runs = min(RUNS, max(LEAST_RUNS, ENTRANTS_RUNS // sum(map(len, contenders.values()))))
    found = {
        each.key: each
        for each in dry_run(plan, contenders, seats, np.random.default_rng(seed), runs)
    }
    usual = _timed(plan, {key: each.games for key, each in found.items()}, paces, workers)
    long = _timed(plan, {key: each.most for key, each in found.items()}, paces, workers)
    bots = {bot.pk: bot for rows in entered.values() for bot in rows}
    lines = [
        _line(stage, found[stage.key], bots, usual[stage.key], long[stage.key], paces)
        for stage in plan.stages
    ]
    return Forecast(
        lines=lines,
        matches=sum(line.forecast.games for line in lines),
        took=timedelta(seconds=max((span.ends for span in usual.values()), default=0.0)),
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
    """Those that played recently, and at least one."""
    lately = Match.objects.filter(started__gte=timezone.now() - PACE).exclude(claimed_by="")
    return max(1, lately.order_by().values("claimed_by").distinct().count())


def _timed(
    plan: EventPlan, games: Mapping[str, float], paces: Paces, workers: int
) -> dict[str, Span]:
    """When each stage is played if it has this number of games."""
    return spans([_work(stage, games[stage.key], paces, workers) for stage in plan.stages], workers)


def _work(stage: StagePlan, games: float, paces: Paces, workers: int) -> Work:
    pace, _ = paces[stage.game, stage.ruleset]
    return Work(
        key=stage.key,
        seconds=games * pace,
        together=stage.options.groups if stage.kind is Kind.SERIES else workers,
        begins=60.0 * (stage.begins or 0),
        sources=stage.sources,
        until=None if stage.ends is None else 60.0 * stage.ends,
    )


def _line(
    stage: StagePlan,
    found: StageForecast,
    bots: Mapping[int, Bot],
    usual: Span,
    long: Span,
    paces: Paces,
) -> Line:
    pace, known = paces[stage.game, stage.ruleset]
    if stage.kind is Kind.LADDER:
        games = usual.worked / max(pace, LEAST_PACE_S)
        found = replace(found, games=games, most=games)
    best = sorted(found.wins.items(), key=lambda each: (-each[1], each[0]))[:3]
    return Line(
        stage=stage,
        forecast=found,
        took=timedelta(seconds=usual.ends - usual.begins),
        longest=timedelta(seconds=long.ends - long.begins),
        known=known,
        favourites=[(bots[entry], share) for entry, share in best],
    )
