"""Reading a JSON object of known fields, with errors that name the field and say what to do."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from games.engine import JSON


class ManifestError(ValueError):
    """The manifest cannot be used; the message names the field and says what to write there."""


class Fields:
    """One object of a manifest.  ``where`` is its place: "", or for instance "limits"."""

    def __init__(self, data: JSON, where: str, known: Iterable[str]) -> None:
        if not isinstance(data, dict):
            raise ManifestError(f"{where or 'the manifest'} must be an object: write {{...}}")
        self._data = data
        self._where = where
        names = sorted(known)
        if unknown := sorted(set(data) - set(names)):
            raise ManifestError(
                f"{self.place(unknown[0])} is not a field: remove it; there are {', '.join(names)}"
            )

    def __contains__(self, name: str) -> bool:
        return self._data.get(name) is not None

    def place(self, name: str) -> str:
        return f"{self._where}.{name}" if self._where else name

    def fail(self, name: str, must: str) -> ManifestError:
        """The error for a field that does not say what it must."""
        given = repr(self._data[name])[:60] if name in self._data else "missing"
        return ManifestError(f"{self.place(name)} {must}; it is {given}")

    def any(self, name: str, default: JSON = None) -> JSON:
        return self._data.get(name, default)

    def text(self, name: str, default: str | None = None, *, most: int = 200) -> str:
        """A line of text; required where there is no default."""
        value = self._data.get(name, default)
        if not isinstance(value, str) or "\n" in value or "\0" in value or len(value) > most:
            raise self.fail(name, f"must be a text of one line, of at most {most} characters")
        if not value.strip() and default is None:
            raise self.fail(name, "must not be empty")
        return value

    def flag(self, name: str, *, default: bool) -> bool:
        value = self._data.get(name, default)
        if not isinstance(value, bool):
            raise self.fail(name, "must be true or false")
        return value

    def whole(self, name: str, default: int | None, least: int, most: int) -> int:
        """A whole number; required where there is no default."""
        value = self._data.get(name, default)
        if type(value) is not int or not least <= value <= most:
            raise self.fail(name, f"must be a whole number from {least} to {most}")
        return value

    def seconds(self, name: str, default: float, most: float) -> float:
        value = self._data.get(name, default)
        number = type(value) in (int, float) and math.isfinite(value)
        if not number or not 0 < value <= most:
            raise self.fail(name, f"must be a number of seconds above 0 and up to {most:g}")
        return float(value)

    def words(self, name: str) -> tuple[str, ...]:
        """A list of at least one text."""
        value = self._data.get(name)
        texts = isinstance(value, list) and all(isinstance(w, str) and "\0" not in w for w in value)
        if not value or not texts:
            raise self.fail(name, 'must be a list of words, for instance ["/usr/bin/python3", "m"]')
        return tuple(value)

    def path(self, name: str, default: str | None = None) -> str:
        """A path within the game's folder, with slashes."""
        value = self.text(name, default)
        path = PurePosixPath(value)
        if path.is_absolute() or ".." in path.parts:
            raise self.fail(name, "must be a path within the game's folder, without ..")
        return path.as_posix()

    def each(self, name: str, known: Iterable[str]) -> Iterator[Fields]:
        """The objects of a list, which may be missing."""
        value = self._data.get(name, [])
        if not isinstance(value, list):
            raise self.fail(name, "must be a list: write [...]")
        names = tuple(known)
        for number, entry in enumerate(value):
            yield Fields(entry, f"{self.place(name)}[{number}]", names)

    def part(self, name: str, known: Iterable[str]) -> Fields:
        """An object within this one, which may be missing."""
        return Fields(self._data.get(name, {}), self.place(name), known)
