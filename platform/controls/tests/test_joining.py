"""A machine proves itself before it claims, and is held while something is wrong with it."""

from __future__ import annotations

import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from arbiter.workers import host, own_name
from bots.tests.steps import ready, version_of
from controls import joining, machines, walls
from controls.models import Machine, SiteMark
from matches import claiming, tasks
from matches.models import Match
from matches.services import create_match
from notices.models import Notice
from sandbox.errors import SandboxError

pytestmark = pytest.mark.django_db


@pytest.fixture
def mark():
    return joining.write_mark()


@pytest.fixture
def waiting(alices_bot, redis_client):
    worm = ready(version_of(alices_bot))
    return create_match("snake", "standard", "friendly", [worm, worm])


def problem(*kinds: str) -> str:
    (found,) = joining.check_in(kinds or ("matches",))
    assert Machine.objects.get(name=host()).problem == found
    return found


def test_a_machine_of_the_site_has_no_problem_and_says_what_it_can_play(mark):
    assert joining.check_in(["matches", "builds"]) == []
    row = Machine.objects.get(name=host())
    assert row.problem == ""
    assert {*row.kinds} == {"matches", "builds"}
    assert row.rated == walls.rated_allowed()
    assert row.memory_mb > 100
    assert row.foreign
    assert row.languages["python"] == {"version": "", "reason": ""}


def test_to_look_for_problems_leaves_the_row_as_it_is(mark):
    joining.check_in(["matches"])
    before = Machine.objects.values().get()
    SiteMark.objects.update(version="x")
    assert len(joining.problems(["builds"])) == 1
    assert Machine.objects.values().get() == before


def test_workers_that_were_stopped_are_not_counted_on_and_killed_ones_are_missed(mark):
    joining.check_in(["matches", "builds"])
    joining.check_out(["matches"])
    assert machines.able(["matches"]) == []
    (row,) = machines.able(["builds"])
    Machine.objects.update(checked=row.checked - machines.LIVES)
    (row,) = machines.known()
    assert machines.is_lost(row)
    joining.check_out(["builds"])
    (row,) = machines.known()
    assert not machines.is_lost(row)


def test_another_secret_key_is_none_of_the_sites(mark, settings):
    settings.SECRET_KEY = "another one" * 5
    assert "Set SECRET_KEY to the site's key" in problem()


def test_another_commit_is_named_with_the_sites(mark):
    SiteMark.objects.update(version="0123456789ab")
    assert "the site's has 0123456789ab. Check out the site's commit" in problem()


def test_without_the_sites_files_the_missing_one_is_named(mark):
    default_storage.delete(mark.probe.name)
    assert f"stored file {mark.probe.name} cannot be read (FileNotFoundError" in problem()


def test_files_of_another_site_do_not_do(mark):
    default_storage.delete(mark.probe.name)
    default_storage.save(mark.probe.name, ContentFile(b"of another site"))
    assert "its content is another one" in problem()


def stored() -> list[str]:
    return default_storage.listdir("probe")[1]


def test_a_machine_joins_by_writing_and_leaves_nothing(mark):
    before = stored()
    assert joining.check_in(["builds"]) == []
    assert stored() == before


@pytest.fixture
def disk(mark, settings, tmp_path):
    """A file system of its own for the site's stored files, the probe among them."""
    folder = tmp_path / "files"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "arbiter", folder]
    if subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        pytest.skip("no file system may be mounted here")
    try:
        shutil.copytree(Path(settings.MEDIA_ROOT, "probe"), folder / "probe")
        settings.MEDIA_ROOT = folder
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_machine_that_may_only_read_the_sites_files_does_not_join(disk):
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    found = problem()
    assert found.startswith(
        "Nothing can be written to the site's stored files (OSError: [Errno 30]"
    )
    assert "Let the user of the workers write to MEDIA_ROOT" in found
    assert joining.check_in(["beat"]) == [], "it stores nothing"


def test_a_machine_with_a_full_disk_joins_and_begins_nothing(disk):
    with suppress(OSError), open(disk / "full", "wb", buffering=0) as file:
        while file.write(b"x" * 1024):
            pass
    with pytest.raises(OSError, match="No space left"):
        default_storage.save("replays/x", ContentFile(b"x"))
    assert joining.check_in(["matches"]) == []


def test_a_newer_database_is_told_from_an_older_one(mark):
    rows = MigrationRecorder(connection).migration_qs
    rows.create(app="matches", name="9999_later")
    assert "newer than this checkout, which lacks the migration matches.9999_later" in problem()
    rows.filter(app="matches").delete()
    assert "older than this checkout: it lacks the migration matches.0001" in problem()


@pytest.mark.parametrize(("off", "words"), [(3600.0, "ahead of"), (-3600.0, "behind")])
def test_a_clock_an_hour_off_is_no_clock(mark, monkeypatch, off, words):
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + off)
    assert f"The clock is 3600 s {words} the database's" in problem()


def test_without_a_sandbox_nothing_is_played_but_upkeep_goes_on(mark, monkeypatch):
    def choose():
        raise SandboxError("no isolation works on this machine")

    monkeypatch.setattr(joining, "choose", choose)
    assert problem() == "no isolation works on this machine."
    assert joining.check_in(["upkeep"]) == []


def test_organizers_are_notified_once_and_again_after_it_was_mended(mark, olga, alice):
    def held(version: str) -> int:
        SiteMark.objects.update(version=version)
        joining.check_in(["matches"])
        return Notice.objects.filter(user=olga, kind="machine.held").count()

    assert [held("x"), held("x"), held(mark.version), held("y")] == [1, 1, 1, 2]
    assert "Check out the site's commit" in Notice.objects.filter(user=olga)[0].text
    assert not Notice.objects.filter(user=alice).exists()


def test_a_machine_with_a_problem_claims_nothing_until_a_check_finds_none(waiting, monkeypatch):
    monkeypatch.setattr(tasks, "play_claimed", lambda match, cpu: None)
    joining.check_in(["matches"])
    choice = claiming.choose("matches", own_name(), claiming.Skipped())
    mark = SiteMark.objects.get()
    SiteMark.objects.update(version="x")
    joining.check_in(["matches"])
    # It had chosen before the check.
    assert choice is not None
    assert claiming.claim(choice, own_name()) is None
    tasks.play("matches")
    assert Match.objects.get().state == Match.State.QUEUED
    mark.save()
    joining.check_in(["matches"])
    tasks.play("matches")
    assert Match.objects.get().state == Match.State.RUNNING


def test_a_worker_that_nothing_has_proven_proves_itself_first(waiting, monkeypatch):
    monkeypatch.setattr(tasks, "play_claimed", lambda match, cpu: None)
    joining.write_mark()
    SiteMark.objects.update(key="of another site")
    tasks.play("matches")
    assert Match.objects.get().state == Match.State.QUEUED
    assert "SECRET_KEY" in Machine.objects.get().problem
