"""Uploads: one source file or a zip, read without trusting anything it says of itself."""

from __future__ import annotations

import hashlib
import io
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from sandbox.artifacts import File, write_files
from sandbox.errors import UploadError
from sandbox.languages import LANGUAGES, detect, known_files
from sandbox.languages.base import Language
from sandbox.limits import MIB, UPLOAD, UploadLimits

__all__ = ["Source", "UploadLimits", "read_stored", "read_upload", "to_zip", "write_to"]

_STORED = UploadLimits(upload=64 * MIB, ratio=2000)
"""For what `to_zip` made: it packs better or worse than what was uploaded."""
_CHUNK = 65536
_RATIO_FLOOR = MIB
"""Below this size any ratio is harmless, and short regular texts pack very well."""
_JUNK = frozenset(
    (
        *("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"),
        *("__pycache__", ".git", ".svn", ".hg", ".idea", ".vscode"),
    )
)
_ARCHIVES = {
    b"Rar!": "a RAR archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"\x1f\x8b": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"\x28\xb5\x2f\xfd": "a zstd archive",
}
_EXECUTABLES = {
    b"\x7fELF": "a Linux executable",
    b"MZ": "a Windows executable",
    b"\xcf\xfa\xed\xfe": "a macOS executable",
    b"\xce\xfa\xed\xfe": "a macOS executable",
    b"\xca\xfe\xba\xbe": "compiled code",
    b"!<arch>": "a compiled library",
}
_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_ENTRY = b"PK\x01\x02"
_TAR_MAGIC = slice(257, 262)


@dataclass(frozen=True, slots=True)
class Source:
    """An upload that was accepted.

    ``files`` by relative path with slashes, ``language`` a key of `LANGUAGES`, ``sha256`` of paths
    and contents, whatever they were packed with.
    """

    files: Mapping[str, bytes] = field(repr=False)
    language: str

    @property
    def sha256(self) -> str:
        digest = hashlib.sha256()
        for path, content in sorted(self.files.items()):
            name = path.encode()
            digest.update(b"%d:%b%d:" % (len(name), name, len(content)))
            digest.update(content)
        return digest.hexdigest()

    @property
    def size(self) -> int:
        """Bytes of all files together."""
        return sum(map(len, self.files.values()))

    @property
    def count(self) -> int:
        return len(self.files)


def read_upload(
    name: str, data: BinaryIO, limits: UploadLimits = UPLOAD, language: str = ""
) -> Source:
    """The files of an upload called ``name``; ``language`` of "" means what the files say.

    `UploadError`, which names the entry and says what to do, for what cannot be accepted.
    """
    content = data.read(limits.upload + 1)
    if len(content) > limits.upload:
        raise UploadError(f"the upload is larger than {limits.upload // MIB} MB; leave data out")
    if not content:
        raise UploadError("the upload is empty; choose another file")
    if content.startswith(_ZIP):
        files = _without_shell(_unzip(content, limits))
    else:
        files = _single(name, content, language)
    if not files:
        raise UploadError("the zip has no files in it; put your sources into it")
    found = detect(files, language)
    for path, text in files.items():
        _check_content(path, text, is_text=found.is_text(path))
    return Source(dict(sorted(files.items())), found.name)


def read_stored(data: BinaryIO, language: str) -> Source:
    """What `to_zip` made, again."""
    return read_upload("stored.zip", data, _STORED, language)


def to_zip(source: Source) -> bytes:
    """The files as a zip; equal sources make equal bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in sorted(source.files.items()):
            entry = zipfile.ZipInfo(path)  # its time is fixed: 1980
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, content)
    return buffer.getvalue()


def write_to(source: Source, folder: Path) -> None:
    """Write the files below ``folder``, which exists."""
    write_files({path: File(content) for path, content in source.files.items()}, folder)


def _single(name: str, content: bytes, language: str) -> dict[str, bytes]:
    """A file that is no zip: one source under the name that its language gives it."""
    for magic, kind in _ARCHIVES.items():
        if content.startswith(magic):
            raise UploadError(f"{name} is {kind}; make a zip instead")
    if content[_TAR_MAGIC] == b"ustar":
        raise UploadError(f"{name} is a tar archive; make a zip instead")
    _check_content(name, content, is_text=True)
    # Some browsers send the whole path, with backslashes.
    plain = re.split(r"[/\\]", name)[-1]
    fits = [x for x in LANGUAGES.values() if x.is_source(plain)]
    if language in LANGUAGES and LANGUAGES[language] not in fits:
        wanted = LANGUAGES[language]
        raise UploadError(
            f"{plain} is no {wanted.title} source: its name should end with "
            f"{' or '.join(wanted.suffixes)}"
        )
    if not fits:
        raise UploadError(
            f"{plain} is neither a zip nor a source file; send one of these kinds: {known_files()}"
        )
    return {_single_name(fits[0], plain): content}


def _single_name(language: Language, plain: str) -> str:
    if language.main is None:
        raise UploadError(f"{plain} alone is no program; send a zip of the whole project")
    fits = re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,99}" + re.escape(language.suffixes[0]), plain)
    return plain if language.keeps_name and fits else language.main


def _unzip(content: bytes, limits: UploadLimits) -> dict[str, bytes]:
    # Before the directory is read, since each entry of it costs twenty times its size in memory.
    if content.count(_ENTRY) > 10 * limits.files:
        raise UploadError(f"the zip has more than {limits.files} files; leave some out")
    files: dict[str, bytes] = {}
    taken: dict[str, tuple[str, bool]] = {}
    left = limits.unpacked
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for entry in archive.infolist():
                path = _check_name(entry, limits)
                if _is_junk(path) or entry.is_dir():
                    continue
                _check_entry(entry)
                _check_clash(path, taken)
                if len(files) >= limits.files:
                    raise UploadError(f"the zip has more than {limits.files} files; leave some out")
                files[path] = _extract(archive, entry, left, limits)
                left -= len(files[path])
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
        if isinstance(error, UploadError):
            raise
        raise UploadError(f"the zip is damaged ({error}); make it again") from error
    return files


def _check_name(entry: zipfile.ZipInfo, limits: UploadLimits) -> str:
    """The entry's path, if it is one that any machine can have."""
    path = entry.orig_filename
    shown = ascii(path[:100])
    if any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in path):
        raise UploadError(f"{shown} has control characters in its name; rename it")
    if "\\" in path:
        raise UploadError(f"{shown} has a backslash in its name; make the zip with / in paths")
    if path.startswith("/") or re.match(r"[A-Za-z]:", path):
        raise UploadError(f"{shown} is an absolute path; zip the folder's contents instead")
    parts = path.removesuffix("/").split("/")
    if any(part in ("", ".", "..") for part in parts):
        raise UploadError(f"{shown} leads out of the zip or nowhere; make the zip again")
    if len(path.encode()) > limits.path or len(parts) > limits.depth:
        raise UploadError(
            f"{shown} is too long or too deep; paths may have {limits.path} bytes and "
            f"{limits.depth} levels"
        )
    return "/".join(parts)


def _check_entry(entry: zipfile.ZipInfo) -> None:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        what = "a link" if kind == stat.S_IFLNK else "a special file"
        raise UploadError(f"{entry.filename} is {what}; replace it with the file itself")
    if entry.flag_bits & 0x1:
        raise UploadError(f"{entry.filename} is encrypted; make a zip without a password")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise UploadError(f"{entry.filename} is packed in an unusual way; use the deflate method")


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


def _extract(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, left: int, limits: UploadLimits
) -> bytes:
    """The entry's content, counted as it comes: sizes in a zip may lie."""
    packed = max(entry.compress_size, 1)
    content = bytearray()
    with archive.open(entry) as file:
        while chunk := file.read(_CHUNK):
            content += chunk
            if len(content) > left:
                raise UploadError(
                    f"the zip has more than {limits.unpacked // MIB} MB in it; leave data out"
                )
            if len(content) > max(_RATIO_FLOOR, packed * limits.ratio):
                raise UploadError(
                    f"{entry.filename} unpacks to more than {limits.ratio} times its size; "
                    "leave it out, or let your program make it"
                )
    return bytes(content)


def _check_content(path: str, content: bytes, *, is_text: bool) -> None:
    for magic, kind in _EXECUTABLES.items():
        if content.startswith(magic) and (len(magic) > 2 or b"\0" in content[:256]):
            raise UploadError(f"{path} is {kind}; send the sources, they are built here")
    if is_text and b"\0" in content:
        raise UploadError(f"{path} is no text: it has zero bytes; save it as UTF-8")


def _is_junk(path: str) -> bool:
    return any(part in _JUNK for part in path.split("/"))


def _without_shell(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files without folders that hold everything, as zipping a folder gives them."""
    result = dict(files)
    while (tops := _tops(result)) and len(tops) == 1 and all("/" in path for path in result):
        result = {path.partition("/")[2]: content for path, content in result.items()}
    return result


def _tops(paths: Iterable[str]) -> set[str]:
    return {path.partition("/")[0] for path in paths}
