"""The numbers of the game, all in one object, so that a scenario can change any of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from games.engine import JSON

NUMBERS: Mapping[str, tuple[int, int, str, str]] = {
    "max_round": (2, 500, "Rounds", "The game stops when the counter of rounds reaches this."),
    "initial_money": (0, 10_000, "Initial resources", "Of every country, before the bids."),
    "bomb_cost": (1, 1000, "Price of a bomb", "For each unit of size."),
    "suppress_limit": (
        0, 1_000_000, "Suppression limit",
        "An attack takes a cell if it is larger than the defence by more than this.",
    ),
    "capital_influence": (
        0, 1000, "Influence of a capital",
        "Thousandths of the last income that pay for its free bomb, at the price of a bomb.",
    ),
    "city_income": (0, 1000, "Wage of a capital", "In hundredths of the round's number."),
    "corruption": (
        0, 1000, "Corruption", "Thousandths of the savings that are lost for each cell."
    ),
    "justify_rounds": (1, 50, "Rounds to justify a war", "A war begins after this many in a row."),
    "justify_price": (0, 1000, "Price of justifying a war", "Each time."),
    "border": (0, 50, "Sight", "How far countries see and discover each other, in steps."),
    "spawn_distance": (
        0, 50, "Distance of first cells", "Least distance between countries, in steps."
    ),
    "spawn_anywhere": (
        0, 1, "Begin anywhere",
        "1: also on cells that nobody can attack; 0: only on cells that countries can take.",
    ),
}  # fmt: skip
"""The bounds of each number, and its title and help in forms."""


@dataclass(frozen=True, slots=True)
class Constants:
    """Every number that a rule uses; `NUMBERS` says what each is."""

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
        """ValueError where a number is out of bounds."""
        for part in fields(self):
            low, high, *_ = NUMBERS[part.name]
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
        unknown = set(data) - set(NUMBERS)
        if unknown:
            raise ValueError(f"there is no constant {min(unknown)!r:.40}")
        return cls(**data)
