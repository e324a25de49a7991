"""The list of the matches of an event at the desk."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from ladder.core.contest.plan import Feed, Kind
from ladder.events.mending.decisions import Decide, UndoDecision
from ladder.events.models import Encounter, Event
from ladder.events.tests.steps import authors, begin, play, play_all, stage, waiting
from ladder.seasons.current import ensure_seasons
from matches.recorded.voiding import void

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def over(kept_cast):
    """Two groups of three, then a cup of two; the first group's first game is void."""
    groups = stage("groups", Kind.ROUND_ROBIN, options={"groups": 2})
    cup = stage("cup", Kind.SINGLE, Feed("groups", 2))
    ensure_seasons()
    event = begin(kept_cast.olga, authors(6), groups, cup)
    first = waiting(event)[0]
    play(first)
    void(first, kept_cast.olga, "the wrong map")
    play_all(event)


@pytest.fixture
def grouped(over, db, redis_client):
    return Event.objects.get()


@pytest.fixture
def desk(client, olga):
    client.force_login(olga)
    return client


def listed(desk, event, query: str = "") -> list[str]:
    """The rows of the list of matches as people read them."""
    page = desk.get(f"{reverse('event-desk-matches', args=[event.slug])}?{query}").text
    body = page.split("<tbody>")[1].split("</tbody>")[0] if "<tbody>" in page else ""
    return [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in body.split("</tr>")[:-1]]


def test_the_list_of_matches_names_stage_group_round_and_game(desk, grouped):
    page = desk.get(reverse("event-desk-matches", args=[grouped.slug])).text
    assert re.findall(r'<th class="[^"]*" scope="col">(\w+)</th>', page) == [
        "Match", "Stage", "Group", "Round", "Game", "When",
    ]  # fmt: skip
    rows = listed(desk, grouped)
    assert len(rows) == 15
    assert "Cup – Final 2" in rows[0]
    assert "Groups, group A, round 1, match 1, game 1" in rows[-1]
    assert "Groups A Round 1, match 1 1" in rows[-1]


def test_the_list_of_matches_is_filtered_by_its_address(desk, grouped):
    counts = {
        "stage=cup": 2, "stage=groups": 13, "group=2": 6, "stage=groups&group=1": 7,
        "group=1": 7, "round=1&stage=groups": 5, "bot=author-0/b0": 6, "state=void": 1,
        "state=replaced": 1, "state=queued": 0, "round=x": 15, "group=9": 15,
    }  # fmt: skip
    assert {query: len(listed(desk, grouped, query)) for query in counts} == counts


def test_a_void_game_is_marked_as_replaced_and_the_one_instead_is_not(desk, grouped):
    (row,) = listed(desk, grouped, "state=replaced")
    assert "void replaced" in row
    assert "Void…" not in row
    again = [row for row in listed(desk, grouped, "group=1&round=1") if "game 3" in row]
    assert len(again) == 1
    assert "Void…" in again[0]


def test_games_of_a_decided_encounter_are_marked_with_the_reason(desk, olga, grouped):
    page = f"{reverse('event-desk-matches', args=[grouped.slug])}?state=decided"
    assert listed(desk, grouped, "state=decided") == []
    final = Encounter.objects.select_related("stage").get(stage__key="cup")
    Decide(final, 1).do(olga, "the power failed")
    rows = listed(desk, grouped, "state=decided")
    assert len(rows) == 2
    assert all("by decision" in row and "Void…" in row for row in rows)
    title = 'title="The organizers decided the encounter: the power failed"'
    assert desk.get(page).text.count(title) == 2
    assert title in desk.get(reverse("event-matches", args=[grouped.slug])).text
    UndoDecision(final).do(olga, "it did not")
    assert listed(desk, grouped, "state=decided") == []
