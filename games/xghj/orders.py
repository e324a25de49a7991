"""Relations between countries, and the answers of a player: a bid, a place to begin, orders."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from itertools import chain

from games.engine import JSON, IllegalAction


class Relation(IntEnum):
    """The relation between two countries."""

    UNDISCOVERED = 0
    NEUTRAL = 1
    ALLIED = 2
    AT_WAR = 3


class Stance(IntEnum):
    """A diplomatic order towards one country."""

    KEEP_NEUTRAL = 0
    FORM_ALLIANCE = 1
    JUSTIFY_WAR = 2
    BACKSTAB = 3


USUAL = {
    Relation.UNDISCOVERED: Stance.KEEP_NEUTRAL,
    Relation.NEUTRAL: Stance.KEEP_NEUTRAL,
    Relation.ALLIED: Stance.FORM_ALLIANCE,
    Relation.AT_WAR: Stance.JUSTIFY_WAR,
}
"""The default stance for each relation, where a country gives no order."""

RELATIONS = "UNAW"
"""Letters of `Relation`: undiscovered, neutral, allied, at war."""
STANCES = "KAJB"
"""Letters of `Stance`: keep neutral, form alliance, justify war, backstab."""
NOT_ONESELF = "-"

Bomb = tuple[int, int, int]
"""``(x, y, size)``"""


@dataclass(frozen=True, slots=True)
class Orders:
    """One country's orders for a round.

    ``stances`` has an entry per country, None for the default; the country's own is ignored.
    ``capital`` is a point that may lie off the board; None: the capital stays.
    """

    stances: tuple[Stance | None, ...]
    bombs: tuple[Bomb, ...] = ()
    capital: tuple[int, int] | None = None


MOST_BOMBS = 2500
"""Bombs in one answer: one for every cell of the largest board."""
FARTHEST = 2**31 - 1
_MEANINGS = {NOT_ONESELF: None, **{STANCES[stance]: stance for stance in Stance}}


def check_bid(action: JSON) -> int:
    """``{"bid": n}``; the engine limits n to the player's savings.  IllegalAction otherwise."""
    return _number(_member(action, "bid"), "the bid")


def check_spawn(action: JSON) -> tuple[int, int]:
    """``{"spawn": [x, y]}``.  IllegalAction otherwise; the rules check the place itself."""
    return _point(_member(action, "spawn"), "the place to begin")


def check_round(action: JSON, players: int) -> Orders:
    """``{"stances": "KAJB-", "bombs": [[x, y, size], ...], "capital": [x, y]}``, all optional.

    ``stances`` has a letter per country; a dash is no order.  IllegalAction for anything else.
    The rules ignore orders of the right shape that they do not allow.
    """
    if type(action) is not dict:
        raise IllegalAction(f"the orders are an object, not {action!r:.60}")
    unknown = sorted(set(action) - {"stances", "bombs", "capital"})
    if unknown:
        raise IllegalAction(f"there is no order {unknown[0]!r:.40}")
    capital = action.get("capital")
    return Orders(
        _stances(action.get("stances", NOT_ONESELF * players), players),
        _bombs(action.get("bombs", [])),
        None if capital is None else _point(capital, "the capital"),
    )


def nothing(players: int) -> Orders:
    """The orders of a country that answers nothing: defaults only."""
    return Orders((None,) * players)


def _stances(letters: JSON, players: int) -> tuple[Stance | None, ...]:
    if type(letters) is not str or len(letters) != players:
        raise IllegalAction(f"stances are {players} letters, one per country, not {letters!r:.40}")
    for letter in letters:
        if letter not in _MEANINGS:
            raise IllegalAction(f"{letter!r} is no stance; there are {STANCES} and {NOT_ONESELF}")
    return tuple([_MEANINGS[letter] for letter in letters])


def _bombs(given: JSON) -> tuple[Bomb, ...]:
    if type(given) is not list:
        raise IllegalAction(f"bombs are a list, not {given!r:.60}")
    if len(given) > MOST_BOMBS:
        raise IllegalAction(f"{len(given)} bombs in one round; at most {MOST_BOMBS} are taken")
    if not _are_bombs(given):
        for bomb in given:
            if type(bomb) is not list or len(bomb) != 3:
                raise IllegalAction(f"a bomb is [x, y, size], not {bomb!r:.60}")
            for value in bomb:
                _number(value, "a bomb's x, y or size")
    return tuple(map(tuple, given))


def _are_bombs(given: list[JSON]) -> bool:
    """Whether every bomb has the right form, faster than looking at each for itself."""
    if not set(map(type, given)) <= {list} or not set(map(len, given)) <= {3}:
        return False
    numbers = [*chain.from_iterable(given)]
    right = set(map(type, numbers)) <= {int}
    return right and min(numbers, default=0) >= -FARTHEST and max(numbers, default=0) <= FARTHEST


def _point(value: JSON, what: str) -> tuple[int, int]:
    if type(value) is not list or len(value) != 2:
        raise IllegalAction(f"{what} is [x, y], not {value!r:.60}")
    x, y = (_number(part, what) for part in value)
    return x, y


def _member(action: JSON, name: str) -> JSON:
    if type(action) is not dict or list(action) != [name]:
        raise IllegalAction(f'the answer is {{"{name}": ...}}, not {action!r:.60}')
    return action[name]


def _number(value: JSON, what: str) -> int:
    if type(value) is not int or abs(value) > FARTHEST:
        raise IllegalAction(f"{what} is a whole number of at most 31 bits, not {value!r:.40}")
    return value
