"""The type of a replay is what its bytes are."""

import gzip
import io
import zipfile

import pytest

from games.foreign.filetypes import file_type


def zipped() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("turns.txt", "1")
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "suffix", "content_type"),
    [
        (b'{"turns": [1, 2]}\n', "json", "application/json"),
        (b'{"turn": 1}\n{"turn": 2}\n', "jsonl", "application/jsonl"),
        (b"turn 1\nturn 2\n", "txt", "text/plain; charset=utf-8"),
        ("Zug 1: Ä\n".encode(), "txt", "text/plain; charset=utf-8"),
        (gzip.compress(b'{"turn": 1}\n{"turn": 2}\n'), "jsonl.gz", "application/gzip"),
        (gzip.compress(b"\0\1\2"), "gz", "application/gzip"),
        (gzip.compress(b"{}")[:-9], "gz", "application/gzip"),
        (zipped(), "zip", "application/zip"),
        (b"\x89PNG\r\n\x1a\n\0", "bin", "application/octet-stream"),
        (b"\xff\xfe", "bin", "application/octet-stream"),
        (b"", "bin", "application/octet-stream"),
        (b"[" * 100_000, "txt", "text/plain; charset=utf-8"),
    ],
)
def test_bytes_tell_suffix_and_content_type(data, suffix, content_type):
    assert file_type(data) == (suffix, content_type)
