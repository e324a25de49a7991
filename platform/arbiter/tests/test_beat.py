"""A site has one beat: it holds a lock in Redis."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from celery.beat import PersistentScheduler

from arbiter.celery import app
from arbiter.working import beat
from arbiter.working.workers import name_of, own_name

ELSEWHERE = "elsewhere:7-7:0f0f0f0f"


@pytest.fixture
def scheduler(redis_client, tmp_path):
    return beat.Scheduler(app, schedule_filename=str(tmp_path / "schedule"), lazy=True)


def test_the_first_beat_has_the_lock_and_keeps_it(redis_client):
    assert beat.take() == ""
    assert redis_client.get(beat.LOCK).decode() == own_name()
    redis_client.pexpire(beat.LOCK, 50)
    assert beat.take(patience=0) == ""
    assert redis_client.pttl(beat.LOCK) > 1000


def test_a_second_one_learns_who_is_the_first(redis_client):
    redis_client.set(beat.LOCK, ELSEWHERE)
    assert beat.take(patience=0.3) == ELSEWHERE


def test_the_lock_of_a_machine_that_is_gone_expires(redis_client):
    redis_client.set(beat.LOCK, ELSEWHERE, px=100)
    assert beat.take(patience=5) == ""


def test_a_dead_beat_of_this_machine_is_not_waited_for(redis_client):
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        name = name_of(process.pid)
    redis_client.set(beat.LOCK, name)
    assert beat.take(patience=0) == ""


def test_a_beat_that_has_lost_its_lock_sends_nothing_and_ends(scheduler, redis_client, caplog):
    redis_client.set(beat.LOCK, ELSEWHERE)
    with pytest.raises(SystemExit):
        scheduler.tick()
    assert ELSEWHERE in caplog.text


def test_without_redis_it_goes_on(scheduler, settings, monkeypatch):
    settings.REDIS_URL = "unix:///nowhere/redis.sock"
    monkeypatch.setattr(PersistentScheduler, "tick", lambda self: 300.0)
    assert scheduler.tick() == beat.HOLD_S / 3


@pytest.mark.parametrize("left", [0.0, 0.5, 0.9])
def test_a_timetable_that_was_cut_off_is_made_again(scheduler, tmp_path, left):
    scheduler.setup_schedule()
    entries = {*scheduler.schedule}
    scheduler.close()
    assert len(entries) > 5
    for file in tmp_path.iterdir():
        os.truncate(file, int(left * file.stat().st_size))
    again = beat.Scheduler(app, schedule_filename=str(tmp_path / "schedule"), lazy=True)
    again.setup_schedule()
    assert {*again.schedule} == entries
    again.close()


def test_a_timetable_without_its_content_is_made_again(scheduler, tmp_path):
    """As the standard library's own format has it, where no other is installed."""
    entries = {*app.conf.beat_schedule}
    (tmp_path / "schedule.dir").write_text("'entries', (0, 10)\n")
    (tmp_path / "schedule.dat").write_bytes(b"")
    scheduler.setup_schedule()
    assert entries <= {*scheduler.schedule}
    scheduler.close()
