"""Structures of the protocol: their bytes, and what becomes of bytes that are none."""

from __future__ import annotations

import struct
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.generals import structures as wire
from games.generals.codec import I32, U8, U32, Malformed, blank, codec, decode, encode
from games.generals.orders import Seen

BYTE = st.integers(0, 255)
INT32 = st.integers(-(2**31), 2**31 - 1)
UINT32 = st.integers(0, 2**32 - 1)
NUMBER = st.integers(0, 2**128 - 1)
MOVES = st.builds(wire.PlayerMove, BYTE, BYTE, BYTE, BYTE, st.booleans())
INFOS = st.builds(
    wire.InitInfo,
    BYTE,
    st.lists(INT32, max_size=5).map(tuple),
    st.lists(st.builds(wire.Modifier, UINT32, INT32), max_size=3).map(tuple),
)
PLAYERS = st.lists(st.builds(wire.PlayerInfo, NUMBER, BYTE, st.text(max_size=5)), max_size=3)
STEPS = st.builds(
    wire.ReplayStep,
    UINT32,
    st.lists(MOVES, max_size=3).map(tuple),
    st.lists(BYTE, max_size=3).map(tuple),
)
GAMES = st.builds(wire.GameInfo, NUMBER, st.integers(-128, 127), PLAYERS.map(tuple))
RANKS = st.builds(
    wire.TeamRanking,
    BYTE,
    st.integers(0, 65535),
    INT32,
    st.lists(
        st.builds(wire.PlayerRanking, BYTE, st.booleans(), st.integers(0, 65535), INT32), max_size=3
    ).map(tuple),
)
MAPS = st.builds(wire.ImportTerrainConfig, BYTE, BYTE, st.text(max_size=20))


def test_members_follow_each_other_without_padding():
    assert encode(wire.PlayerMove, wire.PlayerMove(1, 2, 3, 0, True)) == bytes([1, 2, 3, 0, 1])
    modifier = wire.Modifier(3, -2)
    info = wire.InitInfo(2, (0, 1, 255), (modifier,))
    assert encode(wire.InitInfo, info) == struct.pack("<BI3iIIi", 2, 3, 0, 1, 255, 1, 3, -2)


def test_a_uuid_is_its_low_half_and_then_its_high_half():
    game = wire.GameInfo(0x00112233445566778899AABBCCDDEEFF, -1, ())
    expected = struct.pack("<QQbI", 0x8899AABBCCDDEEFF, 0x0011223344556677, -1, 0)
    assert encode(wire.GameInfo, game) == expected


def test_the_length_of_a_text_counts_bytes():
    assert encode(str, "é") == b"\x02\0\0\0\xc3\xa9"


def test_a_name_that_is_not_utf8_comes_back_byte_by_byte():
    data = b"\x03\0\0\0\xff\xfe" + b"x"
    assert encode(str, decode(str, data)) == data


@pytest.mark.parametrize(
    ("kind", "size"),
    [
        (wire.GameState, 24),
        (wire.InitInfo, 9),
        (wire.ReplayStep, 12),
        (wire.PlayerInfo, 21),
        (wire.GameInfo, 21),
        (wire.TeamRanking, 11),
        (wire.TeamViewDiff, 5),
        (wire.ImportTerrainConfig, 6),
        (wire.RandomTerrainConfig, 6),
        (wire.PlayerRanking, 8),
        (wire.Replay, 16 + 8 + 1 + 9 + 4 + 1 + 4 + 1 + 4 + 4),
        (wire.Tiles, 4),
        (bool, 1),
        (U32, 4),
        (None, 0),
    ],
)
def test_the_empty_value_of_a_type_is_all_zero(kind, size):
    assert blank(kind) == bytes(size)


@pytest.mark.parametrize("byte", [1, 2, 255])
def test_every_byte_but_zero_is_true_and_is_written_as_one(byte):
    move = decode(wire.PlayerMove, bytes([1, 2, 3, 0, byte]))
    assert move.half is True
    assert encode(wire.PlayerMove, move)[-1] == 1
    assert encode(bool, decode(bool, bytes([byte]))) == b"\1"


@given(st.one_of(MOVES, INFOS, STEPS, GAMES, RANKS, MAPS))
def test_what_is_written_is_read_back(value):
    assert decode(type(value), encode(type(value), value)) == value


@given(st.one_of(MOVES, INFOS, STEPS, GAMES, RANKS, MAPS), st.data())
def test_neither_fewer_bytes_nor_more_are_a_value(value, data):
    whole = encode(type(value), value)
    shorter = whole[: data.draw(st.integers(0, len(whole) - 1))]
    for wrong in (shorter, whole + b"\0"):
        with pytest.raises(Malformed):
            decode(type(value), wrong)


@given(st.binary(max_size=60), st.sampled_from([wire.InitInfo, wire.GameInfo, wire.Replay]))
def test_any_bytes_are_a_value_or_malformed(data, kind):
    try:
        value = decode(kind, data)
    except Malformed:
        return
    if kind is not wire.Replay:  # it has truth values, of which several bytes mean the same
        assert encode(kind, value) == data


@pytest.mark.parametrize("kind", [wire.InitInfo, wire.GameInfo, wire.Replay, str, wire.Tiles])
def test_a_count_of_four_thousand_million_costs_no_memory(kind):
    data = b"\xff" * 60
    tracemalloc.start()
    with pytest.raises(Malformed):
        decode(kind, data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 20


def test_numbers_that_do_not_fit_are_an_error_of_ours():
    with pytest.raises(struct.error):
        encode(U8, 256)
    with pytest.raises(struct.error):
        encode(I32, 2**31)


def test_tiles_are_six_bytes_each_and_their_units_are_clamped():
    owners, kinds = np.array([1, 0], np.uint8), np.array([4, 3], np.uint8)
    units = np.array([2**40, -(2**40)], np.int64)
    data = encode(wire.Tiles, wire.tiles(owners, kinds, units))
    assert data == struct.pack("<IBBiBBi", 2, 1, 4, 2**31 - 1, 0, 3, -(2**31))
    assert encode(wire.Tiles, decode(wire.Tiles, data)) == data


def test_diffs_name_row_and_column():
    seen = [Seen(3, 1, 2, -7), Seen(11, 0, 0, 2**33)]
    data = encode(wire.TileDiffs, wire.tile_diffs(seen, 4))
    assert data == struct.pack("<IBBBBiBBBBi", 2, 0, 3, 1, 2, -7, 2, 3, 0, 0, 2**31 - 1)
    assert encode(wire.TileDiffs, wire.tile_diffs([], 4)) == bytes(4)


def test_a_type_has_one_codec():
    assert codec(wire.Replay) is codec(wire.Replay)
