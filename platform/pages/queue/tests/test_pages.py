"""The desk's queue and workers, and the numbers of the queue for everybody."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arbiter.working.workers import own_name
from audit.models import AuditEntry
from bots.tests.steps import ready, version_of
from controls import services as controls
from controls.machines import LIVES
from controls.models import Hold, Machine
from controls.tests.boxes import machine
from matches.models import Match
from matches.services import create_match
from pages.queue import queries as queue_queries

pytestmark = pytest.mark.django_db


@pytest.fixture
def worm(alices_bot, redis_client):
    return ready(version_of(alices_bot))


@pytest.fixture
def make(worm):
    def make(state="queued", kind="friendly", **more):
        match = create_match("snake", "standard", kind, [worm, worm])
        Match.objects.filter(pk=match.pk).update(state=state, **more)
        match.refresh_from_db()
        return match

    return make


@pytest.fixture
def desk(client, olga):
    client.force_login(olga)
    return client


GETS = ("/desk/queue/", "/desk/workers/")
POSTS = ("/desk/queue/do/", "/desk/hold/", "/desk/queue/weights/")


@pytest.mark.parametrize("path", GETS)
def test_the_pages_are_for_organizers_alone(client, alice, path):
    assert client.get(path)["Location"].startswith("/accounts/login/")
    client.force_login(alice)
    assert client.get(path).status_code == 404
    assert client.post(path).status_code in (404, 405)


@pytest.mark.parametrize("path", POSTS)
def test_others_do_not_act(client, alice, make, path):
    match = make()
    client.force_login(alice)
    form = {"act": "abort", "match": match.pk, "reason": "x", "of": "share", "name": "ladder"}
    assert client.post(path, form).status_code == 404
    assert client.get(path).status_code == 405
    match.refresh_from_db()
    assert (match.state, Hold.objects.count()) == ("queued", 0)


def test_the_list_is_what_runs_then_what_waits_in_order_then_what_ended(desk, make):
    now = timezone.now()
    old = make("finished", finished=now - timedelta(hours=2))
    over = make("finished", finished=now)
    later, sooner = make(priority=0), make(priority=20)
    runs = make("running", started=now, claimed_by="box:1:2")
    answer = desk.get("/desk/queue/")
    assert [match for match, _ in answer.context["rows"]] == [runs, sooner, later, over]
    assert old not in answer.context["page"].object_list


def test_places_and_waits_come_from_a_simulation_of_what_waits(desk, make):
    for name in ("box:1:2", "box:3:4"):
        controls.seen(name, "matches")
    now = timezone.now()
    for _ in range(5):
        make("finished", finished=now - timedelta(minutes=3))
    running = make("running", kind="event", started=now, expected=20.0, claimed_by="box:1:2")
    first, second = make(priority=30, expected=25.0), make(expected=25.0)
    rows = dict(desk.get("/desk/queue/").context["rows"])
    assert [rows[m] and rows[m].position for m in (running, first, second)] == [None, 1, 2]
    assert rows[first].wait == timedelta(0)
    assert abs(rows[second].wait.total_seconds() - 20) < 2
    loads = {load.name: load for load in queue_queries.loads()}
    challenges = loads["challenges"]
    assert (challenges.waiting, challenges.ended, challenges.per_hour) == (2, 5, 20)
    assert (challenges.weight, challenges.percent) == (15, 15)
    assert (loads["events"].running, loads["all"].waiting, loads["all"].ended) == (1, 2, 5)
    assert challenges.wait is not None
    assert abs(challenges.wait.total_seconds() - 25) < 2
    assert loads["rooms"].wait is None  # nobody plays them here


def test_a_kind_that_is_paused_has_no_wait(make, olga):
    controls.seen("box:1:2", "matches")
    make()

    def wait(name):
        return next(load.wait for load in queue_queries.loads() if load.name == name)

    assert wait("challenges") is not None
    controls.hold("share", "challenges", olga, "why")
    assert wait("challenges") is None
    assert wait("ladder") is not None


def test_weights_are_shown_and_changed_at_the_desk_with_a_reason(desk, client, alice):
    form = {"events": 50, "first": 20, "ladder": 10, "challenges": 15, "comparisons": 5}
    desk.post("/desk/queue/weights/", {**form, "reason": "the final week"})
    page = desk.get("/desk/queue/").text
    assert "2 weights changed." in page
    assert 'name="events" value="50"' in page
    assert {entry.reason for entry in AuditEntry.objects.all()} == {"the final week"}
    for wrong in ({"reason": " "}, {"ladder": 0}, {"ladder": "x"}, {"ladder": ""}):
        desk.post("/desk/queue/weights/", {**form, "reason": "why", **wrong})
        assert "No weight was changed: " in desk.get("/desk/queue/").text
    client.force_login(alice)
    assert client.post("/desk/queue/weights/", {**form, "reason": "x"}).status_code == 404
    assert AuditEntry.objects.count() == 2


def test_one_act_pauses_all_seasons_and_another_resumes_them(desk):
    form = {"of": "seasons", "name": "all", "reason": "the machines move", "next": "/desk/seasons/"}
    assert "Pause all…" in desk.get("/desk/seasons/").text
    desk.post("/desk/hold/", {**form, "hold": "1"})
    page = desk.get("/desk/seasons/").text
    assert "Paused: all seasons." in page
    assert "Resume all…" in page
    assert "Resume all seasons…" in desk.get("/desk/queue/").text
    desk.post("/desk/hold/", {**form, "release": "1"})
    assert "Paused: " not in desk.get("/desk/seasons/").text
    assert AuditEntry.objects.count() == 2


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"state": "running"}, "runs"),
        ({"kind": "proving"}, "proving"),
        ({"worker": "box-9"}, "runs"),
        ({"bot": "alice/worm", "state": "running"}, "runs"),
        ({"bot": "nobody"}, ""),
        ({"game": "snake", "ruleset": "standard", "kind": "proving"}, "proving"),
        ({"worker": "\0"}, "both"),
    ],
)
def test_every_filter_narrows_down(desk, make, query, found):
    runs = make("running", claimed_by="box-9:1:2", started=timezone.now())
    proving = make(kind="proving")
    wanted = {"runs": [runs], "proving": [proving], "": [], "both": [runs, proving]}[found]
    assert [match for match, _ in desk.get("/desk/queue/", query).context["rows"]] == wanted


def test_htmx_gets_the_list_alone(desk, make):
    make()
    answer = desk.get("/desk/queue/", headers={"HX-Request": "true"})
    assert "<html" not in answer.text
    assert "hx-preserve" in answer.text


def do(desk, act, *matches, reason="because", **more):
    numbers = [match.pk for match in matches]
    return desk.post("/desk/queue/do/", {"act": act, "match": numbers, "reason": reason, **more})


@pytest.mark.parametrize(
    ("act", "after"),
    [("abort", "aborted"), ("requeue", "queued"), ("sooner", 10), ("later", -10)],
)
def test_one_reason_does_for_many_matches(desk, olga, make, act, after):
    state = "failed" if act == "requeue" else "queued"
    chosen, other = [make(state), make(state)], make(state)
    answer = do(desk, act, *chosen, reason="power cut", next="/desk/queue/?kind=friendly")
    assert answer["Location"] == "/desk/queue/?kind=friendly"
    for match in chosen:
        match.refresh_from_db()
        assert after in (match.state, match.priority)
    unchanged = (other.state, other.priority)
    other.refresh_from_db()
    assert (other.state, other.priority) == unchanged
    entries = list(AuditEntry.objects.all())
    assert {entry.target_id for entry in entries} == {str(match.pk) for match in chosen}
    assert {(entry.actor, entry.reason) for entry in entries} == {(olga, "power cut")}


def test_what_cannot_be_done_to_one_stops_no_other(desk, make):
    fine, over = make(), make("finished", finished=timezone.now())
    page = do(desk, "abort", over, fine, next="https://evil.example/")
    assert page["Location"] == "/desk/queue/"
    text = desk.get("/desk/queue/").text
    assert "1 match aborted." in text
    assert f"match {over.pk}: Only a match that waits or runs can be aborted" in text
    fine.refresh_from_db()
    assert fine.state == "aborted"


@pytest.mark.parametrize(
    "form", [{"reason": " "}, {"match": []}, {"act": "erase"}, {"match": ["²", "x"]}]
)
def test_without_matches_act_or_reason_nothing_is_done(desk, make, form):
    match = make()
    desk.post("/desk/queue/do/", {"act": "abort", "match": [match.pk], "reason": "x", **form})
    match.refresh_from_db()
    assert match.state == "queued"
    assert "Nothing was done" in desk.get("/desk/queue/").text


def test_a_pause_stands_above_every_page_of_the_desk_and_on_the_status_page(desk, client, alice):
    form = {"of": "share", "name": "ladder", "reason": "the disk is full", "hold": "1"}
    assert desk.post("/desk/hold/", form)["Location"] == "/desk/queue/"
    for path in ("/desk/", "/desk/queue/", "/desk/audit/", "/desk/games/"):
        page = desk.get(path).text
        assert "Paused: ladder." in page, path
        assert "the disk is full" in page, path
    client.force_login(alice)
    for path in ("/status/", "/status/queue/"):
        page = client.get(path).text
        assert "Paused: ladder." in page
        assert "the disk is full" not in page
    client.force_login(AuditEntry.objects.get().actor)
    client.post("/desk/hold/", {**form, "release": "1"})
    assert "Paused: " not in client.get("/status/").text
    assert AuditEntry.objects.count() == 2


def test_a_hold_without_a_reason_or_of_nothing_is_explained(desk):
    for form in ({"of": "share", "name": "ladder", "reason": ""}, {"of": "x", "name": "y"}):
        desk.post("/desk/hold/", {"hold": "1", **form})
        assert "Nothing was done: " in desk.get("/desk/queue/").text
    assert not Hold.objects.exists()


def test_everybody_sees_numbers_and_nothing_private(client, make, olga):
    now = timezone.now()
    make(created=now - timedelta(minutes=30))
    make(kind="preview")
    make(kind="room")
    make("running", kind="ladder", claimed_by="secret-box:1:2", started=now)
    rows = client.get("/status/queue/").context["loads"]
    assert [(r.game, r.kind, r.load.waiting, r.load.running) for r in rows] == [
        ("snake", "friendly", 1, 0),
        ("snake", "ladder", 0, 1),
    ]
    page = client.get("/status/queue/").text
    assert "secret-box" not in page
    assert "30 minutes ago" in page
    assert 'href="/status/queue/"' in client.get("/status/").text


def test_workers_are_listed_by_machine_with_what_they_play(desk, make, settings):
    now = timezone.now()
    me, host = own_name(), own_name().partition(":")[0]
    controls.seen(me, "matches")
    controls.seen(f"{host}:1-1:00000000", "builds")
    match = make(
        "running", claimed_by="far:7:8", started=now,
        lease_until=now + timedelta(seconds=settings.LEASE_SECONDS - 3),
    )  # fmt: skip
    for ago in (timedelta(), timedelta(hours=3), timedelta(days=2)):
        controls.note_finished(me, now - ago)
    answer = desk.get("/desk/workers/")
    found = {row.name: row for group in answer.context["hosts"] for row in group.workers}
    assert (found[me].state, found[me].finished, found[me].per_hour) == ("ready", 2, 1)
    assert (found["far:7:8"].state, found["far:7:8"].match) == ("plays", match)
    assert abs((found["far:7:8"].heard - now).total_seconds() + 3) < 1
    assert f'href="/matches/{match.pk}/"' in answer.text


@pytest.mark.parametrize(
    ("stopped", "said"), [(False, "its workers were killed"), (True, "its workers were stopped")]
)
def test_workers_of_a_machine_that_is_gone_are_gone(desk, stopped, said):
    controls.seen("far:1:2", "matches")
    machine("far")
    Machine.objects.update(checked=F("checked") - 2 * LIVES, **{"kinds": {}} if stopped else {})
    answer = desk.get("/desk/workers/")
    (group,) = answer.context["hosts"]
    assert [worker.state for worker in group.workers] == ["gone"]
    assert said in answer.text


def test_the_page_of_workers_reads_no_match_that_has_ended(desk, make):
    make("finished", claimed_by=own_name(), finished=timezone.now())
    with CaptureQueriesContext(connection) as queries:
        desk.get("/desk/workers/")
    of_matches = [query["sql"] for query in queries if 'FROM "matches_match"' in query["sql"]]
    assert of_matches
    assert all("\"state\" = 'running'" in sql for sql in of_matches)


def test_a_worker_or_a_machine_is_drained_and_resumed(desk, make):
    now = timezone.now()
    controls.seen("far:1:2", "matches")
    make("running", claimed_by="far:7:8", started=now, lease_until=now)

    def states():
        (group,) = desk.get("/desk/workers/").context["hosts"]
        return [row.state for row in sorted(group.workers, key=lambda row: row.name)]

    assert states() == ["ready", "plays"]
    form = {"of": "worker", "name": "far:1:2", "reason": "slow", "next": "/desk/workers/"}
    assert desk.post("/desk/hold/", {**form, "hold": "1"})["Location"] == "/desk/workers/"
    assert states() == ["drained", "plays"]
    desk.post("/desk/hold/", {**form, "of": "host", "name": "far", "hold": "1"})
    assert states() == ["drained", "plays, then rests"]
    desk.post("/desk/hold/", {**form, "of": "host", "name": "far", "release": "1"})
    desk.post("/desk/hold/", {**form, "release": "1"})
    assert states() == ["ready", "plays"]


def test_a_long_queue_costs_as_much_as_a_short_one(desk, make, django_assert_max_num_queries):
    for _ in range(30):
        make()
    desk.get("/desk/queue/")
    with django_assert_max_num_queries(31):
        desk.get("/desk/queue/")
    with django_assert_max_num_queries(12):
        desk.get("/desk/workers/")


def words(desk) -> str:
    """The text of the page of workers."""
    return " ".join(re.sub(r"<[^>]*>", " ", desk.get("/desk/workers/").text).split())


def test_a_machine_shows_what_it_can_play_and_what_it_lacks(desk):
    machine("box", builds=True, rust="/usr/bin/rustc is missing", memory_mb=2048, rated=False)
    Machine.objects.update(checked=F("checked") - timedelta(minutes=2))
    text = words(desk)
    assert "Checked no problem · 2 minutes ago Queues builds" in text
    assert "Memory 2.0" in text
    assert "Rated matches no: its kernel does not enforce all walls of the sandbox" in text
    assert "Foreign games yes Languages C17" in text
    assert "Without Rust (rustc) /usr/bin/rustc is missing" in text
    Machine.objects.update(problem="The clock is 9 s ahead.", checked=F("checked") - LIVES)
    text = words(desk)
    assert "Begins nothing. The clock is 9 s ahead." in text
    assert "workers begin nothing before the next check" in text
    assert "Rated matches not while it has a problem" in text


def test_a_held_machine_shows_when_it_tries_again(desk):
    soon = timezone.now() + timedelta(minutes=9, seconds=30)
    held = Hold.objects.create(of="builds", name="box", until=soon, reason="It lacks disk space.")
    assert "tries again: <time" in desk.get("/desk/workers/").text
    held.tried_by = "box:1:2"
    held.save()
    assert "one of its workers tries again now" in desk.get("/desk/workers/").text
