"""The kind of a file that a game's program wrote, by its bytes."""

from __future__ import annotations

import codecs
import gzip
import io
import json
import re
import zlib

FileType = tuple[str, str]
"""Suffix of a file's name, and its content type."""

GZIP: FileType = ("gz", "application/gzip")
ZIP: FileType = ("zip", "application/zip")
JSON_FILE: FileType = ("json", "application/json")
JSON_LINES: FileType = ("jsonl", "application/jsonl")
TEXT: FileType = ("txt", "text/plain; charset=utf-8")
BINARY: FileType = ("bin", "application/octet-stream")
RUN_BY_BROWSERS = re.compile(r"html|svg|xml|script")
"""Finds a content type that a browser would run."""
_RUN = """
ade adp apk app appimage appref appx appxbundle bas bash bat cab chi chm class cmd com command
cpl crx csh deb desktop dex dll dmg dylib efi exe gadget hlp hta htm html inf ini ins inx ipa
iso isp isu jar jnlp job js jse ksh library lnk local mht mhtml mjs mof mpkg msc msh msi msix
msp mst ocx osd paf pcd phar php pif pkg pl plg prf prg ps1 ps2 psc1 psd1 psm1 py pyc pyd pyo
pyw pyz rb reg rgs rpm run scf scpt scr sct search settings sh shb shs shtml snap so svg svgz
swf sys terminal theme tool udl url vb vbe vbs vhd vhdx vxd wasm webloc website workflow ws wsc
wsf wsh xbap xht xhtml xll xml xpi xrm xsl xslt zsh
"""
RUN_BY_SYSTEMS = frozenset(_RUN.split())
"""Suffixes of files that an operating system or a browser would run, or take settings from."""
_PACKED = {kind: (f"{kind[0]}.gz", GZIP[1]) for kind in (JSON_FILE, JSON_LINES, TEXT)}
_LOOK = 1 << 20
"""Bytes of a file, or of what a gzip file holds, that are looked at: JSON takes up to 25 times its
size in memory."""
_BEGINS = re.compile(r'\s*(\{\s*"|\[\s*[\[{"])')
"""How a long file of JSON begins."""


def file_type(data: bytes) -> FileType:
    """JSON, JSON Lines, gzip (with what is in it), zip, text, or else binary."""
    if data.startswith(b"\x1f\x8b"):
        return _PACKED.get(_plain(_unpacked(data)), GZIP)
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return ZIP
    return _plain(data[: _LOOK + 1])


def _unpacked(data: bytes) -> bytes:
    """The beginning of what a gzip file holds; a byte that is no text where it is damaged."""
    try:
        with gzip.open(io.BytesIO(data)) as file:
            return file.read(_LOOK + 1)
    except (OSError, EOFError, zlib.error):
        return b"\0"


def _plain(beginning: bytes) -> FileType:
    cut = len(beginning) > _LOOK
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(beginning, final=not cut)
    except UnicodeDecodeError:
        return BINARY
    if "\0" in text or not text.strip():
        return BINARY
    if not cut and _is_json(text):
        return JSON_FILE
    lines = text.splitlines()[: -1 if cut else None]
    if lines and text.lstrip()[0] in "{[" and all(_is_json(line) for line in lines if line.strip()):
        return JSON_LINES
    return JSON_FILE if cut and _BEGINS.match(text) else TEXT


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
