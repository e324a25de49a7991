"""One POST to somebody else's server: to the address that was checked and no other, within a fixed
time, without following redirects, and reading little of the answer.

It uses no database, so that several can run at a time in threads.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection, HTTPException

from notices.posting.targets import BadTarget, Target, parse, resolve

CONNECT_S = 5.0
TOTAL_S = 10.0
OURS = "The platform could not send it; this is not your program's fault."
MAX_RESPONSE = 4096
"""Bytes of an answer that are read."""


@dataclass(frozen=True)
class Answer:
    """How an attempt ended.  ``error`` is empty where the event arrived: a status from 200 to 299.
    After a ``final`` one no other try would end better."""

    error: str = ""
    status: int | None = None
    response: str = ""
    took_ms: int = 0
    final: bool = False


class _Pinned(HTTPConnection):
    """A connection over a socket that is already there."""

    def __init__(self, target: Target, made: socket.socket) -> None:
        super().__init__(target.netloc, timeout=TOTAL_S)
        self.sock = made
        self.auto_open = 0


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send ``body``; whatever goes wrong is in the answer."""
    began = time.monotonic()
    status, response = None, ""
    try:
        target = parse(url)
        with _connected(target, began + TOTAL_S) as connection:
            all_headers = {"Host": target.netloc, "Connection": "close", **headers}
            connection.request("POST", target.path, body, all_headers)
            got = connection.getresponse()
            response = got.read(MAX_RESPONSE).decode("utf-8", "replace").replace("\0", "�")
            status = got.status
        error = _objection(status)
    except BadTarget as problem:
        error = str(problem)
    except (OSError, HTTPException, ValueError) as problem:
        error = _words(problem)
    took = time.monotonic() - began
    if took >= TOTAL_S:
        # A socket that was shut down under its reader shows as an error of any kind, or as the end
        # of what it read: half an answer is none.
        error = f"No answer within {TOTAL_S:.0f} s."
    return Answer(error[:300], status, response, round(took * 1000))


@contextmanager
def _connected(target: Target, deadline: float) -> Iterator[HTTPConnection]:
    """A connection, encrypted where the target says so, that ends at the deadline."""
    raw = _connect(target, deadline)
    # TLS takes the socket over, so the clock holds another handle of the same connection.
    handle = raw.dup()
    clock = threading.Timer(max(0.0, deadline - time.monotonic()), _shut, [handle])
    clock.daemon = True
    clock.start()
    made = raw
    try:
        if target.secure:
            made = _tls().wrap_socket(raw, server_hostname=target.host)
        yield _Pinned(target, made)
    finally:
        clock.cancel()
        clock.join()
        for each in {made, raw, handle}:
            each.close()


def _connect(target: Target, deadline: float) -> socket.socket:
    """To the first of the target's addresses that answers."""
    problem: OSError = OSError("the name has no addresses")
    for number in resolve(target):
        left = min(CONNECT_S, deadline - time.monotonic())
        if left <= 0:
            break
        try:
            made = socket.create_connection((number, target.port), timeout=left)
        except OSError as error:
            problem = error
        else:
            made.settimeout(TOTAL_S)
            return made
    raise problem


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _shut(handle: socket.socket) -> None:
    with suppress(OSError):  # it is over already
        handle.shutdown(socket.SHUT_RDWR)


def _objection(status: int) -> str:
    if 200 <= status < 300:
        return ""
    if 300 <= status < 400:
        return f"It answered {status}: redirects are not followed. Give the final address."
    return f"It answered {status}."


def _words(problem: Exception) -> str:
    if isinstance(problem, socket.gaierror):
        return "The name of the host cannot be found."
    if isinstance(problem, ssl.SSLCertVerificationError):
        return f"Its TLS certificate is not valid: {problem.verify_message}."
    if isinstance(problem, ConnectionRefusedError):
        return "The connection was refused."
    if isinstance(problem, TimeoutError):
        return f"No connection within {CONNECT_S:.0f} s."
    return f"The connection failed: {str(problem) or type(problem).__name__}."
