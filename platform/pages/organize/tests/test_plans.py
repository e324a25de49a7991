"""Organizers plan an event in the browser: template, stages, dry run, publication."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from audit.models import AuditEntry
from games.registry import GAMES
from ladder.core.contest.plan import EventPlan, Feed, Kind, Reveal
from ladder.core.contest.templates import WEEK
from ladder.events.entrants import entering
from ladder.events.models import Event, Promise
from ladder.events.planning import acts, promises
from ladder.events.tests.steps import authors, open_event, stage
from ladder.seasons.current import ensure_seasons
from maps.services import install_stock
from pages.organize.plans.forms import FrameForm
from pages.organize.plans.graph import graph
from pages.organize.plans.stage_form import StageForm
from pages.organize.tests.test_stage_form import typed

pytestmark = pytest.mark.django_db

FRAME = {"name": "Cup", "time_zone": "Europe/Warsaw", "per_person": 1, "most_entries": 64, "top": 0}
LEAGUE = stage("league", Kind.ROUND_ROBIN)


@pytest.fixture
def desk(client, olga):
    client.force_login(olga)
    return client


def address(name, event, *more):
    return reverse(name, args=[event.slug, *more])


def test_to_others_these_pages_do_not_exist(client, alice, olga):
    event = open_event(olga, LEAGUE)
    client.force_login(alice)
    for name in ("event-organize", "event-dry-run", "event-run", "event-plan-json"):
        assert client.get(address(name, event)).status_code == 404
    assert client.get("/events/plan/").status_code == 404
    for name in ("event-publish", "event-discard", "event-begin"):
        assert client.post(address(name, event)).status_code == 404


def test_a_template_asks_its_questions_and_makes_a_draft(desk):
    assert b"Season, brawls and finals" in desk.get("/events/plan/").content
    page = desk.get("/events/plan/contest/")
    assert page.status_code == 200
    given = {**FRAME, "rules": ["xghj/four"], "weeks": 4, "brawls-0-rules": "xghj/teaching"}
    answer = desk.post("/events/plan/contest/", {**given, "starts": "2031-05-01T18:00"})
    assert answer.status_code == 302, answer.content
    event = Event.objects.get()
    assert answer["Location"] == address("event-organize", event)
    keys = [each.key for each in event.planned.stages]
    assert keys == ["season", "brawl-1", "qualifier", "finals"]
    assert event.starts is not None
    assert event.starts.isoformat() == "2031-05-01T16:00:00+00:00"
    assert event.state == Event.State.DRAFT


def test_the_order_of_brawls_is_chosen_and_their_dates_can_change_places(desk, olga):
    install_stock([GAMES["xghj"]])
    rules = ["xghj/teaching", "xghj/four", "xghj/standard"]
    given = {**FRAME, "rules": ["xghj/four"], "weeks": 8}
    given |= {f"brawls-{number}-rules": each for number, each in enumerate(rules)}
    page = desk.post("/events/plan/contest/", {**given, "change": "up:brawls-2"})
    assert page.status_code == 200
    found = re.findall(r'name="(brawls-\d-rules)"', page.text)
    assert found == ["brawls-0-rules", "brawls-2-rules", "brawls-1-rules"]
    moved = {name: given[name] for name in found}
    kept = {name: value for name, value in given.items() if name not in moved}
    assert desk.post("/events/plan/contest/", {**kept, **moved}).status_code == 302
    event = Event.objects.get()
    brawls = [event.planned.stage(f"brawl-{number}") for number in (1, 2, 3)]
    assert [each.ruleset for each in brawls] == ["teaching", "standard", "four"]
    assert [each.begins for each in brawls] == [2 * WEEK, 4 * WEEK, 6 * WEEK]
    for key, begins in (("brawl-1", "6w"), ("brawl-3", "2w")):
        stage_form = StageForm(plan=event.planned, stage=event.planned.stage(key))
        sent = {**dict(typed(stage_form)), "begins": begins}
        assert desk.post(address("event-organize-stage", event, key), sent).status_code == 302
        event.refresh_from_db()
    assert [event.planned.stage(f"brawl-{n}").begins for n in (1, 2, 3)] == [
        6 * WEEK,
        4 * WEEK,
        2 * WEEK,
    ]


def test_two_games_are_two_contests_of_one_event(desk):
    given = {**FRAME, "rules": ["snake/standard", "generals/duel"]}
    desk.post("/events/plan/swiss/", given)
    keys = [each.key for each in Event.objects.get().planned.stages]
    assert keys == ["snake-swiss", "snake-finals", "generals-swiss", "generals-finals"]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"rules": []}, "This field is required"),
        (
            {"weeks": 1, "brawls-0-rules": "xghj/teaching"},
            "A season of 1 weeks has time for 0 brawls",
        ),
        ({"brawls-0-rules": "snake/standard"}, "Select a valid choice"),
        ({"rules": ["xghj/four", "xghj/standard"]}, "Choose one ruleset of each game"),
        ({"starts": "2001-01-01T10:00"}, "This time has passed"),
        ({"time_zone": "Mars"}, "There is no such time zone"),
        ({"rules": ["snake/standard"]}, "Select a valid choice"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(desk, wrong, words):
    given = {**FRAME, "rules": ["xghj/four"], "weeks": 4, **wrong}
    answer = desk.post("/events/plan/contest/", given)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert 'value="Cup"' in answer.content.decode()
    assert not Event.objects.exists()


def test_a_plan_goes_out_as_a_file_and_comes_in_again(desk, olga):
    event = open_event(olga, LEAGUE, about="Come")
    text = desk.get(address("event-plan-json", event)).content.decode()
    desk.post("/events/plan/file/", {"name": "Copy", "text": text})
    assert Event.objects.get(name="Copy").planned == event.planned
    for wrong, words in (("{", "This is not valid JSON"), ("{}", "This is not a plan of an event")):
        answer = desk.post("/events/plan/file/", {"name": "Copy", "text": wrong})
        assert answer.status_code == 422
        assert words in answer.content.decode()


def test_stages_are_added_moved_and_removed(desk, olga):
    event = acts.create(olga, acts.Draft("Cup", EventPlan()))
    for name in ("Groups", "Final"):
        answer = desk.post(address("event-add-stage", event), {"name": name})
        assert answer.status_code == 302
    event.refresh_from_db()
    _, second = event.planned.stages
    assert (second.key, second.sources) == ("final", ("groups",))
    change = address("event-change-stages", event, "final")
    desk.post(change, {"act": "up"})
    event.refresh_from_db()
    assert [each.key for each in event.planned.stages] == ["final", "groups"]
    assert desk.post(change, {"act": "dance"}).status_code == 404
    desk.post(address("event-change-stages", event, "groups"), {"act": "remove"})
    event.refresh_from_db()
    assert [each.key for each in event.planned.stages] == ["final"]
    assert desk.get(address("event-organize-stage", event, "groups")).status_code == 404


def given_stage(**more):
    plain = {
        "name": "League",
        "kind": "round-robin",
        "rules": "snake/standard",
        "feeds-0-source": "*",
        "feeds-0-first": 1,
        "feeds-0-pass_on": "on",
        "seeding": "rating",
        "reveal": "public",
        "games": 2,
        "groups": 1,
        "group_size": 3,
        "group_limit": 0,
        "cut": 0,
        "rounds": 0,
        "cycles": 1,
        "extra": 4,
        "tie_breaks-0-by": "buchholz",
        "tie_breaks-1-by": "seed",
        "winners": 1,
        "most_games": 60,
        "patience": 10,
        "window": 100,
    }
    return {**plain, **more}


def test_a_stage_is_changed_by_its_form(desk, olga):
    event = open_event(olga, LEAGUE)
    where = address("event-organize-stage", event, "league")
    shown = desk.get(where)
    assert shown.status_code == 200
    given = given_stage(
        games=4, groups=2, begins="1d 12h", freeze="30m", reveal="hidden", opens="2d"
    )
    assert desk.post(where, given).status_code == 302
    event.refresh_from_db()
    (only,) = event.planned.stages
    assert (only.options.games, only.options.groups, only.begins) == (4, 2, 36 * 60)
    assert (only.freeze, only.reveal, only.opens) == (30, Reveal.HIDDEN, 2880)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"begins": "soon"}, "Enter weeks, days, hours and minutes"),
        ({"ends": "1d"}, "Only a season of the ladder has an end time"),
        ({"games": 21}, "Enter a number from 1 to 20"),
        ({"maps": "two"}, "Enter numbers of maps"),
        ({"maps": "99"}, "no map 99"),
        ({"kind": "series"}, "has no handicaps"),
        ({"kind": "single-elimination", "groups": 2}, "has no groups"),
        ({"rules": "snake/odd"}, "Select a valid choice"),
        ({"tie_breaks-0-by": "seed"}, "Add at least one tie-break, and none of them twice"),
        ({"tie_breaks-0-by": "luck"}, "Select a valid choice"),
        ({"feeds-0-source": "nowhere"}, "Select a valid choice"),
        ({"most_games": 1001}, "less than or equal to 1000"),
        ({"patience": 101}, "less than or equal to 100"),
    ],
)
def test_what_is_wrong_with_a_stage_stands_beside_its_field(desk, olga, wrong, words):
    event = open_event(olga, LEAGUE)
    answer = desk.post(address("event-organize-stage", event, "league"), given_stage(**wrong))
    assert answer.status_code == 422
    assert words in answer.content.decode()
    event.refresh_from_db()
    assert event.planned.stages == (LEAGUE,)


def test_a_draft_is_published_when_nothing_is_wrong_with_it(desk, olga):
    event = acts.create(olga, acts.Draft("Cup", EventPlan()))
    desk.post(address("event-publish", event))
    event.refresh_from_db()
    assert event.state == Event.State.DRAFT
    assert b"An event has at least one stage" in desk.get(address("event-organize", event)).content
    desk.post(address("event-add-stage", event), {"name": "League"})
    desk.post(address("event-publish", event))
    event.refresh_from_db()
    assert event.state == Event.State.OPEN


def test_the_frame_is_changed_in_the_time_zone_of_the_event(desk, olga):
    event = open_event(olga, LEAGUE)
    given = {**FRAME, "name": "Winter", "starts": "2031-01-01T18:00", "about": "*Come*"}
    assert desk.post(address("event-organize", event), given).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.about) == ("Winter", "*Come*")
    assert event.starts is not None
    assert event.starts.isoformat() == "2031-01-01T17:00:00+00:00"
    page = desk.get(address("event-organize", event)).content.decode()
    assert "2031-01-01T18:00" in page


def test_saving_the_frame_unchanged_changes_nothing(desk, olga):
    starts = timezone.now() + timedelta(days=3, seconds=17)
    event = open_event(olga, LEAGUE, starts=starts, about="Come")
    before = Event.objects.values().get()
    given = {
        name: "" if value is None else value for name, value in FrameForm.initial_of(event).items()
    }
    count = AuditEntry.objects.count()
    assert desk.post(address("event-organize", event), given).status_code == 302
    assert Event.objects.values().get() == before
    assert AuditEntry.objects.count() == count


def test_a_draft_is_thrown_away(desk, olga):
    event = acts.create(olga, acts.Draft("Cup", EventPlan((LEAGUE,))))
    desk.post(address("event-discard", event))
    assert not Event.objects.exists()


def test_an_event_that_has_begun_is_run_and_not_planned(desk, olga):
    event = open_event(olga, LEAGUE)
    Event.objects.update(state=Event.State.RUNNING, started=timezone.now() - timedelta(hours=1))
    answer = desk.get(address("event-organize", event))
    assert (answer.status_code, answer["Location"]) == (302, address("event-run", event))
    assert desk.post(address("event-add-stage", event), {"name": "x"}).status_code == 404


def test_the_plan_says_what_all_places_cost(desk, olga):
    hill = stage("hill", Kind.HILL, Feed("league"))
    event = open_event(olga, LEAGUE, hill, most_entries=64)
    page = " ".join(desk.get(address("event-organize", event)).text.split())
    # On one worker, at half a minute for each match.
    assert "With 64 bots: up to 4,032 matches, which take 1 d 09 h." in page
    assert "With 64 bots: up to 252 matches, which take 2 h 06 min." in page
    assert "the event has up to 4,284 matches. They take 1 d 11 h on one worker." in page
    Event.objects.update(most_entries=1000)
    page = desk.get(address("event-organize", event)).text
    assert "allows 64" in page
    assert "With 1000 bots" not in page


def test_a_dry_run_tells_matches_time_and_who_may_win(desk, olga, redis_client):
    ensure_seasons()
    bots = authors(3)
    event = open_event(olga, LEAGUE)
    where = address("event-dry-run", event)
    start = desk.get(where).text
    assert f'hx-post="{where}" hx-trigger="load"' in start
    assert "Simulate event" in start
    assert not event.promises.filter(occasion="preview").exists(), "a GET asks for nothing"
    answer = desk.post(where)
    assert (answer.status_code, answer["Location"]) == (302, where)
    assert "waits for a worker" in dry_run_part(desk, event)
    desk.post(where)
    row = event.promises.get(occasion="preview")
    Promise.objects.filter(pk=row.pk).update(state="running", done=0.25, claim="x")
    page = desk.get(where).text
    assert re.search(r'<progress max="1" value="0.25"\s+aria-label="Simulating the event">', page)
    assert 'hx-trigger="every 1s"' in page
    Promise.objects.filter(pk=row.pk).update(state="queued")
    promises.keep(row.pk)
    page = dry_run_part(desk, event)
    assert "every 1s" not in page
    assert "uses bots of the ladder" in page
    assert "author-0/b0" in page
    assert "These numbers rest on 100 simulations." in page
    assert "have changed since" not in page
    entering.enter(event, bots[0], bots[0].owner)
    assert "have changed since this dry run" in dry_run_part(desk, event)
    assert "Simulate event" in desk.get(where).text


def test_the_page_of_a_dry_run_names_problems_and_failures(desk, olga, redis_client):
    bad = acts.create(olga, acts.Draft("Bad", EventPlan()))
    assert "at least one stage" in dry_run_part(desk, bad)
    assert desk.post(address("event-dry-run", bad)).status_code == 302
    assert not bad.promises.exists()
    event = open_event(olga, LEAGUE)
    desk.post(address("event-dry-run", event))
    event.promises.update(state="failed")
    page = desk.get(address("event-dry-run", event)).text
    assert "failed because of an error of the site" in page
    assert "Simulate again" in page


def dry_run_part(desk, event):
    """The part that the script of the dry run's page loads."""
    answer = desk.get(address("event-dry-run-result", event), headers={"HX-Request": "true"})
    return answer.content.decode()


def test_the_part_of_a_dry_run_without_a_script_is_a_whole_page(desk, olga, redis_client):
    bad = acts.create(olga, acts.Draft("Bad", EventPlan()))
    answer = desk.get(address("event-dry-run-result", bad))
    assert (answer.status_code, answer["Location"]) == (302, address("event-dry-run", bad))
    page = desk.get(answer["Location"]).content.decode()
    assert "<html" in page
    assert "at least one stage" in page


def test_the_picture_of_the_stages_says_who_goes_on(desk):
    desk.post("/events/plan/cup/", {**FRAME, "rules": ["snake/standard"]})
    page = desk.get(address("event-organize", Event.objects.get())).content.decode()
    assert "first 2 each" in page


def test_words_of_the_picture_do_not_overlap():
    final = stage("final", Kind.SINGLE, *(Feed(key, n) for n, key in enumerate("abc", 1)))
    other = stage("other", Kind.SINGLE, Feed(), *(Feed(key, 9, exclude=True) for key in "abc"))
    plan = EventPlan((*(stage(key, Kind.SWISS) for key in "abc"), final, other))
    found = re.findall(r'plan-count" x="(\d+)" y="(\d+)">([^<]+)<', graph(plan))
    assert [words for *_, words in found] == ["first 1", "first 2", "first 3"] + 3 * [
        "without first 9"
    ]
    assert len({(x, y) for x, y, _ in found}) == 6


def test_the_plan_of_a_template_is_exported(desk):
    desk.post("/events/plan/cup/", {**FRAME, "rules": ["snake/standard"]})
    assert json.loads(desk.get(address("event-plan-json", Event.objects.get())).content)
