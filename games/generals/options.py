"""Parameters of a ruleset: size and generation of the board, special rules, the cap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from games.engine import JSON
from games.generals.founding import Founding, found
from games.generals.mapgen import Densities, generate
from games.generals.orders import Modifiers
from games.generals.special import modifiers_of
from games.generals.terrain import LONGEST, SHORTEST

MOST_HALFTURNS = 100_000
DENSEST = 255

_NUMBERS = {
    "halfturns": (1, MOST_HALFTURNS),
    "width": (SHORTEST, LONGEST),
    "height": (SHORTEST, LONGEST),
    "mountains": (0, DENSEST),
    "cities": (0, DENSEST),
    "swamps": (0, DENSEST),
    "lights": (0, DENSEST),
}


@dataclass(frozen=True, slots=True)
class Options:
    """A ruleset's parameters.

    ``halfturns`` is the cap that ends every game.  Densities are from 0 to 255.  ``placement``
    names the algorithm that places capitals on generated boards.
    """

    halfturns: int = 1000
    width: int = 20
    height: int = 20
    mountains: int = 150
    cities: int = 60
    swamps: int = 12
    lights: int = 0
    placement: str = "spheres"
    modifiers: Modifiers = field(default_factory=Modifiers)

    @classmethod
    def from_params(cls, params: Mapping[str, JSON], seed: int) -> Options:
        """A mixed ruleset draws its special rules from ``seed``, the seed of the match.

        ValueError if a parameter is unknown or out of its bounds.
        """
        for name, value in params.items():
            if name in _NUMBERS:
                low, high = _NUMBERS[name]
                if type(value) is not int or not low <= value <= high:
                    raise ValueError(f"{name} is a number from {low} to {high}, not {value!r:.40}")
            elif name == "placement":
                if value not in ("spheres", "pairing"):
                    raise ValueError(f"placement is spheres or pairing, not {value!r:.40}")
            elif name != "modifiers":
                raise ValueError(f"there is no parameter {name!r:.40}")
        return cls(**{**params, "modifiers": modifiers_of(params, seed)})

    def draw(self, teams: Sequence[int], random: Random) -> Founding:
        """A random board with the capitals of all players.  ValueError if there is no room."""
        densities = Densities(self.cities, self.mountains, self.swamps, self.lights)
        terrain = generate(self.width, self.height, densities, random)
        return found(terrain, teams, self.modifiers, random, self.placement)
