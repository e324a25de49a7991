"""Found rows in words, with their addresses: for suggestions and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.registry import GAMES
from matches.models import Match
from search.models import SearchEntry
from search.reading import Kind, Search

MATCH = "match"
"""The kind of a hit that is a match; others are of `Kind`."""


@dataclass(frozen=True, slots=True)
class Hit:
    """``detail`` tells rows of one name apart; ``address`` is the path of the row's page."""

    kind: str
    id: int
    name: str
    detail: str
    address: str


def hits(search: Search, kind: Kind, entries: Sequence[SearchEntry]) -> list[Hit]:
    """The rows that entries stand for, in their order, as far as the person may see them."""
    return [_hit(kind, row) for row in search.rows(kind, entries)]


def first_hits(search: Search, kind: Kind, most: int) -> list[Hit]:
    return [_hit(kind, row) for _, row in search.first(kind, most)]


def match_hits(search: Search) -> list[Hit]:
    """The match of the number that the search is, if it is one."""
    match = search.match()
    return [_of_match(match)] if match else []


def suggestions(search: Search, most: int) -> list[Hit]:
    """The best hits of all kinds: the match first, then by how well names fit."""
    matches = match_hits(search)
    ranked = [
        (tier, order, place, hit)
        for order, kind in enumerate(Kind if search.words else ())
        for place, (tier, hit) in enumerate(_tiered(search, kind, most))
    ]
    return [*matches, *(hit for *_, hit in sorted(ranked, key=lambda each: each[:3]))][:most]


def _tiered(search: Search, kind: Kind, most: int) -> Iterator[tuple[int, Hit]]:
    for tier, row in search.first(kind, most):
        yield tier, _hit(kind, row)


def _hit(kind: Kind, row: Any) -> Hit:
    return Hit(
        kind.value, row.pk, _name(kind, row), _detail(kind, row), str(row.get_absolute_url())
    )


def _of_match(match: Match) -> Hit:
    detail = f"{GAMES.title(match.game)}, {match.get_kind_display()}"
    return Hit(MATCH, match.pk, f"Match {match.pk}", detail, match.get_absolute_url())


def _name(kind: Kind, row: Any) -> str:
    match kind:
        case Kind.BOT:
            return str(row)
        case Kind.PERSON:
            return str(row.username)
        case Kind.MAP:
            return str(row.label)
        case Kind.HELP:
            return str(row.title)
    return str(row.name)


def _detail(kind: Kind, row: Any) -> str:
    match kind:
        case Kind.BOT:
            return GAMES.title(row.game)
        case Kind.MAP:
            game = GAMES.title(row.game)
            return f"{game}, by {row.owner.username}" if row.owner else game
        case Kind.HELP:
            return str(row.page)
    return ""
