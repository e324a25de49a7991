"""Where players were, by the list of rounds and by what they wrote to their logs."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.engine import JSON
from games.lost_in_space.export import MIDDLE

Numbers = tuple[int, ...]
AWAY = (-1, -1, -1)


@dataclass
class Seen:
    """The news of one player: ``at`` is (round, place) of the own turns, ``saw`` is (round,
    player, place) of others who moved within its sight or out of it, which is only right where
    nobody dies: the dead see differently."""

    at: list[Numbers] = field(default_factory=list)
    saw: list[Numbers] = field(default_factory=list)


def logged(text: str) -> Seen:
    """By a log."""
    seen = Seen()
    for line in text.splitlines():
        word, *numbers = line.split()
        if word in ("at", "saw"):
            getattr(seen, word).append(tuple(map(int, numbers)))
    return seen


def exported(rounds: JSON) -> list[Seen]:
    """By a replay in the format of the source."""
    spawns, *played, _ = rounds
    seen = [Seen() for _ in spawns]
    places = [_place(spawn) for spawn in spawns]
    gone: set[int] = set()
    for number, turns in enumerate(played, 1):
        for seat, events in enumerate(turns):
            for event in events:
                if event["type"] == "escaped":
                    gone.add(seat)
                elif event["type"] == "regenerate":
                    places[seat] = _place(event["pos"])
            if seat not in gone:
                seen[seat].at.append((number, *places[seat]))
            for event in events:
                if event["type"] in ("move", "flink"):
                    to = _place(event["pos"])
                    for other, place in enumerate(places):
                        if other != seat and other not in gone:
                            seen[other].saw += _sight(number, seat, place, places[seat], to)
                    places[seat] = to
    return seen


def _sight(number: int, seat: int, own: Numbers, before: Numbers, after: Numbers) -> list[Numbers]:
    if own[2] == after[2]:
        return [(number, seat, *after)]
    return [(number, seat, *AWAY)] if own[2] == before[2] else []


def _place(place: list[int]) -> Numbers:
    x, y, z = place
    return x + MIDDLE, y + MIDDLE, z
