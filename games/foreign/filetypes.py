"""The kind of a file that a game's program wrote, by its bytes."""

from __future__ import annotations

import gzip
import io
import json
import zlib

FileType = tuple[str, str]
"""Suffix of a file's name, and its content type."""

GZIP: FileType = ("gz", "application/gzip")
ZIP: FileType = ("zip", "application/zip")
JSON_FILE: FileType = ("json", "application/json")
JSON_LINES: FileType = ("jsonl", "application/jsonl")
TEXT: FileType = ("txt", "text/plain; charset=utf-8")
BINARY: FileType = ("bin", "application/octet-stream")
_PACKED = {kind: (f"{kind[0]}.gz", GZIP[1]) for kind in (JSON_FILE, JSON_LINES, TEXT)}
_LOOK = 64 * 1024 * 1024
"""Bytes of an unpacked gzip file that are looked at."""


def file_type(data: bytes) -> FileType:
    """JSON, JSON Lines, gzip (with what is in it), zip, text, or else binary."""
    if data.startswith(b"\x1f\x8b"):
        return _PACKED.get(_plain(_unpacked(data)), GZIP)
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return ZIP
    return _plain(data)


def _unpacked(data: bytes) -> bytes:
    """The beginning of what a gzip file holds; a byte that is no text where it is damaged."""
    try:
        with gzip.open(io.BytesIO(data)) as file:
            return file.read(_LOOK)
    except (OSError, EOFError, zlib.error):
        return b"\0"


def _plain(data: bytes) -> FileType:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return BINARY
    if "\0" in text or not text.strip():
        return BINARY
    if _is_json(text):
        return JSON_FILE
    lines = [line for line in text.splitlines() if line.strip()]
    if text.lstrip()[0] in "{[" and all(map(_is_json, lines)):
        return JSON_LINES
    return TEXT


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
