"""The events of a lost match that moved the score of one seat most against it.

A game that tells them has a module ``decisive`` in its package, whose function ``moments`` takes a
`Played` and returns every `Moment` that it finds, in any order; `of_seat` chooses among them.
Where its protocol is no text, the module also has `spelled`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from games.engine import Action, Engine, Seat
from games.game import Game
from games.package import module_of
from games.replayed import Played, Step

T = TypeVar("T")
MOST = 3
"""Moments that a reader gets."""
SLIGHT = 0.06
"""A moment that costs less than this part of the worst one says nothing."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A frame of a match: number, game from 0, and turn and ply as the player shows them."""

    frame: int
    game: int
    turn: int
    ply: int


@dataclass(frozen=True, slots=True)
class Moment:
    """An event, or a span of turns that begins at ``place``.

    ``text`` is a sentence in which “it” is the bot of the seat, and ``{2}`` stands for the name of
    the player on the match's seat 2, from 0.  ``cost`` is what the event cost, in the unit of the
    game's score.  ``advice`` is one thing to try.
    """

    place: Place
    text: str
    cost: float
    advice: str

    def told(self, names: Sequence[str]) -> str:
        """The sentence with the names of the match's seats."""
        return self.text.format(*names)


def place_of(step: Step[Engine]) -> Place:
    return Place(step.frame["n"], step.frame["game"], step.turn, step.ply)


def named(step: Step[Engine], seat: int) -> str:
    """The field of a text for the player on a seat of the step's game."""
    return f"{{{step.index(seat)}}}"


def of_seat(game: Game, played: Played) -> list[Moment]:
    """The two or three moments that cost the seat most, in their order; none where the game has no
    such module.  `ReplayError` where the frames cannot be played again."""
    module = module_of(game, "decisive")
    found: Sequence[Moment] = module.moments(played) if module else ()
    worst = sorted(found, key=lambda moment: (-moment.cost, moment.place.frame))[:MOST]
    kept = [each for each in worst if each.cost >= SLIGHT * worst[0].cost]
    return sorted(kept, key=lambda moment: moment.place.frame)


def spelled(game: Game, sent: bytes, reply: Action) -> tuple[str, str] | None:
    """A message to a bot and its answer in words, of games whose protocol is no text; else None."""
    module = module_of(game, "decisive")
    if module is None or not hasattr(module, "spelled"):
        return None
    words: tuple[str, str] = module.spelled(sent, reply)
    return words


def advice(moments: Sequence[Moment]) -> str:
    """One thing to try: about the moment that cost most; "" without one."""
    return max(moments, key=lambda moment: moment.cost).advice if moments else ""


def worst_span(values: Sequence[float], width: int) -> tuple[int, int]:
    """The first and last index of the span of at most ``width`` steps over which the values rise
    most, without steps at its ends that do not rise; ``values`` must not be empty."""
    starts = range(max(1, len(values) - width))
    first = max(starts, key=lambda n: values[min(n + width, len(values) - 1)] - values[n])
    last = min(first + width, len(values) - 1)
    while last > first and values[last] <= values[last - 1]:
        last -= 1
    while first < last and values[first + 1] <= values[first]:
        first += 1
    return first, last


def falls(values: Sequence[float], width: int) -> list[tuple[int, int]]:
    """The two spans of at most ``width`` steps over which the values fall most, by time."""
    lost = [-value for value in values]
    first, last = worst_span(lost, width)
    parts = [worst_span(lost[: first + 1], width), worst_span(lost[last:], width)]
    spans = [(first, last), parts[0], (last + parts[1][0], last + parts[1][1])]
    deep = sorted(spans, key=lambda span: values[span[1]] - values[span[0]])[:2]
    return sorted(span for span in deep if values[span[1]] < values[span[0]])


def episodes(happened: Mapping[int, T], gap: int) -> list[list[T]]:
    """Happenings by time, in groups between which more than ``gap`` steps of time pass."""
    groups: list[list[T]] = []
    last = None
    for time in sorted(happened):
        if last is None or time - last > gap:
            groups.append([])
        groups[-1].append(happened[time])
        last = time
    return groups


def first_of(played: Played, step: Step[Engine], seats: Iterable[Seat]) -> Seat:
    """The seat of these that came in first."""
    ranks = {seat: played.outcome["seats"][step.index(seat)]["rank"] for seat in seats}
    return min(ranks, key=lambda seat: (ranks[seat], seat))


def gains(sizes: Sequence[tuple[int, int]]) -> list[float]:
    """By how much the second side has grown beyond what the first one lost, from time to time."""
    found = [0.0]
    for (own, rival), (mine, theirs) in pairwise(sizes):
        found.append(found[-1] + theirs - rival - abs(mine - own))
    return found
