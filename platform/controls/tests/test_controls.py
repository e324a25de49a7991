"""Workers begin no matches that organizers hold back, until these are released."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from arbiter.working.workers import own_name
from audit.models import AuditEntry
from bots.tests.steps import ready, version_of
from controls import models, services
from controls.models import Hold, Share, ShareAccount, Worker, WorkerCount
from matches import tasks
from matches.kinds import LANES
from matches.models import Match
from matches.queueing import control
from matches.services import create_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def worm(alices_bot, redis_client):
    return ready(version_of(alices_bot))


@pytest.fixture
def waiting(worm):
    return create_match("snake", "standard", "friendly", [worm, worm])


@pytest.fixture
def played(monkeypatch):
    """Matches that a worker would have played."""
    found: list[Match] = []
    monkeypatch.setattr(tasks, "play_claimed", lambda match, cpu: found.append(match))
    return found


def test_every_share_is_played_in_one_lane_and_has_a_weight_unless_it_has_workers_of_its_own():
    assert sorted(share for shares in LANES.values() for share in shares) == sorted(Share)
    assert {*models.WEIGHTS} == {*LANES["matches"]}


HELD = {
    "its kind": ("share", "challenges"),
    "all matches": ("share", "all"),
    "its worker": ("worker", own_name()),
    "its machine": ("host", models.host_of(own_name())),
}


@pytest.mark.parametrize("what", HELD)
def test_nothing_begins_while_it_is_held_back(olga, waiting, played, what):
    of, name = HELD[what]
    services.hold(of, name, olga, "a look at the disk")
    tasks.play("matches")
    waiting.refresh_from_db()
    assert (waiting.state, played) == ("queued", [])
    services.release(of, name, olga, "it is fine")
    tasks.play("matches")
    assert played == [waiting]
    words = [entry.summary for entry in AuditEntry.objects.order_by("pk")]
    assert words == ["held back: a look at the disk", "let go on: it is fine"]


@pytest.mark.parametrize(
    ("of", "name"),
    [
        ("share", "rooms"),
        ("share", "ladder"),
        ("seasons", "all"),
        ("worker", "elsewhere:1:2"),
        ("host", "elsewhere"),
    ],
)
def test_others_go_on(olga, waiting, played, of, name):
    services.hold(of, name, olga, "repairs")
    tasks.play("matches")
    assert played == [waiting]


def test_a_claim_that_comes_just_too_late_is_refused(olga, waiting):
    """Between a look at the queue and the claim somebody pauses the challenges."""
    free = Match.objects.not_held("box:1:2")
    assert free.waiting().exists()
    services.hold("share", "challenges", olga, "now")
    assert free.claim(waiting.pk, "box:1:2") is None
    waiting.refresh_from_db()
    assert waiting.attempt == 0


def test_the_sweep_sends_no_task_for_matches_that_are_paused(olga, waiting, redis_client):
    services.seen("box:1:2", "matches")
    redis_client.delete("matches")
    services.hold("share", "challenges", olga, "now")
    tasks.sweep()
    assert redis_client.llen("matches") == 0
    services.release("share", "challenges", olga, "again")
    tasks.sweep()
    assert redis_client.llen("matches") == 1


def test_the_sweep_asks_for_a_sign_of_life_where_no_worker_is_known(redis_client, db):
    services.seen("box:1:2", "matches")
    for _ in range(2):
        tasks.sweep()
    assert (redis_client.llen("matches"), redis_client.llen("rooms")) == (0, 1)


def test_who_may_and_what_is_refused(olga, alice):
    with pytest.raises(PermissionDenied):
        services.hold("share", "ladder", alice, "please")
    with pytest.raises(ValidationError, match="Say why"):
        services.hold("share", "ladder", olga, "  ")
    for of, name in (("share", "slow"), ("seasons", "2026"), ("planet", "earth"), ("host", "")):
        with pytest.raises(ValidationError, match="There is no"):
            services.hold(of, name, olga, "why")
    with pytest.raises(ValidationError, match="not held back"):
        services.release("share", "ladder", olga, "why")
    services.hold("share", "ladder", olga, "why")
    with pytest.raises(ValidationError, match="already"):
        services.hold("share", "ladder", olga, "again")
    assert AuditEntry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_workers_leave_their_name_and_their_failures(waiting, monkeypatch):
    def broken(*_):
        raise OSError("no room on the disk")

    monkeypatch.setattr(tasks, "run", broken)
    tasks.play("matches")
    worker = Worker.objects.get()
    assert (worker.name, worker.lane, worker.host) == (
        own_name(), "matches", models.host_of(own_name()),
    )  # fmt: skip
    assert (worker.faults, worker.losses) == (0, 1)
    monkeypatch.setattr(tasks, "run", lambda *_: 1 / 0)
    tasks.play("matches")
    worker.refresh_from_db()
    assert (worker.faults, worker.losses) == (1, 1)


def test_finished_matches_are_counted_by_ten_minutes_and_forgotten_after_a_day():
    now = timezone.now().replace(hour=12, minute=39, second=59, microsecond=0)
    minutes = (9, 19, 20, 39, 39, 40)
    for minute in minutes:
        services.note_finished("box:1:2", now.replace(minute=minute))
    services.note_finished("box:3:4", now)
    counts = WorkerCount.objects.filter(name="box:1:2").order_by("since")
    assert [(row.since.minute, row.finished) for row in counts] == [
        (0, 1), (10, 1), (20, 1), (30, 2), (40, 1),
    ]  # fmt: skip
    assert {row.since.second + row.since.microsecond for row in counts} == {0}
    assert services.finished_since(now.replace(minute=20, second=0)) == {"box:1:2": 4, "box:3:4": 1}
    WorkerCount.objects.filter(since__minute=10).update(since=timezone.now() - timedelta(hours=25))
    services.forget()
    assert services.finished_since(now - timedelta(days=9)) == {"box:1:2": 5, "box:3:4": 1}


def test_old_workers_are_forgotten_and_what_was_held_back_of_them(olga):
    services.seen("box:1:2", "matches")
    services.seen("box:3:4", "matches")
    Worker.objects.filter(name="box:1:2").update(seen=timezone.now() - timedelta(days=8))
    for of, name in (("worker", "box:1:2"), ("worker", "box:3:4"), ("host", "box")):
        services.hold(of, name, olga, "why")
    services.forget()
    assert [worker.name for worker in Worker.objects.all()] == ["box:3:4"]
    assert {hold.name for hold in Hold.objects.all()} == {"box:3:4", "box"}


def test_priorities_are_moved_by_organizers_and_kept_in_bounds(olga, alice, waiting):
    control.play_sooner(waiting, olga, "the final")
    waiting.refresh_from_db()
    assert waiting.priority == 10
    for _ in range(30):
        control.play_later(waiting, olga, "no hurry")
    waiting.refresh_from_db()
    assert waiting.priority == -100
    first = AuditEntry.objects.earliest("number")
    assert first.summary == "given priority 10 instead of 0: the final"
    with pytest.raises(PermissionDenied):
        control.play_sooner(waiting, alice, "mine")
    Match.objects.filter(pk=waiting.pk).update(state="running")
    with pytest.raises(ValidationError, match="waits"):
        control.play_sooner(waiting, olga, "why")


def test_weights_are_changed_by_organizers_and_each_change_is_in_the_audit(olga, alice):
    assert services.weigh({"events": 40, "ladder": 35}, olga, "the league's final week") == 1
    assert services.accounts()[Share.LADDER].weight == 35
    (entry,) = AuditEntry.objects.all()
    assert entry.summary == "given weight 35 instead of 20: the league's final week"
    with pytest.raises(PermissionDenied):
        services.weigh({"ladder": 1}, alice, "mine")
    for wrong in ({"ladder": 0}, {"ladder": 1001}, {"rooms": 5}, {"x": 1}):
        with pytest.raises(ValidationError, match="from 1 to 1000"):
            services.weigh(wrong, olga, "why")
    with pytest.raises(ValidationError, match="Say why"):
        services.weigh({"ladder": 5}, olga, " ")
    assert services.accounts()[Share.LADDER].weight == 35


def test_a_share_without_a_row_begins_where_the_others_are():
    services.accounts()
    ShareAccount.objects.filter(name="ladder").delete()
    ShareAccount.objects.update(used=50.0)
    assert services.accounts()[Share.LADDER].used == 50.0


def test_time_is_charged_by_weight():
    services.accounts()
    services.charge("events", 80.0)
    assert ShareAccount.objects.get(name="events").used == 2.0


def test_workers_that_are_gone_or_held_back_are_no_slots(olga):
    now, mine = timezone.now(), models.host_of(own_name())
    for name in (own_name(), "box:1:2", "box:3:4", "far:5:6", f"{mine}:1-1:00000000"):
        services.seen(name, "matches")
    services.seen("box:9:9", "rooms")
    Worker.objects.filter(name="box:3:4").update(seen=now - timedelta(hours=1))
    assert services.live_workers("matches") == {mine: 1, "box": 1, "far": 1}
    assert services.live_workers("matches", ["box:3:4"]) == {mine: 1, "box": 2, "far": 1}
    services.hold("host", "far", olga, "repairs")
    services.hold("worker", "box:1:2", olga, "repairs")
    assert services.live_workers("matches") == {mine: 1}
