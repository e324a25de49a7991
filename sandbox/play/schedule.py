"""Which matches are played: who sits where, and with what seed.

A seat or a seed can favour somebody.  So each seed is played once from every seat: the bots move
on by one seat from match to match, and after as many matches as there are bots the next seed comes.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match, ``number`` from 0.  ``order[seat]`` is the bot on that seat."""

    number: int
    seed: int
    order: tuple[int, ...]


def schedule(bots: int, games: int, seed: int, *, mirrored: bool) -> tuple[Fixture, ...]:
    """``games`` matches; ``seed`` is that of the first, each later one is one higher."""
    every = bots if mirrored else 1
    fixtures = []
    for number in range(games):
        group, turn = divmod(number, every)
        order = tuple((seat + turn) % bots for seat in range(bots))
        fixtures.append(Fixture(number, seed + group, order))
    return tuple(fixtures)


def in_words(bots: int, games: int, seed: int, *, mirrored: bool) -> str:
    """The plan as a line for people."""
    if games == 1:
        return f"1 match, seed {seed}"
    if not mirrored or bots == 1:
        seats = "" if bots == 1 else ", always on the same seats"
        return f"{games} matches, seeds {seed} to {seed + games - 1}{seats}"
    groups, rest = divmod(games, bots)
    last = seed + (games - 1) // bots
    seeds = f"seed {seed}" if last == seed else f"seeds {seed} to {last}"
    if bots == 2:
        pairs = f"{groups} pair{'s' if groups != 1 else ''} with the same seed and swapped seats"
        odd = "; the last match has no counterpart" if rest else ""
    else:
        rounds = f"{groups} round{'s' if groups != 1 else ''} of {bots}"
        pairs = f"{rounds} with the same seed, everybody once on each seat"
        odd = f"; the last {rest} make no full round" if rest else ""
    return f"{games} matches, {seeds}: {pairs}{odd}"
