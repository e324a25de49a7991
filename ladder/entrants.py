"""The participants of a series, fixed at its start: the entrants and the guests of empty seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError

from bots.models import Bot, BotVersion
from games.registry import GAMES
from ladder.models import Series, SeriesEntry
from ladder.ratings.standings import Standings
from ladder.seasons.current import current_season
from rulesets.catalogue import find

if TYPE_CHECKING:
    from games.engine import Ruleset


def ruleset_of(game: str, ruleset: str) -> Ruleset | None:
    """The ruleset, if a series of it can be played here: its game knows handicaps, and at least
    two play, everybody alone."""
    if game not in GAMES or not GAMES[game].handicap:
        return None
    try:
        found = find(game, ruleset)
    except KeyError:
        return None
    return found if found.seats > 1 and not found.teams else None


def freeze(series: Series, versions: Sequence[BotVersion] = ()) -> None:
    """Fix the versions of entrants and guests.  ValidationError where some are missing.

    ``versions`` are those of the entrants where somebody has fixed them already.
    """
    found = ruleset_of(series.game, series.ruleset)
    if found is None:
        raise ValidationError("This site has no series with these rules. Choose other rules.")
    empty = bool(versions)  # who of an event is disqualified may leave a seat empty later
    versions = versions or [_playing(bot) for bot in _entrants(series)]
    missing = found.seats > len(versions) or series.winners > 1
    inside = {version.bot_id for version in versions}
    guests = _guests(series.game, inside) if missing or empty else []
    if missing and not guests:
        raise ValidationError("There is no house bot to fill the empty seats.")
    series.entries.all().delete()
    SeriesEntry.objects.bulk_create(
        SeriesEntry(
            series=series,
            number=number,
            bot_id=version.bot_id,
            version=version,
            guest=number >= len(versions),
        )
        for number, version in enumerate([*versions, *map(_playing, guests)])
    )


def _playing(bot: Bot) -> BotVersion:
    assert bot.active_version is not None, "bots that play have one"
    return bot.active_version


def _entrants(series: Series) -> list[Bot]:
    if series.top:
        return _top(series)
    chosen = [entry.bot for entry in series.entries.select_related("bot__owner")]
    if idle := [str(bot) for bot in chosen if not bot.may_enter]:
        raise ValidationError(f"These bots have no active version: {', '.join(idle)}.")
    return chosen


def _top(series: Series) -> list[Bot]:
    """The first bots of the ladder, one of each person, so that nobody's bots help each other;
    house bots are excepted."""
    season = current_season(series.game, series.ruleset)
    chosen: list[Bot] = []
    owners: set[int] = set()
    for line in Standings(season) if season else []:
        bot = line.rating.bot
        if bot.is_house or bot.owner_id not in owners:
            chosen.append(bot)
            owners.add(bot.owner_id)
    if len(chosen) < series.top:
        words = f"The ladder has {len(chosen)} bots for this series, but it needs {series.top}."
        raise ValidationError(f"{words} One bot of each person counts, and every house bot.")
    return chosen[: series.top]


def _guests(game: str, entrants: set[int]) -> list[Bot]:
    """House bots; those that take part themselves only where there are no others."""
    house = list(Bot.objects.fillers(game))
    return [bot for bot in house if bot.pk not in entrants] or house
