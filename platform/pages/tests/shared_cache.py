"""A small shared cache as RFC 9111 has it: what it may store, and what it may answer with.

It takes every liberty that the standard gives: where an answer says nothing of how long it is
fresh, it is taken to be (section 4.2.2).  ``heeds_vary=False`` makes it one of those that look at
addresses alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

HEURISTIC = (200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501)
"""Statuses that a cache may take to be fresh where nothing is said (RFC 9110, section 15.1)."""


@dataclass(frozen=True)
class Answer:
    """``headers`` have names in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def directives(self) -> dict[str, str]:
        said = self.headers.get("cache-control", "")
        pairs = (part.strip().partition("=") for part in said.split(","))
        return {name.lower(): value for name, _, value in pairs if name}


Origin = Callable[[str, Mapping[str, str]], Answer]


@dataclass
class SharedCache:
    """In front of ``origin``, which answers a path and the headers of a request."""

    origin: Origin
    heeds_vary: bool = True
    stored: dict[str, list[tuple[Mapping[str, str], Answer]]] = field(default_factory=dict)

    def get(self, path: str, headers: Mapping[str, str]) -> Answer:
        for asked, answer in self.stored.get(path, []):
            if self._selects(asked, answer, headers) and self._is_fresh(answer):
                return answer
        answer = self.origin(path, headers)
        if self._may_store(headers, answer):
            self.stored.setdefault(path, []).append((headers, answer))
        return answer

    def _may_store(self, asked: Mapping[str, str], answer: Answer) -> bool:
        """Section 3."""
        said = answer.directives
        if "no-store" in said or "private" in said:
            return False
        if "authorization" in asked and not said.keys() & {"public", "s-maxage", "must-revalidate"}:
            return False
        return "public" in said or "max-age" in said or answer.status in HEURISTIC

    def _selects(self, asked: Mapping[str, str], answer: Answer, now: Mapping[str, str]) -> bool:
        """Section 4.1."""
        if not self.heeds_vary:
            return True
        names = [name.strip().lower() for name in answer.headers.get("vary", "").split(",")]
        return "*" not in names and all(asked.get(name) == now.get(name) for name in names if name)

    def _is_fresh(self, answer: Answer) -> bool:
        """Section 4.2; no time passes here."""
        said = answer.directives
        if "no-cache" in said:
            return False
        return said.get("s-maxage", said.get("max-age")) != "0"
