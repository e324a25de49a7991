"""Organizers run an event in the browser: pause, reveal, disqualify and void, seen beforehand."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from ladder.core.contest.plan import Feed, Kind, Reveal
from ladder.events.mending.rulings import Disqualify
from ladder.events.models import Event
from ladder.events.tests.steps import (
    authors,
    begin,
    go_on,
    names,
    open_event,
    play,
    play_all,
    stage,
    waiting,
)
from ladder.seasons.current import ensure_seasons
from matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def begun(kept_cast):
    ensure_seasons()
    league = stage("league", Kind.ROUND_ROBIN, options={"games": 1})
    return begin(kept_cast.olga, authors(3), league).pk


@pytest.fixture
def event(begun, db, redis_client):
    return Event.objects.get(pk=begun)


@pytest.fixture
def desk(client, olga):
    client.force_login(olga)
    return client


def address(name, event, *more):
    return reverse(name, args=[event.slug, *more])


def seen_on(page) -> str:
    found = re.search(r'name="seen" value="(\w+)"', page.content.decode())
    assert found
    return found[1]


def test_to_others_it_does_not_exist(client, alice, event):
    client.force_login(alice)
    entry = event.entries.first()
    assert client.get(address("event-desk-matches", event)).status_code == 404
    assert client.get(address("event-foresee", event, "disqualify", entry.pk)).status_code == 404
    for path in (
        address("event-act", event, "abort"),
        address("event-stage-act", event, "league", "reveal"),
        address("event-foresee", event, "disqualify", entry.pk),
    ):
        assert client.post(path, {"reason": "because"}).status_code == 404
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING


def test_it_is_paused_resumed_and_aborted_for_a_reason(desk, event):
    desk.post(address("event-act", event, "pause"), {"reason": ""})
    event.refresh_from_db()
    assert not event.paused
    for name, paused in (("pause", True), ("resume", False)):
        desk.post(address("event-act", event, name), {"reason": "supper"})
        event.refresh_from_db()
        assert event.paused is paused
    page = desk.get(address("event-history", event)).content.decode()
    assert "supper" in page
    desk.post(address("event-act", event, "abort"), {"reason": "rain"})
    event.refresh_from_db()
    assert event.state == Event.State.ABORTED
    assert desk.post(address("event-act", event, "dance"), {"reason": "x"}).status_code == 404


def test_a_stage_is_paused_and_goes_on(desk, event):
    path = address("event-stage-act", event, "league", "pause")
    desk.post(path, {"reason": "supper"})
    assert event.stages.get().paused
    answer = desk.post(path, {"reason": "again"}, follow=True)
    assert "is already paused" in answer.content.decode()
    desk.post(address("event-stage-act", event, "league", "resume"), {"reason": "done"})
    assert not event.stages.get().paused


def test_results_are_revealed_step_by_step(desk, event):
    path = address("event-stage-act", event, "league", "reveal")
    for level in (Reveal.HIDDEN, Reveal.PARTICIPANTS, Reveal.PUBLIC):
        desk.post(path, {"level": level.value})
        assert event.stages.get().reveal == level
        assert set(Match.objects.values_list("audience", flat=True)) == {level.value}
    assert desk.post(path, {"level": "nobody"}).status_code == 404


def test_an_open_event_is_started_by_hand(desk, olga, event):
    bots = [entry.bot for entry in event.entries.all()]
    event = open_event(olga, stage("league", Kind.ROUND_ROBIN))
    answer = desk.post(address("event-begin", event), follow=True)
    assert "Fewer than two bots" in answer.content.decode()
    for bot in bots[:2]:
        event.entries.create(bot=bot)
    desk.post(address("event-begin", event))
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING


def test_a_round_is_paired_by_hand_beside_points_and_who_has_met(desk, olga, event):
    bots = [entry.bot for entry in event.entries.all()]
    event = begin(olga, bots, stage("swiss", Kind.SWISS, options={"rounds": 2, "games": 1}))
    for match in waiting(event):
        play(match)
    go_on(event)
    page = desk.get(address("event-stage-pairing", event, "swiss", 1)).text
    rows = re.findall(r"<tr>.*?</tr>", page, re.DOTALL)[1:]
    assert ">b0<" in rows[0]
    assert re.search(r'<td class="num fit">1</td><td class="small">author-\d/b\d</td>', rows[0])
    assert "author-0/b0 · 1</option>" in page


def test_a_disqualification_is_seen_before_it_is_done_and_can_be_undone(desk, event):
    play_all(event)
    entry = event.entries.get(bot__name="b0")
    path = address("event-foresee", event, "disqualify", entry.pk)
    page = desk.get(path)
    assert "Disqualify author-0/b0" in page.content.decode()
    assert names(event.stages.get())[0] == ("b0", 1)
    without = desk.post(path, {"seen": seen_on(page), "reason": " "})
    assert (
        without.status_code,
        b"Say why: managers of the bot will read it." in without.content,
    ) == (422, True)
    assert desk.post(path, {"seen": seen_on(page), "reason": "two authors"}).status_code == 302
    assert names(event.stages.get()) == [("b1", 1), ("b2", 2), ("b0", 3)]
    back = address("event-foresee", event, "reinstate", entry.pk)
    desk.post(back, {"seen": seen_on(desk.get(back)), "reason": "they were one"})
    assert names(event.stages.get())[0] == ("b0", 1)


def test_a_bot_comes_back_where_the_event_has_gone_on_only_with_consent(desk, olga):
    league = stage("league", Kind.ROUND_ROBIN, options={"games": 1})
    cup = stage("cup", Kind.SINGLE, Feed("league", 2), options={"games": 1})
    event = begin(olga, authors(3, 10), league, cup, name="Two stages")
    entry = event.entries.get(bot__name="b12")
    Disqualify(entry).do(olga, "two authors")
    while not event.stages.get(key="cup").started:
        play_all(event, most=1)
    path = address("event-foresee", event, "reinstate", entry.pk)
    page = desk.get(path)
    text = page.content.decode()
    assert "author-12/b12 gets place 3 of 3 in League." in text
    assert "Cup has begun without the bot, and stays without it." in text
    given = {"seen": seen_on(page), "reason": "they were one"}
    refused = desk.post(path, given)
    assert refused.status_code == 422
    assert "the event has gone on without the bot" in refused.content.decode()
    assert desk.post(path, {**given, "agreed": "1"}).status_code == 302
    entry.refresh_from_db()
    assert entry.disqualified_at is None


def test_what_has_changed_meanwhile_is_shown_again_instead_of_done(desk, event):
    entry = event.entries.get(bot__name="b0")
    path = address("event-foresee", event, "disqualify", entry.pk)
    seen = seen_on(desk.get(path))
    play(waiting(event)[0])
    play_all(event)
    answer = desk.post(path, {"seen": seen, "reason": "two authors"})
    assert answer.status_code == 422
    assert "Nothing was done: more games have ended" in answer.content.decode()
    entry.refresh_from_db()
    assert entry.disqualified_at is None


def test_an_act_can_be_done_while_games_end_every_second(desk, event):
    entry = event.entries.get(bot__name="b0")
    path = address("event-foresee", event, "disqualify", entry.pk)
    page = desk.get(path)
    assert 'name="regardless"' not in page.content.decode()
    play(waiting(event)[0])
    answer = desk.post(path, {"seen": seen_on(page), "reason": "two authors"})
    assert 'name="regardless"' in answer.content.decode()
    play(waiting(event)[0])
    desk.post(path, {"seen": seen_on(answer), "reason": "two authors", "regardless": "1"})
    entry.refresh_from_db()
    assert entry.disqualified_why == "two authors"


def test_a_result_is_taken_back_from_the_list_of_matches(desk, event):
    play_all(event)
    match = Match.objects.filter(kind="event").earliest("pk")
    page = desk.get(address("event-desk-matches", event)).content.decode()
    path = address("event-foresee", event, "void", match.pk)
    assert path in page
    desk.post(path, {"seen": seen_on(desk.get(path)), "reason": "the wrong map"})
    match.refresh_from_db()
    assert match.voided_why == "the wrong map"
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING


def test_a_void_is_undone_from_the_list_of_matches_and_from_its_page(desk, event):
    play_all(event)
    match = Match.objects.filter(kind="event").earliest("pk")
    path = address("event-foresee", event, "void", match.pk)
    assert path in desk.get(match.get_absolute_url()).text
    page = desk.get(path)
    assert "This game is played again." in page.text
    assert "Standings until then:" in page.text
    desk.post(path, {"seen": seen_on(page), "reason": "the wrong map"})
    play_all(event)
    path = address("event-foresee", event, "undo-void", match.pk)
    for known in (address("event-desk-matches", event), match.get_absolute_url()):
        assert path in desk.get(known).text
    page = desk.get(path)
    assert "This game counts again. The game that replaced it no longer counts." in page.text
    desk.post(path, {"seen": seen_on(page), "reason": "it was the right one"})
    match.refresh_from_db()
    assert match.voided_at is None
    assert desk.get(address("event-desk-matches", event)).text.count(">replaced<") == 1
    log = desk.get(address("event-history", event)).text
    assert f"voided match {match.pk}. This game is played again." in log
    assert f"undid the void of match {match.pk}." in log


def test_where_a_result_has_to_stand_the_page_says_why_and_asks_for_no_reason(desk, olga, event):
    play_all(event)
    match = Match.objects.filter(kind="event").earliest("pk")
    event.state = Event.State.ABORTED
    event.save()
    path = address("event-foresee", event, "void", match.pk)
    page = desk.get(path).text
    assert "This cannot be done. The event was aborted" in page
    assert 'name="reason"' not in page
    assert desk.post(path, {"reason": "the wrong map"}).status_code == 422
    match.refresh_from_db()
    assert match.voided_at is None
    answer = desk.post(
        f"/desk/act/void-match/{match.pk}/", {"reason": "the wrong map"}, follow=True
    )
    assert "The match counts in an event" in answer.text


def test_nothing_of_another_event_can_be_touched_here(desk, olga, event):
    other = open_event(olga, stage("league", Kind.ROUND_ROBIN))
    entry = event.entries.first()
    assert desk.get(address("event-foresee", other, "disqualify", entry.pk)).status_code == 404
    match = Match.objects.filter(kind="event").earliest("pk")
    assert desk.get(address("event-foresee", other, "void", match.pk)).status_code == 404
    assert desk.get(address("event-foresee", event, "dance", entry.pk)).status_code == 404


def test_the_desk_lists_events_with_their_troubles(desk, event):
    page = desk.get("/desk/").content.decode()
    assert address("event-run", event) in page
    event.stages.update(trouble="There is no map.")
    assert "There is no map." in desk.get("/desk/").content.decode()


def test_while_results_are_hidden_authors_do_not_read_their_logs_either(client, desk, event):
    play_all(event)
    match = Match.objects.filter(kind="event", seats__version__bot__name="b0").earliest("pk")
    seat = match.seats.get(version__bot__name="b0").number
    paths = (f"/matches/{match.pk}/log/", f"/matches/{match.pk}/seats/{seat}/log/")
    client.force_login(event.entries.get(bot__name="b0").bot.owner)
    assert [client.get(path).status_code for path in paths] == [200, 200]
    Match.objects.update(audience="hidden")
    assert [client.get(path).status_code for path in paths] == [404, 404]


def test_a_match_of_an_event_leads_to_its_encounter(client, event):
    game = event.stages.get().encounters.earliest("pk").games.get()
    path = address("event-encounter", event, "league", game.encounter_id)
    assert path in client.get(f"/matches/{game.match_id}/").content.decode()
    assert client.get(path).status_code == 200
