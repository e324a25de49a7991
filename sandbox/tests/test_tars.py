"""Tars that lie: what a header says costs nothing, and nothing is read that is not there."""

from __future__ import annotations

import contextlib
import io
import random
import tarfile

import pytest

from sandbox.artifacts import File, read_tar
from sandbox.errors import UploadError
from sandbox.limits import MIB, UPLOAD
from sandbox.tars import BadTar, Kind, members
from sandbox.uploads.unpacking import unpack

LONG = "folder/" * 20 + "a-name-that-no-header-has-room-for-é.txt"
FORMATS = (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT)


def header(kind: bytes, content: bytes = b"", name: str = "about") -> bytes:
    """A member of any kind with its content, as it lies in a tar."""
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, len(content)
    return info.tobuf(tarfile.USTAR_FORMAT) + content + bytes(-len(content) % 512)


def records(*pairs: tuple[str, object]) -> bytes:
    """The content of an extended header."""
    lines = []
    for key, value in pairs:
        line = f" {key}={value}\n".encode()
        length = len(line) + len(str(len(line) + 2))
        lines.append(str(length).encode() + line)
    return b"".join(lines)


def packed(form: int) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=form) as tar:
        for name in ("main.py", "data/book.txt", *([] if form == tarfile.USTAR_FORMAT else [LONG])):
            member = tarfile.TarInfo(name)
            member.size, member.mode = 600, 0o755
            tar.addfile(member, io.BytesIO(b"x" * 600))
        folder = tarfile.TarInfo("folder")
        folder.type = tarfile.DIRTYPE
        tar.addfile(folder)
    return data.getvalue()


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_is_read_as_tarfile_reads_it(form):
    data = packed(form)
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        expected = [
            (each.name, Kind.FILE if each.isreg() else Kind.FOLDER, each.size) for each in tar
        ]
    found = [(each.name.decode(), each.kind, len(each.content)) for each in members(data)]
    assert found == expected
    assert all(each.executable for each in members(data) if each.kind is Kind.FILE)


@pytest.mark.parametrize(
    "about",
    [
        [("GNU.sparse.size", 1 << 40), ("GNU.sparse.numblocks", 1)],
        [("GNU.sparse.map", f"0,1,{1 << 40},0"), ("GNU.sparse.realsize", -(1 << 40))],
        [("GNU.sparse.major", 1), ("GNU.sparse.realsize", 1 << 40)],
        [("GNU.sparse.realsize", -(10**12))],
        [("size", -512)],
        [("size", 1 << 40)],
        [("size", "1e9")],
    ],
)
def test_a_size_that_only_a_header_has_is_refused(about):
    tar = header(b"x", records(*about)) + header(b"0", b"0" * 512, "a") + bytes(1024)
    with pytest.raises(BadTar):
        read_tar(tar, 64 * MIB, 10)
    with pytest.raises(UploadError):
        unpack(tar, UPLOAD)


@pytest.mark.parametrize(
    "tar",
    [
        header(b"g", records(*((f"key{n}", "") for n in range(100_000)))) + header(b"0", name="a"),
        header(b"x", records(*((f"key{n}", "") for n in range(300)))) + header(b"0", name="a"),
        header(b"g") * 20 + header(b"0", name="a"),
        header(b"L", b"a") * 20 + header(b"0", name="a"),
        header(b"x", records(("path", "a"))),
        header(b"x", b"999 path=a\n") + header(b"0", name="a"),
    ],
)
def test_headers_about_headers_are_bounded(tar):
    """Python's reader copies all that it has read of this kind for each of the files."""
    with pytest.raises(BadTar):
        read_tar(tar + bytes(1024), 100, 10)


def test_no_change_of_a_tar_gives_more_than_its_bytes():
    """6,000 changed tars: each is refused, or gives files that lie in it."""
    chance = random.Random(39)
    sparse = header(b"x", records(("GNU.sparse.size", 99), ("size", 512))) + header(
        b"0", b"0" * 512
    )
    whole = [*map(packed, FORMATS), sparse + bytes(1024), header(b"S", b"0" * 512) + bytes(1024)]
    given = 0
    for number in range(6000):
        data = _changed(bytearray(chance.choice(whole)), chance)
        with contextlib.suppress(BadTar):
            given += _given(read_tar(data, MIB, 10), data)
        if number % 5 == 0:
            with contextlib.suppress(UploadError):
                given += _given(unpack(data, UPLOAD), data)
    assert given > 100, "some changes do no harm"


def _given(files: dict[str, File], data: bytes) -> int:
    assert all(file.content in data for file in files.values())
    assert sum(len(file.content) for file in files.values()) <= len(data)
    return len(files)


def _changed(data: bytearray, chance: random.Random) -> bytes:
    """With some bytes, a number or a block of it changed, and checksums that are right again."""
    start = 512 * chance.randrange(len(data) // 512)
    for _ in range(chance.randint(1, 4)):
        match chance.randrange(4):
            case 0:
                data[start + chance.randrange(512)] = chance.randrange(256)
            case 1:
                size = chance.choice(
                    (b"77777777777\0", b"\xff" * 12, b"\x80" + b"\xff" * 11, b"-1")
                )
                data[start + 124 : start + 124 + len(size)] = size
            case 2:
                data[start + 156] = chance.choice(b"0123456789xgLKSXDMNV\0\xff")
            case 3:
                data[start:start] = data[start : start + 512 * chance.randint(1, 3)]
    data[start + 148 : start + 156] = b" " * 8
    data[start + 148 : start + 156] = b"%06o\0 " % sum(data[start : start + 512])
    return bytes(data[: len(data) - chance.choice((0, 0, 0, 100, 512, 1500))])
