"""How exciting a match is to watch, as a number from 0 to 1.

Four measures, each from 0 to 1, are weighted: how late the match is, how close its scores are, how
strong its bots are, and whether an event depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ladder.core import rating as scale
from matches.models import Match

LATE, CLOSE, RATED, STAKE = 0.30, 0.35, 0.20, 0.15
"""The weights; their sum is 1."""
UNKNOWN = 0.5
"""The closeness of scores that nobody has seen."""
DECADE = 400.0
"""Points by which a rating leads whose bot wins ten games to one."""
STAKES = {Match.Kind.EVENT: 1.0, Match.Kind.SERIES: 1.0, Match.Kind.LADDER: 0.5}
"""By kind of match; 0 for those whose result changes no standings."""


@dataclass(frozen=True, slots=True)
class Usual:
    """How long matches of a ruleset usually are: the last turn of a game, and the games."""

    turns: float
    games: float


def excitement(late: float, close: float, rated: float, stake: float) -> float:
    """``LATE·late + CLOSE·(½ + late·(close − ½)) + RATED·rated + STAKE·stake``.

    Arguments and result are from 0 to 1.  A close score counts in proportion to the turn: at the
    start every score is close.  The result never falls where one of the arguments rises: its slope
    by ``late`` is ``LATE + CLOSE·(close − ½)``, which is at least 0.125.
    """
    scores = CLOSE * UNKNOWN + gain(late) * (close - UNKNOWN)
    return LATE * late + scores + RATED * rated + STAKE * stake


def gain(late: float) -> float:
    """How much `excitement` rises from scores that are far apart to level ones."""
    return CLOSE * late


def lateness(turn: int, game: int, usual: Usual | None) -> float:
    """The part of the match that has been played, at most 1.

    ``game`` counts from 0, ``turn`` is of this game.  Each game counts as much as another, and a
    game is over after its usual turns.  0 where the usual length is not known.
    """
    if usual is None:
        return 0.0
    played = game + min(1.0, turn / max(1.0, usual.turns))
    return min(1.0, played / max(1.0, usual.games))


def strength(points: Sequence[float | None]) -> float:
    """The mean over the seats of ``1 / (1 + 10^((1500 − points) / 400))``, 0 for unrated ones."""
    odds = [0.0 if each is None else 10.0 ** ((each - scale.CENTRE) / DECADE) for each in points]
    return sum(each / (1 + each) for each in odds) / max(1, len(odds))


def stake_of(kind: str) -> float:
    """How much depends on a match of this kind, from 0 to 1."""
    return STAKES.get(Match.Kind(kind), 0.0)
