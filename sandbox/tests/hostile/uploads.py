"""Rows: uploads that are no honest programs.

They are held by `archives.read_upload`.  The proof is other limits, or an unpacker that believes
what a zip says of itself: it writes each entry where its name says.
"""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace

from sandbox.errors import UploadError
from sandbox.limits import MIB, UPLOAD, UploadLimits
from sandbox.tests.hostile import traces
from sandbox.tests.hostile.alone import new_token
from sandbox.tests.hostile.grounds import Ground
from sandbox.tests.hostile.kinds import Broken, Hostile
from sandbox.uploads.archives import read_upload

_MAIN = b"print('hello')\n"
_LENIENT = UploadLimits(
    upload=64 * MIB, unpacked=256 * MIB, files=50_000, ratio=10_000, path=4000, depth=500
)


@dataclass(frozen=True, kw_only=True)
class Upload(Hostile):
    """An upload that ``make`` makes and that must be refused with ``words``; with ``lifted``
    limits it is accepted, or, where those are None, the naive unpacker is ``fooled`` by it."""

    name: str
    tries: str
    make: Callable[[str], bytes]
    words: str
    lifted: UploadLimits | None = None

    def held(self, ground: Ground) -> str:
        token = new_token()
        with traces.without_trace(token):
            try:
                source = read_upload("bot.zip", io.BytesIO(self.make(token)))
            except UploadError as error:
                if self.words not in str(error):
                    raise Broken(f"refused for another reason: {error}") from error
                return f"refused: {error}"
        raise Broken(f"accepted, with {source.count} files")


def _zip(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return buffer.getvalue()


def _named(name: str) -> Callable[[str], bytes]:
    """A zip with an entry of that name, in which {token} stands for the token."""
    return lambda token: _zip(("main.py", _MAIN), (name.replace("{token}", token), _MAIN))


def _link(name: str, target: str) -> tuple[zipfile.ZipInfo, bytes]:
    entry = zipfile.ZipInfo(name)
    entry.create_system = 3
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry, target.encode()


def _twice(_token: str) -> bytes:
    data = _zip(("main.py", _MAIN), ("nain.py", b"print('evil')\n"))
    return data.replace(b"nain.py", b"main.py")


def _bomb(_token: str) -> bytes:
    return _zip(("main.py", _MAIN), ("zeros.dat", bytes(16 * MIB)))


def _lying(token: str) -> bytes:
    """The same bomb, of which the directory says that it has 10 bytes."""
    return _bomb(token).replace(struct.pack("<I", 16 * MIB), struct.pack("<I", 10))


def _many_small(_token: str) -> bytes:
    """Each entry packs no better than text does, all together are large."""
    block = bytes(range(256)) * 4 * 1024
    return _zip(("main.py", _MAIN), *((f"{i}.dat", block) for i in range(40)))


def _huge_count(_token: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("main.py", _MAIN)
        for number in range(5001):
            archive.writestr(f"{number}.txt", b"")
    return buffer.getvalue()


ARCHIVES: tuple[Hostile, ...] = (
    Upload(
        name="zip bomb",
        tries="become a thousand times as large when it is unpacked",
        make=_bomb,
        words="unpacks to more than 100 times its size",
        lifted=replace(_LENIENT, ratio=2000),
    ),
    Upload(
        name="many small bombs",
        tries="become too large by many files, none of which is conspicuous",
        make=_many_small,
        words="MB in it",
        lifted=replace(UPLOAD, ratio=_LENIENT.ratio, unpacked=_LENIENT.unpacked),
    ),
    Upload(
        name="lying sizes",
        tries="say that it is small",
        make=_lying,
        words="damaged",
    ),
    Upload(
        name="path out of the archive",
        tries="write beside the folder that it is unpacked to",
        make=_named("../../{token}.py"),
        words="leads out of the zip",
    ),
    Upload(
        name="absolute path",
        tries="write anywhere",
        make=_named("/tmp/{token}.py"),
        words="is an absolute path",
    ),
    Upload(
        name="path with backslashes",
        tries="write beside the folder, where a backslash is a separator",
        make=_named("..\\..\\{token}.py"),
        words="leads out of the zip",
    ),
    Upload(
        name="link",
        tries="show a file of the host's as its own",
        make=lambda _: _zip(("main.py", _MAIN), _link("notes.txt", "/etc/passwd")),
        words="is a link",
    ),
    Upload(
        name="write through a link",
        tries="put a link to another folder and then a file into it",
        make=lambda token: _zip(("main.py", _MAIN), _link("x", "{top}"), (f"x/{token}", b"")),
        words="is a link",
    ),
    Upload(
        name="same name twice",
        tries="show one program to whoever looks and run another",
        make=_twice,
        words="have the same name",
    ),
    Upload(
        name="thousands of entries",
        tries="take memory by its directory alone",
        make=_huge_count,
        words="more than 500 files",
        lifted=_LENIENT,
    ),
    Upload(
        name="deep path",
        tries="make folders so deep that tools fail at them",
        make=_named("d/" * 400 + "{token}.py"),
        words="too long or too deep",
        lifted=_LENIENT,
    ),
)
