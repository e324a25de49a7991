"""HTTP goes to Django, WebSockets to the live app."""

from __future__ import annotations

import os
from typing import Any, cast

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbiter.settings")

from django.core.asgi import get_asgi_application

django_application = get_asgi_application()

from channels.routing import (  # noqa: E402  models need the application first
    ProtocolTypeRouter,
    URLRouter,
)
from django.conf import settings  # noqa: E402

from arbiter.serving.addresses import ClientAddress  # noqa: E402
from arbiter.serving.bodies import BodyLimit  # noqa: E402
from arbiter.serving.connections import RequestLimit  # noqa: E402
from arbiter.serving.threads import RequestThreads  # noqa: E402
from live.limits import SocketLimit  # noqa: E402
from live.origins import OwnOrigin  # noqa: E402
from live.routing import websocket_urlpatterns  # noqa: E402
from live.sessions import with_user  # noqa: E402

_protocols: Any = ProtocolTypeRouter(
    {
        "http": BodyLimit(cast(Any, RequestThreads(cast(Any, django_application)))),
        "websocket": OwnOrigin(
            with_user(
                SocketLimit(
                    cast(Any, URLRouter(websocket_urlpatterns)), settings.SOCKETS_PER_PERSON
                )
            )
        ),
    }
)
if settings.PROXIES:  # else the server counts connections, which it sees sooner
    _protocols = RequestLimit(_protocols, settings.CONNECTIONS_PER_ADDRESS)

application = ClientAddress(_protocols, settings.PROXIES)
