"""Sets of cells as integers: against sets of Python, on boards of any shape."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from games.bits import Bits


@st.composite
def boards(draw):
    cols, rows = draw(st.integers(1, 14)), draw(st.integers(1, 14))
    flags = draw(
        st.lists(
            st.lists(st.booleans(), min_size=cols * rows, max_size=cols * rows),
            min_size=1,
            max_size=4,
        )
    )
    return cols, rows, np.array(flags, np.bool_)


def near(place: int, cols: int, rows: int) -> set[int]:
    y, x = divmod(place, cols)
    beside = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return {b * cols + a for a, b in beside if 0 <= a < cols and 0 <= b < rows}


@given(boards())
def test_flags_come_back_alone_and_together(board):
    cols, rows, flags = board
    bits = Bits(cols, rows)
    sets = bits.of_each(flags)
    assert sets == [bits.of(row) for row in flags]
    assert bits.flags_each(sets).tolist() == flags.tolist()
    assert [bits.flags(cells).tolist() for cells in sets] == flags.tolist()
    assert bits.flags_each([]).shape == (0, cols * rows)
    assert [cells.bit_count() for cells in sets] == flags.sum(1).tolist()


@given(boards())
def test_cells_are_put_into_sets_and_looked_up_in_them(board):
    cols, rows, flags = board
    bits = Bits(cols, rows)
    number, place = np.nonzero(flags)
    sets = bits.of_cells(len(flags), number, place)
    assert sets == bits.of_each(flags)
    assert bits.tables(sets).tolist() == flags.reshape(-1, rows, cols).tolist()
    everywhere = np.indices(flags.shape).reshape(2, -1)
    assert bits.have(sets, *everywhere).tolist() == flags.ravel().tolist()


@given(boards(), st.integers(0, 4))
def test_a_set_spreads_by_steps_and_never_over_an_edge(board, steps):
    cols, rows, flags = board
    bits = Bits(cols, rows)
    places = set(np.flatnonzero(flags[0]).tolist())
    for _ in range(steps):
        places |= {there for here in places for there in near(here, cols, rows)}
    grown = bits.flags(bits.spread(bits.of(flags[0]), steps))
    assert set(np.flatnonzero(grown).tolist()) == places


@given(boards(), st.sampled_from([Bits.flood, Bits.flood_far]))
def test_a_flood_reaches_what_hangs_together_with_its_start(board, flood):
    cols, rows, flags = board
    bits = Bits(cols, rows)
    area, start = set(np.flatnonzero(flags[0]).tolist()), set(np.flatnonzero(flags[-1]).tolist())
    found = start & area
    waiting = list(found)
    while waiting:
        for there in near(waiting.pop(), cols, rows) & area - found:
            found.add(there)
            waiting.append(there)
    flooded = bits.flags(flood(bits, bits.of(flags[-1]), bits.of(flags[0])))
    assert set(np.flatnonzero(flooded).tolist()) == found


def test_a_flood_finds_its_way_through_long_corridors_and_no_wall():
    rows = ["..........", "#########.", "..........", ".#########", "..........", "##########"]
    flags = np.array([letter == "." for row in [*rows, ".........."] for letter in row])
    bits = Bits(10, 7)
    expected = flags.copy()
    expected[60:] = False
    for flood in (bits.flood, bits.flood_far):
        assert bits.flags(flood(bits.cell(0), bits.of(flags))).tolist() == expected.tolist()


@given(boards())
def test_a_cell_is_a_set_of_one(board):
    cols, rows, _ = board
    bits = Bits(cols, rows)
    for place in range(cols * rows):
        assert np.flatnonzero(bits.flags(bits.cell(place))).tolist() == [place]
    assert bits.all == sum(bits.cell(place) for place in range(cols * rows))
