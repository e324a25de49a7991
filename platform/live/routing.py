"""The addresses of the sockets."""

from __future__ import annotations

from typing import Any, cast

from django.urls import path, re_path

from live.consumers import BuildConsumer, EmbedConsumer, MatchConsumer
from live.nowhere import NowhereConsumer
from live.seats import SeatConsumer
from live.tries import TryConsumer

websocket_urlpatterns: list[Any] = [
    path("ws/matches/<int:match_id>/", cast(Any, MatchConsumer.as_asgi())),
    path("ws/matches/<int:match_id>/seats/<int:seat>/", cast(Any, SeatConsumer.as_asgi())),
    path("ws/embed/matches/<int:match_id>/", cast(Any, EmbedConsumer.as_asgi())),
    path("ws/tries/<uuid:key>/", cast(Any, TryConsumer.as_asgi())),
    path("ws/builds/<int:version_id>/", cast(Any, BuildConsumer.as_asgi())),
    re_path(r"", cast(Any, NowhereConsumer.as_asgi())),
]
