"""The web server: ``python -m arbiter.server --host 127.0.0.1 --port 8000``.

uvicorn with `arbiter.serving.deadlines` and a bound on connections;
``ARBITER_CONNECTIONS_PER_ADDRESS`` and ``ARBITER_PROXIES`` are described in docs/settings.md.
"""

from __future__ import annotations

import argparse
import gc
import os

import uvicorn
from django.conf import settings

from arbiter.serving import deadlines
from arbiter.serving.connections import Connections, most_connections, raise_open_files

MESSAGE_BYTES = 64 * 1024
"""The largest message that a client may send on a WebSocket."""
KEEP_ALIVE_SECONDS = 5
PROXY_KEEP_ALIVE_SECONDS = 75
"""Longer than proxies keep idle connections: the one that closes first must be the proxy, or it
sends a request on a connection that has just been closed."""


GARBAGE = (50_000, 20, 20)
"""Thresholds of the garbage collection.  A frame of a match wakes up thousands of viewers at once.
With Python's 700, what they wait with counts as old before it is done with, and every ten frames
all that is kept for all connections is searched, which takes a second."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m arbiter.server")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    given = parser.parse_args()
    os.environ["ARBITER_PROCESS"] = "web"  # before the settings are read
    gc.set_threshold(*GARBAGE)
    proxies = settings.PROXIES
    deadlines.Http.bounds = deadlines.WebSocket.bounds = Connections(
        most_connections(raise_open_files()),
        None if proxies else settings.CONNECTIONS_PER_ADDRESS,
    )
    uvicorn.run(
        "arbiter.asgi:application",
        host=given.host,
        port=given.port,
        http=deadlines.Http,
        ws=deadlines.WebSocket,
        ws_max_size=MESSAGE_BYTES,
        proxy_headers=False,  # `arbiter.serving.addresses` reads them
        access_log=False,
        server_header=False,
        timeout_keep_alive=PROXY_KEEP_ALIVE_SECONDS if proxies else KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=2,
    )


if __name__ == "__main__":
    main()
