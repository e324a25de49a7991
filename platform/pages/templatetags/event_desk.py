"""The tabs of an event's desk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse

from ladder.events.models import Event
from ladder.events.roles import EventAct

register = template.Library()


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a tab: its title, the name of its address, and the act that a role needs for it.

    Pages with a form for a plan that can still change are ``before`` the start alone.
    """

    title: str
    name: str
    act: EventAct = EventAct.SEE
    before: bool = False


TABS: dict[str, tuple[Page, ...]] = {
    "Plan": (
        Page("Frame and stages", "event-organize", EventAct.PLAN, before=True),
        Page("Dry run", "event-dry-run", EventAct.PLAN, before=True),
        Page("Load", "event-reality"),
        Page("Workers", "event-workers"),
    ),
    "Entrants": (
        Page("All entrants", "event-entrants", EventAct.ENTRANTS),
        Page("Rules of entry", "event-entry-rules", EventAct.PLAN),
        Page("Seeds", "event-seeding", EventAct.ENTRANTS),
        Page("Import", "event-entrants-import", EventAct.ENTRANTS, before=True),
        Page("Freeze", "event-freeze", EventAct.ENTRANTS),
        Page("Sources", "event-fairness", EventAct.FAIRNESS),
    ),
    "Run": (
        Page("Stages and entries", "event-run"),
        Page("Matches", "event-desk-matches"),
        Page("Incidents", "event-incidents"),
        Page("History", "event-history"),
    ),
    "Talk": (Page("Talk", "event-desk-talk"),),
    "Ceremony": (Page("Ceremony", "event-ceremony", EventAct.REVEAL),),
    "People": (Page("People", "event-people"),),
}
"""By title of a tab: its pages, of which the first that a person may open is the tab's own."""


@dataclass(frozen=True, slots=True)
class Link:
    title: str
    href: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class Tab:
    title: str
    is_open: bool
    pages: tuple[Link, ...]

    @property
    def href(self) -> str:
        return self.pages[0].href


@register.simple_tag(takes_context=True)
def event_tabs(context: Context) -> list[Tab]:
    """The tabs with a page that the person may open.  The view names the open one as ``tab``."""
    request, event = context["request"], context["event"]
    links = {title: tuple(_links(title, event, request)) for title in TABS}
    opened = str(context.get("tab") or "").capitalize()
    return [Tab(title, title == opened, pages) for title, pages in links.items() if pages]


def _links(title: str, event: Event, request: Any) -> Iterator[Link]:
    settled = event.has_begun or event.is_over
    for page in TABS[title]:
        if page.act.value in request.rights and not (page.before and settled):
            href = reverse(page.name, args=[event.slug])
            yield Link(page.title, href, request.path == href)
