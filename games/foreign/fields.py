"""Reading a JSON object of known fields, with errors that name the field and say what to do."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from games.engine import JSON
from games.texts import IN_LINE, looks_mixed, visible

_DEEPEST = 32
_LARGEST = 1 << 63
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_SEEN = frozenset("LNPS")
"""Kinds of characters that a title can consist of: letters, numbers, punctuation, symbols."""
_PART = 255
"""Bytes of a file's name that every file system has room for."""


class ManifestError(ValueError):
    """The manifest cannot be used; the message names the field and says what to write there."""


def require_storable(value: JSON, where: str = "", deep: int = 0) -> None:
    """`ManifestError` for a part that a database or another program could not take."""
    place = where or "the manifest"
    if deep > _DEEPEST:
        raise ManifestError(f"{place} is nested too deep: use at most {_DEEPEST} levels")
    match value:
        case str():
            if _UNSTORABLE.search(value):
                raise ManifestError(f"{place} has a character that is none (NUL or a surrogate)")
        case int() | float():
            if not abs(value) < _LARGEST:
                raise ManifestError(f"{place} must be a number below 2^63")
        case list():
            for number, item in enumerate(value):
                require_storable(item, f"{where}[{number}]", deep + 1)
        case dict():
            for name, item in value.items():
                inside = f"{where}.{_shown(name)}" if where else _shown(name)
                require_storable(name, inside)
                require_storable(item, inside, deep + 1)


def once(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    """An object of a manifest.  `ManifestError` where it has a name twice."""
    found: dict[str, JSON] = {}
    for name, value in pairs:
        if name in found:
            raise ManifestError(f"{_shown(name)} is there twice: remove one of them")
        found[name] = value
    return found


def _shown(name: str) -> str:
    return visible(name[:60])


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
                f"{self.place(_shown(unknown[0]))} is not a field: remove it; "
                f"there are {', '.join(names)}"
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
        if not isinstance(value, str) or "\n" in value or len(value) > most:
            raise self.fail(name, f"must be a text of one line, of at most {most} characters")
        if IN_LINE.search(value):
            raise self.fail(name, "must have no character that nobody sees")
        if not value.strip() and default is None:
            raise self.fail(name, "must not be empty")
        return value

    def title(self, name: str) -> str:
        """A required name for people, which cannot be taken for another one."""
        value = self.text(name, most=60)
        if not any(unicodedata.category(c)[0] in _SEEN for c in value):
            raise self.fail(name, "must have a letter, a digit or a sign")
        if looks_mixed(value):
            raise self.fail(name, "must have letters of one script in each word")
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
        if any(len(part.encode()) > _PART for part in path.parts):
            raise self.fail(name, f"must have names of at most {_PART} bytes in its path")
        return path.as_posix()

    def below(self, name: str) -> Path:
        """A path within the game's folder that is not this folder itself."""
        path = Path(self.path(name))
        if not path.parts:
            raise self.fail(name, "must be a folder of its own, as all other files are here, too")
        return path

    def each(self, name: str, known: Iterable[str], most: int) -> Iterator[Fields]:
        """The objects of a list, which may be missing."""
        value = self._data.get(name, [])
        if not isinstance(value, list):
            raise self.fail(name, "must be a list: write [...]")
        if len(value) > most:
            raise ManifestError(f"{self.place(name)} must have at most {most} entries")
        names = tuple(known)
        for number, entry in enumerate(value):
            yield Fields(entry, f"{self.place(name)}[{number}]", names)

    def part(self, name: str, known: Iterable[str]) -> Fields:
        """An object within this one, which may be missing."""
        return Fields(self._data.get(name, {}), self.place(name), known)
