"""Lists whose items are made when they are read, so that a page makes only those that it shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

Item = TypeVar("Item")


class LazyList(Sequence[Item]):
    """``count`` items, each of which ``make`` returns for its index and which is kept then."""

    def __init__(self, count: int, make: Callable[[int], Item]) -> None:
        self._indexes = range(count)
        self._make = make
        self._made: dict[int, Item] = {}

    def __len__(self) -> int:
        return len(self._indexes)

    @overload
    def __getitem__(self, at: int) -> Item: ...

    @overload
    def __getitem__(self, at: slice) -> LazyList[Item]: ...

    def __getitem__(self, at: int | slice) -> Item | LazyList[Item]:
        """An item, or a part that makes and keeps its items in this list."""
        if isinstance(at, slice):
            part = self._indexes[at]
            return LazyList(len(part), lambda number: self[part[number]])
        index = self._indexes[at]
        if index not in self._made:
            self._made[index] = self._make(index)
        return self._made[index]

    def picked(self, indexes: Sequence[int]) -> LazyList[Item]:
        """The items at these indexes, in their order, made and kept in this list."""
        return LazyList(len(indexes), lambda number: self[indexes[number]])
