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

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from arbiter import workers
from bots import services
from bots.models import BotVersion
from bots.tasks import build, sweep
from sandbox.tests.sandboxes import processes_with
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
        "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
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
    for loss in range(1, services.MAX_LOSSES + 1):
        taken_by_the_dead(version)
        sweep()
        state = WAITING if loss < services.MAX_LOSSES else BotVersion.State.FAILED
        assert (state_of(version), version.build_losses) == (state, loss)
    assert version.failure == services.OURS
    services.rebuild(version, version.bot.owner)
    assert (state_of(version), version.build_losses) == (WAITING, 0)


def test_a_build_that_another_worker_has_by_now_is_left_to_it(version):
    taken_by_the_dead(version)
    version.refresh_from_db()
    BotVersion.objects.update(build_worker=workers.own_name())
    services.build_lost(version)
    assert (state_of(version), version.build_losses) == (BUILDING, 0)
