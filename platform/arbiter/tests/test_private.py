"""Nobody but the site's own user reads what the site has written."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import arbiter.configured.private
from arbiter.configured.private import close_folder, close_tree
from sandbox.tests.readable import readable

UID = 60_003
OTHER_USER = "import pathlib, private; print(*private.close_tree(pathlib.Path('var')))"


def mode(path: Path) -> int:
    return path.lstat().st_mode & 0o777


def old_folder(top: Path) -> Path:
    """As an earlier release left it, which had no umask of its own."""
    var = top / "var"
    (var / "media" / "sources").mkdir(parents=True)
    (var / "arbiter.sqlite3").write_text("hashes")
    (var / "media" / "sources" / "run.sh").write_text("")
    for path in (var, *var.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o664)
    (var / "media" / "sources" / "run.sh").chmod(0o755)
    return var


def test_an_old_folder_becomes_private_and_nothing_outside_of_it_changes(tmp_path):
    var = old_folder(tmp_path)
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o755)
    (outside / "file").write_text("")
    for path, seen in ((outside, 0o755), (outside / "file", 0o644)):
        path.chmod(seen)
    (var / "link").symlink_to(outside)
    assert close_tree(var) == []
    assert {path.name: mode(path) for path in (var, *var.rglob("*")) if not path.is_symlink()} == {
        "var": 0o700,
        "media": 0o700,
        "sources": 0o700,
        "run.sh": 0o700,
        "arbiter.sqlite3": 0o600,
    }
    assert (mode(outside), mode(outside / "file")) == (0o755, 0o644)


def test_a_folder_that_is_not_there_needs_nothing(tmp_path):
    assert close_tree(tmp_path / "none") == []
    close_folder(tmp_path / "none")
    assert not (tmp_path / "none").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to another user")
def test_files_of_another_user_are_reported(tmp_path):
    var = old_folder(tmp_path)
    folder = readable(var, Path(arbiter.configured.private.__file__))
    for path in (folder, folder / "var", folder / "var" / "media"):
        os.chown(path, UID, UID)
    done = subprocess.run(
        ["/usr/bin/python3", "-B", "-c", OTHER_USER],
        cwd=folder, user=UID, group=UID, extra_groups=[], env={"PYTHONPATH": str(folder)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert sorted(done.stdout.split()) == [
        "var/arbiter.sqlite3",
        "var/media/sources",
        "var/media/sources/run.sh",
    ], done.stderr
    assert mode(folder / "var") == mode(folder / "var" / "media") == 0o700


def test_this_process_has_the_umask_as_every_process_that_imports_the_project():
    before = os.umask(0o022)
    os.umask(before)
    assert before == 0o077


def test_stored_files_are_private(tmp_path, settings):
    from django.core.files.base import ContentFile
    from django.core.files.storage import FileSystemStorage

    storage = FileSystemStorage(location=tmp_path / "media")
    stored = Path(storage.path(storage.save("sources/bot.py", ContentFile(b"pass"))))
    assert [mode(path) for path in (stored, stored.parent, tmp_path / "media")] == [
        0o600,
        0o700,
        0o700,
    ]
