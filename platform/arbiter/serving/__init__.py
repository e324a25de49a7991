"""How the web server answers: its limits, caches, files and compression."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class Middleware:
    """The base of those of all apps, which are called with a request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
