"""Uploads: one source file or an archive, read without trusting anything it says of itself."""

from __future__ import annotations

import io
import re
import stat
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from sandbox.artifacts import File, digest_of, write_files
from sandbox.errors import UploadError
from sandbox.languages import LANGUAGES, detect, known_files
from sandbox.languages.base import Language
from sandbox.limits import MIB, UPLOAD, UploadLimits
from sandbox.uploads.roots import compiled, rooted, strays
from sandbox.uploads.unpacking import EMPTY, ZIP, is_archive, unpack, unpacked

_STORED = UploadLimits(upload=64 * MIB, ratio=2000)
"""For what `to_zip` made: it packs better or worse than what was uploaded."""
_ANY = 1 << 30
"""A ratio that no zip has."""
_PACKINGS = (".gz", ".bz2", ".xz")
"""Suffixes of single files that are packed."""
_ARCHIVES = {
    b"Rar!": "a RAR archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"\x28\xb5\x2f\xfd": "a zstd archive",
}


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
        return digest_of(self.files)

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
    """The files of an upload called ``name``; ``language`` of "" means: detect it from the files.

    `UploadError`, which names the entry and says what to do, for what cannot be accepted.
    """
    content = data.read(limits.upload + 1)
    if len(content) > limits.upload:
        raise UploadError(
            f"the upload is larger than {limits.upload // MIB} MB; leave out data, and folders "
            "such as .git and build"
        )
    if not content:
        raise UploadError("the upload is empty; choose another file")
    plain, packed = _without_packing(name)
    if packed and not content.startswith(ZIP) and is_archive(content):
        name, content = plain, unpacked(content, limits)
    if is_archive(content):
        files, found = _project(unpack(content, limits), language)
    else:
        files = _single(name, content, language)
        found = detect(files, language)
    for path, text in files.items():
        if found.is_text(path) and compiled(text) is None:
            _check_text(path, text)
    return Source(dict(sorted(files.items())), found.name)


def read_files(files: Mapping[str, bytes], language: str) -> Source:
    """Files that come one by one, as an upload of them: only how well they pack does not matter.

    `UploadError` as `read_upload`.
    """
    packed = io.BytesIO(to_zip(Source(files, language)))
    return read_upload("files.zip", packed, replace(UPLOAD, ratio=_ANY), language)


def read_stored(data: BinaryIO, language: str) -> Source:
    """What `to_zip` made, again."""
    return read_upload("stored.zip", data, _STORED, language)


def stored_files(data: BinaryIO) -> dict[str, bytes]:
    """The files of what `to_zip` made, by path, also where they would be no upload today."""
    with zipfile.ZipFile(data) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


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


def _without_packing(name: str) -> tuple[str, bool]:
    """The name of the file that is packed alone in one of this name, such as main.py.gz, and
    whether it is a source, which a tar is not."""
    plain = PurePosixPath(name).stem if PurePosixPath(name).suffix.lower() in _PACKINGS else ""
    return plain, any(language.is_source(plain) for language in LANGUAGES.values())


def _single(name: str, content: bytes, language: str) -> dict[str, bytes]:
    """A file that is no zip: one source under the name that its language gives it."""
    for magic, packed in _ARCHIVES.items():
        if content.startswith(magic):
            raise UploadError(f"{name} is {packed}; make a zip instead")
    if kind := compiled(content):
        raise UploadError(f"{name} is {kind}; send the sources, they are built here")
    if name.lower().endswith((".zip", ".tar", ".tgz", *_PACKINGS)):
        raise UploadError(f"{name} has not the content that its name says; pack the files again")
    _check_text(name, content)
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


def _check_text(path: str, content: bytes) -> None:
    if b"\0" in content:
        raise UploadError(f"{path} is no text: it has zero bytes; save it as UTF-8")


def _project(unpacked: Mapping[str, File], wanted: str) -> tuple[dict[str, bytes], Language]:
    """An archive's files, with the program's folder as their root, and their language."""
    files = {path: file.content for path, file in unpacked.items()}
    if all(PurePosixPath(path).name == EMPTY for path in files):
        raise UploadError("the zip has no files in it; put your sources into it")
    left_out = strays(files)
    names = rooted(files, left_out, wanted)
    own = [path for path in files if path not in left_out]
    try:
        found = detect([name for path in own if (name := names.get(path, path))], wanted)
    except UploadError as error:
        raise _without_sources(error, left_out) from error
    placed = {names.get(path, path): content for path, content in files.items()}
    if not found.names_program:
        placed = {path: each for path, each in placed.items() if not path.endswith(EMPTY)}
    return {path: content for path, content in placed.items() if path}, found


def _without_sources(error: UploadError, left_out: Mapping[str, str]) -> UploadError:
    """The error, with the programs that were sent instead of their sources."""
    programs = [f"{path} is {why}" for path, why in left_out.items() if "executable" in why]
    if not programs:
        return error
    return UploadError(f"{error}. {programs[0]}: send the sources, they are built here")
