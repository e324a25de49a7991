"""The parts that a scenario can have, and their form in a scenario's file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine import JSON
from games.xghj import ways
from games.xghj.effects import Archive, Failing, Press, Watchtower
from games.xghj.goals import Collect, Hold
from games.xghj.parts import PartParameter, ScenarioPart, Tagged

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
            if field.sort == "tag":
                found.append(value)
            elif field.sort == "ways":
                found += ways.read(value).tags
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


def _check(field: PartParameter, value: JSON) -> None:
    """ValueError unless the value is of the field's sort."""
    if field.sort == "number":
        if type(value) is not int or not field.low <= value <= field.high:
            raise ValueError(
                f"{field.name} is a number from {field.low} to {field.high}, not {value!r:.40}"
            )
        return
    if type(value) is not str:
        raise ValueError(f"{field.name} is a text, not {value!r:.40}")
    if field.sort == "ways":
        ways.read(value)
    elif not ways.is_tag(value):
        raise ValueError(f"{value!r:.40} is not a tag: use lowercase letters, digits and hyphens")
