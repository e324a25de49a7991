"""The parts that a scenario can have: goals that end the game, and advantages of points; and their
form in a scenario's file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine import JSON
from games.scenarios import PartField, Sort
from games.xghj import parts
from games.xghj.ground import Numbers
from games.xghj.parts import LONGEST_WAYS, Mark, PointRules, ScenarioPart, Tagged, owner_of
from games.xghj.state import State


def tag_field(default: str, what: str) -> PartField:
    return PartField("tag", "Tag", Sort.TAG, default, help=what)


def number_field(name: str, title: str, default: int, most: int, what: str) -> PartField:
    return PartField(name, title, Sort.NUMBER, default, 1, most, help=what)


class Hold(ScenarioPart):
    """A goal: one country owns enough points, for some rounds in a row."""

    kind = "hold"
    title = "Hold points for some rounds"
    help = "A country wins if it owns enough of the points at the end of this many rounds in a row."
    fields = (
        PartField(
            "ways",
            "Points",
            Sort.TEXT,
            "3 gate",
            high=LONGEST_WAYS,
            help="Such as: 2 south + 1 north or 2 park",
        ),
        number_field("rounds", "Rounds", 10, 500, "In a row, without a break."),
    )

    def __init__(self, name: str, tagged: Tagged, values: Mapping[str, JSON]) -> None:
        super().__init__(name, tagged, values)
        self._ways = parts.read_ways(values["ways"])
        self._rounds: int = values["rounds"]
        self._tagged = {tag: tuple(tagged.get(tag, ())) for tag in self._ways.tags}
        found = {place for places in self._tagged.values() for place in places}
        self.places = tuple(sorted(found))

    def words(self) -> str:
        return (
            f"Goal: own {self._ways.words()} at the end of {self._rounds} rounds in a row "
            "(points of these tags, in working order)."
        )

    def begin(self, rules: PointRules, state: State) -> None:
        state.memory[self.name] = [0] * len(state.players)

    def after_round(self, rules: PointRules, state: State) -> None:
        kept = state.memory[self.name]
        state.memory[self.name] = [
            kept[player] + 1 if self._holds(rules, state, player) else 0 for player in state.players
        ]

    def _holds(self, rules: PointRules, state: State, player: int) -> bool:
        owned = {tag: rules.owned(state, player, places) for tag, places in self._tagged.items()}
        return self._ways.met(owned)

    def reached(self, rules: PointRules, state: State) -> list[int]:
        kept = state.memory[self.name]
        return [player for player in state.players if kept[player] >= self._rounds]

    def marks(self, rules: PointRules, state: State) -> list[Mark]:
        kept, found = state.memory[self.name], []
        for place in self.places:
            owner = owner_of(state, place)
            rounds = 0 if owner is None else kept[owner]
            kind = "held" if rounds else "goal"
            found.append(Mark(place, kind, f"held {rounds} of {self._rounds} rounds", owner))
        return found


class Collect(ScenarioPart):
    """A goal: one country has owned every point, not necessarily at the same time."""

    kind = "collect"
    title = "Have owned every point"
    help = "A country wins if it has owned each of the points at the end of some round."
    fields = (tag_field("hall", "All points with this tag are needed."),)

    def words(self) -> str:
        return (
            f"Goal: have owned each of the {len(self.places)} points tagged "
            f"{self.values['tag']} at the end of some round, in working order."
        )

    def begin(self, rules: PointRules, state: State) -> None:
        state.memory[self.name] = [[] for _ in state.players]

    def after_round(self, rules: PointRules, state: State) -> None:
        seen = state.memory[self.name]
        for place in self.places:
            owner = owner_of(state, place)
            if owner is not None and place not in seen[owner] and rules.counts(state, place):
                seen[owner] = sorted([*seen[owner], place])

    def reached(self, rules: PointRules, state: State) -> list[int]:
        seen = state.memory[self.name]
        return [player for player in state.players if len(seen[player]) == len(self.places)]

    def marks(self, rules: PointRules, state: State) -> list[Mark]:
        seen, found = state.memory[self.name], []
        for place in self.places:
            owner = owner_of(state, place)
            count = 0 if owner is None else len(seen[owner])
            kind = "goal" if owner is None else "held"
            text = f"{count} of {len(self.places)} once owned"
            found.append(Mark(place, kind, text, owner))
        return found


class Failing(ScenarioPart):
    """Points fail at random, each for a round at a time."""

    kind = "failing"
    title = "Points fail at random"
    help = (
        "In every round each of the points may fail: it yields half and does not count as a point."
    )
    fields = (
        tag_field("machine", "Points with this tag may fail."),
        number_field("chance", "Chance", 10, 100, "Percent, for each point in each round."),
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
        number_field("percent", "Percent", 5, 200, "Of land and capital together."),
    )

    def words(self) -> str:
        return (
            f"Each point tagged {self.values['tag']} adds {self.values['percent']} % to its "
            "owner's income (land and capital), rounded down."
        )

    def income(self, rules: PointRules, state: State, player: int, income: int) -> int:
        percent: int = self.values["percent"]
        return income * (100 + percent * self.owned(rules, state, player)) // 100

    def marks(self, rules: PointRules, state: State) -> list[Mark]:
        text = f"+{self.values['percent']} % income"
        return [Mark(place, "press", text, owner_of(state, place)) for place in self.places]


PARTS: Mapping[str, type[ScenarioPart]] = {
    part.kind: part for part in (Hold, Collect, Failing, Watchtower, Archive, Press)
}


@dataclass(frozen=True, slots=True)
class PartSpec:
    """A part as data: its kind, and a value for each of the kind's fields."""

    kind: str
    values: Mapping[str, JSON]

    @property
    def tags(self) -> list[str]:
        """The tags of the points that the part concerns."""
        found = []
        for field in PARTS[self.kind].fields:
            value = self.values[field.name]
            if field.sort is Sort.TAG:
                found.append(value)
            elif field.sort is Sort.TEXT:
                found += parts.read_ways(value).tags
        return found

    def part(self, name: str, tagged: Tagged) -> ScenarioPart:
        return PARTS[self.kind](name, tagged, self.values)

    def to_json(self) -> dict[str, JSON]:
        return {"kind": self.kind, **self.values}

    @classmethod
    def from_json(cls, data: JSON) -> PartSpec:
        """Fields left out have their defaults.  ValueError with the reason for invalid data."""
        if type(data) is not dict or type(data.get("kind")) is not str:
            raise ValueError("a part is an object with a kind")
        if data["kind"] not in PARTS:
            raise ValueError(f"there is no part {data['kind']!r:.40}; there are {', '.join(PARTS)}")
        known = {field.name: field for field in PARTS[data["kind"]].fields}
        if unknown := sorted(set(data) - set(known) - {"kind"}):
            raise ValueError(f"the part {data['kind']} has no {unknown[0]!r:.40}")
        values = {name: data.get(name, field.default) for name, field in known.items()}
        for name, value in values.items():
            _check(known[name], value)
        return cls(data["kind"], values)


def _check(field: PartField, value: JSON) -> None:
    """ValueError unless the value is of the field's sort."""
    if field.sort is Sort.NUMBER:
        if type(value) is not int or not field.low <= value <= field.high:
            raise ValueError(
                f"{field.name} is a number from {field.low} to {field.high}, not {value!r:.40}"
            )
        return
    if type(value) is not str:
        raise ValueError(f"{field.name} is a text, not {value!r:.40}")
    if field.sort is Sort.TEXT:
        parts.read_ways(value)
    elif not parts.is_tag(value):
        raise ValueError(f"{value!r:.40} is not a tag: use lowercase letters, digits and hyphens")
