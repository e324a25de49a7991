"""Archives of games: zips and tars that are taken, and each reason to refuse one."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import os
import stat
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from games.foreign.fields import ManifestError
from games.foreign.tests.sample import SMALL
from sandbox.errors import UploadError
from sandbox.foreign.install.packages import Package, read_package
from sandbox.limits import GAME_ARCHIVE, MIB

MANIFEST = json.dumps(SMALL).encode()
Change = Callable[[tarfile.TarInfo], object]


def read(content: bytes, **limits: int) -> Package:
    return read_package(io.BytesIO(content), replace(GAME_ARCHIVE, **limits))


def tar(*entries: tuple[str, bytes], change: Change = lambda _member: None) -> bytes:
    """A tar of a manifest and these files; ``change`` is done to the entries but the manifest."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name, content in (("game.json", MANIFEST), *entries):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            if name != "game.json":
                change(member)
            archive.addfile(member, io.BytesIO(content))
    return data.getvalue()


def zipped(*entries: tuple[str, bytes, int]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content, mode in (("game.json", MANIFEST, 0o644), *entries):
            entry = zipfile.ZipInfo(name)
            entry.external_attr = mode << 16
            archive.writestr(entry, content)
    return data.getvalue()


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "tar": bytes,
    "gz": gzip.compress,
    "xz": lzma.compress,
}


@pytest.mark.parametrize("packed", PACKED)
def test_a_tar_is_taken_however_it_is_packed_and_keeps_what_may_be_run(packed):
    def program(member: tarfile.TarInfo) -> None:
        member.mode = 0o755 if member.name.endswith("run") else 0o644

    content = PACKED[packed](tar(("bin/run", b"#!/bin/sh\n"), ("main.cpp", b"x"), change=program))
    package = read(content)
    assert package.manifest.name == "pebbles"
    assert (package.size, len(package.sha256)) == (len(content), 64)
    runs = {path: file.executable for path, file in package.files.items()}
    assert runs == {"game.json": False, "bin/run": True, "main.cpp": False}
    with package.folder() as folder:
        assert os.access(folder / "bin" / "run", os.X_OK)
        assert (folder / "main.cpp").read_bytes() == b"x"
    assert not folder.exists()


def test_a_zip_keeps_what_may_be_run():
    package = read(zipped(("run", b"", 0o755), ("main.cpp", b"", 0o644)))
    assert [path for path, file in package.files.items() if file.executable] == ["run"]


@pytest.mark.parametrize("prefix", ["pebbles/", "./", "./pebbles/", "a/b/"])
def test_folders_around_everything_are_taken_off(prefix):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        folder = tarfile.TarInfo(prefix.rstrip("/"))
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
        for name, content in (("game.json", MANIFEST), ("src/main.cpp", b"x"), (".git/HEAD", b"")):
            member = tarfile.TarInfo(f"{prefix}{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    assert sorted(read(data.getvalue()).files) == ["game.json", "src/main.cpp"]


def of_kind(kind: bytes, target: str = "") -> Change:
    def change(member: tarfile.TarInfo) -> None:
        member.type, member.linkname, member.size = kind, target, 0

    return change


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (tar(("link", b""), change=of_kind(tarfile.SYMTYPE, "/etc/passwd")), "link is a link"),
        (tar(("link", b""), change=of_kind(tarfile.LNKTYPE, "game.json")), "link is a link"),
        (tar(("pipe", b""), change=of_kind(tarfile.FIFOTYPE)), "pipe is a special file"),
        (tar(("disk", b""), change=of_kind(tarfile.BLKTYPE)), "disk is a special file"),
        (tar(("../evil", b"")), "leads out of the archive"),
        (tar(("a/../../evil", b"")), "leads out of the archive"),
        (tar(("/etc/evil", b"")), "is an absolute path"),
        (tar(("a\\b", b"")), "backslash"),
        (tar(("a\nb", b"")), "control characters"),
        (tar(("x" * 250, b"")), "too long or too deep"),
        (tar(("/".join("d" * 20), b"")), "too long or too deep"),
        (tar(("a", b""), ("A", b"")), "A and a have the same name"),
        (tar(("a", b""), ("a", b"")), "a and a have the same name"),
        (tar(("a", b""), ("a/b", b"")), "have the same name"),
        (zipped(("link", b"/etc/passwd", stat.S_IFLNK | 0o777)), "link is a link"),
        (zipped(("../evil", b"", 0o644)), "leads out of the zip"),
    ],
)
def test_entries_that_are_no_plain_files_in_the_folder_are_named(content, words):
    with pytest.raises(UploadError, match=words):
        read(content)


def test_a_sparse_file_is_refused_however_little_room_it_takes():
    content = bytearray(tar(("hole", b"")))
    place = content.index(b"hole")
    content[place + 156 : place + 157] = tarfile.GNUTYPE_SPARSE
    content[place + 483 : place + 495] = b"77777777777\0"
    header = content[place : place + 512]
    header[148:156] = b" " * 8
    content[place + 148 : place + 156] = b"%06o\0 " % sum(header)
    with pytest.raises(UploadError, match="hole is a special file"):
        read(bytes(content))


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_a_bomb_is_stopped_while_it_unpacks(pack):
    with pytest.raises(UploadError, match="more than 200 times its size"):
        read(pack(tar(("zeros", bytes(30 * MIB)))))


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_more_than_fits_is_refused(pack):
    noise = os.urandom(MIB)
    content = pack(tar(*((f"f{n}", noise) for n in range(4))))
    with pytest.raises(UploadError, match="more than 2 MB in it"):
        read(content, unpacked=2 * MIB)
    with pytest.raises(UploadError, match="the archive is larger than 1 MB"):
        read(content, upload=MIB)


def test_a_size_that_lies_is_noticed():
    content = bytearray(tar(("last", b"x" * 100)))
    place = content.index(b"last")
    content[place + 124 : place + 136] = b"%011o\0" % (10 * MIB)
    header = content[place : place + 512]
    header[148:156] = b" " * 8
    content[place + 148 : place + 156] = b"%06o\0 " % sum(header)
    with pytest.raises(UploadError, match="damaged"):
        read(bytes(content))


def test_too_many_files_are_refused():
    content = tar(*((f"f{n}", b"") for n in range(6)))
    with pytest.raises(UploadError, match="the archive has more than 5 files"):
        read(content, files=5)
    folders = tar(*((f"d{n}", b"") for n in range(60)), change=of_kind(tarfile.DIRTYPE))
    with pytest.raises(UploadError, match="the archive has more than 5 files"):
        read(folders, files=5)


def test_an_xz_that_wants_all_memory_is_refused():
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 512 * MIB}]
    content = lzma.compress(tar(), format=lzma.FORMAT_XZ, filters=filters)
    with pytest.raises(UploadError, match="packed in an unusual way"):
        read(content)


@pytest.mark.parametrize("packed", ["gz", "xz"])
def test_a_damaged_archive_is_refused(packed):
    content = PACKED[packed](tar(("noise", os.urandom(5000))))
    for broken in (content[:-2000], content[:10], content[:2000] + bytes(100) + content[2100:]):
        with pytest.raises(UploadError, match="the archive is damaged"):
            read(broken)
    with pytest.raises(UploadError, match="the archive is damaged"):
        read(PACKED[packed](b"no tar" * 400))


@pytest.mark.parametrize("content", [b"", b"7z\xbc\xaf\x27\x1c" + bytes(600), MANIFEST])
def test_what_is_no_archive_is_refused(content):
    with pytest.raises(UploadError, match=r"empty|send a zip, a .tar.gz or a .tar.xz"):
        read(content)


@pytest.mark.parametrize(
    ("name", "manifest", "words"),
    [
        ("game.txt", MANIFEST, "has no game.json"),
        ("in/game.json", MANIFEST, "has no game.json"),
        ("game.json", b"{", "is not JSON"),
        ("game.json", b"{}", "one of command and language|name must"),
        ("game.json", b" " * 70_000, "longer than 64 KiB"),
    ],
)
def test_an_archive_without_a_good_manifest_is_refused(name, manifest, words):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(name, manifest)
        archive.writestr("main.cpp", "")
    with pytest.raises(ManifestError, match=words):
        read(data.getvalue())


def test_nothing_of_a_refused_archive_is_written_anywhere(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with pytest.raises(UploadError):
        read(tar(("../evil", b"")))
    assert list(Path(tmp_path).iterdir()) == []
