"""Stages that are a season of the ladder until a fixed time."""

from __future__ import annotations

from django.utils import timezone

from ladder.events.models import Stage
from ladder.models import RatedMatch, Season
from ladder.seasons.current import current_season, ensure_seasons
from matches.models import Match


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


def is_over(stage: Stage) -> bool:
    """Whether the end has come and all matches have ended; a separate season is ended then."""
    season = stage.season
    if season is None or stage.ends is None or stage.ends > timezone.now():
        return False
    if stage.planned.options.new_season and season.ends is None:
        season.ends = stage.ends
        season.save(update_fields=["ends"])
        ensure_seasons()
    made = RatedMatch.objects.filter(season=season, match__created__lte=stage.ends)
    return not made.filter(match__state__in=Match.UNFINISHED).exists()
