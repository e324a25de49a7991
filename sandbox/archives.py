"""Uploads: one source file or a zip, read without trusting anything it says of itself."""

from __future__ import annotations

import hashlib
import io
import re
import stat
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from sandbox.artifacts import File, write_files
from sandbox.errors import UploadError
from sandbox.languages import LANGUAGES, detect, known_files
from sandbox.languages.base import Language
from sandbox.limits import MIB, UPLOAD, UploadLimits
from sandbox.unpacking import ZIP, unpack

__all__ = ["Source", "UploadLimits", "read_stored", "read_upload", "to_zip", "write_to"]

_STORED = UploadLimits(upload=64 * MIB, ratio=2000)
"""For what `to_zip` made: it packs better or worse than what was uploaded."""
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
    if content.startswith(ZIP):
        files = {path: file.content for path, file in unpack(content, limits).items()}
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


def _check_content(path: str, content: bytes, *, is_text: bool) -> None:
    for magic, kind in _EXECUTABLES.items():
        if content.startswith(magic) and (len(magic) > 2 or b"\0" in content[:256]):
            raise UploadError(f"{path} is {kind}; send the sources, they are built here")
    if is_text and b"\0" in content:
        raise UploadError(f"{path} is no text: it has zero bytes; save it as UTF-8")
