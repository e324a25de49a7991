"""Plans of events as JSON, for the database and for export to other sites."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, fields
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

from ladder.core.contest.plan import EventPlan, Feed, Kind, Options, Reveal, Seeding, StagePlan
from ladder.core.stages.contract import TieBreak

FORMAT = 1
NUMBERS = ("last_games", "place_points", "start_points")
"""Options that are lists of numbers."""

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


class PlanJson(TypedDict):
    format: int
    stages: list[dict[str, object]]


def to_json(plan: EventPlan) -> PlanJson:
    return {"format": FORMAT, "stages": [stage_to_json(stage) for stage in plan.stages]}


def stage_to_json(stage: StagePlan) -> dict[str, object]:
    document = asdict(stage)
    document["feeds"] = [asdict(feed) for feed in stage.feeds]
    lists = {name: list(getattr(stage.options, name)) for name in ("tie_breaks", *NUMBERS)}
    document["options"] = {**asdict(stage.options), **lists}
    return {**document, "maps": list(stage.maps)}


def from_json(data: object) -> EventPlan:
    """A plan from JSON.  ValueError with the place of the first error."""
    top = _mapping(data, "The plan")
    if top.get("format") != FORMAT:
        raise ValueError(f"This is not a plan of an event: its “format” must be {FORMAT}.")
    stages = top.get("stages")
    if not isinstance(stages, list):
        raise ValueError("“stages” must be a list.")
    return EventPlan(tuple(stage_from_json(each, at) for at, each in enumerate(stages, 1)))


def stage_from_json(data: object, number: int = 1) -> StagePlan:
    """One stage; ``number`` is for errors."""
    where = f"Stage {number}"
    row = dict(_mapping(data, where))
    feeds, options = row.pop("feeds", [{}]), row.pop("options", {})
    if not isinstance(feeds, list):
        raise ValueError(f"{where}: “feeds” must be a list.")
    read: dict[str, Callable[[Any], Any]] = {
        "kind": Kind,
        "seeding": Seeding,
        "reveal": Reveal,
        "maps": lambda value: tuple(_whole(each) for each in _list(value)),
    }
    made = [
        _made(Feed, _mapping(f, f"{where}, feed {n}"), {}, f"{where}, feed {n}")
        for n, f in enumerate(feeds, 1)
    ]
    lists: dict[str, Callable[[Any], Any]] = {
        "tie_breaks": lambda value: tuple(TieBreak(each) for each in _list(value)),
        **dict.fromkeys(NUMBERS, read["maps"]),
    }
    chosen = _made(Options, _mapping(options, f"{where}, options"), lists, f"{where}, options")
    return _made(StagePlan, {**row, "feeds": tuple(made), "options": chosen}, read, where)


def _made(
    kind: type[T], row: Mapping[str, Any], read: Mapping[str, Callable[[Any], Any]], where: str
) -> T:
    """An object from plain fields; ValueError for unknown names and wrong types."""
    known = {each.name: each for each in fields(kind)}
    for name in row:
        if name not in known:
            raise ValueError(f"{where}: “{name}” is not a known field.")
    values: dict[str, object] = {}
    for name, each in known.items():
        if name not in row:
            if each.default is MISSING and each.default_factory is MISSING:
                raise ValueError(f"{where}: “{name}” is missing.")
            continue
        try:
            values[name] = read[name](row[name]) if name in read else _plain(each.type, row[name])
        except (ValueError, TypeError):
            raise ValueError(f"{where}: “{name}” cannot be {row[name]!r:.60}.") from None
    return kind(**values)


def _plain(declared: object, value: Any) -> Any:
    """``declared`` is the text of a type, as annotations are kept."""
    allowed = {part.strip() for part in str(declared).split("|")}
    if value is None and "None" in allowed:
        return None
    for name, kind in (("bool", bool), ("int", int), ("str", str)):
        if name in allowed:
            if type(value) is not kind:
                raise TypeError(name)
            return value
    return value


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError("a whole number")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("a list")
    return value


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise ValueError(f"{where} must be an object.")
    return value
