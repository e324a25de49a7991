"""Archives from anybody, unpacked in memory: names, kinds, sizes and ratios are checked on the way.

Nothing that an archive says of itself is believed, and nothing is written anywhere.
"""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import lzma
import posixpath
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath

from games.texts import IN_PATH
from sandbox import tars
from sandbox.artifacts import File
from sandbox.errors import UploadError
from sandbox.limits import MIB, UploadLimits

ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
"""How a zip begins."""
_GZIP, _BZIP2, _XZ = _PACKED = b"\x1f\x8b", b"BZh", b"\xfd7zXZ"
_TAR_MAGIC = slice(257, 262)
_ENTRY = b"PK\x01\x02"
_UNIX = 3
_UTF8 = 0x800
_PROGRAMS = (b"#!", b"\x7fELF")
_CHUNK = 65536
_XZ_MEMORY = 128 * MIB
"""The limit of unpacking; the usual levels need half of it."""
_TAR_HEADERS = 2048
"""Bytes of a tar for each of its files beside the content: headers, long names, padding."""
_RATIO_FLOOR = MIB
"""Below this size any ratio is harmless, and short regular texts pack very well."""
_JUNK = frozenset(
    (
        *("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"),
        *("__pycache__", ".git", ".svn", ".hg", ".idea", ".vscode", ".vs", ".gradle", ".cache"),
        *("venv", ".venv", ".tox", ".pytest_cache", ".mypy_cache", ".ruff_cache"),
        *("CMakeFiles", ".ipynb_checkpoints"),
    )
)
_JUNK_BEGINS = ("._", "cmake-build-")
_CARGO = re.compile(r"(^|/)target/(debug|release|doc|tmp|CACHEDIR\.TAG|\.rustc_info\.json)(/|$)")
EMPTY = ".empty"
"""The file that stands for a folder without others: builds may write into it."""
_NESTED = 2
"""Archives in archives that are unpacked, where there is nothing else in them."""
_LINKS = 10
"""Links from one to the next that are followed within an archive."""
_CODINGS = ("utf-8", "gb18030")
"""Of names that do not say it themselves: GB 18030 holds all of GBK."""


def unpack(content: bytes, limits: UploadLimits) -> dict[str, File]:
    """The files of a zip, or of a tar, packed by gzip, bzip2, xz or not, by relative path with
    slashes.

    Leftovers of systems, editors and builds are omitted, and so are folders that hold everything.
    A link to a file of the archive becomes that file.  A folder without files has an empty file
    `EMPTY`.  `UploadError`, which names the entry and says what to do, for what cannot be accepted.
    """
    for _ in range(_NESTED):
        taken = _unzip(content, limits) if content.startswith(ZIP) else _untar(content, limits)
        files = _without_shell(taken.finish())
        whole = [path for path in files if PurePosixPath(path).name != EMPTY]
        if len(whole) != 1 or not is_archive(files[whole[0]].content):
            break
        content = files[whole[0]].content
    return files


def is_archive(content: bytes) -> bool:
    """Whether `unpack` takes it, as far as the beginning tells."""
    return content.startswith((*ZIP, *_PACKED)) or content[_TAR_MAGIC] == b"ustar"


class _Taken:
    """The files that were found, within the limits; ``kind`` is what they were packed as."""

    def __init__(self, kind: str, limits: UploadLimits) -> None:
        self.files: dict[str, File] = {}
        self.left = limits.unpacked
        self._kind = kind
        self._limits = limits
        self._names: dict[str, tuple[str, bool]] = {}
        self._folders: set[str] = set()
        self._links: dict[str, str] = {}

    def path(self, name: str) -> str | None:
        """The entry's path, if it is one that any machine can have; None for what is left out."""
        if is_junk(name):
            return None
        kind, shown = self._kind, ascii(name[:100])
        if IN_PATH.search(name):
            raise UploadError(f"{shown} has control characters in its name; rename it")
        if "\\" in name:
            raise UploadError(
                f"{shown} has a backslash in its name; make the {kind} with / in paths"
            )
        if name.startswith("/") or re.match(r"[A-Za-z]:", name):
            raise UploadError(f"{shown} is an absolute path; pack the folder's contents instead")
        parts = name.removesuffix("/").split("/")
        if any(part in ("", ".", "..") for part in parts):
            raise UploadError(f"{shown} leads out of the {kind} or nowhere; make the {kind} again")
        if len(name.encode()) > self._limits.path or len(parts) > self._limits.depth:
            raise UploadError(
                f"{shown} is too long or too deep; paths may have {self._limits.path} bytes and "
                f"{self._limits.depth} levels"
            )
        return "/".join(parts)

    def claim(self, path: str) -> None:
        """Room and a name for one more file."""
        _check_clash(path, self._names)
        if len(self.files) >= self._limits.files:
            raise self.too_many()

    def keep(self, path: str, file: File) -> None:
        self.files[path] = file
        self.left -= len(file.content)

    def folder(self, path: str) -> None:
        if len(self._folders) < self._limits.files:
            self._folders.add(path)

    def link(self, path: str, target: str) -> None:
        """A link to ``target``, as seen from its folder."""
        if len(self._links) >= self._limits.files:
            raise self.too_many()
        self._links[path] = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))

    def finish(self) -> dict[str, File]:
        """All files, with links followed and folders that would be lost."""
        for path, target in self._links.items():
            for _ in range(_LINKS):
                target = self._links.get(target, target)
            if target not in self.files:
                raise UploadError(f"{path} is a link; replace it with the file itself")
            self.claim(path)
            if len(self.files[target].content) > self.left:
                raise self.too_much()
            self.keep(path, self.files[target])
        filled = {str(above) for path in self.files for above in PurePosixPath(path).parents}
        for folder in sorted(self._folders - filled - self.files.keys()):
            if len(self.files) < self._limits.files and not any(
                other.startswith(f"{folder}/") for other in self._folders
            ):
                self.files[f"{folder}/{EMPTY}"] = File(b"")
        return self.files

    def too_many(self) -> UploadError:
        return UploadError(
            f"the {self._kind} has more than {self._limits.files} files; leave some out"
        )

    def too_much(self) -> UploadError:
        return UploadError(
            f"the {self._kind} has more than {self._limits.unpacked // MIB} MB in it; "
            "leave data out"
        )


def _unzip(content: bytes, limits: UploadLimits) -> _Taken:
    taken = _Taken("zip", limits)
    # Before the directory is read, since each entry of it costs twenty times its size in memory.
    if content.count(_ENTRY) > 10 * limits.files:
        raise taken.too_many()
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for entry in archive.infolist():
                path = taken.path(_zip_name(entry))
                if path is not None:
                    _take_entry(archive, entry, path, taken, limits)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
        if isinstance(error, UploadError):
            raise
        raise UploadError(f"the zip is damaged ({error}); make it again") from error
    return taken


def _take_entry(
    archive: zipfile.ZipFile,
    entry: zipfile.ZipInfo,
    path: str,
    taken: _Taken,
    limits: UploadLimits,
) -> None:
    if _zip_name(entry).endswith("/"):
        taken.folder(path)
        return
    _check_entry(entry)
    if stat.S_ISLNK(entry.external_attr >> 16):
        target = _extract(archive, entry, taken, limits)
        taken.link(path, _readable(target))
        return
    taken.claim(path)
    data = _extract(archive, entry, taken, limits)
    taken.keep(path, File(data, executable=_is_program(entry, data)))


def _zip_name(entry: zipfile.ZipInfo) -> str:
    """The entry's name: not every zip says in which coding it is, and some have backslashes."""
    name = entry.orig_filename
    if not entry.flag_bits & _UTF8:
        name = _readable(name.encode("cp437"))
    return name.replace("\\", "/")


def _readable(name: bytes) -> str:
    for coding in _CODINGS:
        with contextlib.suppress(UnicodeDecodeError):
            return name.decode(coding)
    return name.decode("cp437")


def _is_program(entry: zipfile.ZipInfo, data: bytes) -> bool:
    """Zips of some systems know no modes: there the content tells."""
    if entry.create_system == _UNIX:
        return bool(entry.external_attr >> 16 & 0o100)
    return data.startswith(_PROGRAMS)


def _check_entry(entry: zipfile.ZipInfo) -> None:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFLNK):
        raise UploadError(f"{entry.filename} is a special file; replace it with the file itself")
    if entry.flag_bits & 0x1:
        raise UploadError(f"{entry.filename} is encrypted; make a zip without a password")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise UploadError(f"{entry.filename} is packed in an unusual way; use the deflate method")


def _extract(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, taken: _Taken, limits: UploadLimits
) -> bytes:
    """The entry's content, counted as it comes: sizes in a zip may lie."""
    packed = max(entry.compress_size, 1)
    content = bytearray()
    with archive.open(entry) as file:
        while chunk := file.read(_CHUNK):
            content += chunk
            if len(content) > taken.left:
                raise taken.too_much()
            if len(content) > max(_RATIO_FLOOR, packed * limits.ratio):
                raise UploadError(
                    f"{entry.filename} unpacks to more than {limits.ratio} times its size; "
                    "leave it out, or let your program make it"
                )
    return bytes(content)


def unpacked(content: bytes, limits: UploadLimits) -> bytes:
    """The one file that gzip, bzip2 or xz packed into ``content``, a tar as a rule; a tar as it is.
    `UploadError` for anything else and for more than the limits allow."""
    if content.startswith(_GZIP):
        chunks = iter(partial(gzip.GzipFile(fileobj=io.BytesIO(content)).read, _CHUNK), b"")
    elif content.startswith(_BZIP2):
        chunks = iter(partial(bz2.BZ2File(io.BytesIO(content)).read, _CHUNK), b"")
    elif content.startswith(_XZ):
        chunks = _unxz(content)
    elif content[_TAR_MAGIC] == b"ustar":
        return content
    else:
        raise UploadError("this is no archive of a known kind; send a zip, a .tar.gz or a .tar.xz")
    most = limits.unpacked + _TAR_HEADERS * limits.files
    tar = bytearray()
    try:
        for chunk in chunks:
            tar += chunk
            if len(tar) > most:
                raise _Taken("archive", limits).too_much()
            if len(tar) > max(_RATIO_FLOOR, len(content) * limits.ratio):
                raise UploadError(
                    f"the archive unpacks to more than {limits.ratio} times its size; "
                    "leave out what packs so well, or let your program make it"
                )
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise UploadError(
            f"the archive is damaged, or packed in an unusual way ({error}); make it again"
        ) from error
    return bytes(tar)


def _unxz(content: bytes) -> Iterator[bytes]:
    """By hand, as a file object has no limit of the memory that an archive may ask for."""
    xz = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)
    while not xz.eof:
        yield xz.decompress(content, max_length=_CHUNK)
        content = b""
        if xz.needs_input:
            raise EOFError("it is cut off")


def _untar(packed: bytes, limits: UploadLimits) -> _Taken:
    content = unpacked(packed, limits)
    taken = _Taken("archive", limits)
    try:
        for number, member in enumerate(tars.members(content)):
            if number > 10 * limits.files:
                raise taken.too_many()
            name = _readable(member.name).removeprefix("./")
            if name in ("", ".") or (path := taken.path(name)) is None:
                continue
            _take_member(member, path, taken)
    except tars.BadTar as error:
        raise UploadError(f"the archive is damaged ({error}); make it again") from error
    return taken


def _take_member(member: tars.Member, path: str, taken: _Taken) -> None:
    match member.kind:
        case tars.Kind.FOLDER:
            taken.folder(path)
        case tars.Kind.LINK:
            taken.link(path, _readable(member.target))
        case tars.Kind.HARD_LINK:
            raise UploadError(f"{path} is a link; replace it with the file itself")
        case tars.Kind.OTHER:
            raise UploadError(f"{path} is a special file; replace it with the file itself")
        case tars.Kind.FILE:
            taken.claim(path)
            if len(member.content) > taken.left:
                raise taken.too_much()
            taken.keep(path, File(bytes(member.content), executable=member.executable))


def _check_clash(path: str, taken: dict[str, tuple[str, bool]]) -> None:
    """No file may have the name of another file or folder, nor differ from it by case alone.

    ``taken`` maps names, as a forgiving file system sees them, to the first one and whether that
    is a file.
    """
    folders = [str(folder) for folder in PurePosixPath(path).parents][:-1]
    for name, is_file in ((path, True), *((folder, False) for folder in folders)):
        key = unicodedata.normalize("NFC", name).casefold()
        if key not in taken:
            taken[key] = (name, is_file)
        elif is_file or taken[key] != (name, False):
            raise UploadError(f"{path} and {taken[key][0]} have the same name; rename one of them")


def is_junk(path: str) -> bool:
    parts = path.split("/")
    known = any(part in _JUNK or part.startswith(_JUNK_BEGINS) for part in parts)
    return known or _CARGO.search(path) is not None


def _without_shell(files: Mapping[str, File]) -> dict[str, File]:
    """The files without folders that hold everything, as packing a folder gives them."""
    result = dict(files)
    while all("/" in path for path in result) and len({p.partition("/")[0] for p in result}) == 1:
        result = {path.partition("/")[2]: content for path, content in result.items()}
    return result
