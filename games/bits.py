"""Sets of cells as whole numbers: a board in one integer, a bit per cell.

Rows lie one after the other.  A column that is never set separates them, so that a shift by one
never leads from one row into the next.  Growing a set by its neighbours takes a few operations on
machine words for the whole board, which makes floods fast.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
Places = NDArray[np.int64]


class Bits:
    """Sets of the cells of a board of this size."""

    def __init__(self, cols: int, rows: int) -> None:
        self._cols, self._rows = cols, rows
        self._stride = cols + 1
        self._bytes = (self._stride * rows + 7) // 8
        self.all = self.of(np.ones(cols * rows, np.bool_))

    def of(self, flags: Flags) -> int:
        """The set of the cells that are flagged, row by row."""
        return self.of_each(flags[None])[0]

    def of_each(self, flags: Flags) -> list[int]:
        """The set for every row of a table of flags, ``[set, place]``."""
        padded = np.zeros((len(flags), self._rows, self._stride), np.bool_)
        padded[:, :, :-1] = flags.reshape(-1, self._rows, self._cols)
        return _packed(padded.reshape(len(flags), -1))

    def of_cells(self, count: int, number: Places, place: Places) -> list[int]:
        """``count`` sets: ``place[i]``, in row-major order, is in the set ``number[i]``."""
        flags = np.zeros((count, self._stride * self._rows), np.bool_)
        flags[number, place + place // self._cols] = True
        return _packed(flags)

    def flags(self, cells: int) -> Flags:
        """The inverse of `of`."""
        flags: Flags = self.flags_each([cells])[0]
        return flags

    def flags_each(self, sets: Sequence[int]) -> Flags:
        """The inverse of `of_each`."""
        return self.tables(sets).reshape(len(sets), self._cols * self._rows)

    def tables(self, sets: Sequence[int]) -> Flags:
        """The same as `flags_each`, ``[set, y, x]``.  The array is not contiguous."""
        padded = self._unpacked(sets).reshape(len(sets), self._rows, self._stride)
        return padded[:, :, :-1]

    def have(self, sets: Sequence[int], number: Places, place: Places) -> Flags:
        """Whether ``place[i]``, in row-major order, is in the set ``number[i]``."""
        flags: Flags = self._unpacked(sets)[number, place + place // self._cols]
        return flags

    def _unpacked(self, sets: Sequence[int]) -> Flags:
        """The bits of every set, one row for each set."""
        data = b"".join([cells.to_bytes(self._bytes, "little") for cells in sets])
        packed = np.frombuffer(data, np.uint8).reshape(len(sets), self._bytes)
        whole = self._stride * self._rows
        return np.unpackbits(packed, axis=1, count=whole, bitorder="little").view(np.bool_)

    def cell(self, place: int) -> int:
        """The set of one cell, ``place`` in row-major order."""
        y, x = divmod(place, self._cols)
        return 1 << (y * self._stride + x)

    def spread(self, cells: int, steps: int = 1) -> int:
        """The cells and all cells that are at most ``steps`` steps away."""
        stride, board = self._stride, self.all
        for _ in range(steps):
            cells |= cells << 1 | cells >> 1 | cells << stride | cells >> stride
            cells &= board
        return cells

    def flood(self, start: int, area: int) -> int:
        """The cells of ``area`` that steps inside it reach from ``start``, and ``start`` itself.

        Cells of ``start`` outside ``area`` do not count.
        """
        stride = self._stride
        found = start & area
        while found != area:
            # Along the rows first and then along the columns: one pass covers a diagonal step.
            wider = (found | found << 1 | found >> 1) & area
            wider = (wider | wider << stride | wider >> stride) & area
            if wider == found:
                break
            found = wider
        return found

    def flood_far(self, start: int, area: int) -> int:
        """The same as `flood`, faster where ways are long.

        One pass leaps 1, 2 and 4 cells.  To the right it fills the whole run of cells, by the carry
        of a sum.
        """
        one, two, four = self._stride, 2 * self._stride, 4 * self._stride
        # Cells where a leap may end: all cells that it passes over are in the area.
        left = area & area >> 1
        left4 = left & left >> 2
        down, up = area & area << one, area & area >> one
        down4, up4 = down & down << two, up & up >> two
        found = start & area
        while found != area:
            wider = found | found >> 1 & area
            wider |= wider >> 2 & left
            wider |= wider >> 4 & left4
            wider |= (area + wider ^ area) & area
            wider |= (wider << one | wider >> one) & area
            if wider == found:
                break
            wider |= wider << two & down | wider >> two & up
            wider |= wider << four & down4 | wider >> four & up4
            found = wider
        return found


def _packed(flags: Flags) -> list[int]:
    """A set for every row of bits."""
    packed = np.packbits(flags, axis=1, bitorder="little")
    return [int.from_bytes(row, "little") for row in map(bytes, packed)]
