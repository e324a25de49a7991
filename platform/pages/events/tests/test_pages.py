"""The pages of events: what is listed where, the overview, and entering."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from bots.models import Bot
from bots.services import create_bot
from games.tests import stakes
from ladder.core.contest.plan import EventPlan, Feed, Kind
from ladder.events.entrants import entering
from ladder.events.mending.rulings import Disqualify
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.planning.acts import Draft
from ladder.events.tests.conftest import bots as bots
from ladder.events.tests.conftest import eight as eight
from ladder.events.tests.series_steps import planned
from ladder.events.tests.steps import authors, begin, open_event, play_all, stage
from ladder.tests.play import add_version, make_bot
from matches.tests import crowd

pytestmark = pytest.mark.django_db
LEAGUE = stage("league", Kind.ROUND_ROBIN)
CUP = stage("cup", Kind.SINGLE, Feed("league", 2))


def named(event, name):
    slug = acts.free_slug(name)
    Event.objects.filter(pk=event.pk).update(name=name, slug=slug)
    event.refresh_from_db()
    return event


def sections(page: str) -> dict[str, str]:
    """By their headings."""
    parts = re.split(r"<h2[^>]*>", page)[1:]
    return {part.split("<")[0]: part for part in parts}


def entries(page: str) -> list[str]:
    part = page[page.index('id="entered"') : page.index('id="enter"')]
    return re.findall(r'class="name">([^<]+)<', part)


def bot_of(owner, name):
    bot = create_bot(owner, "stakes", name)
    add_version(bot)
    bot.refresh_from_db()
    return bot


# The list ----------------------------------------------------------------------------------------


def test_events_are_listed_by_what_they_are_up_to(client, olga, bots, monkeypatch):
    crowd.install(monkeypatch, stakes)
    later = timezone.now() + timedelta(days=3)
    named(begin(olga, bots[:2], LEAGUE), "On now")
    named(open_event(olga, LEAGUE, starts=later), "Come in")
    named(open_event(olga, LEAGUE, entries_open=later), "Not yet")
    acts.create(olga, Draft("Secret", EventPlan((LEAGUE,))))
    planned(olga, [], name="Alone", top=3, starts=later)
    done = named(begin(olga, bots[:3], LEAGUE, CUP), "Done")
    play_all(done)
    found = sections(client.get("/events/").text)
    assert list(found) == ["Now", "Open for entries", "Next", "Past"]
    assert all(
        name in found[where]
        for where, name in (
            ("Now", "On now"),
            ("Open for entries", "Come in"),
            ("Next", "Not yet"),
            ("Next", "Alone"),
            ("Past", "Done"),
        )
    )
    assert re.findall(r'class="name">([^<]+)<', found["Past"]) == ["b0"]
    client.force_login(olga)
    assert "Secret" in sections(client.get("/events/").text)["Drafts"]


def test_a_long_past_is_cut_into_pages_and_costs_as_much_as_a_short_one(
    client, olga, bots, django_assert_max_num_queries
):
    for number in range(23):
        Event.objects.create(
            slug=f"old-{number}",
            name=f"Old {number}",
            plan={"format": 1, "stages": []},
            state=Event.State.FINISHED,
            ended=datetime(2025, 1, 1, tzinfo=UTC) + timedelta(days=number),
        )
    with django_assert_max_num_queries(14):
        first = client.get("/events/").text
    assert first.count("Old ") == 20
    assert first.index("Old 22") < first.index("Old 4")
    assert client.get("/events/?page=2").text.count("Old ") == 3


def test_the_front_page_has_the_next_three(client, olga, bots):
    assert "Coming events" not in client.get("/").text
    now = timezone.now()
    for days in (9, 2, 5, 7):
        named(open_event(olga, LEAGUE, starts=now + timedelta(days=days)), f"In {days} days")
    part = sections(client.get("/").text)["Coming events"]
    assert re.findall(r">(In \d days)<", part) == ["In 2 days", "In 5 days", "In 7 days"]


# The overview ------------------------------------------------------------------------------------


def test_the_overview_has_dates_in_the_time_zone_of_the_event(client, olga, bots):
    starts = datetime(2031, 7, 1, 16, 0, tzinfo=UTC)
    late = replace(CUP, begins=24 * 60, freeze=60, feeds=(Feed("league", 2), Feed(None, 1)))
    event = open_event(
        olga,
        LEAGUE,
        late,
        starts=starts,
        entries_close=starts - timedelta(hours=2),
        time_zone="Asia/Shanghai",
        about="Bring **bots**.\n\n<script>alert(1)</script>",
    )
    page = " ".join(client.get(event.get_absolute_url()).text.split())
    assert "Wed 2 July 2031, 00:00" in page
    assert "CST" in page
    assert "your time: Tue 16:00 UTC" in page
    assert re.search(r"Entries close <time[^>]*2031-07-01T14:00:00\+00:00[^>]*data-countdown", page)
    assert "<strong>bots</strong>" in page
    assert "<script>alert" not in page
    assert "the first 2 of League; place 1 of the entries" in page
    assert "the first 2 qualify for Cup" in page
    assert "Wed 2 July 2031, 23:00" in page, "an hour before the cup versions are fixed"
    assert "Single elimination" in page or "single elimination" in page


def test_feeds_are_told_in_words(client, olga, bots):
    final = stage(
        "final",
        Kind.SINGLE,
        Feed("league", 7),
        Feed("brawl", 3, pass_on=False),
        Feed("cup", 2, first=3),
        Feed("swiss", 1, exclude=True),
    )
    event = open_event(
        olga,
        LEAGUE,
        stage("brawl", Kind.SINGLE),
        stage("cup", Kind.SINGLE),
        stage("swiss", Kind.SWISS),
        final,
    )
    page = client.get(event.get_absolute_url()).text
    assert (
        "the first 7 of League; the first 3 of Brawl, without replacements; "
        "places 3 to 4 of Cup that have not qualified yet; without place 1 of Swiss"
    ) in page
    assert "place 1 qualifies for Final" not in page
    assert "when the stages before it are finished" in page
    assert client.get(f"{event.get_absolute_url()}stages/final/").status_code == 200
    assert client.get(f"{event.get_absolute_url()}stages/none/").status_code == 404


def test_at_the_end_the_overview_has_the_table_of_everybody(client, olga, bots):
    event = begin(olga, bots[:4], LEAGUE, CUP)
    play_all(event)
    page = client.get(event.get_absolute_url()).text
    part = page[page.index('id="result"') : page.index('id="schedule"')]
    assert re.findall(r'class="name">([^<]+)<', part) == ["b0", "b1", "b2", "b3"]
    assert re.findall(r"<td>(\w+)</td>", part) == ["Cup", "Cup", "League", "League"]
    assert part.count("winner") == 1
    assert "hx-get" not in page[page.index("<main") : page.index("</main")]
    assert "b3" in client.get(f"{event.get_absolute_url()}standings/").text


def test_the_part_that_renews_itself_is_sent_when_something_has_changed(client, olga, bots):
    event = begin(olga, bots[:2], LEAGUE)
    page = client.get(event.get_absolute_url()).text
    assert 'hx-get="/events/open/state/?seen=0"' in page
    first = client.get("/events/open/state/?seen=0")
    seen = re.search(r"seen=(\w{16})", first.text)
    assert seen is not None
    again = client.get(f"/events/open/state/?{seen[0]}")
    assert (again.status_code, again.content) == (204, b"")
    play_all(event)
    changed = client.get(f"/events/open/state/?{seen[0]}")
    assert changed.status_code == 200
    assert "finished" in changed.text
    assert "hx-get" not in changed.text


def test_why_it_does_not_go_on_is_for_organizers_to_read(client, olga, bots):
    event = begin(olga, bots[:2], LEAGUE)
    event.stages.update(paused=True, trouble="The disk is full")
    paths = [event.get_absolute_url(), f"{event.get_absolute_url()}stages/league/"]
    for path in paths:
        page = client.get(path).text
        assert "The disk is full" not in page
        assert "paused" in page
    client.force_login(olga)
    assert ["The disk is full" in client.get(path).text for path in paths] == [True, True]


def test_a_draft_is_there_for_organizers_alone(client, olga, alice, bots):
    acts.create(olga, Draft("Secret", EventPlan((LEAGUE,))))
    tails = ["", "state/", "standings/", "standings.csv", "final.csv", "matches/", "matches.csv"]
    paths = [f"/events/secret/{tail}" for tail in (*tails, "entries/", "stages/league/")]
    for user in (None, alice):
        if user:
            client.force_login(user)
        assert {client.get(path).status_code for path in paths} == {404}
        assert client.post("/events/secret/enter/").status_code == (404 if user else 302)
    client.force_login(olga)
    assert {client.get(path).status_code for path in paths} == {200}


def test_a_draft_with_an_invalid_plan_can_be_looked_at(client, olga, bots):
    ring = EventPlan(
        (
            stage("one", Kind.SINGLE, Feed("two")),
            stage("two", Kind.LADDER, Feed("one")),
            replace(LEAGUE, game="none-such", feeds=(Feed("nowhere"),)),
        )
    )
    acts.create(olga, Draft("Ring", ring))
    client.force_login(olga)
    assert "all bots of nowhere" in client.get("/events/ring/").text
    Event.objects.update(plan={"format": 99})
    assert client.get("/events/ring/").status_code == 200
    assert client.get("/events/").status_code == 200


# Entering ----------------------------------------------------------------------------------------


def test_a_bot_is_entered_and_withdrawn_by_a_click(client, olga, bots):
    event = open_event(olga, LEAGUE)
    assert "Log in to enter" in client.get("/events/open/").text
    client.force_login(bots[0].owner)
    page = client.get("/events/open/").text
    assert f'<option value="{bots[0].pk}"' in page
    assert f'<option value="{bots[1].pk}"' not in page
    answer = client.post("/events/open/enter/", {"bot": bots[0].pk})
    assert answer["Location"] == "/events/open/#enter"
    page = client.get("/events/open/").text
    assert entries(page) == ["b0"]
    entry = event.entries.get()
    assert f'action="/events/open/entries/{entry.pk}/leave/"' in page
    client.post(f"/events/open/entries/{entry.pk}/leave/")
    assert entries(client.get("/events/open/").text) == []
    entry.refresh_from_db()
    assert entry.withdrawn_at is not None


def test_what_is_wrong_is_said_beside_the_field(client, olga, bots):
    event = open_event(olga, LEAGUE)
    owner = bots[0].owner
    second = make_bot(owner, "second")
    client.force_login(owner)
    for wrong in (bots[1].pk, "", "x"):
        answer = client.post("/events/open/enter/", {"bot": wrong})
        assert answer.status_code == 422
        assert 'id="id_bot_error"' in answer.text
    entering.enter(event, bots[0], owner)
    answer = client.post("/events/open/enter/", {"bot": second.pk})
    assert answer.status_code == 422
    assert "Each person can enter at most one bot of a game." in answer.text
    assert event.entries.count() == 1


def test_only_bots_that_can_enter_are_offered_and_else_the_page_says_why(client, olga, bots):
    event = open_event(olga, LEAGUE)
    owner = bots[0].owner
    idle = create_bot(owner, "snake", "idle")
    client.force_login(owner)
    offered = re.findall(r'<option value="(\d+)"', client.get("/events/open/").text)
    assert offered == [str(bots[0].pk)]
    Bot.objects.filter(pk=bots[0].pk).update(deactivated_at=timezone.now())
    page = client.get("/events/open/").text
    assert "<option" not in page
    assert "None of your bots can enter:" in page
    assert f"{idle} has no active version. Upload one first." in page
    Bot.objects.filter(owner=owner).update(game="generals")
    page = " ".join(client.get("/events/open/").text.split())
    assert "You have no bot that plays Snake yet." in page
    assert 'href="/bots/new/?game=snake"' in page
    Bot.objects.filter(owner=owner).update(game="snake", deactivated_at=None)
    entering.enter(event, bots[0], owner)
    add_version(idle)
    assert "<option" not in client.get("/events/open/").text, "one bot a person"


def test_nobody_withdraws_what_is_not_theirs(client, olga, bots):
    event = open_event(olga, LEAGUE)
    entry = entering.enter(event, bots[0], bots[0].owner)
    path = f"/events/open/entries/{entry.pk}/leave/"
    assert "/accounts/login/" in client.post(path)["Location"]
    client.force_login(bots[1].owner)
    assert client.post(path).status_code == 404
    assert client.get(path).status_code == 405
    entry.refresh_from_db()
    assert entry.withdrawn_at is None


def test_after_the_start_nobody_enters_or_withdraws(client, olga, bots):
    event = begin(olga, bots[:2], LEAGUE)
    entry = event.entries.first()
    assert entry is not None
    client.force_login(entry.bot.owner)
    page = client.get("/events/open/").text
    assert "/leave/" not in page
    assert "/enter/" not in page
    client.post(f"/events/open/entries/{entry.pk}/leave/")
    entry.refresh_from_db()
    assert entry.withdrawn_at is None
    client.force_login(bots[3].owner)
    answer = client.post("/events/open/enter/", {"bot": bots[3].pk})
    assert "Entries are not open." in answer.text


def test_everybody_sees_who_has_entered_a_page_at_a_time(client, olga, bots, monkeypatch):
    monkeypatch.setattr("pages.events.entries.PER_PAGE", 20)
    many = [*bots, *authors(25, first=len(bots))]
    event = open_event(olga, stage("swiss", Kind.SWISS), most_entries=200)
    for bot in many:
        entering.enter(event, bot, bot.owner)
    page = client.get("/events/open/").text
    assert len(entries(page)) == 30
    assert "All 33 entries" in page
    assert client.get("/events/open/entries/").text.count('class="name">b') == 20
    second = client.get("/events/open/entries/?page=2").text
    assert re.findall(r'class="name">(b\d+)<', second) == [f"b{number}" for number in range(20, 33)]


def test_why_a_bot_was_disqualified_is_for_its_people(client, olga, bots):
    event = begin(olga, bots[:3], LEAGUE)
    entry = event.entries.get(bot=bots[1])
    Disqualify(entry).do(olga, "It phoned home")
    assert "disqualified" in client.get("/events/open/entries/").text
    seen = {}
    for who in (None, bots[0].owner, bots[1].owner, olga):
        if who:
            client.force_login(who)
        seen[str(who)] = "phoned" in client.get("/events/open/entries/").text
    assert list(seen.values()) == [False, False, True, True]


# Series of stages --------------------------------------------------------------------------------


def test_the_series_of_a_stage_is_shown_there(
    client, olga, alice, bob, charlie, monkeypatch, redis_client
):
    crowd.install(monkeypatch, stakes)
    made = [bot_of(owner, f"b{n}") for n, owner in enumerate((alice, bob, charlie))]
    Bot.objects.filter(pk=bot_of(olga, "house").pk).update(is_house=True)
    round_ = stage("round", Kind.SERIES, game="stakes", ruleset="three", options={"most_games": 3})
    event = begin(olga, made, round_)
    play_all(event)
    page = client.get("/events/open/stages/round/").text
    assert "3 games played." in page
    assert 'class="plot plot-series"' in page
