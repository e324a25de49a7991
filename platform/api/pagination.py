"""How lists are cut: by a cursor where they grow at one end, by pages where they have places."""

from __future__ import annotations

from rest_framework import pagination


class CursorPagination(pagination.CursorPagination):
    """Newest first.  A page stays the same while new rows arrive, however far one has read."""

    ordering = "-pk"
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


class StandingsPagination(pagination.PageNumberPagination):
    """Numbered pages of a table of places."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 500
