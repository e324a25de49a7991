"""The options of matches: what games offer, and what was chosen for one match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.engine import JSON, Ruleset
from games.options import MatchOption, OptionError, SpecialRule
from games.registry import GAMES


def offered_options(game: str, rules: Ruleset) -> tuple[MatchOption, ...]:
    """The options of a match by this ruleset."""
    options = GAMES[game].options if game in GAMES else None
    return () if options is None else options.offered(rules)


def chosen_options(
    game: str, rules: Ruleset, given: Mapping[str, JSON], *, on_map: bool
) -> dict[str, JSON]:
    """The options that are on.  `OptionError` where the match cannot have what is given."""
    options = GAMES[game].options if game in GAMES else None
    if options is not None:
        return options.chosen(rules, given, on_map=on_map)
    if given:
        raise OptionError(f"{rules.title} has no options. Leave them out.")
    return {}


def with_options(game: str, rules: Ruleset, chosen: Mapping[str, JSON]) -> Ruleset:
    """The ruleset of a match with these options.  KeyError where the game has no options now."""
    if not chosen:
        return rules
    options = GAMES[game].options
    if options is None:
        raise KeyError(game)
    return replace(rules, params={**rules.params, **options.params(chosen)})


def special_rules(
    game: str, params: Mapping[str, JSON], seed: int, *, on_map: bool
) -> tuple[SpecialRule, ...]:
    """The special rules of a match with this setup; empty where its game knows none."""
    options = GAMES[game].options if game in GAMES else None
    if options is None:
        return ()
    try:
        return options.describe(params, seed, on_map=on_map)
    except ValueError:
        return ()  # An old match, which this version of the game could not play.
