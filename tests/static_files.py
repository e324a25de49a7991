"""The middleware for static files, as tests use it."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from servestatic.middleware import ServeStaticMiddleware


class OneScan(ServeStaticMiddleware):  # type: ignore[misc]
    """Scans the folders once per process instead of once per test client.

    A scan takes longer than most requests.  A test that changes ``STATICFILES_DIRS`` gets a scan
    of its own.
    """

    scans: ClassVar[dict[str, dict[str, Any]]] = {}
    """The files by address, by the folders that were scanned."""
    files: dict[str, Any]

    def add_files_from_finders(self) -> None:
        folders = repr(settings.STATICFILES_DIRS)
        if folders not in self.scans:
            super().add_files_from_finders()
            self.scans[folders] = self.files
        self.files = dict(self.scans[folders])
