"""Reports as JSON for the database, and back by the annotations of their fields."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from types import UnionType
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")


def to_json(report: DataclassInstance) -> object:
    """Dataclasses as objects, named tuples as lists.  JSON has no infinite numbers: null is one."""
    return _finite(asdict(report))


def _finite(value: object) -> object:
    if isinstance(value, dict):
        return {name: _finite(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and math.isinf(value) else value


def from_json(kind: type[T], body: object) -> T:
    """The report of this type that `to_json` stored."""
    report: T = _value(kind, body)
    return report


def _value(kind: Any, value: Any) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return None if value is None else _value(inner[0], value)
    if origin is tuple:
        return tuple(_value(part, each) for part, each in zip(inner, value, strict=True))
    if origin is Sequence:
        return [_value(inner[0], each) for each in value]
    if isinstance(value, dict):
        hints = get_type_hints(kind)
        return kind(**{name: _value(hints[name], each) for name, each in value.items()})
    if isinstance(value, list):
        return kind(*map(_value, get_type_hints(kind).values(), value))
    return math.inf if kind is float and value is None else value
