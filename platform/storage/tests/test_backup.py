"""A backup that is written while the site works is restored with every file that its rows name."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import sqlite3
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import connection

from ladder.tests.play import finish, make_bot
from matches.models import Match
from matches.services import create_match
from storage import cleanup, files, restore
from storage.databases import Sqlite

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="it is about SQLite")

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def played(transactional_db, redis_client, alice, charlie):
    """Two finished matches with replays, and versions with sources."""
    bots = [make_bot(owner, name) for owner, name in ((alice, "worm"), (charlie, "viper"))]
    versions = [bot.active_version for bot in bots if bot.active_version]
    for ranks in ([1, 2], [2, 1]):
        finish(create_match("snake", "standard", "ladder", versions), ranks)
    return versions


@pytest.fixture
def backup(played, tmp_path):
    path = tmp_path / "site.zip"
    call_command("backup", str(path))
    return path


def manage(var: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """``manage.py`` of a site of its own."""
    env = {**os.environ, "ARBITER_VAR": str(var), **more}
    for name in ("SECRET_KEY", "DATABASE_URL", "MEDIA_ROOT", "DJANGO_SETTINGS_MODULE"):
        if name not in more:
            env.pop(name, None)
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def names_in(database: Path) -> set[str]:
    """The stored files that rows of a database file name."""
    with sqlite3.connect(database) as rows:
        return {
            name
            for each in files.columns()
            for (name,) in rows.execute(
                f'SELECT "{each.name}" FROM {each.model._meta.db_table} WHERE "{each.name}" <> \'\''  # noqa: S608
            )
        }


def tree(folder: Path) -> dict[str, str]:
    """Every file below a folder, with its hash."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_restored_site_has_every_file_that_its_rows_name(backup, played, tmp_path):
    assert backup.stat().st_mode & 0o777 == 0o600
    stray = default_storage.save("replays/nobody-names-me.gz", ContentFile(b"x"))
    var = tmp_path / "var"
    done = manage(var, "restore", str(backup))
    assert done.returncode == 0, done.stderr
    names = names_in(var / "arbiter.sqlite3")
    assert len(names) == 4
    for name in names:
        with default_storage.open(name) as here:
            assert (var / "media" / name).read_bytes() == here.read()
    assert not (var / "media" / stray).exists()
    matches = list(Match.objects.values_list("pk", "replay", "replay_sha256"))
    with sqlite3.connect(var / "arbiter.sqlite3") as rows:
        assert sorted(
            rows.execute("SELECT id, replay, replay_sha256 FROM matches_match")
        ) == sorted(matches)
    for _, name, sha256 in matches:
        data = (var / "media" / name).read_bytes()
        assert hashlib.sha256(data).hexdigest() == sha256
    # The restored site starts: its migrations are all there.
    checked = manage(var, "migrate", "--check", SECRET_KEY="x")
    assert checked.returncode == 0, checked.stderr


def test_a_backup_has_the_key_that_the_site_uses(played, tmp_path, settings):
    (tmp_path / "secret_key").write_text("of a start without SECRET_KEY")
    settings.VAR, settings.SECRET_KEY = tmp_path, "of-the-variable" * 4
    call_command("backup", str(tmp_path / "site.zip"))
    manage(tmp_path / "var", "restore", str(tmp_path / "site.zip"))
    assert (tmp_path / "var" / "secret_key").read_text() == settings.SECRET_KEY


def test_a_backup_while_matches_end_names_only_files_that_it_holds(played, tmp_path):
    stop = threading.Event()

    def play() -> None:
        while not stop.is_set():
            match = create_match("snake", "standard", "friendly", played)
            finish(match, [1, 2])
            old = Match.objects.exclude(replay="").order_by("pk")[0]
            name = str(old.replay.name)
            Match.objects.filter(pk=old.pk).update(replay="")
            files.discard(name)
            cleanup.remove_files(older=cleanup.FILES_AFTER * 0)
        connection.close()

    thread = threading.Thread(target=play)
    thread.start()
    try:
        for number in range(3):
            call_command("backup", str(tmp_path / f"{number}.zip"))
    finally:
        stop.set()
        thread.join()
    for number in range(3):
        var = tmp_path / f"var-{number}"
        with zipfile.ZipFile(tmp_path / f"{number}.zip") as packed:
            manifest = json.loads(packed.read("manifest.json"))
            packed.extractall(var)
        assert manifest["missing"] == []
        names = names_in(var / "database.sqlite3")
        assert {f"media/{name}" for name in names} == {
            name for name in manifest["files"] if name.startswith("media/")
        }


@pytest.fixture
def site(backup, tmp_path, monkeypatch, settings):
    """A folder into which the backup was restored, as this process sees it."""
    var = tmp_path / "var"
    settings.VAR, settings.MEDIA_ROOT = var, var / "media"
    monkeypatch.setattr(
        Sqlite, "__init__", lambda self: setattr(self, "path", var / "arbiter.sqlite3")
    )
    call_command("restore", str(backup))
    return var


def test_a_site_with_data_is_left_alone_unless_it_is_to_be_replaced(backup, site):
    (site / "media" / "sources" / "mine.zip").write_bytes(b"mine")
    before = tree(site)
    with pytest.raises(CommandError, match="holds data already"):
        call_command("restore", str(backup))
    assert tree(site) == before
    call_command("restore", str(backup), "--replace")
    assert not (site / "media" / "sources" / "mine.zip").exists()
    (aside,) = (site / "media").glob("replaced-*")
    assert (aside / "sources" / "mine.zip").read_bytes() == b"mine"


def test_a_site_that_runs_is_left_alone(backup, site):
    with open(site / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(CommandError, match="Stop it first"):
            call_command("restore", str(backup), "--replace")


def _with(path: Path, target: Path, change) -> None:
    """A copy of a backup with another manifest."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, change(data) if name == "manifest.json" else data)


def _newer(data: bytes) -> bytes:
    manifest = json.loads(data)
    manifest["migrations"].append(["matches", "9999_from_the_future"])
    return json.dumps(manifest).encode()


def _elsewhere(data: bytes) -> bytes:
    manifest = json.loads(data)
    manifest["links"]["../../outside"] = "/etc"
    return json.dumps(manifest).encode()


def _through(data: bytes) -> bytes:
    manifest = json.loads(data)
    manifest["links"] |= {"a": "/tmp", "a/arbiter-link": "x"}
    return json.dumps(manifest).encode()


def _cut(path: Path, target: Path) -> None:
    target.write_bytes(path.read_bytes()[:-4000])


def _flipped(path: Path, target: Path) -> None:
    with zipfile.ZipFile(path) as packed:
        info = next(each for each in packed.infolist() if each.filename.startswith("media/replays"))
        at = info.header_offset + 30 + len(info.filename.encode()) + 40
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    target.write_bytes(data)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_cut, "damaged"),
        (_flipped, "damaged"),
        (lambda path, target: _with(path, target, _newer), "another version"),
        (lambda path, target: _with(path, target, _elsewhere), "damaged"),
        (lambda path, target: _with(path, target, _through), "damaged"),
        (lambda path, target: target.write_bytes(b"PK"), "damaged"),
    ],
)
def test_what_cannot_be_restored_changes_nothing(backup, site, tmp_path, spoil, words):
    before = tree(site)
    spoil(backup, tmp_path / "bad.zip")
    with pytest.raises(CommandError, match=words):
        call_command("restore", str(tmp_path / "bad.zip"), "--replace")
    assert tree(site) == before


def test_a_move_that_fails_is_undone(backup, site, monkeypatch):
    before, moved = tree(site), restore._Swap._move

    def fail(swap, source, target):
        if target == site / "arbiter.sqlite3":
            raise OSError(28, "No space left on device")
        moved(swap, source, target)

    monkeypatch.setattr(restore._Swap, "_move", fail)
    with pytest.raises(CommandError, match="No space"):
        call_command("restore", str(backup), "--replace")
    assert tree(site) == before


def test_a_backup_replaces_no_file_and_leaves_no_part(backup, tmp_path, monkeypatch):
    with pytest.raises(CommandError, match="exists"):
        call_command("backup", str(backup))

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("storage.backup._write_media", full)
    with pytest.raises(CommandError, match="No space left"):
        call_command("backup", str(tmp_path / "other.zip"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site.zip"]
