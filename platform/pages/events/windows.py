"""The part of a stage's results that a page shows: a page of the table, a round, a part of a
bracket, or what a search for bots finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.core.paginator import Page
from django.http import Http404, HttpRequest
from django.utils.http import urlencode

from ladder.events.reading.stages import bracket as brackets
from ladder.events.reading.stages import pairings
from ladder.events.reading.stages import results as stage_results
from ladder.events.reading.stages import rows as stage_rows
from ladder.events.reading.stages import tables as group_tables
from ladder.events.reading.viewer import EventViewer, own_entries
from pages.frame.paging import LongPaginator

PER_PAGE = 100
"""Lines of a table, and participants, on a page."""
PAIRS = 60
"""Encounters of a round on a page, beside as many lines of the table as take the same height."""
BOXES = 16
"""Encounters of a first round in one part of a large bracket."""
MOST_WHOLE = 2 * BOXES
"""Encounters of the first round of a bracket that is shown whole."""
MOST_OFFERED = 200
"""Rounds that a list offers; more are typed as a number."""
LONGEST = 100
"""Characters of a search."""

Paged = group_tables.GroupTable | stage_results.Places


@dataclass(frozen=True, slots=True)
class Asked:
    """The query parameters: the table ``after`` a round, the group, the ``round`` of the pairings,
    the pages of table and pairings, the ``part`` of a bracket, and the words of a search.  Numbers
    count from 1, those of groups here from 0."""

    after: int | None = None
    group: int = 0
    round: int | None = None
    page: int = 1
    pairs: int = 1
    part: int | None = None
    q: str = ""

    def query(self, **changes: Any) -> str:
        """The query of the address of this page, or of one with ``changes``."""
        asked = replace(self, **changes)
        parts = {
            "after": asked.after,
            "group": asked.group + 1 if asked.group else None,
            "round": asked.round,
            "page": asked.page if asked.page > 1 else None,
            "pairs": asked.pairs if asked.pairs > 1 else None,
            "part": asked.part,
            "q": asked.q,
        }
        given = urlencode({name: value for name, value in parts.items() if value})
        return f"?{given}"

    def before(self, name: str, **changes: Any) -> str:
        """The same up to the value of one more parameter."""
        query = self.query(**changes)
        return f"{query}&{name}=" if query != "?" else f"?{name}="


def asked_of(request: HttpRequest) -> Asked:
    """Http404 for what no address of ours has."""
    numbers = {
        name: _whole(request, name) for name in ("after", "group", "round", "page", "pairs", "part")
    }
    return Asked(
        after=numbers["after"],
        group=(numbers["group"] or 1) - 1,
        round=numbers["round"],
        page=numbers["page"] or 1,
        pairs=numbers["pairs"] or 1,
        part=numbers["part"],
        q=words_of(request),
    )


def words_of(request: HttpRequest) -> str:
    """The words of a search for bots, ``?q=``, without surplus spaces."""
    return " ".join(request.GET.get("q", "").replace("\0", "").split())[:LONGEST]


def _whole(request: HttpRequest, name: str) -> int | None:
    """A number from 1 on; None where the address has none."""
    digits = request.GET.get(name, "")
    if not digits:
        return None
    if not (digits.isascii() and digits.isdigit() and int(digits[:6]) >= 1 and len(digits) <= 5):
        raise Http404("There is no such page.")
    return int(digits)


def paged(rows: Sequence[Any], number: int, most: int | None = None) -> Page[Any]:
    """The page with this number, or the nearest one; ``most`` rows are on one."""
    return LongPaginator(rows, most or PER_PAGE, str(number)).get_page(number)


@dataclass(frozen=True)
class Window:
    """The part of one table that a page shows; ``groups`` are the tables of all groups.

    Without ``asked`` it is the whole table, as an archive has it.
    """

    table: Paged
    groups: Sequence[Paged] = ()
    asked: Asked | None = None
    own_ids: frozenset[int] = field(default=frozenset())

    @property
    def is_long(self) -> bool:
        """Whether the stage has more lines than a page, so that readers search in them."""
        return self.asked is not None and sum(len(each.lines) for each in self.groups) > PER_PAGE

    @property
    def words(self) -> str:
        """The words that are searched for."""
        return self.asked.q if self.asked is not None and self.is_long else ""

    # Lines

    @cached_property
    def _found(self) -> Sequence[int]:
        """The indexes of the lines that the search finds."""
        return self.table.lines.matching(self.words)

    @cached_property
    def page(self) -> Page[Any] | None:
        """The page of the table, or of what the search finds."""
        if self.asked is None:
            return None
        every = self.table.lines
        found = every.picked(self._found) if self.words else every
        return paged(found, self.asked.page)

    @cached_property
    def lines(self) -> Sequence[stage_rows.TableRow]:
        return self.table.lines if self.page is None else list(self.page)

    @cached_property
    def ties(self) -> Sequence[str]:
        return self.table.ties_among(self.lines)

    @property
    def own(self) -> Sequence[tuple[stage_rows.TableRow, str]]:
        """The lines of the viewer's bots in a stage with more lines than a page, each with the
        query of the page of the table that has it."""
        if self.asked is None or not self.is_long:
            return []
        return [
            (table.lines[at], Asked(group=number, page=at // PER_PAGE + 1).query())
            for number, table in enumerate(self.groups)
            for at in table.lines.of(self.own_ids)
        ]

    @property
    def elsewhere(self) -> Sequence[tuple[str, str]]:
        """The names of the other groups in which the search finds bots, with their addresses."""
        if self.asked is None or not self.words:
            return []
        return [
            (table.name, self.asked.query(group=number, page=1, pairs=1, part=None, round=None))
            for number, table in enumerate(self.groups)
            if table is not self.table and table.lines.matching(self.words)
            if isinstance(table, group_tables.GroupTable)
        ]

    # Encounters

    @cached_property
    def round(self) -> pairings.Round | None:
        """The round whose encounters are shown, unless a search shows those of its bots."""
        if self.asked is None or not isinstance(self.table, group_tables.GroupTable):
            return None
        number = self.asked.round or self.table.current
        return next((each for each in self.table.rounds if each.number == number), None)

    @cached_property
    def pairs(self) -> Page[pairings.Pairing] | None:
        """The page of the round's encounters; of a search those of all rounds of its bots, of a
        long hill all, newest first."""
        if self.asked is None or not isinstance(self.table, group_tables.GroupTable):
            return None
        every = self.table.every
        if self.words:
            entries = (self.table.lines.ranked[at].entry.number for at in self._found)
            keys = every.of_entrants({number for number in entries if number is not None})
            return paged(every.among(keys), self.asked.pairs, PAIRS)
        if self.newest_first:
            keys = [key for some in every.keys_by_round.values() for key in some]
            return paged(every.among(keys[::-1]), self.asked.pairs, PAIRS)
        return paged(self.round.pairings if self.round else (), self.asked.pairs, PAIRS)

    @property
    def newest_first(self) -> bool:
        """Whether encounters of all rounds are shown: those of a hill have one each."""
        table = self.table
        hill = isinstance(table, group_tables.GroupTable) and bool(table.hill)
        return hill and self.many_rounds

    @property
    def many_rounds(self) -> bool:
        """Whether there are more rounds than a list offers."""
        table = self.table
        return isinstance(table, group_tables.GroupTable) and table.newest > MOST_OFFERED

    # Brackets

    @cached_property
    def parts(self) -> Sequence[brackets.Section]:
        """The parts of a bracket that is shown in parts; empty for all others."""
        sections = self._sections
        if self.asked is None or not any(
            len(each.columns[0].boxes) > MOST_WHOLE for each in sections
        ):
            return ()
        return [part for each in sections for part in each.parts(BOXES)]

    @property
    def part(self) -> int:
        """The number of the part that is shown, from 1: the asked one, or the first in which an
        encounter has no winner."""
        asked = self.asked.part if self.asked is not None else None
        if asked is not None:
            return min(asked, len(self.parts))
        return first_going(self.parts) + 1

    @property
    def sections(self) -> Sequence[brackets.Section]:
        if self.words:
            return ()
        return [self.parts[self.part - 1]] if self.parts else self._sections

    @property
    def _sections(self) -> Sequence[brackets.Section]:
        table = self.table
        whole = table.bracket if isinstance(table, group_tables.GroupTable) else None
        return whole.sections if whole is not None else ()

    # Addresses, before a number or a word

    @property
    def page_query(self) -> str:
        return self.asked.before("page", page=1) if self.asked is not None else ""

    @property
    def pairs_query(self) -> str:
        return self.asked.before("pairs", pairs=1) if self.asked is not None else ""

    @property
    def all_query(self) -> str:
        """The query of the page without the search."""
        return Asked(self.asked.after, self.asked.group).query() if self.asked is not None else ""


def first_going(parts: Sequence[brackets.Section]) -> int:
    """The index of the first part in which an encounter has no winner; else of the last one."""
    return next((at for at, part in enumerate(parts) if part.going), len(parts) - 1)


def window_of(
    viewer: EventViewer, result: stage_results.Results, part: object, asked: Asked
) -> Window | None:
    """The part of a group, or of places, that a page shows; None for results that are short."""
    if not isinstance(part, group_tables.GroupTable | stage_results.Places):
        return None
    groups = result.parts if isinstance(result, stage_results.Groups) else [part]
    window = Window(part, groups, asked)
    if not window.is_long or not viewer.user.is_authenticated:
        return window
    own = own_entries(viewer.user).filter(event=viewer.event).values_list("pk", flat=True)
    return replace(window, own_ids=frozenset(own))
