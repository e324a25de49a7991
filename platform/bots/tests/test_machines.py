"""A fault of a machine is none of a version that it builds; three in a row hold its builds."""

from __future__ import annotations

import dataclasses
import os
import signal
import threading
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from arbiter.tests.clocks import OFF, clock_off
from arbiter.working.workers import host
from bots import interrupted, tasks
from bots.models import BotVersion
from controls import breaker, joining
from controls.models import FaultCount, Hold
from sandbox.errors import CompilerKilled
from sandbox.isolation.proctree import arguments
from sandbox.languages import LANGUAGES
from sandbox.languages.base import shell
from sandbox.tests.caches import empty_cache

pytestmark = pytest.mark.django_db
FULL = OSError(28, "No space left on device")


@pytest.fixture
def version(upload, alices_bot):
    return upload(alices_bot)


def test_a_machine_without_the_compiler_fails_no_version_and_is_held(version, monkeypatch):
    joining.own("builds")  # its last check found the compiler
    python = LANGUAGES["python"]
    lacking = dataclasses.replace(python, tools=("/usr/bin/no-such-python",))
    monkeypatch.setitem(LANGUAGES, "python", lacking)
    for _ in range(3):
        BotVersion.objects.update(retry_at=None)
        tasks.build(version.pk)
        version.refresh_from_db()
        assert (version.state, version.failure, version.faults) == ("waiting", "", 0)
    (hold,) = Hold.objects.all()
    assert (hold.of, hold.name) == ("builds", host())
    monkeypatch.setitem(LANGUAGES, "python", python)
    BotVersion.objects.update(retry_at=None)
    tasks.build(version.pk)
    version.refresh_from_db()
    assert version.state == "waiting", "the machine is held back"
    Hold.objects.update(until=timezone.now() - timedelta(seconds=1))
    tasks.build(version.pk)
    version.refresh_from_db()
    assert version.state == "proving"
    assert not Hold.objects.exists()


def test_a_try_that_the_author_failed_is_followed_by_the_next_one(upload, alices_bot):
    Hold.objects.create(of="builds", name=host(), until=timezone.now() - timedelta(seconds=1))
    broken = upload(alices_bot, b"def (")
    tasks.build(broken.pk)
    broken.refresh_from_db()
    assert broken.state == "failed"
    assert Hold.objects.get().tried_by == ""
    good = upload(alices_bot)
    tasks.build(good.pk)
    good.refresh_from_db()
    assert good.state == "proving"
    assert not Hold.objects.exists()


def test_a_machine_without_the_sources_fails_no_version(version, settings, tmp_path):
    joining.own("builds")  # its last check had them
    settings.MEDIA_ROOT = tmp_path / "nothing"
    tasks.build(version.pk)
    version.refresh_from_db()
    assert (version.state, version.failure, version.faults) == ("waiting", "", 0)
    assert version.failed_on == f"/{host()}/"
    assert FaultCount.objects.get().cause == "the stored files"


def test_a_compiler_that_is_killed_from_outside_is_the_machines(version, monkeypatch):
    slow = shell("exec sleep 612")
    monkeypatch.setitem(
        LANGUAGES, "python", dataclasses.replace(LANGUAGES["python"], build=lambda _files: slow)
    )

    def kill() -> None:
        for _ in range(600):
            for pid, words in list(arguments()):
                if words[:2] == ["sleep", "612"]:
                    os.kill(pid, signal.SIGKILL)
                    return
            time.sleep(0.05)

    killer = threading.Thread(target=kill)
    killer.start()
    with empty_cache(monkeypatch):
        tasks.build(version.pk)
    killer.join()
    version.refresh_from_db()
    assert (version.state, version.failure, version.faults) == ("waiting", "", 1)
    assert version.failed_on == f"/{host()}/"
    assert not FaultCount.objects.exists(), "its own program may have killed it"


def test_programs_that_kill_their_compilers_hold_no_machine():
    for _ in range(9):
        interrupted.machine_failed(CompilerKilled("killed"))
    assert not FaultCount.objects.exists()
    assert not Hold.objects.exists()


def test_a_machine_whose_kernel_kills_compilers_for_its_memory_is_held():
    for _ in range(breaker.MOST):
        interrupted.machine_failed(CompilerKilled("killed", no_memory=True))
    assert FaultCount.objects.get().cause == "memory or processes for its compilers"
    assert Hold.objects.get().of == "builds"


@OFF
def test_a_build_that_succeeds_begins_the_count_again(version, hours):
    with clock_off(hours):
        for _ in range(2):
            interrupted.machine_failed(FULL)
        tasks.build(version.pk)
        interrupted.machine_failed(FULL)
    version.refresh_from_db()
    assert version.state == "proving"
    assert FaultCount.objects.get().in_a_row == 1


@OFF
def test_a_build_before_the_faults_is_no_success_after_them(version, hours):
    with clock_off(hours):
        tasks.build(version.pk)
        for _ in range(2):
            interrupted.machine_failed(FULL)
    assert FaultCount.objects.get().in_a_row == 2
