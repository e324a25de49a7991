"""The matches of the wall, as every reader who is not logged in may see them at this moment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache

from games.registry import GAMES
from ladder.core import rating as scale
from ladder.events.models import Event
from ladder.events.reading import matches as event_matches
from ladder.events.reading.viewer import EventViewer, visible_events
from ladder.models import Rating, Season
from matches.models import Match, MatchQuerySet, Seat
from pages.frame.queries import listed
from pages.front.excitement import (
    UNKNOWN,
    Usual,
    excitement,
    gain,
    lateness,
    stake_of,
    strength,
)
from pages.templatetags.site import game_file

PUBLIC = AnonymousUser()
"""The reader of the wall, whoever has opened it: a projector shows it to everybody."""
RUNNING, OVER = 100, 24
"""At most this number of matches is offered: those that began first, and the newest results."""
SAMPLE = 500
"""Newest results, of which the usual length of each ruleset's matches is taken."""
USUAL_KEY, USUAL_SECONDS = "wall:usual", 300
VIEW = "view.js"
SEATS = 16
"""Seats that a board has lines for; its script shows those that lead."""
Ladder = tuple[str, str]
"""A game and a ruleset."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The games on a wall (none: every game), its event, and its number of boards."""

    games: tuple[str, ...]
    event: Event | None
    boards: int


@dataclass(frozen=True, slots=True)
class WallBoard:
    """A match with its first seats, each with the bot's rating now or None where it has none, and
    the number of all.  ``view`` is the address of the game's module."""

    match: Match
    view: str
    seats: Sequence[tuple[Seat, int | None]]
    total: int


def public_events() -> list[Event]:
    """Events that run, for a choice."""
    return list(visible_events(PUBLIC).running().order_by("name"))


def offered(choice: Choice) -> dict[str, list[object]]:
    """Numbers of matches for the wall's script.

    ``running`` has ``[match, excitement, gain]``, both numbers in thousandths: the excitement with
    scores of unknown closeness, and its rise with scores that are level.  ``over`` has finished
    matches with a replay, newest first.  A match that ends meanwhile is in one of them.
    """
    matches = _chosen(choice)
    running = list(matches.live().watchable().order_by("started")[:RUNNING])
    over = _replays(matches).order_by("-finished").values_list("pk", flat=True)
    rated, usual = _ratings(running), _usual_lengths() if running else {}
    rows: list[object] = []
    for match in running:
        late = lateness(match.turn, match.game_number, usual.get((match.game, match.ruleset)))
        strong = strength([_points(match, seat, rated) for seat in match.seats.all()])
        worth = excitement(late, UNKNOWN, strong, stake_of(match.kind))
        rows.append([match.pk, round(1000 * worth), round(1000 * gain(late))])
    known = {match.pk for match in running}
    return {"running": rows, "over": [pk for pk in over[:OVER] if pk not in known]}


def board(number: int) -> WallBoard | None:
    """The board of a match that `offered` can have; None for others."""
    matches = listed().filter(game__in=GAMES, pk=number)
    match = matches.live().watchable().first() or _replays(matches).first()
    if match is None:
        return None
    rated, every = _ratings([match]), list(match.seats.all())
    seats: list[tuple[Seat, int | None]] = []
    for seat in every[:SEATS]:
        points = _points(match, seat, rated)
        seats.append((seat, None if points is None else round(points)))
    return WallBoard(match, game_file(match.game, VIEW), seats, len(every))


def _chosen(choice: Choice) -> MatchQuerySet:
    matches = listed().filter(game__in=choice.games or tuple(GAMES))
    if choice.event is None:
        return matches
    return matches.filter(event_matches.of_event(EventViewer(choice.event, PUBLIC)))


def _replays(matches: MatchQuerySet) -> MatchQuerySet:
    return matches.counting().exclude(replay="")


def _ratings(matches: Sequence[Match]) -> dict[tuple[str, str, int], float]:
    """Points in the running season of each ruleset, by game, ruleset and bot."""
    versions = [seat.version for match in matches for seat in match.seats.all()]
    bots = {version.bot_id for version in versions if version is not None}
    rows = Rating.objects.filter(bot__in=bots, season__in=Season.objects.running(), games__gt=0)
    values = rows.values_list("season__game", "season__ruleset", "bot", "mu")
    return {(game, ruleset, bot): scale.points(mu) for game, ruleset, bot, mu in values}


def _points(match: Match, seat: Seat, rated: Mapping[tuple[str, str, int], float]) -> float | None:
    if seat.version is None:
        return None
    return rated.get((match.game, match.ruleset, seat.version.bot_id))


def _usual_lengths() -> dict[Ladder, Usual]:
    """By ruleset: the medians of its newest results, kept for some minutes."""
    usual: dict[Ladder, Usual] | None = cache.get(USUAL_KEY)
    if usual is None:
        usual = _measured()
        cache.set(USUAL_KEY, usual, USUAL_SECONDS)
    return usual


def _measured() -> dict[Ladder, Usual]:
    rows = Match.objects.finished().filter(origin=None).exclude(kind=Match.Kind.PROVING)
    newest = rows.order_by("-finished").values_list("game", "ruleset", "turn", "game_number")
    ends = defaultdict(list)
    for game, ruleset, turn, number in newest[:SAMPLE]:
        ends[game, ruleset].append((turn, number + 1))
    return {
        name: Usual(median(turn for turn, _ in each), median(games for _, games in each))
        for name, each in ends.items()
    }
