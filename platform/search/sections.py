"""Sections of help pages and rules as rows, so that the search finds them.

Texts come from code and from files of games.  Apps above `provide` functions that list the sections
of now; `refresh` brings the rows and their index into step with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db import transaction

from search.indexing import OF_MODEL, index
from search.models import HelpSection

FIELDS = ("title", "page", "text")
LONGEST_TITLE, LONGEST_PAGE = 300, 200
"""Characters that the columns hold."""


@dataclass(frozen=True, slots=True)
class Section:
    """``address`` is the path of the page with the section's anchor, ``page`` the page's title."""

    address: str
    title: str
    page: str
    text: str

    def fields(self) -> dict[str, str]:
        """The values of a row; a heading may be longer than the row's title."""
        cut = {"title": self.title[:LONGEST_TITLE], "page": self.page[:LONGEST_PAGE]}
        return {"address": self.address, **cut, "text": self.text}


Provider = Callable[[], Iterable[Section]]
_providers: list[Provider] = []


def provide(provider: Provider) -> None:
    """Have the search find the sections that ``provider`` lists; everybody may see them."""
    if provider not in _providers:
        _providers.append(provider)


def refresh() -> int:
    """Write the sections of now, and index those that have changed; the number of sections."""
    # Before the transaction: listing them may render the texts of games.
    wanted = {each.address: each for provider in _providers for each in provider()}
    _write(wanted)
    return len(wanted)


@transaction.atomic
def _write(wanted: dict[str, Section]) -> None:
    held = HelpSection.objects.in_bulk(field_name="address")
    new = [HelpSection(**wanted[address].fields()) for address in wanted.keys() - held.keys()]
    changed = [row for row in held.values() if row.address in wanted and _changed(row, wanted)]
    HelpSection.objects.bulk_create(new)
    HelpSection.objects.bulk_update(changed, FIELDS)
    for address in held.keys() - wanted.keys():
        held[address].delete()
    added = HelpSection.objects.filter(address__in=[row.address for row in new])
    index(OF_MODEL[HelpSection], [*added, *changed])


def _changed(row: HelpSection, wanted: dict[str, Section]) -> bool:
    """Whether the row differs from its section; it then has the section's texts."""
    values = wanted[row.address].fields()
    differs = any(getattr(row, name) != values[name] for name in FIELDS)
    for name in FIELDS:
        setattr(row, name, values[name])
    return differs
