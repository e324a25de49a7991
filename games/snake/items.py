"""The items of a half: a list that both players know in full before the first move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from random import Random

from games.engine import JSON
from games.snake.board import SIDE, cell_at

LIFETIME = 16
"""An item lies on the map in the rounds ``time`` to ``time + LIFETIME - 1``."""

CHANCE = 0.25
"""Probability that a round brings an item; never more than one."""

MAX_LENGTH = 5
RAY_PARAM = 512
"""The parameter of a ray in the list, which has no meaning."""

FIRST_SQUARE = 4
SQUARE_GROWS_EVERY = 20
"""Items fall into a central square of this side, which grows by 2 after this many rounds."""

PHASES = ((64, 1 / 6), (384, 2 / 7), (None, 3 / 7))
"""(last round, probability that an item is a ray) of the three phases of a half."""

MAX_PARAM = 32767
"""Times and parameters travel as signed 16-bit numbers."""


class ItemType(IntEnum):
    """The kinds of items.  The number 1 is not used."""

    LENGTH = 0
    RAY = 2


@dataclass(frozen=True, slots=True)
class Item:
    """One item; its id is its place in the list.  ``time`` is the round in which it appears."""

    x: int
    y: int
    time: int
    type: ItemType
    param: int

    @property
    def cell(self) -> int:
        return cell_at(self.x, self.y)

    def to_json(self) -> list[int]:
        return [self.x, self.y, self.time, self.type.value, self.param]


def generate(seed: int, rounds: int) -> tuple[Item, ...]:
    """The items of ``rounds`` rounds, ordered by time; at least one.

    Whole lists are drawn again until one has an item, because common starter code for bots quits
    on an empty one; with 128 rounds and more that does not happen in practice.
    """
    random = Random(seed)
    while True:
        items = _draw(random, rounds)
        if items:
            return items


def _draw(random: Random, rounds: int) -> tuple[Item, ...]:
    items: list[Item] = []
    taken: dict[tuple[int, int], int] = {}
    for now in range(1, rounds + 1):
        if random.random() >= CHANCE:
            continue
        x, y = place = _place(random, now, taken)
        taken[place] = now
        chance = next(chance for last, chance in PHASES if last is None or now <= last)
        if random.random() < chance:
            items.append(Item(x, y, now, ItemType.RAY, RAY_PARAM))
        else:
            items.append(Item(x, y, now, ItemType.LENGTH, 1 + _below(random, MAX_LENGTH)))
    return tuple(items)


def _place(random: Random, now: int, taken: dict[tuple[int, int], int]) -> tuple[int, int]:
    """A cell whose last item, eaten or not, has expired; at most 15 of 16 or more are taken."""
    side = min(SIDE, FIRST_SQUARE + 2 * ((now - 1) // SQUARE_GROWS_EVERY))
    low = (SIDE - side) // 2
    while True:
        place = (low + _below(random, side), low + _below(random, side))
        if taken.get(place, -LIFETIME) + LIFETIME <= now:
            return place


def _below(random: Random, n: int) -> int:
    """Only ``Random.random`` gives the same sequence in every version of Python."""
    return int(random.random() * n)


def parse(data: JSON) -> tuple[Item, ...]:
    """The items of a map ``{"items": [[x, y, time, type, param], ...]}``.

    ValueError with the item and the reason where they break a promise that bots rely on.
    """
    if not isinstance(data, dict) or set(data) != {"items"}:
        raise ValueError('a snake map is an object with the one key "items"')
    if not isinstance(data["items"], list):
        raise ValueError('"items" must be a list of [x, y, time, type, param]')
    if len(data["items"]) > MAX_PARAM:
        raise ValueError(f"at most {MAX_PARAM} items can be announced to the bots")
    items: list[Item] = []
    for number, row in enumerate(data["items"]):
        try:
            item = parse_item(row)
            check_place(item, items)
        except ValueError as error:
            raise ValueError(f"item {number}: {error}") from None
        items.append(item)
    return tuple(items)


def parse_item(row: JSON) -> Item:
    """One item from ``[x, y, time, type, param]``; ValueError with the reason if it is none."""
    if not isinstance(row, list) or len(row) != 5 or any(type(value) is not int for value in row):
        raise ValueError("five whole numbers are needed: x, y, time, type, param")
    x, y, time, kind, param = row
    if not (0 <= x < SIDE and 0 <= y < SIDE):
        raise ValueError(f"({x}, {y}) lies outside the {SIDE} x {SIDE} board")
    if not 1 <= time <= MAX_PARAM:
        raise ValueError(f"time {time} is no round; rounds count from 1 to {MAX_PARAM}")
    if kind not in tuple(ItemType):
        raise ValueError(f"type {kind} is unknown; 0 is length and 2 is a ray")
    if kind == ItemType.LENGTH and not 1 <= param <= MAX_LENGTH:
        raise ValueError(f"length {param} is not in 1..{MAX_LENGTH}")
    if kind == ItemType.RAY and param != RAY_PARAM:
        raise ValueError(f"the parameter of a ray is always {RAY_PARAM}, not {param}")
    return Item(x, y, time, ItemType(kind), param)


def check_place(item: Item, earlier: list[Item]) -> None:
    """ValueError with the reason unless the item may follow those before it."""
    if earlier and item.time <= earlier[-1].time:
        raise ValueError(f"time {item.time} must be later than the {earlier[-1].time} before it")
    for other in reversed(earlier):
        if item.time - other.time >= LIFETIME:
            return
        if item.cell == other.cell:
            raise ValueError(f"({item.x}, {item.y}) is taken until round {other.time + LIFETIME}")
