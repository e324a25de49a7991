"""An unpacker that believes what a zip says of itself: it writes each entry where its name says."""

from __future__ import annotations

import io
import stat
import struct
import tempfile
import zipfile
import zlib
from pathlib import Path

from sandbox.tests.hostile.kinds import Broken


def fooled(data: bytes) -> str:
    """The damage to a platform that unpacks without a check.  Raises `Broken` if there is none."""
    with tempfile.TemporaryDirectory() as top:
        inside = Path(top, "a", "upload")
        inside.mkdir(parents=True)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in archive.infolist():
                if harm := _unpack(archive, entry, data, inside, top):
                    return harm
        for path in Path(top).rglob("*"):
            if path.is_symlink():
                return f"{path.name} leads to {path.readlink()}"
            if path.is_file() and inside not in path.parents:
                return f"{path.name} lies outside of the upload"
    raise Broken("a naive unpacker is not fooled either")


def _unpack(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, data: bytes, inside: Path, top: str
) -> str:
    """Unpack one entry as it says; the harm, if it does not show in the file system."""
    name = entry.orig_filename.replace("\\", "/")
    if name.startswith("/"):
        return f"a file would be at {name}"
    if (size := _inflated(entry, data)) > entry.file_size:
        return f"{entry.file_size} bytes became {size}"
    path = inside / name
    if path.exists():
        return f"{name} is replaced by another one after it was looked at"
    path.parent.mkdir(parents=True, exist_ok=True)
    if stat.S_ISLNK(entry.external_attr >> 16):
        path.symlink_to(archive.read(entry).decode().replace("{top}", top))
    else:
        path.write_bytes(archive.read(entry))
    return ""


def _inflated(entry: zipfile.ZipInfo, data: bytes) -> int:
    """How large an entry really is."""
    start = entry.header_offset
    name, extra = struct.unpack_from("<HH", data, start + 26)
    if entry.compress_type == zipfile.ZIP_STORED:
        return entry.compress_size
    packed = data[start + 30 + name + extra :][: entry.compress_size]
    return len(zlib.decompress(packed, -zlib.MAX_WBITS))
