"""A server of somebody's own that webhooks are sent to, on this machine."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    status: int = 204
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Got:
    """A request as it came in."""

    path: str
    headers: Message
    body: bytes

    @property
    def event(self) -> dict[str, Any]:
        return dict(json.loads(self.body))


@dataclass
class Receiver:
    """Answers with ``replies``, one after the other, and then with the last for ever."""

    port: int
    replies: list[Reply] = field(default_factory=lambda: [Reply()])
    got: list[Got] = field(default_factory=list)
    hold: threading.Event = field(default_factory=threading.Event)
    """Cleared, no request is answered."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?from=arbiter"


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            with lock:
                receiver.got.append(Got(self.path, self.headers, body))
                replies = receiver.replies
                reply = replies.pop(0) if len(replies) > 1 else replies[0]
            receiver.hold.wait(30)
            self.send_response(reply.status)
            for name, value in (*reply.headers, ("Content-Length", str(len(reply.body)))):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(reply.body)

        def do_GET(self) -> None:
            receiver.got.append(Got(self.path, self.headers, b""))
            self.send_error(404)

        def log_message(self, *args: Any) -> None:
            """Requests are no news."""

    return Handler


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is what some tests are about."""


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver(0)
    receiver.hold.set()
    server = _Server(("127.0.0.1", 0), _handler(receiver))
    receiver.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=[0.05])
    thread.start()
    try:
        yield receiver
    finally:
        receiver.hold.set()
        server.shutdown()
        server.server_close()
        thread.join()
