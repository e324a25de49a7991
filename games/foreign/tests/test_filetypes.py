"""The type of a replay is what its bytes are."""

import gzip
import io
import tracemalloc
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


@pytest.mark.parametrize(
    ("data", "suffix"),
    [
        (b"[" + b"{}," * 1_000_000 + b"{}]", "json"),
        (b'{"turns": [' + b"1," * 1_000_000 + b"1]}", "json"),
        (b'{"turn": 1}\n' * 200_000, "jsonl"),
        (b"[12:30] a log\n" * 200_000, "txt"),
        ("ä".encode() * 1_000_000, "txt"),
    ],
)
def test_no_more_than_the_beginning_of_a_long_file_is_read(data, suffix):
    """Otherwise a packed replay of 65 kB took 2 GB of the web server's memory."""
    tracemalloc.start()
    try:
        assert file_type(gzip.compress(data, 1))[0] == f"{suffix}.gz"
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()
    assert file_type(data)[0] == suffix
