"""The replay container: random access, plain gzip, and damage that is always noticed."""

from __future__ import annotations

import gzip
import io
import json
from random import Random

import pytest

from games.replay import ReplayError, ReplayReader, ReplayWriter, attachment_lines
from games.wire import encode

FRAMES = 100
GAME_AT = (0, 60)


def write(frames=FRAMES, games=GAME_AT, every=16):
    file = io.BytesIO()
    writer = ReplayWriter(file)
    writer.header({"type": "header", "game": "toy"})
    for n in range(frames):
        first = n in games
        key = first or n % every == 0
        line = {"type": "frame", "n": n, "text": "ü\u2028" * (n % 7), **({"key": n} if key else {})}
        writer.frame(encode(line), key=key, first=first)
    writer.result({"type": "result", "games": len(games)})
    return file.getvalue()


def reader(data):
    return ReplayReader(io.BytesIO(data))


def test_a_replay_is_read_as_it_was_written():
    replay = reader(write())
    assert replay.header == {"type": "header", "game": "toy"}
    assert replay.result == {"type": "result", "games": 2}
    assert replay.frames == FRAMES
    assert replay.games == list(GAME_AT)
    assert [frame["n"] for frame in replay.read()] == list(range(FRAMES))
    assert list(replay.read(6, 7)) == [{"type": "frame", "n": 6, "text": "ü\u2028" * 6}]


@pytest.mark.parametrize(
    ("start", "stop"),
    [(0, 1), (5, 40), (15, 17), (16, 16), (59, 61), (99, 100), (0, 1000), (100, 200), (98, None)],
)
def test_any_range_of_frames_can_be_read(start, stop):
    read = [frame["n"] for frame in reader(write()).read(start, stop)]
    assert read == list(range(FRAMES))[start:stop]


def test_a_key_frame_is_found_before_any_frame():
    replay = reader(write())
    for number in range(FRAMES):
        key = replay.key_before(number)
        assert 0 <= number - key < 16
        (frame,) = replay.read(key, key + 1)
        assert frame["key"] == key


def test_reading_late_frames_reads_no_early_ones():
    """Seeking is cheap: the file is not read from its start."""

    class Watched(io.BytesIO):
        reads: list[int] = []

        def read(self, size=-1):
            self.reads.append(self.tell())
            return super().read(size)

    data = write(2000)
    replay = ReplayReader(Watched(data))
    Watched.reads.clear()
    assert [frame["n"] for frame in replay.read(1990, 1991)] == [1990]
    assert min(Watched.reads) > len(data) // 2


def test_the_stored_lines_come_without_being_parsed():
    lines = list(reader(write()).read_lines(3, 5))
    assert [json.loads(line)["n"] for line in lines] == [3, 4]
    assert all(not line.endswith(b"\n") for line in lines)


def test_zcat_prints_the_whole_replay():
    lines = [json.loads(line) for line in gzip.decompress(write()).decode().split("\n")[:-1]]
    kinds = [line["type"] for line in lines]
    assert kinds == ["header", *["frame"] * FRAMES, "result", "index"]


def test_the_same_frames_give_the_same_bytes():
    assert write() == write()


def test_a_replay_cannot_begin_without_a_key_frame():
    writer = ReplayWriter(io.BytesIO())
    writer.header({})
    with pytest.raises(ReplayError, match="key frame"):
        writer.frame(b"{}\n", key=False)


def test_a_replay_that_is_cut_off_anywhere_is_refused():
    data = write(40)
    for length in range(len(data)):
        with pytest.raises(ReplayError):
            reader(data[:length])


@pytest.mark.parametrize(
    "data", [b"", b"junk", b"\0" * 1000, gzip.compress(b'{"type":"header"}', mtime=0)]
)
def test_another_kind_of_file_is_refused(data):
    with pytest.raises(ReplayError):
        reader(data)


def test_a_damaged_byte_is_noticed_or_harmless():
    """A changed byte gives a ReplayError, or exactly the written content."""
    data = write(40)
    whole = [reader(data).header, *reader(data).read(), reader(data).result]
    random = Random(1)
    noticed = 0
    for at in range(len(data)):
        damaged = bytearray(data)
        damaged[at] ^= random.randrange(1, 256)
        try:
            replay = reader(bytes(damaged))
            assert [replay.header, *replay.read(), replay.result] == whole
        except ReplayError:
            noticed += 1
    assert noticed > len(data) * 0.9


def test_a_file_that_belongs_to_the_match_comes_out_as_it_went_in():
    data = bytes(range(256)) * 1000
    file = io.BytesIO()
    writer = ReplayWriter(file)
    writer.header({"type": "header", "game": "toy"})
    writer.frame(encode({"type": "frame", "n": 0, "key": 0}), key=True, first=True)
    for line in (*attachment_lines("own", data), *attachment_lines("empty", b"")):
        writer.attach(encode(line))
    writer.result({"type": "result", "games": 1})
    replay = reader(file.getvalue())
    assert replay.attachment("own") == data
    assert replay.attachment("empty") == b""
    assert replay.attachment("other") is None
    assert [frame["n"] for frame in replay.read()] == [0]
    for line in gzip.decompress(file.getvalue()).splitlines():
        json.loads(line)


def test_a_replay_without_files_has_none():
    assert reader(write()).attachment("own") is None
