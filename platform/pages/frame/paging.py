"""Pages of long lists; the page's number is in the address."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

PER_PAGE = 30


def page_of(request: HttpRequest, rows: Any, size: int = PER_PAGE) -> Page[Any]:
    """The asked page of ``rows`` (a query or a list), the nearest one where it does not exist."""
    return Paginator(rows, size).get_page(request.GET.get("page"))
