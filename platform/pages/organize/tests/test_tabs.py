"""The desk of an event has six tabs, and each page of it is in one of them."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from ladder.core.contest.plan import Kind
from ladder.events.models import EventMember
from ladder.events.roles import EventRole
from ladder.events.tests import steps

pytestmark = pytest.mark.django_db


def links(page: str, label: str) -> dict[str, str]:
    """By title, the addresses of the links of one navigation."""
    nav = re.search(rf'<nav[^>]*aria-label="{label}"[^>]*>(.*?)</nav>', page, re.DOTALL)
    assert nav, label
    return {title: href for href, title in re.findall(r'href="([^"]+)"[^>]*>([^<]+)</a>', nav[1])}


@pytest.fixture
def event(olga):
    return steps.open_event(olga, steps.stage("league", Kind.ROUND_ROBIN))


def test_six_tabs_lead_to_all_pages_of_an_event(client, olga, event):
    client.force_login(olga)
    tabs = links(client.get(reverse("event-organize", args=[event.slug])).text, 'Organize [^"]*')
    assert list(tabs) == ["Plan", "Entrants", "Run", "Talk", "Ceremony", "People"]
    pages = {}
    for title, href in tabs.items():
        page = client.get(href)
        assert page.status_code == 200, href
        if title in ("Plan", "Entrants", "Run"):
            pages[title] = links(page.text, title)
            for each in pages[title].values():
                assert f'href="{each}" aria-current="page"' in client.get(each).text
    assert {title: list(found) for title, found in pages.items()} == {
        "Plan": ["Frame and stages", "Dry run", "Load", "Workers"],
        "Entrants": ["All entrants", "Rules of entry", "Seeds", "Import", "Freeze", "Sources"],
        "Run": ["Stages and entries", "Matches", "Incidents", "History"],
    }


def test_an_announcer_sees_no_tab_that_the_role_does_not_open(client, alice, event):
    EventMember.objects.create(event=event, person=alice, role=EventRole.ANNOUNCER)
    client.force_login(alice)
    tabs = links(client.get(reverse("event-run", args=[event.slug])).text, 'Organize [^"]*')
    assert list(tabs) == ["Plan", "Run", "Talk", "Ceremony", "People"]
    for href in tabs.values():
        assert client.get(href).status_code == 200, href


def test_the_history_is_on_a_page_of_its_own(client, olga, event):
    client.force_login(olga)
    page = client.get(reverse("event-history", args=[event.slug]))
    assert "drafted" in page.text
    assert "drafted" not in client.get(reverse("event-run", args=[event.slug])).text


@pytest.mark.parametrize(
    ("name", "title"),
    [("event-play-again", "Run"), ("event-fairness", "Entrants"), ("event-workers", "Plan")],
)
def test_each_page_opens_its_tab(client, olga, event, name, title):
    client.force_login(olga)
    page = client.get(reverse(name, args=[event.slug])).text
    tabs = re.search(r'<nav class="tabs tabs-many".*?</nav>', page, re.DOTALL)
    assert tabs
    assert re.findall(r'aria-current="page">([^<]+)</a>', tabs[0]) == [title]
