"""Below the floor nothing begins and uploads are refused, while pages can be read; a disk that is
really full is said plainly."""

from __future__ import annotations

import sqlite3
import subprocess
from contextlib import closing, suppress

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.urls import reverse

from bots import tasks as builds
from bots.models import BotVersion
from ladder.tests.play import make_bot
from matches import tasks
from matches.models import Match
from matches.services import create_match
from storage import reserve, space

SOURCE = b"print('hello')\n"


@pytest.fixture
def low(settings):
    """The floor is above what is free."""
    settings.DISK_FLOOR_MB = 1 << 40


def test_sizes_are_those_of_the_file_system(settings):
    settings.DISK_FLOOR_MB = 0
    (disk,) = space.disks()
    assert 0 < disk.free <= disk.total
    assert (disk.is_low, disk.is_short) == (False, False)
    settings.DISK_FLOOR_MB = disk.free // space.MB * 3 // 4
    (disk,) = space.disks()
    assert (disk.is_low, disk.is_short) == (False, True)


def test_nothing_begins_below_the_floor_and_goes_on_above_it(upload, alices_bot, settings, low):
    settings.DISK_FLOOR_MB = 0
    version = upload(alices_bot, SOURCE)
    worm = make_bot(alices_bot.owner, "second").active_version
    assert worm is not None
    match = create_match("snake", "standard", "ladder", [worm, worm])
    settings.DISK_FLOOR_MB = 1 << 40
    builds.build(version.pk)
    tasks.play("matches")
    match.refresh_from_db()
    version.refresh_from_db()
    assert (match.state, match.attempt, version.state) == ("queued", 0, "waiting")
    settings.DISK_FLOOR_MB = 0
    tasks.play("matches")
    builds.build(version.pk)
    match.refresh_from_db()
    version.refresh_from_db()
    assert match.attempt == 1
    assert version.state != "waiting"


def test_an_upload_below_the_floor_is_refused_with_the_sizes(upload, alices_bot, low):
    with pytest.raises(ValidationError, match=r"nearly full: \d+ MB are free, and \d+ MB must"):
        upload(alices_bot, SOURCE)
    assert not BotVersion.objects.exists()


def test_pages_can_be_read_below_the_floor_and_say_so(client, olga, alices_bot, low, redis_client):
    client.force_login(olga)
    for name in ("front", "matches", "status", "desk"):
        response = client.get(reverse(name))
        # Without workers the status is "broken" in tests, which is another answer.
        assert response.status_code == (503 if name == "status" else 200), name
        if name in ("status", "desk"):
            assert "disk is nearly full" in response.content.decode().lower()
    page = reverse("bot-upload", args=[alices_bot.owner.username, alices_bot.name])
    client.force_login(alices_bot.owner)
    assert client.get(page).status_code == 200


def test_the_api_answers_507(client, alice, alices_bot, low):
    client.force_login(alice)
    file = SimpleUploadedFile("main.py", SOURCE)
    answer = client.post(reverse("api:version-list", args=[alices_bot.pk]), {"file": file})
    assert answer.status_code == 507
    assert "MB are free" in answer.json()["detail"]


def test_errors_of_full_disks_are_told_from_others():
    outer = RuntimeError("a copy failed")
    outer.__cause__ = OSError(28, "No space left on device")
    assert space.is_full(outer)
    assert not space.is_full(OSError(2, "No such file"))
    assert not space.is_full(OperationalError("database is locked"))
    assert not space.is_full(None)


@pytest.fixture
def tiny(tmp_path):
    """A file system of 1 MB."""
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path)], check=False
    )
    if made.returncode:
        pytest.skip("mounting needs root")
    yield tmp_path
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


def test_a_database_on_a_full_disk_says_that_it_is_full(tiny):
    with closing(sqlite3.connect(tiny / "db", isolation_level=None)) as database:
        database.execute("CREATE TABLE rows (text)")
        with pytest.raises(sqlite3.OperationalError) as full:
            database.execute("INSERT INTO rows VALUES (?)", ["x" * 2_000_000])
        assert space.is_full(full.value)


def fill_up(folder) -> None:
    """Take the last byte of the file system."""
    with open(folder / "filler", "wb", buffering=0) as filler, suppress(OSError):
        while filler.write(b"x" * 4096):
            pass


def test_a_log_in_on_a_full_disk_has_a_reserve(client, alice, monkeypatch, tiny):
    monkeypatch.setattr(reserve, "SIZE", 600_000)
    monkeypatch.setattr(reserve, "PIECE", 200_000)
    monkeypatch.setattr(reserve, "file", lambda: tiny / "reserve")
    monkeypatch.setattr(reserve, "_last", [-reserve.REST_S])
    reserve.fill()
    assert (tiny / "reserve").stat().st_blocks * 512 >= 600_000
    with closing(sqlite3.connect(tiny / "db", isolation_level=None)) as database:
        database.execute("CREATE TABLE sessions (text)")
        fill_up(tiny)
        row = "INSERT INTO sessions VALUES (?)", ["x" * 50_000]
        with pytest.raises(sqlite3.OperationalError, match="full"):
            database.execute(*row)
        client.get("/accounts/login/")
        client.post("/accounts/signup/", {})
        assert (tiny / "reserve").stat().st_size == 600_000
        client.post("/accounts/login/", {"login": "alice", "password": "alice-secret-1"})
        assert (tiny / "reserve").stat().st_size == 400_000
        database.execute(*row)
    fill_up(tiny)
    assert not reserve.give()  # not again at once
    monkeypatch.setattr(reserve, "_last", [-reserve.REST_S])
    assert reserve.give()
    (tiny / "filler").unlink()
    reserve.fill()
    assert (tiny / "reserve").stat().st_size == 600_000


def test_a_disk_that_is_too_small_for_the_reserve_stops_nothing(monkeypatch, tiny, db):
    monkeypatch.setattr(reserve, "file", lambda: tiny / "reserve")
    reserve.fill()
    assert (tiny / "reserve").stat().st_size < reserve.SIZE
    assert not reserve.give()


def test_a_page_that_fails_on_a_full_disk_says_so(client, alice, monkeypatch, db):
    client.force_login(alice)
    client.raise_request_exception = False

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Match.objects.__class__, "get_queryset", full)
    response = client.get(reverse("matches"))
    assert response.status_code == 507
    assert "disk is full" in response.content.decode()
