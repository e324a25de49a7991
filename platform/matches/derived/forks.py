"""Forks: matches that are played on from a turn of a finished one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypedDict

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User, Viewer
from accounts.permissions import is_manager_or_organizer
from bots.models import BotVersion
from games.engine import JSON, Setup
from games.replay import ReplayError, ReplayReader
from matches.audience import Audience, also_shown
from matches.derived.copies import create_copy
from matches.models import Match, Seat
from matches.recorded.recordings import require
from matches.recorded.replays import open_replay
from matches.seating import Player
from matches.services import MAX_WAITING, check_can_play
from sandbox.errors import SandboxError
from sandbox.judger.past import Past, PastStep
from storage import space
from storage.files import require_here

MOST_STEPS = 50_000
"""Recorded steps that a fork can repeat: bots have 60 s to catch up with them."""
MOST_RELATED = 60
"""Matches of a family that a page shows."""


@also_shown
def own_forks(user: Viewer) -> QuerySet[Any]:
    """Forks of matches that not everybody may see are for those who asked for them."""
    if not user.is_authenticated:
        return Match.objects.none()
    return Match.objects.filter(origin__isnull=False, requested_by=user)


def request_fork(by: User, origin: Match, frame: int, players: Sequence[Player]) -> Match:
    """A match, never rated, that repeats its origin up to ``frame`` and goes on with ``players``.

    `ValidationError` where a player may not take part, the frame has nothing after it, or too many
    matches of the person wait; `PermissionDenied` as `recordings.require`.
    """
    require(origin, by)
    space.require()
    _check_frame(origin, frame)
    _check_players(by, origin, players)
    waiting = Match.objects.unfinished().filter(requested_by=by).count()
    if waiting >= MAX_WAITING:
        raise ValidationError(f"{waiting} of your matches still wait; cancel some or let them end.")
    return _create(by, origin, frame, players)


def _check_frame(origin: Match, frame: int) -> None:
    try:
        with open_replay(origin) as replay:
            engine, last = replay.header.get("engine"), min(replay.frames - 2, MOST_STEPS)
    except (ReplayError, FileNotFoundError) as error:
        raise ValidationError(f"The replay of this match cannot be opened: {error}.") from None
    if engine != origin.played_game.version:
        raise ValidationError(
            "This match was played by another version of the game. It can be watched, but not "
            "played on."
        )
    if not 0 <= frame <= last:
        raise ValidationError({"frame": f"Choose a frame from 0 to {last}."})


def _check_players(by: User, origin: Match, players: Sequence[Player]) -> None:
    seats = origin.seats.count()
    if len(players) != seats:
        raise ValidationError({"seats": f"This match has {seats} seats, not {len(players)}."})
    people = [player for player in players if isinstance(player, User)]
    if any(person != by for person in people) or len(people) > 1:
        raise ValidationError({"seats": "You can only take one seat, and only yourself."})
    versions = [player for player in players if isinstance(player, BotVersion)]
    for version in versions:
        check_can_play(version, origin.game, by)
    if not people and not any(is_manager_or_organizer(v.bot, by) for v in versions):
        raise ValidationError(
            {"seats": "At least one of the bots must be yours, or take a seat yourself."}
        )


@transaction.atomic
def _create(by: User, origin: Match, frame: int, players: Sequence[Player]) -> Match:
    person = any(isinstance(player, User) for player in players)
    everybody = Match.objects.public().filter(pk=origin.pk).exists()
    return create_copy(
        origin,
        Match.Kind.ROOM if person else Match.Kind.FORK,
        players,
        by,
        origin=origin,
        origin_frame=frame,
        audience=Audience.PUBLIC if everybody else Audience.HIDDEN,
    )


def resumed(match: Match) -> tuple[Setup, Past] | None:
    """The setup and the past of a fork; None for other matches.

    The setup is that of the origin with the names of the fork's players.  `SandboxError` where the
    origin cannot be read.
    """
    if match.origin_frame is None:
        return None
    if match.origin is None:
        raise SandboxError("the match that it plays on from was deleted")
    try:
        with open_replay(match.origin) as replay:
            setup = Setup.from_json(replay.header["setup"])
            games = tuple(tuple(steps) for steps in _games(replay, match.origin_frame))
    except (ReplayError, ValidationError, FileNotFoundError, LookupError) as error:
        require_here()
        raise SandboxError(f"the replay of {match.origin} cannot be opened: {error}") from error
    players = list(match.seats.select_related("version__bot__owner", "person"))
    names = [str(seat.player) for seat in players]
    seats = tuple(replace(seat, name=names[seat.index]) for seat in setup.seats)
    origin: dict[str, JSON] = {"match": match.origin.pk, "frame": match.origin_frame}
    informed = _new_bots(match.origin, players) if match.played_game.wire.whole else frozenset()
    return replace(setup, seats=seats), Past(origin, games, told=informed)


def _new_bots(origin: Match, players: Sequence[Seat]) -> frozenset[int]:
    """The seats of bots whose version did not play there in the origin."""
    recorded = dict(origin.seats.values_list("number", "version"))
    return frozenset(
        seat.number
        for seat in players
        if seat.version_id is not None and seat.version_id != recorded.get(seat.number)
    )


def _games(replay: ReplayReader, frame: int) -> list[list[PastStep]]:
    """The recorded steps of each game up to this frame."""
    games: list[list[PastStep]] = []
    for line in replay.read(0, frame + 1):
        if "setup" in line:
            games.append([])
        else:
            games[-1].append(PastStep(_by_seat(line["replies"]), _by_seat(line.get("cpu", {}))))
    return games


def _by_seat(members: dict[str, JSON]) -> dict[int, JSON]:
    return {int(seat): value for seat, value in members.items()}


def ancestors(match: Match) -> Iterator[Match]:
    """The matches that a fork comes from: its origin, then the origin of that, and so on."""
    seen = {match.pk}
    origin = match.origin
    while origin is not None and origin.pk not in seen:
        seen.add(origin.pk)
        yield origin
        origin = origin.origin


@dataclass(frozen=True, slots=True)
class ForkPlace:
    """The place of a frame in a match; ``game`` counts from 0, and ``games`` are in the replay."""

    frame: int
    game: int
    games: int
    turn: int

    @property
    def label(self) -> str:
        if self.games > 1:
            return f"game {self.game + 1}, turn {self.turn}"
        return f"turn {self.turn}"

    @property
    def query(self) -> str:
        """The player's address of this place."""
        return f"game={self.game + 1}&turn={self.turn}"


def place_of(match: Match, frame: int) -> ForkPlace | None:
    """Where a frame is; None where the replay cannot be opened or has no such frame."""
    try:
        with open_replay(match) as replay:
            for line in replay.read(frame, frame + 1):
                return ForkPlace(frame, line["game"], len(replay.games), line["turn"])
    except (ReplayError, ValidationError, FileNotFoundError):
        pass
    return None


@dataclass(frozen=True, slots=True)
class Branch:
    """A match of a family of forks; ``depth`` counts from its root."""

    match: Match
    depth: int

    @property
    def level(self) -> int:
        """The depth as far as pages indent it."""
        return min(self.depth, 5)


def family(match: Match, user: Viewer) -> list[Branch]:
    """The matches that this one comes from and those that come from them, as far as the person may
    see them, parents before children; empty for a match without any."""
    root = match
    for origin in islice(ancestors(match), MOST_RELATED):
        root = origin
    branches: dict[int, list[Match]] = {}
    parents, count = [root.pk], 1
    while parents and count < MOST_RELATED:
        rows = Match.objects.visible_to(user).filter(origin__in=parents).order_by("pk")
        level = list(rows.for_lists()[: MOST_RELATED - count])
        for fork in level:
            branches.setdefault(fork.origin_id or 0, []).append(fork)
        parents, count = [fork.pk for fork in level], count + len(level)
    if not branches:
        return []
    shown = Match.objects.for_lists().visible_to(user).filter(pk=root.pk).first()
    return [*([Branch(shown, 0)] if shown else []), *_below(root.pk, branches, 1)]


def _below(parent: int, branches: dict[int, list[Match]], depth: int) -> Iterator[Branch]:
    for fork in branches.get(parent, ()):
        yield Branch(fork, depth)
        yield from _below(fork.pk, branches, depth + 1)


class Differing(TypedDict):
    seat: int
    game: int
    turn: int


class CaughtUp(TypedDict):
    steps: int
    differs: list[Differing]
    late: list[int]


def caught_up(match: Match) -> CaughtUp | None:
    """How the bots of a finished fork repeated its past: see `sandbox.judger.fork.CatchUp`."""
    if match.origin_frame is None or not match.replay:
        return None
    try:
        with open_replay(match) as replay:
            past: CaughtUp | None = replay.result.get("past")
            return past
    except (ReplayError, ValidationError, FileNotFoundError):
        return None
