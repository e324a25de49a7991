"""Pages of events are kept for everybody, and what is hidden or shown is so at once."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from arbiter.serving import kept
from ladder.core.contest.plan import EventPlan, Kind, Reveal
from ladder.events.mending.rulings import Void
from ladder.events.models import Encounter, Event
from ladder.events.planning import acts
from ladder.events.planning.acts import Draft
from ladder.events.tests.steps import authors, begin, play_all, stage
from ladder.seasons.current import ensure_seasons
from matches.models import Match
from news import services as news
from news.models import Announcement

pytestmark = pytest.mark.django_db
MOST_QUERIES = 17
OF_EVENT = ("event", "event-state", "event-standings", "event-matches", "event-entries")
OF_STAGE = ("event-stage", "event-stage-state")
OF_ENCOUNTER = ("event-encounter", "event-encounter-state")
PAGES = ("events", *OF_EVENT, *OF_STAGE, *OF_ENCOUNTER)
OF_RESULTS = ("event-stage", "event-stage-state", "event-encounter", "event-matches")


@pytest.fixture(autouse=True)
def keeping(settings, redis_client, monkeypatch):
    settings.PUBLIC_SECONDS = 60
    monkeypatch.setattr(kept, "PAGES", kept.Keeper())


@pytest.fixture
def event(olga, redis_client) -> Event:
    """A league of three bots that has been played."""
    ensure_seasons()
    event = begin(olga, authors(3), stage("league", Kind.ROUND_ROBIN))
    play_all(event)
    return event


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    """Calls what it is given as if its transaction were committed."""

    def call(act, *given, **named):
        with django_capture_on_commit_callbacks(execute=True):
            return act(*given, **named)

    return call


@pytest.fixture
def where(event):
    """The address of a page of the event."""

    def where(name: str) -> str:
        encounter = Encounter.objects.filter(stage__event=event).earliest("pk")
        parts = [event.slug, "league", str(encounter.pk)]
        ways = {3: OF_ENCOUNTER, 2: OF_STAGE, 1: OF_EVENT}
        length = next((length for length, names in ways.items() if name in names), 0)
        return reverse(name, args=parts[:length])

    return where


@pytest.mark.parametrize("name", PAGES)
def test_a_page_takes_few_queries_and_none_while_it_is_kept(
    client, where, name, django_assert_max_num_queries, django_assert_num_queries
):
    client.get(where(name))  # what a process learns once
    kept.PAGES.clear()
    with django_assert_max_num_queries(MOST_QUERIES):
        first = client.get(address := where(name))
    with django_assert_num_queries(0):
        second = client.get(address)
    assert first.status_code == second.status_code == 200
    assert first.content == second.content


def test_a_reader_who_has_the_newest_part_is_answered_without_a_query(
    client, olga, django_assert_num_queries
):
    ensure_seasons()
    event = begin(olga, authors(2), stage("league", Kind.ROUND_ROBIN))
    part = reverse("event-stage-state", args=[event.slug, "league"])
    mark = client.get(f"{part}?seen=0").text.partition("seen=")[2][:16]
    address = f"{part}?seen={mark}"
    assert client.get(address).status_code == 204
    with django_assert_num_queries(0):
        again = client.get(address)
    assert (again.status_code, again.content) == (204, b"")


@pytest.mark.parametrize("name", ["events", *OF_EVENT[::2], "event-stage", "event-encounter"])
def test_who_is_logged_in_is_neither_given_nor_leaves_a_kept_page(client, alice, where, name):
    for person in (True, False, True, False):
        client.force_login(alice) if person else client.logout()
        head = client.get(where(name)).content.decode().partition("<main")[0]
        assert ("Log out" in head) == person


@pytest.mark.parametrize("name", OF_RESULTS)
def test_results_of_a_stage_are_hidden_and_revealed_at_once(
    client, olga, event, committed, where, name
):
    def seen() -> tuple[int, int]:
        answer = client.get(where(name))
        links = re.findall(r"/encounters/\d+/|/matches/\d+/", answer.text)
        return answer.status_code, len(links)

    shown = seen()
    for level in (Reveal.HIDDEN, Reveal.PUBLIC):
        committed(acts.reveal, event.stages.get(), olga, level)
        assert (seen() == shown) == (level is Reveal.PUBLIC)


@pytest.mark.parametrize("name", ["event-stage", "event-encounter", "event-standings"])
def test_a_result_that_is_taken_back_is_not_shown_any_more(
    client, olga, event, committed, where, name
):
    before = client.get(where(name)).content
    games = Encounter.objects.filter(stage__event=event).earliest("pk").games
    match = Match.objects.get(pk=games.earliest("pk").match_id)
    committed(Void(match).do, olga, "The referee was asleep.")
    assert client.get(where(name)).content != before


def test_an_event_is_listed_as_soon_as_it_is_published(client, olga, committed):
    ensure_seasons()
    draft = Draft(name="Autumn cup", plan=EventPlan((stage("cup", Kind.SWISS),)))
    made = acts.create(olga, draft)
    assert made.name not in client.get(reverse("events")).text
    committed(acts.publish, made, olga)
    assert made.name in client.get(reverse("events")).text


@pytest.mark.parametrize("name", ["events", "event", "event-stage"])
def test_an_announcement_is_read_and_withdrawn_at_once(client, olga, committed, where, name):
    assert "New maps" not in client.get(where(name)).text
    made = Announcement(title="New maps", text="Two of them.")
    made.full_clean(exclude=["created_by"])
    committed(news.save, made, olga)
    assert "New maps" in client.get(where(name)).text
    committed(news.withdraw, made, olga, "They were none.")
    assert "New maps" not in client.get(where(name)).text


def test_a_table_of_more_bots_takes_no_more_queries(client, olga, redis_client):
    ensure_seasons()
    counts = []
    for first, size in ((0, 3), (3, 6)):
        event = begin(olga, authors(size, first), stage("league", Kind.ROUND_ROBIN))
        play_all(event)
        page = reverse("event-stage", args=[event.slug, "league"])
        client.get(page)  # what a process learns once
        kept.PAGES.clear()
        with CaptureQueriesContext(connection) as taken:
            assert f"b{first}" in client.get(page).text
        counts.append(len(taken))
    assert counts[0] == counts[1]
