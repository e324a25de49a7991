"""Stages that are a season of the ladder until a fixed time.

Such a stage uses the season that runs, or has a season of its own, which only its entrants play.
Then these have the same number of matches in the end: see `ladder.core.even_pairing`.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from django.db.models import Count, Q
from django.utils import timezone

from bots.models import Bot, may_enter
from controls import services as controls
from ladder.core import even_pairing
from ladder.events.changes import moment
from ladder.events.kinds import matches
from ladder.events.kinds.matches import hold
from ladder.events.models import Stage, StageEntry
from ladder.models import RatedMatch, Rating, Season
from ladder.seasons.current import current_season, ensure_seasons
from matches.models import Match, Seat
from rulesets.catalogue import find

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from django.db.models import QuerySet

    from ladder.core.seating import Seating

UNPLAYED = (
    "Its end has come, but none of its bots has played in the season, so nobody has a place. "
    "It ends when its bots have played."
)


def open_for(stage: Stage) -> None:
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


def objection(stage: Stage) -> str:
    """Why it can neither begin nor end now, for organizers; empty if it can."""
    if stage.state == Stage.State.RUNNING:
        return UNPLAYED if is_late(stage) and not _is_played(stage) else ""
    if is_late(stage):
        when = moment(stage.ends, stage.event.time_zone)
        return f"The stage does not begin: its end, {when}, has passed. Give it a later end."
    return matches.objection(stage)


def too_few(stage: Stage, entries: Sequence[int]) -> str:
    """Why these entries are not enough to play it, for organizers; empty if they are."""
    rules = find(stage.game, stage.ruleset)
    house = Bot.objects.fillers(stage.game).exclude(event_entries__in=entries)
    if len(entries) >= rules.seats or house.exists():
        return ""
    return (
        f"The stage does not begin: {rules.title} has {rules.seats} seats, but {len(entries)} bots "
        "qualified, and there is no house bot for the others."
    )


def _is_played(stage: Stage) -> bool:
    """Whether an entrant has a result in the season."""
    bots = stage.entries.exclude(number=None).values("entry__bot")
    return Rating.objects.filter(season=stage.season, bot__in=bots, games__gt=0).exists()


def play(stage: Stage) -> bool:
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
