"""The search finds sections of the help, of the glossary and of rules, for everybody."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.urls import reverse

from search import sections
from search.models import HelpSection, SearchEntry
from search.reading import Search
from search.sections import Section

pytestmark = pytest.mark.django_db
Kind = SearchEntry.Kind
NOBODY = AnonymousUser()


@pytest.fixture
def listed(monkeypatch):
    """The sections that the only provider lists; the test changes them."""
    listed: list[Section] = [Section("/a/#one", "One", "Numbers", "The first apple.")]
    monkeypatch.setattr(sections, "_providers", [lambda: listed])
    return listed


def found(text):
    search = Search(text, NOBODY)
    rows = search.rows(Kind.HELP, list(search.entries(Kind.HELP)))
    return [row.get_absolute_url() for row in rows]


def test_the_help_the_glossary_and_the_rules_are_found():
    assert sections.refresh() > 200
    assert found("handicap")[0] == "/help/glossary/#handicap"
    assert "/help/rates/" in found("rate limits")[:2]
    assert any(address.startswith("/games/") for address in found("moving"))
    assert "/help/events/#byes" in found("byes")


def test_every_found_address_is_a_place_on_a_page(client):
    sections.refresh()
    pages: dict[str, str] = {}
    for row in HelpSection.objects.exclude(page="Help"):
        path, _, anchor = row.address.partition("#")
        if path not in pages:
            answer = client.get(path)
            assert answer.status_code == 200, path
            pages[path] = answer.content.decode()
        assert not anchor or f'id="{anchor}"' in pages[path], row.address


def test_sections_follow_their_texts(listed):
    sections.refresh()
    assert found("apple") == ["/a/#one"]
    listed[:] = [
        Section("/a/#one", "One", "Numbers", "The first pear."),
        Section("/a/#two", "Two", "Numbers", "The second pear."),
    ]
    assert sections.refresh() == 2
    assert found("apple") == []
    assert found("pear") == ["/a/#one", "/a/#two"]
    del listed[0]
    sections.refresh()
    assert found("pear") == ["/a/#two"]
    assert SearchEntry.objects.filter(kind=Kind.HELP).count() == 1


def test_an_unchanged_site_writes_nothing(listed, django_assert_max_num_queries):
    sections.refresh()
    with django_assert_max_num_queries(6) as asked:
        sections.refresh()
    assert [q["sql"] for q in asked if "UPDATE" in q["sql"] or "DELETE" in q["sql"]] == []


def test_texts_are_read_before_the_transaction_that_writes_them(monkeypatch):
    depth = len(connection.savepoint_ids)
    inside = []

    def listed():
        inside.append(len(connection.savepoint_ids) - depth)
        yield Section("/a/#one", "One", "Numbers", "The first apple.")

    monkeypatch.setattr(sections, "_providers", [listed])
    sections.refresh()
    assert inside == [0]


@pytest.mark.timeout(60)  # quadratic time takes minutes
def test_a_section_with_a_long_title_and_thousands_of_marks_is_indexed(listed):
    marks = "a" + "\u0301\u0316" * 40_000
    listed[:] = [Section("/a/#one", "One " + "x" * 1000, "Numbers" * 100, f"{marks} apple")]
    sections.refresh()
    assert found("apple") == ["/a/#one"]
    row = HelpSection.objects.get()
    assert (len(row.title), len(row.page)) == (300, 200)


def test_the_page_of_the_search_shows_sections(client):
    sections.refresh()
    html = client.get(reverse("search"), {"q": "uncertainty"}).content.decode()
    assert '<a href="/help/glossary/#uncertainty">Uncertainty</a>' in html
