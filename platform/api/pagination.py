"""How lists are cut: by a cursor where they grow at one end, by pages where they have places."""

from rest_framework import pagination

from arbiter.links import absolute


class CursorPagination(pagination.CursorPagination):
    """Newest first.  A page stays the same while new rows arrive, however far one has read."""

    ordering = "-pk"
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_next_link(self) -> str | None:
        return _own(super().get_next_link())

    def get_previous_link(self) -> str | None:
        return _own(super().get_previous_link())


class StandingsPagination(pagination.PageNumberPagination):
    """Numbered pages of a table of places."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 500

    def get_next_link(self) -> str | None:
        return _own(super().get_next_link())

    def get_previous_link(self) -> str | None:
        return _own(super().get_previous_link())


def _own(link: str | None) -> str | None:
    return None if link is None else absolute(link)
