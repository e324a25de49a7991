"""The season that runs for each ruleset: opened, paused and ended."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import or_

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import Viewer
from accounts.permissions import require_organizer
from games.registry import GAMES
from ladder.core.seating import sides
from ladder.models import Season
from ladder.pausing import set_paused
from ladder.seasons import planning
from rulesets import catalogue
from rulesets.models import Scenario

_TITLE = 44
"""Characters of a ruleset's title in the name of its seasons, which has 60."""


def current_season(game: str, ruleset: str) -> Season | None:
    """The season that runs now; the newest where several do."""
    return Season.objects.running().filter(game=game, ruleset=ruleset).first()


def default_seasons() -> dict[str, Season]:
    """By game: the season that runs now for its default ruleset, where there is one."""
    rulesets = [Q(game=name, ruleset=game.rulesets[0].name) for name, game in GAMES.items()]
    rows = Season.objects.running().filter(reduce(or_, rulesets, Q(pk__in=())))
    by_game: dict[str, Season] = {}
    for season in rows:
        by_game.setdefault(season.game, season)
    return by_game


def ensure_seasons() -> list[Season]:
    """One running season for each ruleset of each game that bots play against each other.

    Returns those that it opened; running it again opens none.  Where two processes open seasons at
    the same time, a constraint refuses those of one of them.
    """
    rows = Season.objects.values_list("game", "ruleset")
    past = Counter(rows)
    there = {*rows.filter(ends=None), *Season.objects.running().values_list("game", "ruleset")}
    opened = [
        Season(
            game=game.name,
            ruleset=ruleset.name,
            name=f"{ruleset.title[:_TITLE]}, season {past[game.name, ruleset.name] + 1}",
            hourly_floor=Season.objects.hourly_floor_for(game.name, ruleset.name),
            automatic=True,
        )
        for game in GAMES.values()
        for ruleset in catalogue.rated(game)
        if (game.name, ruleset.name) not in there
    ]
    try:
        with transaction.atomic():
            Season.objects.bulk_create(opened)
    except IntegrityError:  # another process opened seasons at the same time
        opened = []
    planning.hand_over()
    return opened


def end_seasons() -> list[Season]:
    """End the seasons of scenarios that are retired; returns those that it ended.

    Waiting and running matches are still played and rated.
    """
    now = timezone.now()
    retired = Scenario.objects.filter(
        game=OuterRef("game"), name=OuterRef("ruleset"), retired_at__lte=now
    )
    ended = list(Season.objects.running().filter(Exists(retired)))
    # A ruleset that ships with the game comes before a scenario of its name.
    shipped = {(game.name, rules.name) for game in GAMES.values() for rules in game.rulesets}
    ended = [season for season in ended if (season.game, season.ruleset) not in shipped]
    for season in ended:
        season.ends = now
        season.save(update_fields=["ends"])
    return ended


def side_count(game: str, ruleset: str) -> int:
    """How many sides meet in a match: teams, or bots alone; 0 where the game is not here now."""
    try:
        rules = catalogue.find(game, ruleset)
    except KeyError:
        return 0
    return len(sides(rules.seats, rules.teams))


def pause(season: Season, by: Viewer, reason: str) -> None:
    """Create no new matches; those that are queued or running are still played and rated."""
    set_paused(
        season, [Season.objects.filter(pk=season.pk)], require_organizer(by), reason, paused=True
    )


def resume(season: Season, by: Viewer, reason: str) -> None:
    """Create new matches again."""
    set_paused(
        season, [Season.objects.filter(pk=season.pk)], require_organizer(by), reason, paused=False
    )
