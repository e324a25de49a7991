"""The text of maps: what each token means, and what is said of those that mean nothing."""

from __future__ import annotations

import contextlib
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.generals.maps import MAPS
from games.generals.maptext import (
    explain,
    from_grid,
    parse_token,
    parse_tokens,
    read,
    sheet,
    sheet_of_grid,
)
from games.generals.terrain import HIGHEST, Candidate, Kind
from games.maps import MOST_PROBLEMS, MapError
from tests.examples import examples

BLANKS = [" "] * 25


def parse(text):
    return read(text).terrain()


UNITS = st.one_of(
    st.integers(-(2**31), 2**31 - 1), st.sampled_from([0, -(2**31), 2**31 - 1, 40])
).map(str)
MARKS = st.sampled_from([*"ABZ", " "])
BODIES = st.one_of(
    st.sampled_from([" ", "m", "s", "g"]),
    UNITS,
    UNITS.map("n{}".format),
    MARKS.map("g{}".format),
    st.tuples(MARKS, st.integers(1, 99)).map(lambda offer: f"g{offer[0]}{offer[1]}"),
)
TOKENS = st.tuples(st.sampled_from(["", "L_"]), BODIES).map("".join)


@st.composite
def maps(draw):
    """Width, height and tokens."""
    width, height = draw(st.integers(5, 9)), draw(st.integers(5, 9))
    size = width * height
    return width, height, draw(st.lists(TOKENS, min_size=size, max_size=size))


def rows(tokens, width=5):
    return [tokens[start : start + width] for start in range(0, len(tokens), width)]


def text_of(tokens, width=5):
    return "".join(",".join(row) + "\n" for row in rows(tokens, width))


def with_tokens(*tokens):
    """Tokens of a 5 x 5 map that begins with these."""
    return [*tokens, *BLANKS[len(tokens) :]]


def problems(text):
    with pytest.raises(MapError) as caught:
        read(text)
    return caught.value.problems


def same(one, other):
    return (
        (one.height, one.width, one.candidates, one.drawn)
        == (other.height, other.width, other.candidates, other.drawn)
        and np.array_equal(one.kinds, other.kinds)
        and np.array_equal(one.units, other.units)
        and np.array_equal(one.lit, other.lit)
    )


@pytest.mark.parametrize(
    ("token", "tile"),
    [
        (" ", (Kind.BLANK, 0, False, None)),
        ("m", (Kind.MOUNTAIN, 0, False, None)),
        ("s", (Kind.SWAMP, 0, False, None)),
        ("n0", (Kind.BLANK, 0, False, None)),
        ("n-99", (Kind.BLANK, -99, False, None)),
        ("14", (Kind.CITY, 14, False, None)),
        ("-12", (Kind.CITY, -12, False, None)),
        ("0", (Kind.CITY, 0, False, None)),
        ("2147483647", (Kind.CITY, 2**31 - 1, False, None)),
        ("-2147483648", (Kind.CITY, -(2**31), False, None)),
        ("0000000000000007", (Kind.CITY, 7, False, None)),
        ("g", (Kind.BLANK, 0, False, (None, HIGHEST))),
        ("g ", (Kind.BLANK, 0, False, (" ", HIGHEST))),
        ("g 1", (Kind.BLANK, 0, False, (" ", 1))),
        ("gA99", (Kind.BLANK, 0, False, ("A", 99))),
        ("gZ", (Kind.BLANK, 0, False, ("Z", HIGHEST))),
        ("L_10", (Kind.CITY, 10, True, None)),
        ("L_ ", (Kind.BLANK, 0, True, None)),
        ("L_gB5", (Kind.BLANK, 0, True, ("B", 5))),
        ("L_n-99", (Kind.BLANK, -99, True, None)),
    ],
)
def test_a_token_says_what_a_tile_is(token, tile):
    assert parse_token(token) == tile


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("", "is empty"),
        ("L_", "L_ stands before"),
        ("m5", "nothing may follow m"),
        ("s1", "nothing may follow s"),
        ("ss", "nothing may follow s"),
        ("n", "must follow n"),
        ("n+5", "must follow n"),
        ("n5.5", "must follow n"),
        ("n 5", "must follow n"),
        ("g5", "before a priority comes a mark"),
        ("gAA", "one mark"),
        ("g  ", "one mark"),
        ("ga", "the mark of a team is A to Z"),
        ("gÄ", "the mark of a team is A to Z"),
        ("gA0", "a priority is 1 to 99"),
        ("gA100", "a priority is 1 to 99"),
        ("gA05", "a priority is 1 to 99"),
        ("gA00000000000007", "a priority is 1 to 99"),
        ("gA-5", "a priority is 1 to 99"),
        ("g5A", "before a priority comes a mark"),
        (" 5", "spaces around"),
        ("5 ", "spaces around"),
        ("  ", "spaces around"),
        ("L_ m", "spaces around"),
        ("+5", "a city is a whole number"),
        ("--5", "a city is a whole number"),
        ("-", "a city is a whole number"),
        ("1e3", "a city is a whole number"),
        ("2147483648", "not between"),
        ("n-2147483649", "not between"),
        ("9" * 100, "not between"),
        ("M", "no tile begins so"),
        ("l_m", "no tile begins so"),
        ("L_L_m", "no tile begins so"),
        ("٣", "no tile begins so"),
        ("\t", "no tile begins so"),
        ("m\r", "nothing may follow m"),
    ],
)
def test_what_is_no_token_is_refused_with_its_reason(token, reason):
    assert parse_token(token) is None
    assert reason in explain(token)


@given(maps())
@examples(50)
def test_every_map_comes_back_from_its_text_its_line_and_its_grid(case):
    width, height, tokens = case
    text = text_of(tokens, width)
    terrain = parse(text)
    assert (terrain.width, terrain.height, terrain.kinds.size) == (width, height, len(tokens))
    assert same(terrain, parse_tokens(",".join(tokens), width, height))
    assert same(terrain, parse(sheet(terrain).text()))
    assert same(terrain, from_grid(sheet(terrain).grid()))
    assert same(terrain, parse(f"{width}x{height}\n" + ",".join(tokens)))
    tiles = [tile for tile in map(parse_token, tokens) if tile]
    for place, tile in enumerate(tiles):
        assert (terrain.kinds[place], terrain.units[place], terrain.lit[place]) == tile[:3]
    expected = [Candidate(place, *tile[3]) for place, tile in enumerate(tiles) if tile[3]]
    assert list(terrain.candidates) == expected


@given(maps())
@examples(25)
def test_tokens_are_kept_as_they_were_written(case):
    width, height, tokens = case
    grid = {"width": width, "height": height, "cells": tokens}
    assert read(text_of(tokens, width)).grid() == grid
    assert sheet_of_grid(grid).text() == text_of(tokens, width)


def test_zeros_are_kept_too_though_they_say_nothing():
    tokens = with_tokens("n0", "007", "-0", "gA9")
    assert read(text_of(tokens)).grid()["cells"] == tokens
    assert sheet(parse(text_of(tokens))).tokens[:4] == (" ", "7", "0", "gA9")


def test_ends_of_lines_and_a_byte_order_mark_do_not_matter():
    text = text_of(with_tokens("m", "gA", "-3"))
    for variant in (
        text.removesuffix("\n"),
        text.replace("\n", "\r\n"),
        text.replace("\n", "\r\n").removesuffix("\r\n"),
        "\ufeff" + text,
    ):
        assert same(parse(variant), parse(text))
    line = "\ufeff5x5\r\n" + ",".join(with_tokens("m", "gA", "-3")) + "\r\n"
    assert same(parse(line), parse(text))


@pytest.mark.parametrize("text", ["", "\n", "\r\n", "\ufeff", "\n\n\n"])
def test_an_empty_map_is_called_so(text):
    assert [str(problem) for problem in problems(text)] == ["the map is empty"]


def test_problems_name_row_and_column_in_the_order_of_the_text():
    lines = rows(with_tokens())
    lines[1][3], lines[4][0], lines[3] = "mm", "q", [" "] * 4
    found = problems("\n".join(map(",".join, lines)))
    assert [(problem.row, problem.column) for problem in found] == [(2, 4), (4, None), (5, 1)]
    assert str(found[0]) == "row 2, column 4: 'mm': nothing may follow m"
    assert str(found[1]) == "row 4: has 4 tiles where most rows have 5"


def test_the_odd_row_is_to_blame_even_if_it_is_the_first():
    lines = rows(with_tokens())
    lines[0] = [" "] * 6
    assert [(problem.row, problem.column) for problem in problems(text_of_rows(lines))] == [
        (1, None)
    ]


def text_of_rows(lines):
    return "\n".join(map(",".join, lines))


def test_an_editor_that_strips_line_ends_is_told_what_to_write():
    stripped = "\n".join(line.rstrip() for line in text_of(with_tokens("m")).split("\n"))
    found = problems(stripped)
    assert [(problem.row, problem.column) for problem in found] == [(row, 5) for row in range(1, 6)]
    assert "n0" in found[0].reason
    assert parse(stripped.replace(",\n", ",n0\n")).kinds[4] == Kind.BLANK


def test_a_second_empty_line_at_the_end_is_a_row():
    assert [problem.row for problem in problems(text_of(BLANKS) + "\n")] == [6, 6]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\n".join([" , , , "] * 5), "4 columns"),
        ("\n".join([" , , , , "] * 4), "4 rows"),
        ("\n".join([" , , , , "] * 256), "256 rows"),
        ("\n".join([",".join(" " * 256)] * 5), "256 columns"),
        ("5x5\n" + ",".join(BLANKS[1:]), "not 24"),
        ("5x5\n" + ",".join([*BLANKS, " "]), "not 26"),
        ("5x5", "not 1"),
        ("4x5\n" + ",".join(BLANKS), "4 columns"),
        ("5x256\n" + ",".join(BLANKS), "256 rows"),
        ("5x5\n" + text_of(BLANKS), "one line"),
    ],
)
def test_sizes_are_checked(text, words):
    assert words in str(problems(text)[0])


@pytest.mark.parametrize("size", [(0, 25), (4, 5), (5, 256), (25, 1)])
def test_the_line_has_the_size_that_it_is_said_to_have(size):
    with pytest.raises(MapError, match="a map has 5 to 255"):
        parse_tokens(",".join(BLANKS), *size)
    with pytest.raises(MapError, match="are 30, not 25"):
        parse_tokens(",".join(BLANKS), 5, 6)


@pytest.mark.parametrize("end", ["\n", "\r\n", ","])
def test_the_line_is_not_trimmed(end):
    line = ",".join(["m"] * 25)
    assert (parse_tokens(line, 5, 5).kinds == Kind.MOUNTAIN).all()
    with pytest.raises(MapError):
        parse_tokens(line + end, 5, 5)
    with pytest.raises(MapError):
        parse_tokens("\ufeff" + line, 5, 5)


def test_width_comes_before_height_and_rows_before_columns():
    terrain = parse_tokens(",".join([" "] * 7 + ["m"] + [" "] * 34), 7, 6)
    assert (terrain.width, terrain.height) == (7, 6)
    assert terrain.kinds.reshape(6, 7)[1, 0] == Kind.MOUNTAIN
    with pytest.raises(MapError, match="row 2, column 1: "):
        parse_tokens(",".join([" "] * 7 + ["q"] + [" "] * 34), 7, 6)


def test_of_many_problems_only_the_first_are_shown():
    found = problems(text_of(["q"] * 25))
    assert [(problem.row, problem.column) for problem in found] == [
        (row, column) for row in range(1, 5) for column in range(1, 6)
    ]
    assert len(found) == MOST_PROBLEMS


@pytest.mark.parametrize(
    "board",
    [
        None,
        [],
        {},
        {"width": 5, "height": 5},
        {"width": 5, "height": 5, "cells": BLANKS, "more": 1},
        {"width": 5.0, "height": 5, "cells": BLANKS},
        {"width": True, "height": 5, "cells": BLANKS},
        {"width": "5", "height": 5, "cells": BLANKS},
        {"width": -5, "height": -5, "cells": BLANKS},
        {"width": 5, "height": 5, "cells": ",".join(BLANKS)},
        {"width": 5, "height": 5, "cells": BLANKS[1:]},
        {"width": 5, "height": 5, "cells": [*BLANKS[1:], 40]},
        {"width": 5, "height": 5, "cells": [*BLANKS[1:], " , "]},
        {"width": 5, "height": 5, "cells": [*BLANKS[1:], " \n"]},
    ],
)
def test_what_is_no_grid_is_refused(board):
    with pytest.raises(MapError):
        from_grid(board)


def test_a_grid_s_problems_have_their_places():
    with pytest.raises(MapError, match="row 5, column 5: 'q'"):
        from_grid({"width": 5, "height": 5, "cells": [*BLANKS[1:], "q"]})


@given(st.text(alphabet=" ,\nmsngLA_-0123456789\r\ufeffx"))
def test_any_text_is_a_map_or_refused(text):
    with contextlib.suppress(MapError):
        parse(text)


MEGABYTE = 1 << 20


@pytest.mark.parametrize(
    "text",
    [
        "," * MEGABYTE,
        "\n" * MEGABYTE + "m",
        "9" * MEGABYTE,
        "5x5\n" + "9" * MEGABYTE,
        "\n".join(["9" * 40_000 + ",m,m,m,m"] * 25),
        "\n".join([",m,m,m,m-" + "0" * 40_000] * 25),
        "\n".join(["," * 4000] * 255),
        "g" * MEGABYTE,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_a_megabyte_of_anything_is_refused_in_few_words(text):
    found = problems(text)
    assert len(found) <= MOST_PROBLEMS
    assert all(len(str(problem)) < 200 for problem in found)


def test_the_largest_map_is_read():
    row = ",".join(["L_n-2147483648"] * 255)
    terrain = parse("\n".join([row] * 255))
    assert terrain.kinds.size == 255 * 255
    assert (terrain.units == -(2**31)).all()


def test_a_map_of_generals_io_is_read_as_text_and_as_json():
    rows = ["m,gD, ,50,s", ",n-100,L_m,g ,", " , , , ,gA5", "m,m,m,m,m", "s,s,s,s,40"]
    told = {"title": "一战", "server_name": "NA", "width": 5, "height": 5, "map": ",".join(rows)}
    plain = [" ,n-100,L_m,g , " if row.startswith(",") else row for row in rows]
    wanted = read("\n".join(plain))
    assert read(json.dumps(told)).tokens == wanted.tokens
    assert MAPS.convert(told) == wanted.grid()
    assert MAPS.convert(wanted.grid()) == wanted.grid()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"map": "m,m", "width": 5, "height": 5}', "5 x 5 tiles are 25, not 2"),
        ('{"map": "m,m", "width": 5}', "height"),
        ('{"map": ', "begins like JSON and is none"),
        ('{"a":' * 100_000, "begins like JSON and is none"),
    ],
)
def test_json_that_is_no_map_is_refused_with_its_reason(text, reason):
    with pytest.raises(MapError, match=reason):
        read(text)
