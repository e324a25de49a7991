"""Values of files and of the API by the annotations of the fields that they fill."""

from __future__ import annotations

from dataclasses import Field
from datetime import datetime
from typing import Any


def value_of(field: Field[Any], value: Any) -> Any:
    """The value of a field of a dataclass.  ValueError in words if it does not fit."""
    declared = str(field.type)
    if value is None and "None" in declared:
        return None
    if "datetime" in declared:
        return _moment(value)
    for name, kind, expected in (
        ("bool", bool, "true or false"),
        ("int", int, "a whole number"),
        ("str", str, "a text"),
    ):
        if declared.split(" | ")[0] == name:
            if type(value) is not kind:
                raise ValueError(f"Enter {expected}.")
            return value
    if declared.startswith("tuple[str"):
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise ValueError("Enter a list of texts.")
        return tuple(value)
    raise ValueError("This key cannot be set by a file.")


def _moment(value: Any) -> datetime:
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise ValueError("Enter a time such as 2031-05-01T18:00:00+02:00.") from None
    if moment.tzinfo is None:
        raise ValueError("Enter the time with its offset, such as 2031-05-01T18:00:00+02:00.")
    return moment
