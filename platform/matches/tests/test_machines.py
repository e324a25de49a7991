"""A fault of a machine is none of a match, a bot or its author; three in a row hold the machine."""

from __future__ import annotations

import socket
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.db.models import F
from django.utils import timezone

from arbiter.working.passing import ALONE_S
from arbiter.working.workers import host
from controls import breaker, joining
from controls import services as controls
from controls.models import FaultCount, Hold
from controls.tests.processes import Processes
from matches import services, tasks
from matches.models import Match
from notices.models import Notice
from pages.queue.workers import hosts
from pages.status.health import Level, check_machines
from sandbox.artifacts import Manifest, pack
from sandbox.languages.base import limited


@pytest.fixture
def ready(make_ready, alices_bot):
    return make_ready(alices_bot)


@pytest.fixture
def processes():
    with Processes() as found:
        yield found


@pytest.fixture
def matches(ready, alice):
    return [services.request_match(alice, "snake", "blitz", [ready, ready]) for _ in range(4)]


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Work from now on as another machine, or as this one again."""

    def be(name: str) -> str:
        monkeypatch.setattr(socket, "gethostname", lambda: name)
        return host()

    return be


def end_pause() -> None:
    Hold.objects.update(until=timezone.now() - timedelta(seconds=1))


def matches_failed() -> int:
    return Match.objects.exclude(failed_on="").count()


def states() -> list[str]:
    asked = Match.objects.filter(kind="friendly").order_by("pk")
    return list(asked.values_list("state", flat=True))


def pass_pauses(seconds: int) -> None:
    """Let the time go by for matches that wait."""
    shift = timedelta(seconds=seconds)
    Match.objects.exclude(retry_at=None).update(retry_at=F("retry_at") - shift)


def counts(match: Match) -> tuple[str, int, int]:
    match.refresh_from_db()
    return match.state, match.faults, match.losses


def test_a_machine_without_the_sites_files_is_held_and_another_one_plays(
    matches, elsewhere, settings, tmp_path, olga, redis_client
):
    files, here = settings.MEDIA_ROOT, elsewhere("box1")
    joining.own("matches")  # its last check had them
    settings.MEDIA_ROOT = tmp_path / "nothing"
    for number in range(1, breaker.MOST + 2):
        tasks.play("matches")
        assert sum(bool(match.failed_on) for match in Match.objects.all()) == min(number, 3)
    assert states() == ["queued"] * 4
    assert all(counts(match) == ("queued", 0, 0) for match in matches)
    (hold,) = Hold.objects.all()
    assert (hold.of, hold.name, hold.by) == ("host", here, None)
    (notice,) = Notice.objects.filter(kind="machine.held")
    assert (notice.user, notice.path) == (olga, "/desk/workers/")
    assert "box1 gets no matches: it lacks the stored files" in notice.text
    status = check_machines()
    assert status.level is Level.WARN
    assert status.summary == "machine box1 is held back: it lacks the stored files"
    assert any(row.name == here and row.hold == hold for row in hosts())
    settings.MEDIA_ROOT = files
    elsewhere("box2")
    pass_pauses(61)
    for _ in matches:
        tasks.play("matches")
    assert states() == ["finished"] * 4
    matches[0].refresh_from_db()
    assert matches[0].claimed_by.startswith("box2:")


def test_one_file_that_is_lost_everywhere_is_no_fault_of_the_machine(matches, ready):
    ready.artifact.storage.delete(ready.artifact.name)
    tasks.play("matches")
    assert counts(matches[0]) == ("queued", 1, 0)
    assert not FaultCount.objects.exists()


def test_a_missing_interpreter_costs_neither_the_match_nor_the_version_anything(
    make_ready, alices_bot, alice, elsewhere
):
    version = make_ready(alices_bot)
    argv = limited("exec /usr/bin/no-such-java -Xmx{memory}m Main", 60)
    made = pack({}, Manifest("java", argv))
    version.artifact.save("java.tar", ContentFile(made.data), save=False)
    version.artifact_sha256 = made.sha256
    version.save()
    elsewhere("box1")
    match = services.create_match("snake", "standard", "proving", [version, version])
    tasks.play("matches")
    assert counts(match) == ("queued", 0, 0)
    assert "/usr/bin/no-such-java is missing on this machine" in match.failure
    assert FaultCount.objects.get().cause == "an interpreter or compiler"
    version.refresh_from_db()
    assert (version.state, version.failure) == ("ready", "")


def test_a_full_disk_costs_no_try(matches, elsewhere, settings):
    replays = Path(settings.MEDIA_ROOT, "replays")
    replays.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", "size=4k", "arbiter", str(replays)]
    if subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        pytest.skip("no file system may be mounted here")
    try:
        (replays / "full").write_bytes(b"x" * 4096)
        tasks.play("matches")
    finally:
        subprocess.run(["umount", str(replays)], check=True)
    assert counts(matches[0]) == ("queued", 0, 0)
    assert "No space left on device" in matches[0].failure
    assert FaultCount.objects.get().cause == "disk space that can be written"


def fail(match: Match, worker: str = "box1:1") -> None:
    claimed = Match.objects.claim(match.pk, worker)
    assert claimed is not None
    claim = services.Claim(match.pk, worker, claimed.attempt)
    tasks._not_played(match, claim, OSError(28, "No space left on device"))


def test_a_match_goes_to_the_next_machine_at_most_once_a_minute(matches):
    match = matches[0]

    def waits_for(machine: str) -> bool:
        return Match.objects.waiting(machine).filter(pk=match.pk).exists()

    fail(match)
    assert not waits_for("box2")
    pass_pauses(61)
    assert [waits_for(name) for name in ("box1", "box2", "box")] == [False, True, True]
    fail(match, "box2:1")
    pass_pauses(61)
    assert [waits_for(name) for name in ("box1", "box2", "box3")] == [False, False, True]
    pass_pauses(ALONE_S)
    assert waits_for("box1"), "no other machine took it"


def test_a_success_of_the_machine_begins_the_count_again(matches):
    for match in matches[:2]:
        fail(match)
    Match.objects.filter(pk=matches[2].pk).update(
        state="finished", finished=timezone.now(), claimed_by="box1:2"
    )
    fail(matches[3])
    assert FaultCount.objects.get().in_a_row == 1
    assert not Hold.objects.exists()


def test_a_held_machine_plays_one_match_to_try_and_all_once_that_has_a_result(
    matches, processes, monkeypatch, redis_client
):
    for match in matches[:3]:
        fail(match, f"{host()}:1")
    end_pause()
    pass_pauses(61 + ALONE_S)
    play, meanwhile = tasks.play_claimed, []

    def beside(match, cpu):
        """Another process of the machine asks for a match while this one is played."""
        with processes.other():
            tasks.play("matches")
        meanwhile.append(states().count("running"))
        return play(match, cpu)

    monkeypatch.setattr(tasks, "play_claimed", beside)
    tasks.play("matches")
    assert (meanwhile, states().count("finished")) == ([1], 1)
    assert not Hold.objects.exists()
    assert not FaultCount.objects.exists()
    monkeypatch.setattr(tasks, "play_claimed", play)
    with processes.other():
        tasks.play("matches")
    assert states().count("finished") == 2


def test_a_try_that_fails_holds_the_machine_silently(
    matches, olga, settings, tmp_path, redis_client
):
    for match in matches[:3]:
        fail(match, f"{host()}:1")
    joining.own("matches")
    settings.MEDIA_ROOT = tmp_path / "nothing"
    FaultCount.objects.update(cause="the stored files")
    end_pause()
    tasks.play("matches")
    assert matches_failed() == 4
    hold = Hold.objects.get()
    assert (hold.name, hold.tried_by) == (host(), "")
    assert hold.until is not None
    assert hold.until > timezone.now() + breaker.PAUSE / 2
    assert Notice.objects.filter(kind="machine.held").count() == 1
    controls.release("host", host(), olga, "its disk was cleared")
    assert not FaultCount.objects.exists(), "it has three faults again"
