"""One POST to somebody else's server, and everything that such a server may do."""

from __future__ import annotations

import socket
import ssl
import subprocess
import threading
import time
from contextlib import contextmanager, suppress

import pytest

from notices.posting import transport
from notices.posting.transport import MAX_RESPONSE, post
from notices.tests.receiver import Reply, receiving

BODY = b'{"a": 1}'


def send(url: str, **headers: str):
    return post(url, BODY, {"Content-Type": "application/json", **headers})


@contextmanager
def talking(talk):
    """A server that does with its first connection what ``talk`` says; its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            made, _ = server.accept()
            with made:
                made.settimeout(30)
                with suppress(OSError):  # the client hangs up, as it should
                    talk(made)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            thread.join()


def listen(made):
    """Say nothing until the other side hangs up."""
    while made.recv(65536):
        pass


@pytest.fixture
def short(monkeypatch):
    """A total that a test can wait for."""
    monkeypatch.setattr(transport, "TOTAL_S", 1.0)


def test_body_and_headers_arrive(receiver):
    answer = send(receiver.url, **{"X-One": "two"})
    assert (answer.error, answer.status) == ("", 204)
    (got,) = receiver.got
    assert (got.path, got.body) == ("/hook?from=arbiter", BODY)
    assert got.headers["X-One"] == "two"
    assert got.headers["Host"] == f"127.0.0.1:{receiver.port}"


@pytest.mark.parametrize("status", [200, 201, 202, 299])
def test_a_status_of_success_is_one(receiver, status):
    receiver.replies = [Reply(status, b"thanks")]
    answer = send(receiver.url)
    assert (answer.error, answer.status, answer.response) == ("", status, "thanks")


@pytest.mark.parametrize("status", [400, 404, 410, 429, 500, 503])
def test_any_other_is_a_failure(receiver, status):
    receiver.replies = [Reply(status, b"no")]
    answer = send(receiver.url)
    assert (answer.error, answer.response) == (f"It answered {status}.", "no")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(receiver, status):
    with receiving() as inside:
        receiver.replies = [Reply(status, b"", (("Location", inside.url),))]
        answer = send(receiver.url)
        assert "redirects are not followed" in answer.error
        assert answer.status == status
        assert inside.got == []
    assert len(receiver.got) == 1


def test_little_is_read_of_a_long_answer(receiver):
    receiver.replies = [Reply(200, b"x" * 10_000_000)]
    assert send(receiver.url).response == "x" * MAX_RESPONSE


def test_an_answer_that_is_no_text_can_be_kept(receiver):
    receiver.replies = [Reply(200, b"a\0\xff")]
    assert send(receiver.url).response == "a\ufffd\ufffd"


def test_where_nobody_listens_the_connection_is_refused(settings):
    settings.WEBHOOK_PRIVATE = True
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert send(f"http://127.0.0.1:{port}/").error == "The connection was refused."


def test_who_never_answers_is_left(settings, short):
    settings.WEBHOOK_PRIVATE = True
    with talking(listen) as port:
        answer = send(f"http://127.0.0.1:{port}/")
    assert (answer.error, answer.status) == ("No answer within 1 s.", None)


def test_who_answers_byte_by_byte_is_left_as_well(settings, short):
    """Each byte is in time; the whole is not."""
    settings.WEBHOOK_PRIVATE = True

    def drip(made):
        made.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
        while True:
            made.sendall(b"a")
            time.sleep(0.05)

    with talking(drip) as port:
        answer = send(f"http://127.0.0.1:{port}/")
    assert answer.error == "No answer within 1 s."


def test_who_says_something_else_than_http_is_a_failure(settings):
    settings.WEBHOOK_PRIVATE = True
    with talking(lambda made: made.sendall(b"220 mail.example.org ESMTP\r\n")) as port:
        assert send(f"http://127.0.0.1:{port}/").error.startswith("The connection failed: ")


def test_headers_without_end_are_a_failure(settings):
    settings.WEBHOOK_PRIVATE = True

    def flood(made):
        made.sendall(b"HTTP/1.1 200 OK\r\n")
        for number in range(100_000):
            made.sendall(b"X-%d: y\r\n" % number)

    with talking(flood) as port:
        assert "more than 100 headers" in send(f"http://127.0.0.1:{port}/").error


def test_a_name_that_is_not_there_is_a_failure(settings):
    settings.WEBHOOK_PRIVATE = True
    answer = send("http://no-such-host.invalid/")
    assert answer.error in ("The name of the host cannot be found.", "No answer within 10 s.")


def test_nothing_is_sent_to_the_inside(receiver, settings):
    settings.WEBHOOK_PRIVATE = False
    assert "https://" in send(receiver.url).error
    for host in ("localhost", "127.1", "127.0.0.1"):
        answer = send(f"https://{host}:{receiver.port}/")
        assert "public internet" in answer.error
    assert receiver.got == []


def test_the_name_is_looked_up_once(receiver, monkeypatch):
    """A second look might find another address than the one that was checked."""
    asked = []

    def look(host, port, **more):
        asked.append(host)
        assert len(asked) == 1, "it was looked up again"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    real = socket.getaddrinfo

    def lookup(host, port, *given, **more):
        # A numeric address needs no lookup.
        return real(host, port, *given, **more) if host[0].isdigit() else look(host, port)

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    answer = send(f"http://hooks.example.org:{receiver.port}/")
    assert (answer.error, asked) == ("", ["hooks.example.org"])
    assert receiver.got[0].headers["Host"] == f"hooks.example.org:{receiver.port}"


def test_the_next_address_is_tried_where_one_is_dead(receiver, monkeypatch):
    rows = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, receiver.port))
        for each in ("127.0.0.2", "127.0.0.1")
    ]
    real = socket.getaddrinfo
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, *g, **m: rows if host == "hooks.example.org" else real(host, *g, **m),
    )
    assert send(f"http://hooks.example.org:{receiver.port}/").error == ""


# TLS


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate for localhost that only those trust who know it."""
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-keyout", folder / "key.pem", "-out", folder / "cert.pem", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
        check=True,
        capture_output=True,
    )  # fmt: skip
    return folder


@pytest.fixture
def secure(certificate, settings):
    """A server that speaks TLS; its port."""
    settings.WEBHOOK_PRIVATE = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")

    def answer(made):
        with context.wrap_socket(made, server_side=True) as told:
            got = b""
            while BODY not in got:
                got += told.recv(65536)
            told.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    with talking(answer) as port:
        yield port


def test_a_certificate_that_nobody_signed_is_refused(secure):
    error = send(f"https://localhost:{secure}/").error
    assert error.startswith("Its TLS certificate is not valid: self-signed certificate")


def trust(monkeypatch, certificate):
    context = ssl.create_default_context(cafile=certificate / "cert.pem")
    monkeypatch.setattr(transport, "_tls", lambda: context)


def test_one_that_holds_is_taken(secure, certificate, monkeypatch):
    trust(monkeypatch, certificate)
    answer = send(f"https://localhost:{secure}/")
    assert (answer.error, answer.response) == ("", "ok")


def test_one_for_another_name_is_refused(secure, certificate, monkeypatch):
    trust(monkeypatch, certificate)
    assert "not valid for '127.0.0.1'" in send(f"https://127.0.0.1:{secure}/").error


def test_who_never_ends_the_handshake_is_left(settings, short):
    settings.WEBHOOK_PRIVATE = True
    with talking(listen) as port:
        assert send(f"https://127.0.0.1:{port}/").error == "No answer within 1 s."
