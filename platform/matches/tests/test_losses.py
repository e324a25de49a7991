"""Workers and judgers that are killed, and what is missing for a while: never a match's fault."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import OperationalError
from django.utils import timezone

from arbiter.celery import app
from arbiter.working import workers
from bots.models import BotVersion
from games.engine import Setup
from matches import services, tasks
from matches.models import Match
from matches.playing import failures
from matches.playing.workers import secrets
from matches.services import Claim
from matches.tests.sample import played
from sandbox.isolation.proctree import Owner
from sandbox.judger.client import failure
from sandbox.judger.job import Job
from sandbox.tests.processes import judgers
from storage import cleanup
from tests.site import eventually

SLOW_BOT = b"""
import sys, time
out, read = sys.stdout.buffer, sys.stdin.buffer.read
me = read(5)[4]
read(7 * int.from_bytes(read(3)[1:], "big"))
for move in range(16):
    if me:
        read(1)
    if move < 2:
        time.sleep(0.5)
    out.write(bytes([0, 0, 0, 1, 3 if me else 1]))
    out.flush()
    read(1 if me else 2)
read()
"""


@pytest.fixture
def ready(make_ready, alices_bot):
    return make_ready(alices_bot)


@pytest.fixture
def match(ready, alice):
    return services.request_match(alice, "snake", "blitz", [ready, ready], seed=5)


def test_a_judger_that_is_killed_costs_time_and_is_no_fault_of_the_match(
    make_ready, alices_bot, alice
):
    slow = make_ready(alices_bot, SLOW_BOT)
    assert slow.state == "ready", slow.failure
    match = services.request_match(alice, "snake", "blitz", [slow, slow])

    def kill():
        while not judgers():
            time.sleep(0.05)
        for pid in judgers():
            os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    tasks.play("matches")
    killer.join()
    match.refresh_from_db()
    assert (match.state, match.faults, match.losses) == ("queued", 0, 1)
    assert "killed" in match.failure
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.attempt) == ("finished", 2)


def test_a_match_that_ends_every_try_is_given_up_in_the_end(match, settings):
    for loss in range(1, settings.MATCH_LOSSES + 1):
        claimed = Match.objects.claim(match.pk, "here:1")
        assert claimed is not None
        failures.give_back(Claim(match.pk, "here:1", claimed.attempt), "killed", lost=True)
        match.refresh_from_db()
        assert (match.losses, match.faults) == (loss, 0)
    assert match.state == Match.State.FAILED


def test_the_sweep_finds_a_worker_that_died_here_before_its_lease_ends(match):
    worker = subprocess.Popen(["sleep", "60"])
    Match.objects.claim(match.pk, workers.name_of(worker.pid))
    tasks.sweep()
    match.refresh_from_db()
    assert match.state == "running"
    worker.kill()
    worker.wait()
    tasks.sweep()
    match.refresh_from_db()
    assert (match.state, match.losses) == ("queued", 1)


@pytest.mark.parametrize("name", ["elsewhere:1-2-3:00000000", "dead:1", "", "a:b:c:d", "a:b:c"])
def test_nothing_is_said_of_workers_that_cannot_be_seen_from_here(name):
    assert not workers.is_dead(name)


def test_the_name_of_a_worker_fits_into_a_claim(monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: "h" * 64)
    for model, field in ((Match, "claimed_by"), (BotVersion, "build_worker")):
        longest = model._meta.get_field(field).max_length  # type: ignore[union-attr]
        assert longest is not None
        assert len(workers.own_name()) <= longest - 7  # of a pid with more digits
    assert not workers.is_dead(workers.own_name())


WORKER = """
import os, time
from arbiter.working.workers import die_with_parent
if os.fork() == 0:
    die_with_parent()
    print(os.getpid(), flush=True)
time.sleep(600)
"""


def test_a_process_of_a_pool_ends_with_the_worker_that_started_it():
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", WORKER], env=env, stdout=subprocess.PIPE, text=True
    ) as worker:
        assert worker.stdout is not None
        process = Owner.of(int(worker.stdout.readline()))
        worker.kill()
    eventually(lambda: not process.is_alive())


def test_a_judger_is_kept_from_the_platforms_data_and_not_from_the_platform(
    settings, tmp_path, monkeypatch
):
    settings.VAR = tmp_path / "var"
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.REDIS_URL = f"unix://{tmp_path}/run/redis.sock"
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", settings.ROOT / "db.sqlite3")
    secrets.cache_clear()
    try:
        hidden = secrets()
    finally:
        secrets.cache_clear()
    assert {path.name for path in hidden} == {"var", "media", "run"}
    assert job_hides(hidden) == list(map(str, hidden))


def job_hides(hidden):
    """The folders in the job that the judger must not see."""
    setup = Setup((), 1, "standard")
    return Job("1", "snake", setup, (), hide=hidden).to_json()["hide"]


def test_a_match_is_asked_for_while_nobody_can_be_called(ready, alice, monkeypatch, redis_client):
    with app.connection_for_write("redis+socket:///nowhere/redis.sock") as nowhere:
        monkeypatch.setattr(tasks.play, "apply_async", _through(tasks.play.apply_async, nowhere))
        match = services.request_match(alice, "snake", "blitz", [ready, ready])
    monkeypatch.undo()
    redis_client.delete("matches")
    tasks.sweep()
    assert redis_client.llen("matches") == 1
    match.refresh_from_db()
    assert match.state == "queued"


def _through(call, connection):
    """``call`` with every message sent through that connection."""
    return lambda *arguments, **options: call(*arguments, connection=connection, **options)


def test_a_result_waits_for_a_database_that_is_away(match, monkeypatch):
    finish, answers = services.finish, [OperationalError("away"), OperationalError("away")]

    def sometimes(claim, done):
        if answers:
            raise answers.pop()
        return finish(claim, done)

    monkeypatch.setattr(services, "finish", sometimes)
    monkeypatch.setattr(tasks, "STORE_PAUSES_S", (0.0, 0.0))
    monkeypatch.setattr(tasks, "run", lambda match, claim, cpu: played(match, []))
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.attempt) == ("finished", 1)


def test_a_database_that_stays_away_costs_a_try_and_no_fault(match, monkeypatch):
    def never(claim, done):
        raise OperationalError("away")

    monkeypatch.setattr(services, "finish", never)
    monkeypatch.setattr(tasks, "STORE_PAUSES_S", (0.0, 0.0))
    monkeypatch.setattr(tasks, "run", lambda match, claim, cpu: played(match, []))
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.faults, match.losses) == ("queued", 0, 1)


def test_files_that_no_match_has_go_and_those_of_matches_stay(match):
    tasks.play("matches")
    match.refresh_from_db()
    kept = {match.replay.name, *(seat.log.name for seat in match.seats.all())}
    stray = [
        default_storage.save(f"{folder}/999-1-{'0' * 12}.jsonl.gz", ContentFile(b"x"))
        for folder in ("replays", "logs")
    ]
    assert not set(stray) & set(cleanup.remove_files())
    assert set(stray) <= set(cleanup.remove_files(older=timedelta(0)))
    assert all(default_storage.exists(name) for name in kept)
    assert not any(default_storage.exists(name) for name in stray)


def test_old_folders_of_ours_go_and_others_stay(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    names = ("arbiter-probe-x", "arbiter-source-y", "arbiter-programs-0", "pymp-0", "pymp-1")
    for name in names:
        (tmp_path / name).mkdir()
        if name != "pymp-1":
            (tmp_path / name / "file").write_text("x")
    assert cleanup.remove_folders() == []
    for name in names:
        os.utime(tmp_path / name, (0, (timezone.now() - timedelta(days=2)).timestamp()))
    expected = ["arbiter-probe-x", "arbiter-source-y", "pymp-1"]
    assert sorted(cleanup.remove_folders()) == expected
    assert {p.name for p in tmp_path.iterdir()} == {"arbiter-programs-0", "pymp-0"}


def test_every_temporary_folder_of_the_site_is_known_to_the_clean_up():
    """A process that is killed leaves its folders."""
    root = Path(cleanup.__file__).parents[2]
    sources = [*root.glob("sandbox/**/*.py"), *root.glob("platform/**/*.py")]
    shipped = [path for path in sources if not {"tests", "hostile"} & set(path.parts)]
    made = re.compile(r'(?:TemporaryDirectory|mkdtemp)\(prefix="(arbiter-[^"]+)"')
    prefixes = {name for path in shipped for name in made.findall(path.read_text())}
    assert "arbiter-launcher-" in prefixes
    assert {f"{prefix}*" for prefix in prefixes} <= set(cleanup.FOLDERS)


def test_a_first_match_that_a_busy_machine_could_not_judge_waits_for_another_attempt(
    ready, monkeypatch
):
    def busy(match, claim, cpu):
        raise failure({"message": "the machine is too busy", "busy": True}, "")

    monkeypatch.setattr(tasks, "run", busy)
    match = services.create_match("snake", "standard", "proving", [ready, ready])
    for tries in (1, 2):
        tasks.play("matches")
        match.refresh_from_db()
        assert (match.state, match.faults, match.losses) == ("queued", 0, tries)
    assert match.retry_at is not None
