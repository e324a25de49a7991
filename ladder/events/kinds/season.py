"""Stages that are a season of the ladder until a fixed time.

Such a stage uses the season that runs, or has a season of its own, which only its entrants play.
Then these have the same number of matches in the end: see `ladder.core.matchmaking.even_pairing`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from bots.models import Bot, may_enter
from controls import services as controls
from games.engine import Ruleset
from games.registry import GAMES
from ladder.core.contest.plan import Kind, Problem, StagePlan
from ladder.core.contest.qualifying import Placed, renumbered
from ladder.core.contest.simulation import StageForecast
from ladder.core.contest.timing import Span
from ladder.core.matchmaking import even_pairing
from ladder.core.seating import Seating
from ladder.core.standings import order
from ladder.events.changes import moment
from ladder.events.kinds import matches
from ladder.events.kinds.contract import StageKind, Thought
from ladder.events.kinds.games import BATCH, StageGame, light
from ladder.events.kinds.matches import hold
from ladder.events.kinds.state import NOTHING, Group, Without, left_of, seated
from ladder.events.models import Scene, Stage, StageEntry
from ladder.models import RatedMatch, Rating, Season
from ladder.ratings.standings import places_by_results
from ladder.seasons.current import current_season, ensure_seasons
from matches.models import Match, MatchQuerySet, Seat
from rulesets.catalogue import find, rated, scenario_of

OWN_SEASON = "The bots of this stage play a season of their own, each the same number of matches."
LEAST_PACE_S = 0.01
"""Lower bound of the seconds per match, against division by zero."""
UNPLAYED = (
    "Its end has come, but none of its bots has played in the season, so nobody has a place. "
    "It ends when its bots have played."
)


@dataclass(frozen=True, kw_only=True)
class SeasonKind(StageKind):
    def unplayable(self, plan: StagePlan, rules: Ruleset, sides: int) -> Iterator[Problem]:
        if not _has_ladder(plan, rules):
            yield Problem(f"{rules.title} has no ladder.", plan.key, "ruleset")

    def description(self, plan: StagePlan) -> str:
        return OWN_SEASON if plan.options.new_season else self.sentence

    def forecast(
        self, plan: StagePlan, drawn: StageForecast, usual: Span, pace: float
    ) -> tuple[StageForecast, float]:
        """As many matches as it has time for."""
        games = min(usual.worked / max(pace, LEAST_PACE_S), _most_matches(plan, drawn, usual))
        return replace(drawn, games=games, most=games), min(usual.worked, games * pace)

    def objection(self, stage: Stage) -> str:
        if stage.state == Stage.State.RUNNING:
            return UNPLAYED if is_late(stage) and not _is_played(stage) else ""
        if is_late(stage):
            when = moment(stage.ends, stage.event.time_zone)
            return f"The stage does not begin: its end, {when}, has passed. Give it a later end."
        return matches.objection(stage)

    def objection_to(self, stage: Stage, entries: Sequence[int]) -> str:
        rules = find(stage.game, stage.ruleset)
        house = Bot.objects.fillers(stage.game).exclude(event_entries__in=entries)
        if len(entries) >= rules.seats or house.exists():
            return ""
        return (
            f"The stage does not begin: {rules.title} has {rules.seats} seats, but "
            f"{len(entries)} bots qualified, and there is no house bot for the others."
        )

    def begin(self, stage: Stage, qualified: Callable[[], Collection[int]]) -> None:
        """Use the current season, or end it and open a separate one."""
        options, now = stage.planned.options, timezone.now()
        season = current_season(stage.game, stage.ruleset)
        if options.new_season or season is None:
            Season.objects.running().filter(game=stage.game, ruleset=stage.ruleset).update(ends=now)
            scoring = Season.Scoring.POINTS if options.points else Season.Scoring.RATING
            season = Season.objects.create(
                game=stage.game,
                ruleset=stage.ruleset,
                name=f"{stage.event.name}: {stage.name}"[:60],
                starts=now,
                scoring=scoring,
                window=options.window,
                hourly_floor=Season.objects.hourly_floor_for(stage.game, stage.ruleset),
            )
        stage.season = season
        stage.save(update_fields=["season"])

    def play(self, stage: Stage, thought: Thought | None) -> bool:
        """Whether the end has come and all matches have ended; a separate season is ended then."""
        season = stage.season
        if not stage.paused:
            hold(stage, _halt(season))
        if season is None or stage.ends is None or not is_late(stage):
            return False
        own = stage.planned.options.new_season
        if own and season.ends is None and not _is_even(stage, season):
            return False
        made = RatedMatch.objects.filter(season=season, match__state__in=Match.UNFINISHED)
        if (made if own else made.filter(match__created__lte=stage.ends)).exists():
            return False
        if own and season.ends is None:
            season.ends = timezone.now()
            season.save(update_fields=["ends"])
            ensure_seasons()
        return True

    def groups(self, stage: Stage, without: Without = NOTHING) -> list[Group]:
        return [Group(number, entries) for number, entries in enumerate(seated(stage))]

    def places(self, stage: Stage, groups: Sequence[Group], without: Without) -> list[Placed]:
        """Entries by their bots' results in the season; bots without a result come last."""
        entries = [row for group in groups for row in group.entries]
        places: dict[int, int] = {}
        if stage.season is not None:
            places = places_by_results(stage.season)
        last = max(places.values(), default=0) + 1
        rows = [
            Placed(
                row.entry_id,
                places.get(row.entry.bot_id, last),
                bool(left := left_of(row, without)),
                left=left,
            )
            for row in entries
        ]
        return renumbered(rows, [order(row.left, row.place) for row in rows])

    def games(self, stage: Stage, last: int | None) -> Iterator[StageGame]:
        rows = RatedMatch.objects.filter(season=stage.season)
        if stage.ends is not None:
            rows = rows.filter(match__created__lte=stage.ends)
        rows = rows.prefetch_related(light()).order_by("pk")
        for row in rows.iterator(chunk_size=BATCH):
            yield StageGame(row.match)

    def matches(self, stage: Stage) -> MatchQuerySet:
        """Of a season that goes on after the stage those made until its end."""
        rows = Match.objects.filter(rated__season=stage.season_id)
        if stage.ends is None or stage.planned.options.new_season:
            return rows
        return rows.filter(created__lte=stage.ends)


SEASON = SeasonKind(
    kind=Kind.LADDER,
    sentence="Places are those in a season of the ladder when the stage ends.",
    scenes=(Scene.TABLE,),
    fields=frozenset({"ends", "new_season", "points", "window"}),
    part="",
    own_matches=False,
)


def _has_ladder(plan: StagePlan, rules: Ruleset) -> bool:
    """Whether the ruleset has a ladder now, or its scenario has one when public or may get one."""
    scenario = scenario_of(plan.game, plan.ruleset)
    if scenario is not None and not scenario.is_public:
        return scenario.rated or scenario.published_at is None
    return rules in rated(GAMES[plan.game])


def _most_matches(plan: StagePlan, drawn: StageForecast, span: Span) -> float:
    """The most matches of a season: in one of the stage's own, entrants rest between theirs."""
    if not plan.options.new_season:
        return float("inf")
    each = even_pairing.most_matches(span.ends - span.begins)
    return sum(drawn.sizes) * each / find(plan.game, plan.ruleset).seats


def _is_played(stage: Stage) -> bool:
    """Whether an entrant has a result in the season."""
    bots = stage.entries.exclude(number=None).values("entry__bot")
    return Rating.objects.filter(season=stage.season, bot__in=bots, games__gt=0).exists()


def _halt(season: Season | None) -> str:
    """Why the matchmaker makes no matches of the season, for organizers; empty if it does."""
    if (held := controls.seasons_hold()) is not None:
        return (
            f"The stage gets no new matches: all seasons are paused ({held.reason}). "
            "Organizers of the site resume them at the desk."
        )
    if season is not None and season.paused:
        return (
            f"The stage gets no new matches: its season, {season.name}, is paused. "
            "Organizers of the site resume it at the desk."
        )
    return ""


# A season of its own ------------------------------------------------------------------------------


def own_stage(season: Season) -> Stage | None:
    """The running stage of an event whose own season this is."""
    running = Stage.objects.filter(season=season, state=Stage.State.RUNNING)
    stage = running.select_related("event").first()
    return stage if stage is not None and stage.planned.options.new_season else None


def is_late(stage: Stage) -> bool:
    """Whether its end has come; then only entrants play that have played less than others."""
    return stage.ends is not None and stage.ends <= timezone.now()


def entrants(stage: Stage, season: Season) -> QuerySet[Bot]:
    """The bots of its entries that may be paired now, also those that the ladder pauses."""
    rows = StageEntry.objects.filter(stage=stage, entry__in=stage.event.entries.playing())
    bots = rows.exclude(number=None).values("entry__bot")
    own = Bot.objects.filter(may_enter(), pk__in=bots)
    return own.exclude(pk__in=season.disqualifications.standing().values("bot"))


def fillers(stage: Stage, season: Season) -> QuerySet[Bot]:
    """The house bots that take seats for which there are too few entrants."""
    house = Bot.objects.fillers(stage.game).exclude(pk__in=entrants(stage, season).values("pk"))
    return house.exclude(pk__in=season.disqualifications.standing().values("bot"))


def played_in(season: Season, bots: Collection[int]) -> dict[int, int]:
    """By bot, the matches of the season that it has played or is to play.

    Matches that failed count: a bot whose matches always fail must not stop all others.
    """
    seats = _counted(season).filter(version__bot__in=bots).order_by()
    rows = seats.values_list("version__bot").annotate(n=Count("match", distinct=True))
    return dict.fromkeys(bots, 0) | dict(rows)


def lacking(season: Season, bots: Collection[int]) -> list[Seating]:
    """Seatings of the matches that these bots can play in place of void ones and of those that
    were withdrawn."""
    lost = RatedMatch.objects.filter(season=season)
    if not lost.filter(~Q(match__voided_at=None) | Q(match__state=Match.State.ABORTED)).exists():
        return []
    seated = defaultdict[int, list[int]](list)
    rows = _counted(season).order_by("match", "number").values_list("match", "version__bot")
    for match, bot in rows:
        seated[match].append(bot)
    teams = find(season.game, season.ruleset).teams
    missing = even_pairing.lacking(map(tuple, seated.values()), teams)
    return [seating for seating in missing if set(bots).issuperset(seating)]


def _counted(season: Season) -> QuerySet[Seat]:
    seats = Seat.objects.filter(match__rated__season=season, match__voided_at=None)
    return seats.exclude(match__state=Match.State.ABORTED)


def _is_even(stage: Stage, season: Season) -> bool:
    """Whether the entrants have the same number of matches, or as equal ones as can be."""
    own = set(entrants(stage, season).values_list("pk", flat=True))
    house = set(fillers(stage, season).values_list("pk", flat=True))
    played, void = played_in(season, own), lacking(season, own | house)
    seats = find(stage.game, stage.ruleset).seats
    return len(own) < 2 or even_pairing.is_even(played, seats, guests=bool(house), void=void)
