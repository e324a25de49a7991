"""A machine proves itself before it claims, and is held while something is wrong with it."""

from __future__ import annotations

import shutil
import subprocess
import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from arbiter.working.workers import host, own_name
from bots.tests.steps import ready, version_of
from controls import joining, machines, walls
from controls.models import Machine, SiteMark
from controls.tests.boxes import machine
from matches import tasks
from matches.models import Match
from matches.queueing import claiming
from matches.services import create_match
from notices.models import Notice
from pages.status.health import check_machines
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
        (folder / "probe").mkdir()
        shutil.copy(Path(settings.MEDIA_ROOT, mark.probe.name), folder / "probe")
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


def test_organizers_hear_of_another_problem_and_not_of_other_numbers(mark, olga):
    def hear(problem: str) -> int:
        joining.keep(["matches"], [problem])
        return Notice.objects.filter(user=olga, kind="machine.held").count()

    assert hear("The clock is 3600 s ahead of the database's.") == 1
    assert hear("The clock is 3601 s ahead of the database's.") == 1
    assert hear("The file probe/probe_x1 cannot be read (No such file: 'a'). Give it.") == 2
    assert hear("The file probe/probe_y2 cannot be read (Timeout). Give it.") == 2


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


def silent(name: str, minutes: int = 4, *kinds: str) -> Machine:
    """A machine that was checked that many minutes ago."""
    row = machine(name)
    row.checked -= timedelta(minutes=minutes)
    row.kinds = dict.fromkeys(kinds or ("matches",), row.checked.timestamp())
    row.save()
    return row


def held() -> list[str]:
    return list(Machine.objects.exclude(problem="").values_list("name", flat=True))


def test_a_machine_whose_checks_have_ended_is_told_once(olga):
    silent("box2")
    silent("box3", 2)
    silent("box4", 4, "upkeep", "beat")
    silent(host())
    joining.miss_unchecked()
    joining.miss_unchecked()
    assert held() == ["box2"]
    (notice,) = Notice.objects.filter(user=olga)
    assert "The machine box2 gets no work. It has not answered since" in notice.text


def test_workers_that_were_stopped_are_not_missed(olga):
    row = silent("box2")
    row.kinds = {}
    row.save()
    joining.miss_unchecked()
    assert held() == []


@pytest.mark.parametrize(
    ("checked_s", "others", "told"),
    [(30, "", ["box2"]), (9, "", ["box2"]), (1, "", []), (30, "box2:2:x", [])],
)
def test_a_machine_that_renews_none_of_its_claims_is_told_by_the_sweep(
    waiting, alices_bot, olga, settings, checked_s, others, told
):
    """Not where it was checked since, or where another of its workers renews."""
    now = timezone.now()
    row = machine("box2")
    Machine.objects.update(checked=now - timedelta(seconds=settings.LEASE_SECONDS + checked_s))
    Match.objects.claim(waiting.pk, "box2:1:x")
    Match.objects.update(lease_until=now - timedelta(seconds=10))
    if others:
        (version,) = alices_bot.versions.all()
        second = create_match("snake", "standard", "friendly", [version, version])
        Match.objects.claim(second.pk, others)
    tasks.sweep()
    waiting.refresh_from_db()
    assert (waiting.state, waiting.losses) == ("queued", 1)
    assert held() == told
    if told:
        assert "It has not answered since" in Notice.objects.get(user=olga).text
        assert check_machines().summary == "box2 begins nothing: a check failed"
    else:
        row.refresh_from_db()
        assert row.problem == ""


def test_a_second_beat_is_told_once_with_its_machine(mark, olga):
    joining.check_in(["beat"])
    assert "Start it again after the other one" in joining.note_second_beat("web:1:x")
    joining.note_second_beat("web:1:x")
    (notice,) = Notice.objects.filter(user=olga)
    assert f"The machine {host()} has started a second beat. The timetable" in notice.text
    assert check_machines().summary == f"{host()} has started a second beat, which was refused"
