"""The middleware for static files, as tests use it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from inspect import iscoroutinefunction
from typing import Any, ClassVar

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from arbiter.serving.static_files import StaticFilesMiddleware


class OneScan(StaticFilesMiddleware):
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


@sync_and_async_middleware
def one_scan(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """The middleware, which is asynchronous, is asked for files alone by the test client: each of
    its other requests would need an event loop and two threads, twice the time of a small page."""
    if iscoroutinefunction(get_response):
        return OneScan(get_response)
    middleware = OneScan(sync_to_async(get_response))
    serve = async_to_sync(middleware)

    def respond(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase
        if request.path_info in middleware.files:
            # In a thread of its own: a browser that is open has an event loop in this one.
            with ThreadPoolExecutor(1) as thread:
                response = thread.submit(serve, request).result()
        else:
            response = get_response(request)
        return response

    return respond
