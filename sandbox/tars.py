"""Tars that anybody may have made, read without believing them.

Python's `tarfile` follows what headers say of other headers: a sparse file of 256 MB in 1.5 kB, or
a table of names that is copied for each file.  This reader knows plain members and long names
alone.  Its time and memory grow with the bytes of the tar, whatever is in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

_BLOCK = 512
_ABOUT = 8
"""Headers about one member: more than two have no use."""
_ABOUT_BYTES = 1 << 20
_RECORDS = 200
"""Records of one extended header."""
_RECORD = re.compile(rb"(\d{1,7}) ([^=]+)=")
_OCTAL = re.compile(rb"[ \0]*+([0-7]*+)[ \0]*")
_SIZE = re.compile(rb"\d{1,15}")
_SPARSE = b"GNU.sparse."


class BadTar(ValueError):
    """A tar that is damaged or too large, or holds what it may not."""


class Kind(Enum):
    FILE = "file"
    FOLDER = "folder"
    LINK = "link"
    """A symbolic one."""
    HARD_LINK = "hard link"
    OTHER = "special file"


_KINDS = {
    b"\0": Kind.FILE,
    b"0": Kind.FILE,
    b"7": Kind.FILE,
    b"5": Kind.FOLDER,
    b"2": Kind.LINK,
    b"1": Kind.HARD_LINK,
}
_WITHOUT_CONTENT = frozenset((b"1", b"2", b"3", b"4", b"5", b"6"))
_ABOUT_OTHERS = frozenset((b"x", b"X", b"g", b"L", b"K"))


@dataclass(frozen=True, slots=True)
class Member:
    """``name`` and ``target``, of a link, are the bytes of the tar; ``content`` is a part of it."""

    name: bytes
    kind: Kind
    target: bytes
    executable: bool
    content: memoryview


@dataclass(slots=True)
class _About:
    """The facts in extended headers about the member that follows them."""

    count: int = 0
    name: bytes | None = None
    target: bytes | None = None
    size: int | None = None


def members(content: bytes) -> Iterator[Member]:
    """The members of a tar, in order.  `BadTar` where it is damaged or cut off."""
    if len(content) < _BLOCK:
        raise BadTar("it is empty or cut off")
    view, at, about = memoryview(content), 0, _About()
    while at < len(content):
        header = content[at : at + _BLOCK]
        if not any(header):
            break
        _check(header)
        at += _BLOCK
        kind = header[156:157]
        size = 0 if kind in _WITHOUT_CONTENT else _number(header[124:136])
        if about.size is not None and kind not in _ABOUT_OTHERS:
            size = about.size
        if at + size > len(content):
            raise BadTar("its last file is cut off")
        body = view[at : at + size]
        at += -(-size // _BLOCK) * _BLOCK
        if kind in _ABOUT_OTHERS:
            _learn(about, kind, body)
        else:
            yield _member(header, kind, body, about)
            about = _About()
    if about.count:
        raise BadTar("a header about a file has no file")


def _check(header: bytes) -> None:
    """`BadTar` where the block is no header."""
    if len(header) < _BLOCK:
        raise BadTar("its last header is cut off")
    told = _number(header[148:156])
    rest = header[:148] + b" " * 8 + header[156:]
    # Some writers add up signed bytes.
    if told != sum(rest) and told != sum(rest) - 256 * sum(byte >> 7 for byte in rest):
        raise BadTar("a header has a wrong checksum")


def _number(field: bytes) -> int:
    if field[0] == 0x80:  # GNU's, for sizes of 8 GB and more
        return int.from_bytes(field[1:])
    found = _OCTAL.fullmatch(field)
    if found is None:
        raise BadTar("a header has an invalid number")
    return int(found[1] or b"0", 8)


def _learn(about: _About, kind: bytes, body: memoryview) -> None:
    about.count += 1
    if about.count > _ABOUT or len(body) > _ABOUT_BYTES:
        raise BadTar("a file has too many headers, or too long ones")
    if kind == b"L":
        about.name = _text(bytes(body))
    elif kind == b"K":
        about.target = _text(bytes(body))
    elif kind != b"g":  # of all files: times, owners, comments
        _learn_records(about, bytes(body))


def _learn_records(about: _About, body: bytes) -> None:
    at = 0
    for _ in range(_RECORDS):
        if at == len(body) or body[at] == 0:
            return
        found = _RECORD.match(body, at)
        end = at + int(found[1]) if found else 0
        if found is None or not found.end() < end <= len(body):
            raise BadTar("an extended header is damaged")
        value = body[found.end() : end - 1]
        if found[2] == b"path":
            about.name = value
        elif found[2] == b"linkpath":
            about.target = value
        elif found[2] == b"size":
            if not _SIZE.fullmatch(value):
                raise BadTar("an extended header has an invalid size")
            about.size = int(value)
        elif found[2].startswith(_SPARSE):
            raise BadTar("it has sparse files; make it without them")
        at = end
    raise BadTar(f"an extended header has more than {_RECORDS} records")


def _member(header: bytes, kind: bytes, body: memoryview, about: _About) -> Member:
    name = _text(header[:100])
    if header[257:263] == b"ustar\0" and (prefix := _text(header[345:500])):
        name = prefix + b"/" + name
    name = name if about.name is None else about.name
    what = _KINDS.get(kind, Kind.OTHER)
    if kind == b"\0" and name.endswith(b"/"):  # before there was a kind for folders
        what = Kind.FOLDER
    return Member(
        name=name.rstrip(b"/") if what is Kind.FOLDER else name,
        kind=what,
        target=_text(header[157:257]) if about.target is None else about.target,
        executable=bool(_number(header[100:108]) & 0o100),
        content=body,
    )


def _text(field: bytes) -> bytes:
    return field.partition(b"\0")[0]
