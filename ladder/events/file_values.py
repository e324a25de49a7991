"""Values of files and of the API by the annotations of the fields that they fill."""

from __future__ import annotations

from dataclasses import Field
from datetime import datetime
from typing import Any

_PLAIN = {
    "bool": (bool, "true or false"),
    "int": (int, "a whole number"),
    "str": (str, "a text"),
}
"""By annotation: the type of a value, and what to enter."""


def value_of(field: Field[Any], value: Any) -> Any:
    """The value of a field of a dataclass.  ValueError in words if it does not fit."""
    declared = str(field.type)
    if value is None and "None" in declared:
        return None
    if "datetime" in declared:
        return _moment(value)
    kind, expected = _PLAIN[declared.split(" | ")[0]]
    if type(value) is not kind:
        raise ValueError(f"Enter {expected}.")
    return value


def _moment(value: Any) -> datetime:
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise ValueError("Enter a time such as 2031-05-01T18:00:00+02:00.") from None
    if moment.tzinfo is None:
        raise ValueError("Enter the time with its offset, such as 2031-05-01T18:00:00+02:00.")
    return moment
