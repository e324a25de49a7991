"""A stage of series: each group plays a sequence of games until enough bots have won."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from games.registry import GAMES
from ladder.core import rating as scale
from ladder.core import series as rules
from ladder.core.contest import qualifying
from ladder.events.kinds import matches
from ladder.events.kinds.matches import MOST_TRIES, count_tries, guests, hold, make
from ladder.events.kinds.state import Group, groups, seated
from ladder.events.models import Series, SeriesGame
from ladder.models import Rating
from ladder.ratings import results
from ladder.seasons.current import current_season
from matches.models import Match
from matches.seating import SeatTerms
from rulesets.catalogue import find

if TYPE_CHECKING:
    from bots.models import BotVersion
    from games.engine import Ruleset
    from ladder.events.models import Stage

NO_GUEST = "There is no house bot to fill an empty seat."


def series_ruleset(game: str, ruleset: str) -> Ruleset | None:
    """The ruleset, if a series of it can be played here: its game knows handicaps, and at least
    two play, everybody alone."""
    if game not in GAMES or not GAMES[game].handicap:
        return None
    try:
        found = find(game, ruleset)
    except KeyError:
        return None
    return found if found.seats > 1 and not found.teams else None


def launch(stage: Stage, inside: Collection[int]) -> None:
    """A series for each group; wins of the entries ``inside`` the next stage do not count."""
    options = stage.planned.options
    for number, entries in enumerate(seated(stage)):
        who = [entry.entry_id for entry in entries]
        winners, qualified = qualifying.wanted(options.winners, who, inside)
        most = options.most_games or rules.bound(len(entries), winners + len(qualified))
        Series.objects.create(
            stage=stage,
            group=number,
            winners=winners,
            most_games=most,
            qualified=sorted(qualified),
        )


def play(stage: Stage) -> bool:
    """Read results and create the next game of each series; returns whether the stage is finished.

    The caller holds the lock of the stage.
    """
    _take_up(stage)
    found = groups(stage)
    rows = SeriesGame.objects.filter(series__stage=stage, lost=False)
    going = set(rows.filter(match__state__in=Match.UNFINISHED).values_list("series", flat=True))
    if not (stage.paused or stage.event.paused):
        made = [_next_game(stage, group) for group in found if _series(group).pk not in going]
        hold(stage, "" if all(made) else NO_GUEST)
    ended = [group.state is not None and group.state.end is not None for group in found]
    return all(ended) and not going


def _take_up(stage: Stage) -> None:
    """A game whose match ended without a result is lost: the next try has a new seed."""
    games = SeriesGame.objects.filter(series__stage=stage, lost=False)
    broken = (Match.State.ABORTED, Match.State.FAILED)
    for game in games.filter(match__state__in=broken).select_related("series"):
        game.series.stage = stage
        game.lost = True
        game.save(update_fields=["lost"])
        tries = game.series.games.filter(number=game.number).select_related("match")
        newest = tries.order_by("-pk")[:MOST_TRIES]
        count_tries(stage, game.words, [each.match for each in newest])


def _series(group: Group) -> Series:
    assert group.series is not None, "a stage of series"
    return group.series


def _next_game(stage: Stage, group: Group) -> bool:
    """Create the next game; False if no house bot can fill an empty seat."""
    state = group.state
    assert state is not None, "a stage of series"
    seating = rules.next_seating(state)
    if seating is None:
        return True
    entries = group.entries
    own = {entry.entry.bot_id for entry in entries}
    house = guests(stage) if None in seating else []
    house = [version for version in house if version.bot_id not in own] or house
    if None in seating and not house:
        return False
    turn = state.played
    versions: list[BotVersion] = []
    for number in seating:
        if number is None:
            versions.append(house[turn % len(house)])
            turn += 1
        else:
            versions.append(entries[number].version)
    handicaps, ratings = rules.handicaps(state, seating), _ratings(stage, versions)
    terms = [SeatTerms(h, r) for h, r in zip(handicaps, ratings, strict=True)]
    number = state.played + 1
    match = make(stage, Match.Kind.SERIES, versions, terms, state.played, number=number)
    SeriesGame.objects.create(
        series=_series(group), number=number, match=match, seating=list(seating)
    )
    return True


def _ratings(stage: Stage, versions: Sequence[BotVersion]) -> list[float | None]:
    """Rating points in the current season; those of a newcomer for unrated bots."""
    season = current_season(stage.game, stage.ruleset)
    if season is None:
        return [None] * len(versions)
    bots = {version.bot_id for version in versions}
    rows = Rating.objects.filter(season=season, bot__in=bots).select_related("version")
    known = {row.bot_id: row for row in rows}
    found: list[float | None] = []
    for version in versions:
        row = known.get(version.bot_id)
        found.append(scale.points(results.belief(row, version)[0] if row else scale.MU))
    return found


def objection(stage: Stage) -> str:
    """Why no game can be played now, for organizers; empty if one can."""
    if why := matches.objection(stage):
        return why
    if series_ruleset(stage.game, stage.ruleset) is None:
        return "The game no longer has handicaps, which a series needs."
    return ""


def winners(stage: Stage) -> frozenset[int]:
    """The ids of the entries that have won the series of their group."""
    return frozenset(
        group.entries[line.entrant].entry_id
        for group in groups(stage)
        if group.state is not None
        for line in rules.standings(group.state)
        if line.won
    )
