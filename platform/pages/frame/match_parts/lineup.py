"""The players of a match, for lists, titles and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matches.models import Match
from matches.recorded.results import tie_break
from matches.recorded.sides import SHOWN, Side, sides

FIRST = 3
MATES = 2
"""Members of each team where not all can be shown."""
SIDES = 3


@dataclass(frozen=True, slots=True)
class Lineup:
    """A match in one line.  ``more`` seats are left out; ``placed`` says that places are telling:
    it has ended, and had more than two sides.  ``decided`` tells what decided where scores do not.
    """

    sides: tuple[Side, ...]
    more: int
    placed: bool
    decided: str


def lineup(match: Match, focus: int | None = None) -> Lineup:
    """``focus`` is a bot that is shown in any case."""
    every = sides(match)
    total = sum(len(side.entries) for side in every)
    shown = every if total <= SHOWN else _some(every, focus)
    more = sum(side.seats for side in every) - sum(side.seats for side in shown)
    placed = len(every) > 2 and every[0].place is not None
    return Lineup(tuple(shown), more, placed, tie_break(match, every))


def _some(every: Sequence[Side], focus: int | None) -> list[Side]:
    if not every[0].team:
        own = [side for side in every[FIRST:] if _holds(side, focus)]
        return [*every[: FIRST - len(own)], *own[:1]] if own else [*every[:FIRST]]
    return [side.shortened(MATES) for side in every[:SIDES]]


def _holds(side: Side, bot: int | None) -> bool:
    versions = (entry.seat.version for entry in side.entries)
    return any(version is not None and version.bot_id == bot for version in versions)


def in_words(match: Match) -> str:
    """The players: the bots' names in the order of their seats; of many only the first."""
    line = lineup(match)
    between = " – " if len(line.sides) == 2 or not line.more else ", "
    names = between.join(" + ".join(entry.name for entry in side.entries) for side in line.sides)
    return f"{names} and {line.more} more" if line.more else names
