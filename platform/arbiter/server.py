"""The web server: ``python -m arbiter.server --host 127.0.0.1 --port 8000``, or a fork of a process
that has loaded the site for its workers (`serve_forked`), with which it shares the memory.

uvicorn with `arbiter.serving.deadlines` and a bound on connections;
``ARBITER_CONNECTIONS_PER_ADDRESS`` and ``ARBITER_PROXIES`` are described in docs/settings.md.
"""

import argparse
import importlib
import os
import socket
import sys
from contextlib import suppress

import uvicorn
from django.conf import settings
from django.db import connections
from uvicorn.config import STARTUP_FAILURE

from arbiter.celery import app
from arbiter.serving import deadlines
from arbiter.serving.connections import Connections, most_connections, raise_open_files

MESSAGE_BYTES = 64 * 1024
"""The largest message that a client may send on a WebSocket."""
BACKLOG = 2048
"""Connections that wait until they are accepted."""
KEEP_ALIVE_SECONDS = 5
PROXY_KEEP_ALIVE_SECONDS = 75
"""Longer than proxies keep idle connections: the one that closes first must be the proxy, or it
sends a request on a connection that has just been closed."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m arbiter.server")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    given = parser.parse_args()
    os.environ["ARBITER_PROCESS"] = "web"  # before the settings are read
    _serve(given.host, given.port)


def serve_forked(host: str, port: int, *, beside_others: bool) -> None:
    """Serve in a fork of a process that has loaded the site as a worker.

    Where others of the site serve the same address (``beside_others``), the kernel gives each
    connection to one of them.
    """
    take_web_settings()
    _serve(host, port, [_shared(host, port)] if beside_others else None)


def _shared(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG, reuse_port=True)


def take_web_settings() -> None:
    """Read the settings again, which differ for a web process, and drop what was made of them."""
    os.environ["ARBITER_PROCESS"] = "web"
    importlib.reload(sys.modules["arbiter.configured.storage"])
    module = importlib.reload(sys.modules["arbiter.settings"])
    for name in filter(str.isupper, dir(module)):
        setattr(settings, name, getattr(module, name))
    connections.close_all()
    for alias, given in settings.DATABASES.items():
        connections.settings[alias].update(given)
        del connections[alias]
    app.config_from_object("django.conf:settings", namespace="CELERY")


def _serve(host: str, port: int, sockets: list[socket.socket] | None = None) -> None:
    proxies = settings.PROXIES
    deadlines.Http.bounds = deadlines.WebSocket.bounds = Connections(
        most_connections(raise_open_files()),
        None if proxies else settings.CONNECTIONS_PER_ADDRESS,
    )
    config = uvicorn.Config(
        "arbiter.asgi:application",
        host=host,
        port=port,
        http=deadlines.Http,
        ws=deadlines.WebSocket,
        ws_max_size=MESSAGE_BYTES,
        proxy_headers=False,  # `arbiter.serving.addresses` reads them
        access_log=False,
        server_header=False,
        timeout_keep_alive=PROXY_KEEP_ALIVE_SECONDS if proxies else KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=2,
        backlog=BACKLOG,
    )
    server = uvicorn.Server(config)
    with suppress(KeyboardInterrupt):
        server.run(sockets)
    if not server.started:
        sys.exit(STARTUP_FAILURE)


if __name__ == "__main__":
    main()
