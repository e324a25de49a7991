"""A mail server on this machine that puts mails off, as one with greylisting does."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class MailServer:
    """Answers the recipients of the first ``put_off`` mails with 450."""

    port: int = 0
    put_off: int = 0
    refused: int = 0
    got: list[str] = field(default_factory=list)
    """Mails that it took, as they came."""


def _handler(server: MailServer) -> type[socketserver.StreamRequestHandler]:
    class Handler(socketserver.StreamRequestHandler):
        def say(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

        def handle(self) -> None:
            self.say("220 ready")
            for raw in self.rfile:
                word = raw.decode().split()[0].upper()
                if word == "RCPT" and server.refused < server.put_off:
                    server.refused += 1
                    self.say("450 4.2.0 Greylisted, try again later")
                elif word == "DATA":
                    self.say("354 go on")
                    lines = iter(self.rfile.readline, b".\r\n")
                    server.got.append(b"".join(lines).decode())
                    self.say("250 taken")
                elif word == "QUIT":
                    return self.say("221 bye")
                else:
                    self.say("250 fine")
            return None

    return Handler


@contextmanager
def taking_mails() -> Iterator[MailServer]:
    mine = MailServer()
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _handler(mine)) as server:
        server.daemon_threads = True
        mine.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield mine
        finally:
            server.shutdown()
            thread.join()
