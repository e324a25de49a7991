"""The forecast of an event: matches, duration, and possible winners."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

import numpy as np
from django.db.models import Avg, F, Q
from django.utils import timezone

from bots.models import Bot
from ladder.core.contest.plan import EventPlan, Seeding, StagePlan
from ladder.core.contest.simulation import Contender, Seats, StageForecast, dry_run
from ladder.core.contest.sizes import group_sizes, most_entrants, most_games
from ladder.core.contest.timing import Span, Work, spans
from ladder.core.rating import BETA, MU, SIGMA
from ladder.core.seating import sides
from ladder.events.kinds.registry import kind_of
from ladder.events.models import Event, Stage
from ladder.events.models.labels import dealt_words
from ladder.events.models.promises import StagePromise
from ladder.events.planning.checking import repeated_games
from ladder.events.running.advancing import in_seed_order, registered
from ladder.models import Rating
from ladder.ratings.results import belief
from ladder.seasons.current import current_season
from matches.models import Match
from matches.queueing.scheduling import slots_for
from rulesets.catalogue import find

ODDS = 2**0.5 * BETA
"""Rating difference that corresponds to odds of e."""
SAMPLE = 200
"""Number of newest matches of a ruleset that give its pace."""
PACE = timedelta(hours=1)
SUPPOSED_S = 30.0
RUNS = 100
BUDGET_S = 2.0
"""Seconds after which no further run begins: large events get fewer runs, and at least one."""
Paces = Mapping[tuple[str, str], tuple[float, bool]]
"""Seconds of a worker per match, and whether they are measured, by game and ruleset."""


@dataclass(frozen=True, slots=True)
class EventForecast:
    """A dry run of a whole event: its stages at the pace of the newest matches, where those at the
    same time share the workers and only the event is played.

    ``supposed``: bots of the ladder replace the entrants, because fewer than two have entered.
    ``workers`` is the number of workers that play in parallel, ``runs`` the number of simulations
    that all this rests on.
    """

    lines: Sequence[StagePromise]
    matches: float
    took: timedelta
    workers: int
    supposed: bool
    runs: int


@dataclass
class _Budget:
    """Whether a dry run goes on after each of its runs; ``told`` is called with the share of it
    that is done, from 0 to 1."""

    told: Callable[[float], None]
    begun: float = field(default_factory=time.monotonic)
    runs: int = 1

    def goes_on(self, runs: int) -> bool:
        self.runs = runs
        share = max(runs / RUNS, (time.monotonic() - self.begun) / BUDGET_S)
        self.told(min(share, 1.0))
        return share < 1.0


def forecast(event: Event, told: Callable[[float], None] = lambda _: None) -> EventForecast:
    """A dry run of up to `RUNS` simulations, which ends after `BUDGET_S`.

    ``told`` is called after each of them with the share of the work that is done, from 0 to 1.
    ValueError or KeyError for a plan that cannot be played here; see `checking.findings`.
    """
    plan = event.planned
    entered, supposed = _entered(event, plan)
    seats = {stage.key: _seats(stage) for stage in plan.stages}
    contenders = {game: _contenders(plan, game, bots) for game, bots in entered.items()}
    budget = _Budget(told)
    drawn = dry_run(plan, contenders, seats, np.random.default_rng(0), budget.goes_on)
    return _in_time(plan, drawn, supposed=supposed, runs=budget.runs)


def at_most(plan: EventPlan, places: int) -> EventForecast:
    """The most matches of an event whose ``places`` for each game are all taken, and their time;
    nothing is simulated.  Errors as of `forecast`."""
    entrants = most_entrants(plan, dict.fromkeys(plan.games, places))
    drawn = []
    for stage in plan.stages:
        count = entrants[stage.key]
        games = most_games(stage, count, _seats(stage).sides)
        sizes = group_sizes(stage.options, count)
        drawn.append(StageForecast(stage.key, games, games, {}, sizes))
    return _in_time(plan, drawn, supposed=False, runs=0)


def _in_time(
    plan: EventPlan, drawn: Sequence[StageForecast], *, supposed: bool, runs: int
) -> EventForecast:
    paces = {(s.game, s.ruleset): _pace(s.game, s.ruleset) for s in plan.stages}
    workers = _workers()
    forecast_of = {each.key: each for each in drawn}
    usual = _timed(plan, forecast_of, {each.key: each.games for each in drawn}, paces, workers)
    long = _timed(plan, forecast_of, {each.key: each.most for each in drawn}, paces, workers)
    lines = [
        _line(stage, forecast_of[stage.key], usual[stage.key], long[stage.key], paces)
        for stage in plan.stages
    ]
    return EventForecast(
        lines=lines,
        matches=sum(line["matches"] for line in lines),
        took=timedelta(seconds=max((span.ends for span in usual.values()), default=0.0)),
        workers=workers,
        supposed=supposed,
        runs=runs,
    )


def _entered(event: Event, plan: EventPlan) -> tuple[dict[str, list[Bot]], bool]:
    rows = {game: registered(event, game) for game in plan.games}
    if any(stage.seeding is Seeding.LIST for stage in plan.stages):
        rows = {game: in_seed_order(entries) for game, entries in rows.items()}
    bots_of = {game: [entry.bot for entry in entries] for game, entries in rows.items()}
    if all(len(bots) >= 2 for bots in bots_of.values()):
        return bots_of, False
    playing = Bot.objects.playing_rated().select_related("owner", "active_version")
    return {g: list(playing.filter(game=g).order_by("pk")[:16]) for g in plan.games}, True


def _contenders(plan: EventPlan, game: str, bots: Sequence[Bot]) -> list[Contender]:
    """Strengths and their standard deviations in logarithms of odds, a newcomer's where unrated: by
    the ladder of the first stage of the game."""
    first = next(stage for stage in plan.stages if stage.game == game)
    season = current_season(game, first.ruleset)
    rated = Rating.objects.filter(season=season, bot__in=bots).select_related("version")
    row_of = {row.bot_id: row for row in rated}
    contenders = []
    for bot in bots:
        row = row_of.get(bot.pk)
        mu, sigma = belief(row, bot.active_version) if row is not None else (MU, SIGMA)
        contenders.append(Contender(bot.pk, (mu - MU) / ODDS, sigma / ODDS))
    return contenders


def _seats(stage: StagePlan) -> Seats:
    rules = find(stage.game, stage.ruleset)
    return Seats(len(sides(rules.seats, rules.teams)), rules.seats)


def _pace(game: str, ruleset: str) -> tuple[float, bool]:
    """Mean seconds of the newest matches, and whether there were any."""
    newest = (
        Match.objects.finished()
        .alike("ruleset", ruleset)
        .filter(game=game, started__isnull=False)
        .order_by("-pk")
        .values("pk")[:SAMPLE]
    )
    took = Match.objects.filter(pk__in=list(newest.values_list("pk", flat=True))).aggregate(
        mean=Avg(F("finished") - F("started"))
    )["mean"]
    return (took.total_seconds(), True) if took is not None else (SUPPOSED_S, False)


def _workers() -> int:
    """Those that played recently, and at least one."""
    lately = Q(state=Match.State.FINISHED, finished__gte=timezone.now() - PACE)
    played = Match.objects.filter(lately | Q(state=Match.State.RUNNING)).exclude(claimed_by="")
    return max(1, played.order_by().values("claimed_by").distinct().count())


def time_for(games: Mapping[Stage, int]) -> timedelta:
    """The time from now in which stages that have begun play these numbers of games once more, at
    the pace of the newest matches.  A season of the ladder takes as long as it did."""
    workers, keys = _workers(), {stage.key for stage in games}
    works = []
    for stage, count in games.items():
        plan = stage.planned
        kind, lasted = kind_of(stage), None
        if kind.has_end and stage.ends is not None and stage.started is not None:
            lasted = (stage.ends - stage.started).total_seconds()
        pace, _ = _pace(stage.game, stage.ruleset)
        slots = slots_for(pace, workers)
        works.append(
            Work(
                key=stage.key,
                seconds=count * pace,
                together=kind.at_once(plan, stage.series.count(), slots),
                sources=tuple(key for key in plan.sources if key in keys),
                until=lasted,
            )
        )
    return timedelta(seconds=max((each.ends for each in spans(works, workers).values()), default=0))


def _timed(
    plan: EventPlan,
    forecast_of: Mapping[str, StageForecast],
    games: Mapping[str, float],
    paces: Paces,
    workers: int,
) -> dict[str, Span]:
    """The time span of each stage by key, for these numbers of games."""
    works = [
        _work(stage, forecast_of[stage.key], games[stage.key], paces, workers)
        for stage in plan.stages
    ]
    return spans(works, workers)


def _work(
    stage: StagePlan, expected: StageForecast, games: float, paces: Paces, workers: int
) -> Work:
    pace, _ = paces[stage.game, stage.ruleset]
    kind = kind_of(stage)
    return Work(
        key=stage.key,
        seconds=games * pace,
        together=kind.at_once(stage, len(expected.sizes), slots_for(pace, workers)),
        begins=60.0 * (stage.begins or 0),
        sources=stage.sources,
        until=None if stage.ends is None else 60.0 * stage.ends,
        least=kind.shortest(stage, max(expected.sizes, default=0)),
    )


def _line(
    stage: StagePlan, expected: StageForecast, usual: Span, long: Span, paces: Paces
) -> StagePromise:
    pace, known = paces[stage.game, stage.ruleset]
    expected, worked = kind_of(stage).forecast(stage, expected, usual, pace)
    begins, took = timedelta(seconds=usual.begins), timedelta(seconds=usual.ends - usual.begins)
    return {
        "key": stage.key,
        "name": stage.name,
        "matches": expected.games,
        "most": expected.most,
        "begins": begins.total_seconds(),
        "ends": (begins + took).total_seconds(),
        "longest": timedelta(seconds=long.ends - long.begins).total_seconds(),
        "worked": timedelta(seconds=worked).total_seconds(),
        "known": known,
        "favourites": sorted(expected.wins.items(), key=lambda each: (-each[1], each[0]))[:3],
        "groups": dealt_words(expected.sizes),
        "repeats": repeated_games(stage),
    }
