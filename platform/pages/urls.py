"""Addresses of all pages.  What authors do comes first: ``matches/new/`` is no match."""

from __future__ import annotations

from pages.author_urls import urlpatterns as author_urls
from pages.event_urls import urlpatterns as event_urls
from pages.install_urls import urlpatterns as install_urls
from pages.map_urls import urlpatterns as map_urls
from pages.public_urls import urlpatterns as public_urls
from pages.room_urls import urlpatterns as room_urls
from pages.scenario_urls import urlpatterns as scenario_urls

urlpatterns = [
    *(*author_urls, *event_urls, *install_urls, *map_urls, *room_urls, *scenario_urls),
    *public_urls,
]
