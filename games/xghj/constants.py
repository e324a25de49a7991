"""The numbers of the game, all in one object, so that a scenario can change any of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from games.engine import JSON

BOUNDS = {
    "max_round": (2, 500),
    "initial_money": (0, 10_000),
    "bomb_cost": (1, 1000),
    "suppress_limit": (0, 1_000_000),
    "capital_influence": (0, 1000),
    "city_income": (0, 1000),
    "corruption": (0, 1000),
    "justify_rounds": (1, 50),
    "justify_price": (0, 1000),
    "border": (0, 50),
    "spawn_distance": (0, 50),
    "spawn_anywhere": (0, 1),
}


@dataclass(frozen=True, slots=True)
class Constants:
    """Every number that a rule uses.

    The game stops when the counter of rounds reaches ``max_round``.  ``capital_influence`` (of the
    income) and ``corruption`` (of the savings, per cell) are in thousandths, ``city_income`` in
    hundredths a round.  ``border`` is how far countries see and discover each other,
    ``spawn_distance`` how far apart they begin, both in steps.  Where ``spawn_anywhere`` is 0,
    nobody may begin on a cell that cannot be attacked.
    """

    max_round: int = 50
    initial_money: int = 10
    bomb_cost: int = 1
    suppress_limit: int = 400
    capital_influence: int = 300
    city_income: int = 50
    corruption: int = 1
    justify_rounds: int = 3
    justify_price: int = 1
    border: int = 2
    spawn_distance: int = 3
    spawn_anywhere: int = 1

    def __post_init__(self) -> None:
        """ValueError where a number is out of `BOUNDS`."""
        for part in fields(self):
            low, high = BOUNDS[part.name]
            value = getattr(self, part.name)
            if type(value) is not int or not low <= value <= high:
                raise ValueError(f"{part.name} is a number from {low} to {high}, not {value!r:.40}")

    def capital_bomb(self, income: int) -> int:
        """The size of a capital's free bomb: a share of the income buys it, rounded up."""
        return -(-self.capital_influence * income // (1000 * self.bomb_cost))

    def to_json(self) -> dict[str, int]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, JSON]) -> Constants:
        """Numbers left out have their defaults.  ValueError for unknown names."""
        unknown = set(data) - set(BOUNDS)
        if unknown:
            raise ValueError(f"there is no constant {min(unknown)!r:.40}")
        return cls(**data)
