"""Addresses of all pages.  What authors do comes first: ``matches/new/`` is no match."""

from __future__ import annotations

from pages.author_urls import urlpatterns as author_urls
from pages.correction_urls import urlpatterns as correction_urls
from pages.desk_urls import urlpatterns as desk_urls
from pages.event_desk_urls import urlpatterns as event_desk_urls
from pages.event_urls import urlpatterns as event_urls
from pages.install_urls import urlpatterns as install_urls
from pages.map_urls import urlpatterns as map_urls
from pages.notice_urls import urlpatterns as notice_urls
from pages.public_urls import urlpatterns as public_urls
from pages.room_urls import urlpatterns as room_urls
from pages.scenario_urls import urlpatterns as scenario_urls
from pages.season_urls import urlpatterns as season_urls
from pages.trial_urls import urlpatterns as trial_urls

urlpatterns = [
    *event_desk_urls,
    *(*author_urls, *event_urls, *install_urls, *map_urls, *room_urls, *scenario_urls),
    *correction_urls,
    *notice_urls,
    *season_urls,
    *desk_urls,
    *trial_urls,
    *public_urls,
]
