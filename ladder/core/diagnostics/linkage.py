"""How results connect bots: the connected parts, and the weakest link.

The graph joins two bots by the number of matches in which they met.  Ratings of bots in different
parts of it cannot be compared.  The weakest link is the smallest number of matches that joins two
parts: the global minimum cut, by M. Stoer and F. Wagner, "A simple min-cut algorithm" (Journal of
the ACM 44, 1997).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Linkage:
    """``parts`` are the bots of each connected part, the largest first.

    ``weakest`` is the number of matches that join the bots of ``side``, the smaller one, to all
    others; 0 where there are several parts, None with fewer than two bots.
    """

    parts: Sequence[Sequence[int]]
    weakest: int | None
    side: Sequence[int]


def linkage(games: Ints) -> Linkage:
    """Of a symmetric matrix of shape (bots, bots): in how many matches two of them met."""
    connected = parts(games)
    if len(games) < 2:
        return Linkage(connected, None, ())
    if len(connected) > 1:
        return Linkage(connected, 0, connected[-1])
    weakest, side = _minimum_cut(games)
    others = [bot for bot in range(len(games)) if bot not in side]
    return Linkage(connected, weakest, min(side, others, key=len))


def parts(games: Ints) -> list[list[int]]:
    """The connected parts, the largest first and each in order."""
    # Few processes ever compute these.
    import rustworkx

    graph = rustworkx.PyGraph.from_adjacency_matrix((games > 0).astype(np.float64))
    components = map(sorted, rustworkx.connected_components(graph))
    return sorted(components, key=lambda part: (-len(part), part))


def _minimum_cut(games: Ints) -> tuple[int, list[int]]:
    weight = games.copy()
    np.fill_diagonal(weight, 0)
    members = [[bot] for bot in range(len(games))]
    alive = np.ones(len(games), dtype=bool)
    best: tuple[int, list[int]] = int(weight.sum()), []
    while alive.sum() > 1:
        before, last, cut = _phase(weight, alive)
        if cut <= best[0] and (cut < best[0] or not best[1]):
            best = cut, sorted(members[last])
        members[before] += members[last]
        weight[before] += weight[last]
        weight[:, before] += weight[:, last]
        weight[before, before] = 0
        alive[last] = False
    return best


def _phase(weight: Ints, alive: NDArray[np.bool_]) -> tuple[int, int, int]:
    """The last two nodes in the order of maximum adjacency, and what joins the last to all."""
    left = alive.copy()
    before = last = int(np.flatnonzero(alive)[0])
    left[last] = False
    tied, cut = weight[last].copy(), 0
    while left.any():
        before, last = last, int(np.argmax(np.where(left, tied, -1)))
        cut = int(tied[last])
        left[last] = False
        tied += weight[last]
    return before, last, cut
