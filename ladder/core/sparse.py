"""Symmetric positive definite matrices in which few entries are not zero."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ladder.core.tally import Floats, Ints, summed

_SMALL = 128
"""Up to this number of rows a matrix is inverted as a whole."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """``diagonal`` has shape (n,).  ``rows``, ``columns`` and ``values`` have the other entries, in
    the order of rows; those of row ``present[i]`` begin at ``begin[i]``."""

    diagonal: Floats
    rows: Ints
    columns: Ints
    values: Floats
    present: Ints
    begin: Ints

    def times(self, vector: Floats) -> Floats:
        """The product with a vector of shape (n,)."""
        product: Floats = self.diagonal * vector
        if self.begin.size:
            others = self.values * vector[self.columns]
            product[self.present] += np.add.reduceat(others, self.begin)
        return product

    def solved(self, right: Floats, rough: float, fine: float) -> Floats:
        """The vector whose product is ``right``, by conjugate gradients, until the square of the
        rest has become less by the factor ``rough``, or by itself if that is less, or ``fine``."""
        solution, rest = np.zeros_like(right), right.copy()
        shaped = rest / self.diagonal
        direction, before = shaped.copy(), float(rest @ shaped)
        goal = max(before * min(rough, before), fine)
        for _ in range(10 * len(right)):
            if before <= goal:
                break
            image = self.times(direction)
            step = before / float(direction @ image)
            solution += step * direction
            rest -= step * image
            shaped = rest / self.diagonal
            after = float(rest @ shaped)
            direction = shaped + direction * (after / before)
            before = after
        return solution

    def dense(self) -> Floats:
        """All entries, of shape (n, n)."""
        full = np.diag(self.diagonal)
        full[self.rows, self.columns] = self.values
        return full


@dataclass(frozen=True, slots=True)
class Pattern:
    """Where the entries of a matrix stand, and of which values they are sums: made once for many
    matrices.

    ``source`` has indices of values, and of values with the other sign after those.  The sums begin
    at ``firsts``; ``diagonal`` has places and sources.
    """

    size: int
    diagonal: tuple[Ints, Ints]
    source: Ints
    firsts: Ints
    rows: Ints
    columns: Ints

    @classmethod
    def of(cls, size: int, rows: Ints, columns: Ints, source: Ints) -> Pattern:
        """Entries of one place are added up.  All arguments but ``size`` have the same shape, and
        every entry is there with its mirror image."""
        same = rows == columns
        diagonal = rows[same], source[same]
        flat, source = (rows * size + columns)[~same], source[~same]
        order = np.argsort(flat, kind="stable")
        flat, source = flat[order], source[order]
        firsts = np.flatnonzero(np.diff(flat, prepend=-1))
        rows, columns = np.divmod(flat[firsts], size)
        return cls(size, diagonal, source, firsts, rows, columns)

    def filled(self, values: Floats) -> Matrix:
        """The matrix of some values."""
        both = np.concatenate([values, -values])
        places, source = self.diagonal
        entries = both[self.source]
        if self.firsts.size < entries.size:
            entries = np.add.reduceat(entries, self.firsts)
        begin = np.flatnonzero(np.diff(self.rows, prepend=-1))
        return Matrix(
            diagonal=summed(places, both[source], self.size),
            rows=self.rows,
            columns=self.columns,
            values=entries,
            present=self.rows[begin],
            begin=begin,
        )


def inverted(matrix: Floats) -> Floats:
    """The inverse of a dense symmetric positive definite matrix, of the same shape (n, n): by
    blocks, in half of the time that a matrix without this symmetry needs."""
    count = len(matrix)
    if count <= _SMALL:
        small = np.linalg.inv(matrix)
        return (small + small.T) / 2
    half = count // 2
    corner, side = inverted(matrix[:half, :half]), matrix[:half, half:]
    across = corner @ side
    rest = inverted(matrix[half:, half:] - side.T @ across)
    lower = across @ rest
    inverse = np.empty_like(matrix)
    added = lower @ across.T
    inverse[:half, :half] = corner + (added + added.T) / 2
    inverse[:half, half:] = -lower
    inverse[half:, :half] = -lower.T
    inverse[half:, half:] = rest
    return inverse
