"""Results of a search: rows that its reader may see, in one order on both databases."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict

from django.db.models import (
    Case,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
    Window,
)
from django.db.models.functions import Collate, Left, Length, RowNumber

from accounts.models import Team, User, Viewer
from bots.models import Bot, closed
from games.registry import GAMES
from ladder.events.reading.viewer import visible_events
from maps.models import Map
from matches.models import Match
from search.backends import binary_collation, has_words
from search.folding import fold, query_words
from search.models import HelpSection, SearchEntry

Kind = SearchEntry.Kind
LONGEST = 100
"""Characters of a search."""
NEAR = 40
"""Entries of a kind that are read at first for a few results."""
ORDER = (
    F("tier").asc(),
    Length("key").asc(),
    Collate(F("key"), binary_collation()).asc(),
    F("object_id").asc(),
)
_NUMBER = re.compile(r"(?:match)?\s*(?:#\s*)?(\d{1,18})", re.ASCII | re.IGNORECASE)


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class _Tier(TypedDict):
        tier: int

    Ranked = WithAnnotations[SearchEntry, _Tier]


def visible(kind: Kind, user: Viewer) -> QuerySet[Any]:
    """The rows of a kind that the person may see.  Counts of results follow from it, too."""
    match kind:
        case Kind.BOT:
            bots = Bot.objects.filter(game__in=list(GAMES)).exclude(closed())
            if user.is_staff:
                return bots
            return bots.filter(owner__is_active=True) | bots.open_to(user)
        case Kind.PERSON:
            return User.objects.filter(is_active=True)
        case Kind.TEAM:
            return Team.objects.all()
        case Kind.MAP:
            return Map.objects.visible_to(user).filter(game__in=list(GAMES)).defer("board")
        case Kind.EVENT:
            return visible_events(user)
        case Kind.HELP:
            return HelpSection.objects.defer("text")


class Search:
    """One search of one person.  ``problem`` says why nothing was searched, if so."""

    def __init__(self, text: str, user: Viewer) -> None:
        self.text = text.replace("\0", "").strip()
        self.user = user
        self._key = fold(self.text[:LONGEST])

    @cached_property
    def words(self) -> list[str]:
        return query_words(self.text) if len(self.text) <= LONGEST else []

    @cached_property
    def problem(self) -> str:
        if len(self.text) > LONGEST:
            length = f"{len(self.text):,}"
            return f"The search has {length} characters. Use at most {LONGEST}."
        if self.text and not self.words:
            return "The search has no letter and no digit. Type a part of a name, or a number."
        return ""

    def entries(self, kind: Kind) -> QuerySet[Ranked]:
        """Best first: equal names, names that begin so, words of names, words of texts."""
        if not self.words:
            return SearchEntry.objects.annotate(tier=Value(0)).none()
        seen = visible(kind, self.user).order_by().filter(pk=OuterRef("object_id"))
        return self._fitting().filter(Exists(seen), kind=kind).order_by(*ORDER)

    def first(self, kind: Kind, most: int) -> list[tuple[int, Any]]:
        """The rows of the first ``most`` of `entries`, each after its tier.

        One query reads the best `NEAR` entries of all kinds without regard to who may see them, and
        another one the rows of these that the person may see.  Only where these are too few, each
        entry of the kind is checked.
        """
        near = self._near.get(kind, [])
        pairs = self._with_rows(kind, near)
        if len(pairs) < most and len(near) == NEAR:
            pairs = self._with_rows(kind, list(self.entries(kind)[:most]))
        return pairs[:most]

    @cached_property
    def _near(self) -> dict[str, list[Ranked]]:
        if not self.words:
            return {}
        place = Window(RowNumber(), partition_by="kind", order_by=ORDER)
        near: dict[str, list[Ranked]] = {}
        for entry in self._fitting().annotate(place=place).filter(place__lte=NEAR).order_by(*ORDER):
            near.setdefault(entry.kind, []).append(entry)
        return near

    def _fitting(self) -> QuerySet[Ranked]:
        """Entries with the words and their tiers, also of rows that others alone see.

        There are words.
        """
        starts = {"start": Left("key", len(self._key)), "other": Left("other_key", len(self._key))}
        tier = Case(
            When(Q(key=self._key) | Q(other_key=self._key), then=Value(0)),
            When(Q(start=self._key) | Q(other=self._key), then=Value(1)),
            When(has_words(self.words, in_name=True), then=Value(2)),
            default=Value(3),
            output_field=IntegerField(),
        )
        # Without the long texts, which would be sorted along.
        rows = SearchEntry.objects.only("kind", "object_id")
        # One letter begins a word of nearly every text.
        letters = all(len(word) == 1 and word.isascii() for word in self.words)
        rows = rows.filter(has_words(self.words, in_name=letters))
        return rows.alias(**starts).annotate(tier=tier)

    def _with_rows(self, kind: Kind, entries: Sequence[Ranked]) -> list[tuple[int, Any]]:
        rows = {row.pk: row for row in self.rows(kind, entries)} if entries else {}
        return [(each.tier, rows[each.object_id]) for each in entries if each.object_id in rows]

    def rows(self, kind: Kind, entries: Sequence[SearchEntry]) -> list[Any]:
        """The rows of the tables that entries stand for, in their order."""
        rows = visible(kind, self.user)
        if kind in (Kind.BOT, Kind.MAP):
            rows = rows.select_related("owner")
        by_pk = rows.in_bulk([entry.object_id for entry in entries])
        return [by_pk[entry.object_id] for entry in entries if entry.object_id in by_pk]

    def match(self) -> Match | None:
        """The match of this number, if the search is one and the person may see it."""
        asked = _NUMBER.fullmatch(self.text)
        if asked is None:
            return None
        seen = Match.objects.for_lists().visible_to(self.user)
        return seen.filter(pk=int(asked[1]), game__in=list(GAMES)).first()
