"""The smallest Django project, to compare pages with: one view, no database, no middleware."""

from __future__ import annotations

from secrets import token_hex

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF=__name__, SECRET_KEY=token_hex(), USE_TZ=True
)


def nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse("nothing")


urlpatterns = [path("", nothing)]
application = get_asgi_application()
