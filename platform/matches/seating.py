"""The seats of a match: who sits where, on which terms, and what the engine receives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from accounts.models import User
from bots.models import BotVersion
from games.engine import Ruleset, Setup
from games.options import SpecialRule
from matches.models import Match, Seat
from rulesets.catalogue import find
from rulesets.models import Scenario
from rulesets.options import special_rules, with_options


@dataclass(frozen=True, slots=True)
class SeatTerms:
    """How a seat begins: ``rating`` is in points, None where nobody knows one; ``sparring`` marks
    a sparring partner."""

    handicap: float = 1.0
    rating: float | None = None
    sparring: bool = False


def teams_of(game: str, ruleset: str) -> tuple[int, ...]:
    """The team of every seat; empty where everybody plays alone, or the game is not here now."""
    try:
        return find(game, ruleset).teams
    except KeyError:
        return ()


Player = BotVersion | User


def seats_of(
    game: str, ruleset: str, players: Sequence[Player], terms: Sequence[SeatTerms] = ()
) -> list[Seat]:
    """The seats of a match that is being made: seat i is of ``players[i]`` on ``terms[i]``; without
    terms all begin alike.

    ValueError where they, or they and the ruleset's teams, are not equally many.
    """
    teams = teams_of(game, ruleset) or (0,) * len(players)
    terms = terms or [SeatTerms()] * len(players)
    return [
        Seat(
            number=number,
            team=team,
            version=None if isinstance(player, User) else player,
            person=player if isinstance(player, User) else None,
            handicap=each.handicap,
            rating=each.rating,
            sparring=each.sparring,
        )
        for number, (team, player, each) in enumerate(zip(teams, players, terms, strict=True))
    ]


def take_scenario(match: Match, scenario: Scenario) -> None:
    """Let a match that is being made keep a scenario, with its board, as it is now."""
    match.scenario, match.base = scenario, scenario.base
    match.params = dict(scenario.ruleset().params)
    match.map, match.map_used_id = scenario.board, scenario.map_id
    match.map_revision = scenario.map_revision


def rules_of(match: Match) -> Ruleset:
    """The ruleset of a match, with its options.  For one of a scenario that is its base with
    the parameters that the match was made with; a first match is brief.  KeyError where this
    installation does not have it any more."""
    return with_options(match.game, _rules_without_options(match), match.options)


def special_rules_of(match: Match) -> tuple[SpecialRule, ...]:
    """The special rules that this match has; empty where its game or ruleset is not here now."""
    try:
        params = rules_of(match).params
    except KeyError:
        return ()
    on_map = match.map_revision is not None
    return special_rules(match.game, params, match.seed, on_map=on_map)


def _rules_without_options(match: Match) -> Ruleset:
    if not match.base:
        rules = match.played_game.ruleset(match.ruleset)
        if match.kind != Match.Kind.PROVING:
            return rules
        return match.played_game.short(rules)
    return replace(match.played_game.ruleset(match.base), params=match.params or {})


def people_of(match: Match) -> list[int]:
    """The numbers of the seats that persons have."""
    return list(match.seats.exclude(person=None).values_list("number", flat=True))


def setup_of(match: Match) -> Setup:
    """The engine's setup. Judgers know only shipped rulesets."""
    rules = rules_of(match)
    seats = list(match.seats.select_related("version__bot__owner", "person"))
    names = rules.seated([str(seat.player) for seat in seats])
    return Setup(
        seats=tuple(
            replace(setup, handicap=seat.handicap, rating=seat.rating)
            for setup, seat in zip(names, seats, strict=True)
        ),
        seed=match.seed,
        ruleset=rules.name,
        params=rules.params,
        map=match.map,
    )
