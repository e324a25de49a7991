"""Which matches are played: who sits where, and with what seed.

A seat or a seed can favour somebody.  So each seed is played in rotation: from match to match
everybody moves on, until each bot has sat on every seat as often as on any other; then the next
seed comes.  Where a match of the game exchanges sides itself, each match has a seed of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.game import Game
from games.texts.sentences import counted

Order = tuple[int, ...]
"""By seat, the number of the bot on it.  A bot may have several seats."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match, ``number`` from 0.  ``order[seat]`` is the bot on that seat."""

    number: int
    seed: int
    order: Order

    def names(self, bots: Sequence[str]) -> list[str]:
        """The bots' names by seat, with the seat where a bot has several."""
        return [
            bots[bot] if self.order.count(bot) == 1 else f"{bots[bot]} on {seat}"
            for seat, bot in enumerate(self.order, 1)
        ]


def rotation(bots: int, seats: int, teams: Sequence[int] = ()) -> tuple[Order, ...]:
    """The seatings of one round, the first as the bots were named.

    Fewer bots than seats take the seats in turn; as many bots as teams take a team each.  Without
    teams everybody moves on by one seat.  With teams of one size team-mates stay together: the
    teams move on, and once all of them are round, the members within them.
    """
    order = _first(bots, seats, teams)
    sides = _sides(seats, teams)
    if len({len(side) for side in sides}) > 1:
        sides = _sides(seats, ())
    size = len(sides[0])
    orders: list[Order] = []
    for step in range(seats):
        members, shift = divmod(step, len(sides))
        moved = [0] * seats
        for number, side in enumerate(sides):
            mine = sides[(number + shift) % len(sides)]
            for place, seat in enumerate(side):
                moved[seat] = order[mine[(place + members) % size]]
        orders.append(tuple(moved))
    # Where bots have several seats the same seatings soon come again.
    again = next((n for n in range(1, seats) if orders[n] == orders[0] and seats % n == 0), seats)
    return tuple(orders[:again])


def _first(bots: int, seats: int, teams: Sequence[int]) -> Order:
    sides = _sides(seats, teams)
    if teams and bots == len(sides):
        taken = {seat: number for number, side in enumerate(sides) for seat in side}
        return tuple(taken[seat] for seat in range(seats))
    return tuple(seat % bots for seat in range(seats))


def _sides(seats: int, teams: Sequence[int]) -> list[list[int]]:
    found: dict[int, list[int]] = {}
    for seat in range(seats):
        found.setdefault(teams[seat] if teams else seat, []).append(seat)
    return list(found.values())


def schedule(game: Game, orders: Sequence[Order], games: int, seed: int) -> tuple[Fixture, ...]:
    """``games`` matches in these seatings by turns; ``seed`` is that of the first start, each
    later one has one higher."""
    return tuple(
        Fixture(number, seed + game.start(number, len(orders)), orders[number % len(orders)])
        for number in range(games)
    )


def in_words(game: Game, orders: Sequence[Order], games: int, seed: int) -> str:
    """The plan as a line for people."""
    if games == 1:
        return f"1 match, seed {seed}"
    every, seats = len(orders), len(orders[0])
    if every == 1:
        fixed = "" if seats == 1 else ", always on the same seats"
        return f"{games} matches, seeds {seed} to {seed + games - 1}{fixed}"
    groups, rest = divmod(games, every)
    last = seed + game.start(games - 1, every)
    one = "a seed for each match" if game.exchanges_sides else "the same seed"
    seeds = f"seed {seed}" if last == seed else f"seeds {seed} to {last}"
    if every == 2:
        pairs = f"{counted(groups, 'pair')} with {one} and swapped seats"
        odd = "; the last match has no counterpart" if rest else ""
    else:
        often = "once" if len(set(orders[0])) == every else "equally often"
        rounds = f"{counted(groups, 'round')} of {every}"
        pairs = f"{rounds} with {one}, everybody {often} on each seat"
        odd = f"; the last {rest} make no full round" if rest else ""
    return f"{games} matches, {seeds}: {pairs}{odd}"
