"""Builds whose worker is killed: they are done again at once, and not for ever."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import uuid
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.storage import default_storage
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from arbiter.working import passing, workers
from bots import interrupted, services, tasks
from bots.models import BotVersion
from bots.tasks import build, sweep
from bots.versions import freezing
from matches.services import create_match
from sandbox.builds import build as build_files
from sandbox.errors import CompilerKilled
from sandbox.tests.sandboxes import processes_with
from tests import template
from tests.site import ROOT, eventually

WORKER = """
import sys
import django
django.setup()
from bots.tasks import build
build(int(sys.argv[1]))
"""
BUILDING, WAITING = BotVersion.State.BUILDING, BotVersion.State.WAITING


@pytest.fixture
def version(upload, alices_bot):
    return upload(alices_bot)


def state_of(version: BotVersion) -> str:
    version.refresh_from_db()
    return version.state


@contextmanager
def worker(version: BotVersion) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that builds the version, on the database of this test."""
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "arbiter.settings",
        "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}",
        "MEDIA_ROOT": str(settings.MEDIA_ROOT),
        "DATABASE_URL": template.address(),
    }
    with subprocess.Popen([sys.executable, "-c", WORKER, str(version.pk)], env=env) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture
def slow(upload, alices_bot):
    """A version whose build takes some seconds, and a word on the command lines of its build."""
    mark = uuid.uuid4().hex
    makefile = f"bot: main.c\n\tsh -c 'sleep 4' {mark}\n\t$(CC) -o $@ $<\n"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("Makefile", makefile)
        archive.writestr("main.c", "int main(void) { return 0; }\n")
    return upload(alices_bot, packed.getvalue(), "bot.zip"), mark


def test_a_build_whose_worker_is_killed_is_found_by_the_next_sweep_and_done_again(
    slow, redis_client
):
    version, mark = slow
    redis_client.delete("builds")
    with worker(version) as process:
        eventually(lambda: processes_with(mark))
        sweep()
        assert (state_of(version), redis_client.llen("builds")) == (BUILDING, 0)
        process.kill()
    sweep()
    assert (state_of(version), version.build_losses) == (WAITING, 1)
    assert redis_client.llen("builds") == 1
    eventually(lambda: not processes_with(mark))
    build(version.pk)
    assert state_of(version) == BotVersion.State.PROVING


def taken_by_the_dead(version: BotVersion) -> None:
    """As if a worker that had begun to build the version were gone."""
    with subprocess.Popen(["sleep", "60"]) as process:
        name = workers.name_of(process.pid)
        process.kill()
    BotVersion.objects.filter(pk=version.pk).update(
        state=BUILDING, build_worker=name, build_started=timezone.now()
    )


def test_a_build_that_ends_every_worker_is_given_up_in_the_end(version):
    for loss in range(1, interrupted.MAX_LOSSES + 1):
        taken_by_the_dead(version)
        sweep()
        state = WAITING if loss < interrupted.MAX_LOSSES else BotVersion.State.FAILED
        assert (state_of(version), version.build_losses) == (state, loss)
    assert version.failure == interrupted.OURS
    services.rebuild(version, version.bot.owner)
    assert (state_of(version), version.build_losses) == (WAITING, 0)


def test_a_build_that_another_worker_has_by_now_is_left_to_it(version):
    taken_by_the_dead(version)
    version.refresh_from_db()
    BotVersion.objects.update(build_worker=workers.own_name())
    interrupted.build_lost(version)
    assert (state_of(version), version.build_losses) == (BUILDING, 0)


FAULTS = [
    OperationalError("database is locked"),
    InterfaceError("connection already closed"),
    OSError(28, "No space left on device"),
    CompilerKilled("the compiler was killed"),
]


def failing(monkeypatch, *errors: Exception) -> None:
    """Builds meet these errors, one after the other, and then none."""
    left = list(errors)

    def build_in_sandbox(*arguments, **named):
        if left:
            raise left.pop(0)
        return build_files(*arguments, **named)

    monkeypatch.setattr(tasks, "build_in_sandbox", build_in_sandbox)


def later() -> None:
    """The pauses are over, also that of the machine that failed."""
    BotVersion.objects.exclude(retry_at=None).update(retry_at=timezone.now() - timedelta(hours=1))


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_a_build_begins_again_after_a_passing_fault_of_the_platform(version, fault, monkeypatch):
    failing(monkeypatch, fault)
    build(version.pk)
    counted = not isinstance(fault, OSError)  # of a machine
    assert (state_of(version), version.faults, version.failure) == (WAITING, counted, "")
    assert "The build begins again after a pause" in version.build_log
    build(version.pk)
    assert state_of(version) == WAITING, "the pause is not over"
    later()
    build(version.pk)
    assert state_of(version) == BotVersion.State.PROVING


def test_a_fault_while_the_program_is_stored_leaves_no_file_behind(version, monkeypatch):
    real = services.built

    def built(version: BotVersion, artifact: bytes, sha256: str) -> None:
        real(version, artifact, sha256)
        monkeypatch.setattr(services, "built", real)
        raise OperationalError("database is locked")

    monkeypatch.setattr(services, "built", transaction.atomic(built))
    before = set(default_storage.listdir("artifacts")[1])
    build(version.pk)
    assert (state_of(version), version.artifact.name) == (WAITING, "")
    assert set(default_storage.listdir("artifacts")[1]) == before
    later()
    build(version.pk)
    assert state_of(version) == BotVersion.State.PROVING


def test_matches_wait_while_a_program_cannot_be_built_again(version, monkeypatch):
    build(version.pk)
    BotVersion.objects.update(state="ready", artifact_state="waiting", artifact="")
    match = create_match("snake", "standard", "friendly", [version, version])
    failing(monkeypatch, *FAULTS[:3])
    for faults in (1, 2, 2):  # the last is of the machine
        build(version.pk)
        version.refresh_from_db()
        match.refresh_from_db()
        assert (version.artifact_state, version.faults) == ("waiting", faults)
        assert (match.state, match.failure) == ("queued", "")
        later()
    build(version.pk)
    version.refresh_from_db()
    assert (version.state, version.artifact_state) == ("ready", "kept")


@pytest.mark.parametrize(
    ("fault", "tries"), [(FAULTS[0], passing.MOST), (FAULTS[3], passing.MOST_KILLED)]
)
def test_faults_without_end_are_the_sites_in_the_end(version, fault, tries, monkeypatch):
    failing(monkeypatch, *[fault] * tries)
    for _ in range(tries):
        later()
        build(version.pk)
    assert (state_of(version), version.failure) == (BotVersion.State.FAILED, interrupted.OURS)
    assert version.site_fault


@pytest.mark.parametrize("ours", [True, False])
def test_building_again_after_a_fault_of_ours_passes_a_freeze(version, ours, monkeypatch):
    alice = version.bot.owner
    frozen = "Uploads are frozen."
    monkeypatch.setattr(freezing, "_objections", [lambda *_: frozen])
    services.failed(version, BotVersion.Step.BUILD, "why", ["a"], site_fault=ours)
    version.refresh_from_db()
    with pytest.raises(ValidationError, match=frozen):  # another program is another bot
        services.rebuild(version, alice, program="a")
    if not ours:
        with pytest.raises(ValidationError, match=frozen):
            services.rebuild(version, alice)
        return
    services.rebuild(version, alice)
    assert (state_of(version), version.site_fault, version.faults) == (WAITING, False, 0)
