"""Sections of help pages and rules as rows, so that the search finds them.

Texts come from code and from files of games.  Apps above `provide` functions that list the sections
of now; `refresh` brings the rows and their index into step with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass

from django.db import transaction

from search.indexing import OF_MODEL, index
from search.models import HelpSection

FIELDS = ("title", "page", "text")


@dataclass(frozen=True, slots=True)
class Section:
    """``address`` is the path of the page with the section's anchor, ``page`` the page's title."""

    address: str
    title: str
    page: str
    text: str


Provider = Callable[[], Iterable[Section]]
_providers: list[Provider] = []


def provide(provider: Provider) -> None:
    """Have the search find the sections that ``provider`` lists; everybody may see them."""
    if provider not in _providers:
        _providers.append(provider)


@transaction.atomic
def refresh() -> int:
    """Write the sections of now, and index those that have changed; the number of sections."""
    wanted = {each.address: each for provider in _providers for each in provider()}
    held = HelpSection.objects.in_bulk(field_name="address")
    new = [HelpSection(**asdict(wanted[address])) for address in wanted.keys() - held.keys()]
    changed = [row for row in held.values() if row.address in wanted and _changed(row, wanted)]
    HelpSection.objects.bulk_create(new)
    HelpSection.objects.bulk_update(changed, FIELDS)
    for address in held.keys() - wanted.keys():
        held[address].delete()
    added = HelpSection.objects.filter(address__in=[row.address for row in new])
    index(OF_MODEL[HelpSection], [*added, *changed])
    return len(wanted)


def _changed(row: HelpSection, wanted: dict[str, Section]) -> bool:
    """Whether the row differs from its section; it then has the section's texts."""
    section = wanted[row.address]
    differs = any(getattr(row, name) != getattr(section, name) for name in FIELDS)
    for name in FIELDS:
        setattr(row, name, getattr(section, name))
    return differs
