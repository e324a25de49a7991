"""Parts that change the effect of points, or give their owners an advantage."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import JSON
from games.xghj.ground import Numbers
from games.xghj.parts import Mark, PartParameter, PointRules, ScenarioPart, Tagged, owner_of
from games.xghj.state import State


def tag_field(default: str, what: str) -> PartParameter:
    return PartParameter("tag", "Tag", "tag", default, help=what)


class Failing(ScenarioPart):
    """Points fail at random, each for a round at a time."""

    kind = "failing"
    title = "Points fail at random"
    help = (
        "In every round each of the points may fail: it yields half and does not count as a point."
    )
    fields = (
        tag_field("machine", "Points with this tag may fail."),
        PartParameter(
            "chance", "Chance", "number", 10, 1, 100, "Percent, for each point in each round."
        ),
    )

    def words(self) -> str:
        return (
            f"In each round every point tagged {self.values['tag']} fails with a chance of "
            f"{self.values['chance']} %: it then yields half, rounded down, and does not count "
            "as a point. What fails is known before the round."
        )

    def before_round(self, rules: PointRules, state: State) -> None:
        draw, chance = self.random(state), self.values["chance"]
        state.memory[self.name] = [place for place in self.places if draw.random() * 100 < chance]

    def _broken(self, state: State) -> list[int]:
        broken: list[int] = state.memory.get(self.name, [])
        return broken

    def resources(self, rules: PointRules, state: State, resource: Numbers) -> Numbers:
        broken = self._broken(state)
        if not broken:
            return resource
        less = resource.copy()
        less[broken] //= 2
        return less

    def counts(self, rules: PointRules, state: State, place: int) -> bool:
        return place not in self._broken(state)

    def marks(self, rules: PointRules, state: State) -> list[Mark]:
        return [
            Mark(place, "broken", "out of order in this round", public=True)
            for place in self._broken(state)
        ]


class Watchtower(ScenarioPart):
    """The owner of a point sees the whole board."""

    kind = "watchtower"
    title = "A point shows the whole board"
    help = "The owner of one of the points knows the owner of every cell."
    fields = (tag_field("tower", "Points with this tag show the board."),)

    def words(self) -> str:
        return f"Whoever owns a point tagged {self.values['tag']} sees the whole board."

    def sees_all(self, rules: PointRules, state: State, player: int) -> bool:
        return self.owned(rules, state, player) > 0

    def marks(self, rules: PointRules, state: State) -> list[Mark]:
        text = "its owner sees the whole board"
        return [Mark(place, "tower", text, owner_of(state, place)) for place in self.places]


class Archive(ScenarioPart):
    """The owner of a point knows everything about every country."""

    kind = "archive"
    title = "A point shows everything about all countries"
    help = "The owner of one of the points knows as much about every country as its allies do."
    fields = (tag_field("archive", "Points with this tag show the countries."),)

    def words(self) -> str:
        return (
            f"Whoever owns a point tagged {self.values['tag']} knows the savings, income, land, "
            "capital and relations of every country."
        )

    def knows_all(self, rules: PointRules, state: State, player: int) -> bool:
        return self.owned(rules, state, player) > 0

    def marks(self, rules: PointRules, state: State) -> list[Mark]:
        text = "its owner knows everything of every country"
        return [Mark(place, "archive", text, owner_of(state, place)) for place in self.places]


class Press(ScenarioPart):
    """The owner of a point gets a larger income."""

    kind = "press"
    title = "A point adds to its owner's income"
    help = "Each of the points adds a percentage to the income of its owner."
    fields = (
        tag_field("press", "Points with this tag add to the income."),
        PartParameter("percent", "Percent", "number", 5, 1, 200, "Of land and capital together."),
    )

    def __init__(self, name: str, tagged: Tagged, values: Mapping[str, JSON]) -> None:
        super().__init__(name, tagged, values)
        self._percent: int = values["percent"]

    def words(self) -> str:
        return (
            f"Each point tagged {self.values['tag']} adds {self._percent} % to its owner's "
            "income (land and capital), rounded down."
        )

    def income(self, rules: PointRules, state: State, player: int, income: int) -> int:
        return income * (100 + self._percent * self.owned(rules, state, player)) // 100

    def marks(self, rules: PointRules, state: State) -> list[Mark]:
        text = f"+{self._percent} % income"
        return [Mark(place, "press", text, owner_of(state, place)) for place in self.places]
