"""The seats of a match: who sits where, on which terms, and what the engine is told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bots.models import BotVersion
from games.engine import Setup
from games.registry import GAMES
from matches.models import Match, Seat


@dataclass(frozen=True, slots=True)
class Terms:
    """How a seat begins: ``rating`` is in points, None where nobody knows one."""

    handicap: float = 1.0
    rating: float | None = None


def teams_of(game: str, ruleset: str) -> tuple[int, ...]:
    """The team of every seat; empty where everybody plays alone, or the game is not here now."""
    try:
        return GAMES[game].ruleset(ruleset).teams
    except KeyError:
        return ()


def take_seats(match: Match, versions: Sequence[BotVersion], terms: Sequence[Terms] = ()) -> None:
    """Seat i goes to ``versions[i]`` on ``terms[i]``; without terms all begin alike.

    ValueError where they, or they and the ruleset's teams, are not equally many.
    """
    teams = teams_of(match.game, match.ruleset) or (0,) * len(versions)
    terms = terms or [Terms()] * len(versions)
    Seat.objects.bulk_create(
        Seat(
            match=match,
            number=number,
            team=team,
            version=version,
            handicap=each.handicap,
            rating=each.rating,
        )
        for number, (team, version, each) in enumerate(zip(teams, versions, terms, strict=True))
    )


def setup_of(match: Match) -> Setup:
    """What the engine starts from."""
    rules = match.played_game.ruleset(match.ruleset)
    seats = list(match.seats.select_related("version__bot__owner"))
    names = rules.seated([str(seat.version.bot) for seat in seats])
    return Setup(
        seats=tuple(
            replace(setup, handicap=seat.handicap, rating=seat.rating)
            for setup, seat in zip(names, seats, strict=True)
        ),
        seed=match.seed,
        ruleset=match.ruleset,
        params=rules.params,
        map=match.map,
    )
