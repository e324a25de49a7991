"""Artifacts: packing, the cache of a machine, and tars that strangers made."""

from __future__ import annotations

import hashlib
import io
import multiprocessing
import os
import resource
import tarfile
import threading
import time
from pathlib import Path

import pytest

from sandbox import artifacts
from sandbox.artifacts import (
    Artifact,
    File,
    Manifest,
    cache_root,
    manifest_of,
    materialize,
    pack,
    prune,
    read_tar,
    scratch,
)
from sandbox.errors import SandboxError
from sandbox.tars import BadTar

MANIFEST = Manifest("cpp", ("/program/bot",))


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(artifacts.CACHE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def an_artifact(text: bytes = b"data") -> Artifact:
    return pack({"bot": File(b"\x7fELF", True), "data/book.txt": File(text)}, MANIFEST)


def a_tar(*members: tuple[tarfile.TarInfo, bytes]) -> io.BytesIO:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as tar:
        for member, content in members:
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    data.seek(0)
    return data


def test_equal_files_make_equal_bytes_in_any_order():
    files = {"b": File(b"2"), "a": File(b"1", executable=True)}
    turned = dict(reversed(files.items()))
    assert pack(files, MANIFEST) == pack(turned, MANIFEST)
    assert pack(files, MANIFEST).sha256 == hashlib.sha256(pack(files, MANIFEST).data).hexdigest()


def test_a_program_comes_back_with_its_manifest_and_its_modes():
    artifact = an_artifact()
    program = materialize(artifact.data, artifact.sha256)
    assert (program / "bot").read_bytes() == b"\x7fELF"
    assert (program / "bot").stat().st_mode & 0o777 == 0o755
    assert (program / "data/book.txt").stat().st_mode & 0o777 == 0o644
    assert manifest_of(program) == MANIFEST


def test_a_program_is_unpacked_once_and_its_bytes_are_not_read_again():
    artifact = an_artifact()
    first = materialize(io.BytesIO(artifact.data), artifact.sha256)
    inode = first.stat().st_ino
    assert materialize(b"never looked at", artifact.sha256).stat().st_ino == inode


def test_other_users_can_enter_a_program_but_not_list_the_cache(cache):
    artifact = an_artifact()
    program = materialize(artifact.data, artifact.sha256)
    assert cache.stat().st_mode & 0o777 == 0o711
    assert program.stat().st_mode & 0o777 == 0o755
    assert program.parent.stat().st_mode & 0o777 == 0o755


def test_changed_bytes_are_not_unpacked(cache):
    artifact = an_artifact()
    with pytest.raises(SandboxError, match="damaged"):
        materialize(artifact.data[:-1] + b"x", artifact.sha256)
    assert [path.name for path in cache.iterdir()] == [".lock"]


def test_a_hash_is_never_taken_for_a_path():
    with pytest.raises(SandboxError, match="is not a SHA-256"):
        materialize(b"", "../../etc")


def test_workers_that_ask_at_once_get_one_program(cache):
    artifact = an_artifact(os.urandom(1 << 20))
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        asked = [(artifact.data, artifact.sha256)] * 8
        places = pool.starmap(materialize, asked)
    assert len(set(places)) == 1
    assert sorted(path.name for path in cache.iterdir()) == [".lock", artifact.sha256]


def test_pruning_drops_what_was_unused_longest_until_the_rest_fits():
    made = [an_artifact(bytes([n]) * 100_000) for n in range(4)]
    places = [materialize(artifact.data, artifact.sha256).parent for artifact in made]
    for age, place in zip((40, 30, 20, 10), places, strict=True):
        os.utime(place, (time.time() - age, time.time() - age))
    assert prune(max_bytes=250_000, unused_s=1) == 2
    assert [place.exists() for place in places] == [False, False, True, True]


def test_pruning_spares_what_may_be_running():
    artifact = an_artifact(bytes(100_000))
    program = materialize(artifact.data, artifact.sha256)
    assert prune(max_bytes=0) == 0
    assert program.exists()


def test_pruning_drops_what_a_dead_process_left_half_unpacked(cache):
    materialize(an_artifact().data, an_artifact().sha256)
    half = cache / "new-half"
    half.mkdir()
    os.utime(half, (0, 0))
    assert prune() == 1
    assert not half.exists()


def test_pruning_that_is_killed_leaves_no_program_in_part(cache, monkeypatch):
    artifact = an_artifact()
    place = materialize(artifact.data, artifact.sha256).parent
    os.utime(place, (0, 0))
    child = os.fork()
    if child == 0:
        monkeypatch.setattr("shutil.rmtree", lambda *_, **__: os._exit(9))
        prune(max_bytes=0)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert not place.exists()
    assert (materialize(artifact.data, artifact.sha256) / "bot").exists()
    assert sorted(path.name for path in cache.iterdir()) == [".lock", artifact.sha256]


def test_builds_come_and_go_while_the_cache_is_pruned(cache):
    done = threading.Event()

    def build() -> None:
        while not done.is_set():
            with scratch(cache_root()) as folder:
                (folder / "file").touch()

    builder = threading.Thread(target=build)
    builder.start()
    try:
        until = time.monotonic() + 0.5
        while time.monotonic() < until:
            prune()
    finally:
        done.set()
        builder.join()


def test_a_disk_without_room_is_our_fault_and_leaves_nothing(cache):
    artifact = an_artifact(bytes(100_000))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, limits[1]))
    try:
        with pytest.raises(SandboxError, match=r"cannot be unpacked in .*File too large"):
            materialize(artifact.data, artifact.sha256)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [path.name for path in cache.iterdir()] == [".lock"]


def test_a_cache_that_cannot_be_made_is_our_fault_and_says_what_to_set(cache):
    cache.write_text("a file")
    with pytest.raises(
        SandboxError, match=r"cannot be a folder of ours.*set ARBITER_PROGRAM_CACHE"
    ):
        materialize(an_artifact().data, an_artifact().sha256)


def test_no_other_user_can_lock_the_cache(cache):
    materialize(an_artifact().data, an_artifact().sha256)
    assert (cache / ".lock").stat().st_mode & 0o777 == 0o600


def test_asking_for_a_program_counts_as_using_it():
    artifact = an_artifact()
    place = materialize(artifact.data, artifact.sha256).parent
    os.utime(place, (0, 0))
    materialize(artifact.data, artifact.sha256)
    assert time.time() - place.stat().st_mtime < 60


def test_a_cache_that_somebody_else_prepared_is_refused(cache, tmp_path):
    (tmp_path / "theirs").mkdir()
    cache.symlink_to(tmp_path / "theirs")
    with pytest.raises(SandboxError, match="belongs to somebody else"):
        materialize(an_artifact().data, an_artifact().sha256)


@pytest.mark.parametrize("name", ["/etc/passwd", "../evil", "a/../../evil", ".."])
def test_a_path_that_leads_out_of_a_tar_is_refused(name):
    with pytest.raises(BadTar, match="is not a path within the program"):
        read_tar(a_tar((tarfile.TarInfo(name), b"x")).getvalue(), 100, 10)


@pytest.mark.parametrize("name", ["x" * 256, "/".join(["deep"] * 300)])
def test_a_path_that_no_file_system_has_room_for_is_refused(name):
    with pytest.raises(BadTar, match="too long a path"):
        read_tar(a_tar((tarfile.TarInfo(name), b"x")).getvalue(), 100, 10)


@pytest.mark.parametrize("names", [("a", "a/b"), ("a/b", "a"), ("a/b/c", "a/b")])
def test_a_file_that_is_also_a_folder_is_refused(names):
    with pytest.raises(BadTar, match="a file and a folder"):
        read_tar(a_tar(*((tarfile.TarInfo(name), b"x") for name in names)).getvalue(), 100, 10)


def test_headers_about_headers_without_end_are_refused():
    header = tarfile.TarInfo("about")
    header.type = tarfile.XHDTYPE
    with pytest.raises(BadTar, match="too many headers"):
        read_tar(header.tobuf() * 3000, 100, 10)


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE]
)
def test_links_and_devices_in_a_tar_are_refused(kind):
    member = tarfile.TarInfo("thing")
    member.type = kind
    member.linkname = "/etc/passwd"
    with pytest.raises(BadTar, match="thing is not a regular file"):
        read_tar(a_tar((member, b"")).getvalue(), 100, 10)


def test_a_tar_with_too_much_or_too_many_is_refused():
    with pytest.raises(BadTar, match="more than 0 MB"):
        read_tar(a_tar((tarfile.TarInfo("a"), b"x" * 101)).getvalue(), 100, 10)
    members = [(tarfile.TarInfo(str(n)), b"") for n in range(11)]
    with pytest.raises(BadTar, match="more than 10 files"):
        read_tar(a_tar(*members).getvalue(), 100, 10)


def test_a_header_that_promises_more_than_there_is_is_refused():
    data = bytearray(a_tar((tarfile.TarInfo("a"), b"x" * 600)).getvalue())
    with pytest.raises(BadTar, match="its last file is cut off"):
        read_tar(bytes(data[:700]), 10_000, 10)


@pytest.mark.parametrize("data", [b"", b"no tar at all" * 100])
def test_what_is_no_tar_is_refused(data):
    with pytest.raises(BadTar, match=r"empty or cut off|invalid number"):
        read_tar(data, 100, 10)
