"""Ways to a goal: the number of points needed for each tag, as text that people write.

"2 south + 1 north or 2 park": either two points tagged *south* and one tagged *north*, or two
tagged *park*.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

TAG = re.compile(r"[a-z][a-z0-9-]{0,23}")
MOST_WAYS = 16
_NEED = re.compile(r"(\d{1,3}) +(\S+)")


@dataclass(frozen=True, slots=True)
class Ways:
    """Alternatives, each with the number needed of some tags."""

    ways: tuple[Mapping[str, int], ...]

    @property
    def tags(self) -> list[str]:
        """All tags of all ways, in the order of the text."""
        return list(dict.fromkeys(tag for way in self.ways for tag in way))

    def met(self, owned: Mapping[str, int]) -> bool:
        """Whether ``owned``, the number of owned points by tag, satisfies one of the ways."""
        return any(all(owned[tag] >= need for tag, need in way.items()) for way in self.ways)

    def words(self) -> str:
        """The inverse of `read`."""
        return " or ".join(
            " + ".join(f"{need} {tag}" for tag, need in way.items()) for way in self.ways
        )


def read(text: str) -> Ways:
    """The ways that a text describes.  ValueError with the reason where it does not."""
    ways = []
    for choice in re.split(r"(?<!\s)\s+or\s+", text.strip()):
        way: dict[str, int] = {}
        for part in choice.split("+"):
            found = _NEED.fullmatch(part.strip())
            if not found or not is_tag(found[2]) or not int(found[1]):
                raise ValueError(f"“{part.strip()[:40]}” is no number with a tag, such as 2 gate")
            if found[2] in way:
                raise ValueError(f"the tag {found[2]} is named twice in “{choice[:60]}”")
            way[found[2]] = int(found[1])
        ways.append(way)
    if len(ways) > MOST_WAYS:
        raise ValueError(f"there are at most {MOST_WAYS} ways")
    return Ways(tuple(ways))


def is_tag(text: str) -> bool:
    """Tags are lowercase letters, digits and hyphens; *or* is no tag, as it separates ways."""
    return TAG.fullmatch(text) is not None and text != "or"
