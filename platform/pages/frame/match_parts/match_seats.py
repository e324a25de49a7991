"""The seats of a match on pages, with ratings, and facts about the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from games.registry import GAMES
from ladder.core import rating as scale
from ladder.models import Rating, RatingChange
from ladder.seasons import current
from matches.models import Match, Seat
from matches.recorded.sides import side_places
from matches.seating import special_rules_of
from pages.templatetags.site import duration, ruleset_title


class SeatRow(TypedDict):
    """A seat as pages and players of matches show it."""

    seat: Seat
    number: int
    team: int
    name: str
    owner: str
    version: int | None
    url: str
    sparring: bool
    rating: float | None
    uncertainty: float | None
    change: int | None
    place: int | None


@dataclass(frozen=True, slots=True)
class SeatGroup:
    """The seats of a team in a match, or with team 0 all seats that play alone; ``place`` is the
    team's, None before the end."""

    team: int
    rows: Sequence[SeatRow]
    place: int | None


def seat_rows(match: Match) -> list[SeatRow]:
    """The seats of a match with their ratings: after the match where it was rated, else now."""
    every = match.seats.select_related("version__bot__owner", "version__bot__team", "person")
    seats = list(every)
    rated = RatingChange.objects.filter(rated__match=match, rated__order__isnull=False)
    changes = {change.rating.bot_id: change for change in rated.select_related("rating")}
    live = {} if changes else _live_ratings(match, seats)
    places = side_places(seats)
    return [_seat_row(seat, changes, live, places.get(seat.number)) for seat in seats]


def seat_groups(rows: Sequence[SeatRow]) -> list[SeatGroup]:
    """The rows of `seat_rows` for a table: by team, or all in one group; after the end of a match
    of more than two sides, best first.
    """
    teams: dict[int, list[SeatRow]] = {}
    for row in rows:
        teams.setdefault(row["team"], []).append(row)
    many = len(rows) > 2 if 0 in teams else len(teams) > 2
    groups = [
        SeatGroup(
            team,
            sorted(own, key=lambda row: row["place"] or 0) if many and not team else own,
            own[0]["place"],
        )
        for team, own in teams.items()
    ]
    return sorted(groups, key=lambda group: group.place or 0) if many else groups


def _live_ratings(match: Match, seats: Sequence[Seat]) -> dict[int, Rating]:
    season = current.current_season(match.game, match.ruleset)
    if season is None:
        return {}
    own = [seat for seat in seats if not seat.sparring]
    bots = [seat.version.bot_id for seat in own if seat.version is not None]
    ratings = Rating.objects.filter(season=season, bot__in=bots, games__gt=0)
    return {r.bot_id: r for r in ratings}


def _seat_row(
    seat: Seat, changes: dict[int, RatingChange], live: dict[int, Rating], place: int | None
) -> SeatRow:
    """``owner`` is empty and ``version`` None where a person plays.  The rating of a sparring
    partner is hidden."""
    version = seat.version
    change = changes.get(version.bot_id) if version else None
    known = change or (live.get(version.bot_id) if version and not seat.sparring else None)
    shown = scale.display((known.mu, known.sigma)) if known else None
    return {
        "seat": seat,
        "number": seat.number,
        "team": seat.team,
        "name": seat.name,
        "owner": version.bot.owner.username if version else "",
        "version": version.number if version else None,
        "url": seat.player.page,
        "sparring": seat.sparring,
        "rating": shown.points if shown else None,
        "uncertainty": shown.uncertainty if shown else None,
        # A bot on several seats is rated once.
        "change": _moved(change) if change and change.seat == seat.number else None,
        "place": place,
    }


def _moved(change: RatingChange) -> int:
    """Displayed points that a match gave or took."""
    return round(scale.points(change.mu)) - round(scale.points(change.mu_before))


def _players(rows: Sequence[SeatRow]) -> str:
    """All players, each with the number of its seats where it has several."""
    names = Counter(
        f"{row['owner']}/{row['name']} v{row['version']}" if row["owner"] else row["name"]
        for row in rows
    )
    return ", ".join(name if n == 1 else f"{name} ×{n}" for name, n in names.items())


def facts(match: Match, rows: Sequence[SeatRow]) -> list[list[str]]:
    """Labels and values about a match; ``rows`` are those of `seat_rows`."""
    game = GAMES.get(match.game)
    info = [
        ["Game", game.title if game else match.game],
        ["Ruleset", ruleset_title(match)],
        *([rule.title, rule.text] for rule in special_rules_of(match)),
        ["Kind", match.get_kind_display()],
        ["Seed", "shown when the match is over" if match.is_hidden else str(match.seed)],
        ["Players" if match.kind == Match.Kind.ROOM else "Bots", _players(rows)],
    ]
    if match.started and match.finished:
        info.append(["Played in", duration(match.finished - match.started)])
    if match.replay_sha256:
        info.append(["Replay SHA-256", match.replay_sha256])
    return info
