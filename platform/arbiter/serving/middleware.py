from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class Middleware:
    """Subclasses say what happens before and after the views: they are called with a request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
