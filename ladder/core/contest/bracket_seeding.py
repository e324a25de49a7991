"""The seeding of a bracket whose entrants come from groups: bots of one group meet late.

A bracket is a binary tree whose leaves are its lines, numbered from 0 in the order of the seeds.
Entrants that share an origin are spread as evenly as a tree allows: of ``m`` entrants of one
origin, each of the ``2**d`` sub-brackets at depth ``d`` gets ``m / 2**d``, rounded down or up.  So

- two of one origin meet in the final at the earliest, up to four in a semi-final, up to eight in a
  quarter-final, and so on;
- only more than four entrants of one origin put two of them in the same quarter.

Such a spread exists for all numbers of entrants and origins.  Among all spreads `spread` returns
the one that keeps most of the order: line after line gets the best entrant that still leaves a
spread for the lines after it.  The origins that fill the lines are a flow: one unit for each
entrant, down a copy of the tree for each origin to a line that takes one unit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import zip_longest

from ladder.core.stages.brackets.bracket import seeded

Origin = Hashable | None
"""Where an entrant comes from; None for one that is to be kept apart from nobody."""

_Node = tuple[int, int]
"""An origin's number and a node of the tree: 1 is the root, 2n and 2n + 1 are the halves of n."""


def spread(origins: Sequence[Origin]) -> tuple[int, ...]:
    """The entrants in the order of their lines; ``origins`` has that of each, best first."""
    numbers = {origin: at for at, origin in enumerate(dict.fromkeys(origins))}
    free = numbers.get(None, -1)
    return _spread(tuple(numbers[origin] for origin in origins), free)


@lru_cache(maxsize=256)
def _spread(origins: tuple[int, ...], free: int) -> tuple[int, ...]:
    if len(set(origins)) < 2 or len(origins) < 3:
        return tuple(range(len(origins)))
    lines = _Lines(origins, free)
    left = list(range(len(origins)))
    order: list[int] = []
    for line in range(len(origins)):
        best = dict.fromkeys(origins[entrant] for entrant in left)
        origin = next(each for each in best if lines.fix(line, each))
        entrant = next(each for each in left if origins[each] == origin)
        left.remove(entrant)
        order.append(entrant)
    return tuple(order)


@dataclass
class _Lines:
    """An origin for each line so that all are spread, some of them fixed.

    ``counts`` and ``fixed`` have by origin and node how many lines below it the origin has, and
    how many of these are fixed; ``totals`` its entrants.  ``free`` is an origin without bounds.
    """

    origins: Sequence[int]
    free: int
    leaves: list[int] = field(init=False)
    held: dict[int, int] = field(init=False)
    counts: dict[_Node, int] = field(init=False)
    fixed: dict[_Node, int] = field(init=False)
    totals: list[int] = field(init=False)
    done: set[int] = field(init=False)

    def __post_init__(self) -> None:
        count = len(self.origins)
        size = 1 << (count - 1).bit_length()
        self.leaves = [0] * size
        for place, line in enumerate(seeded(size)):
            self.leaves[line] = size + place
        self.totals = [self.origins.count(origin) for origin in range(max(self.origins) + 1)]
        self.counts, self.fixed, self.done = {}, {}, set()
        dealt = _dealt(1, set(self.leaves[:count]), size)
        self.held = dict(zip(dealt, sorted(self.origins), strict=True))
        for leaf, origin in self.held.items():
            _add(self.counts, origin, leaf)

    def fix(self, line: int, origin: int) -> bool:
        """Give a line to an origin for good; False, and nothing changes, where no spread has it
        there."""
        leaf = self.leaves[line]
        if self._is_full(origin, leaf):
            return False
        if self.held[leaf] != origin and not self._exchange(leaf, origin):
            return False
        self.done.add(leaf)
        _add(self.fixed, origin, leaf)
        return True

    def _is_full(self, origin: int, leaf: int) -> bool:
        """Whether a sub-bracket of this line has all that it may have of the origin, fixed."""
        while leaf:
            if self.fixed.get((origin, leaf), 0) >= self._bounds(origin, leaf)[1]:
                return True
            leaf //= 2
        return False

    def _bounds(self, origin: int, node: int) -> tuple[int, int]:
        total = self.totals[origin]
        if origin == self.free:
            return 0, total
        parts = 1 << (node.bit_length() - 1)
        return total // parts, -(-total // parts)

    def _exchange(self, leaf: int, origin: int) -> bool:
        """Give a line to the origin by the shortest chain of exchanges: the origin that has it
        takes another line, the one that had that line another, until ``origin`` gives one up."""
        start: _Node = (self.held[leaf], leaf)
        came: dict[_Node, _Node] = {start: start}
        queue = deque([start])
        while queue:
            node = queue.popleft()
            if node == (origin, leaf):
                self._move(came, node)
                self.held[leaf] = origin
                return True
            for after in self._onward(node, leaf):
                if after not in came:
                    came[after] = node
                    queue.append(after)
        return False

    def _onward(self, node: _Node, target: int) -> Iterator[_Node]:
        """Where a surplus unit of a node can go: up where the node may have one less, down where a
        child may have one more, and, on a line, to the origin that has the line now."""
        origin, at = node
        if at > 1 and self.counts.get(node, 0) > self._bounds(origin, at)[0]:
            yield origin, at // 2
        if at < len(self.leaves):
            for child in (2 * at, 2 * at + 1):
                if self.counts.get((origin, child), 0) < self._bounds(origin, child)[1]:
                    yield origin, child
        elif at in self.held and at != target and at not in self.done and self.held[at] != origin:
            yield self.held[at], at

    def _move(self, came: Mapping[_Node, _Node], node: _Node) -> None:
        """Move a unit along the way that led to a node."""
        while came[node] != node:
            before = came[node]
            if before[0] != node[0]:
                self.held[node[1]] = before[0]
            elif before[1] > node[1]:
                self.counts[before] -= 1
            else:
                self.counts[node] = self.counts.get(node, 0) + 1
            node = before


def _add(counts: dict[_Node, int], origin: int, leaf: int) -> None:
    """Count a line for all sub-brackets that it is in."""
    while leaf:
        counts[origin, leaf] = counts.get((origin, leaf), 0) + 1
        leaf //= 2


def _dealt(node: int, there: Collection[int], size: int) -> list[int]:
    """The leaves below a node that are ``there``, so that any run of them is spread: the halves
    take turns, the larger one first."""
    if node >= size:
        return [node] if node in there else []
    one, two = (_dealt(child, there, size) for child in (2 * node, 2 * node + 1))
    if len(one) < len(two):
        one, two = two, one
    return [leaf for pair in zip_longest(one, two) for leaf in pair if leaf is not None]
