"""Pages of long lists; the page's number is in the address."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

PER_PAGE = 30
MOST_COUNTED = 5000
"""Rows of a query that are counted: to count a million takes a database longer than a page."""

if TYPE_CHECKING:
    _Paginator = Paginator[Any]
else:
    _Paginator = Paginator


class LongPaginator(_Paginator):
    """Counts a query up to `MOST_COUNTED` rows, and further as far as readers go."""

    def __init__(self, rows: Any, size: int, asked: str) -> None:
        super().__init__(rows, size)
        page = int(asked) if asked.isdecimal() and len(asked) < 9 else 1
        self._limit = max(MOST_COUNTED, (page + 1) * size)

    @cached_property
    def _counted(self) -> int:
        """The rows, but no more than one beyond the limit."""
        rows = self.object_list
        if not isinstance(rows, QuerySet):
            return len(rows)
        return len(rows) if rows.query.is_sliced else rows.order_by()[: self._limit + 1].count()

    @cached_property
    def count(self) -> int:
        return self._limit if self.has_more else self._counted

    @property
    def has_more(self) -> bool:
        """Whether there are more rows than `count`."""
        rows = self.object_list
        is_long = isinstance(rows, QuerySet) and not rows.query.is_sliced
        return is_long and self._counted > self._limit

    @property
    def count_in_words(self) -> str:
        return f"more than {self.count}" if self.has_more else str(self.count)


def page_of(request: HttpRequest, rows: Any, size: int = PER_PAGE) -> Page[Any]:
    """The asked page of ``rows`` (a query or a list), the nearest one where it does not exist."""
    asked = request.GET.get("page", "")
    return LongPaginator(rows, size, asked).get_page(asked or None)
