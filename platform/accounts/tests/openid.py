"""A small provider of OpenID Connect, over HTTP: discovery, consent, tokens with PKCE, user data.

https://openid.net/specs/openid-connect-core-1_0.html
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET = "arbiter", "openid-secret"
ALICE = {"sub": "42", "preferred_username": "alice-there", "email": "alice@example.org"}


class Provider(ThreadingHTTPServer):
    """``person`` is who is logged in there; ``codes`` are those given out: their requests."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.address = f"http://localhost:{self.server_port}"
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.person: dict[str, Any] = {**ALICE, "email_verified": True}
        self.codes: dict[str, dict[str, str]] = {}

    def discovery(self) -> dict[str, Any]:
        return {
            "issuer": self.address,
            "authorization_endpoint": f"{self.address}/authorize",
            "token_endpoint": f"{self.address}/token",
            "userinfo_endpoint": f"{self.address}/userinfo",
            "jwks_uri": f"{self.address}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def keys(self) -> dict[str, Any]:
        public = jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
        return {"keys": [{**public, "kid": "1", "use": "sig"}]}

    def id_token(self) -> str:
        now = int(time.time())
        claims = {"iss": self.address, "aud": CLIENT, "iat": now, "exp": now + 60, **self.person}
        return jwt.encode(claims, self.key, algorithm="RS256", headers={"kid": "1"})


class Handler(BaseHTTPRequestHandler):
    server: Provider

    def do_GET(self) -> None:
        where = urlsplit(self.path)
        asked = {name: values[0] for name, values in parse_qs(where.query).items()}
        if where.path == "/.well-known/openid-configuration":
            self._json(self.server.discovery())
        elif where.path == "/keys":
            self._json(self.server.keys())
        elif where.path == "/userinfo":
            self._json(self.server.person)
        elif where.path == "/authorize":
            self._consent(asked)

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        given = {k: v[0] for k, v in parse_qs(self.rfile.read(length).decode()).items()}
        asked = self.server.codes.pop(given["code"], {})
        digest = hashlib.sha256(given["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        right = (given["client_id"], given["client_secret"]) == (CLIENT, SECRET)
        if not right or challenge != asked.get("code_challenge"):
            self._json({"error": "invalid_grant"}, 400)
            return
        token = {"access_token": "opaque", "token_type": "Bearer", "expires_in": 60}
        self._json({**token, "id_token": self.server.id_token()})

    def _consent(self, asked: dict[str, str]) -> None:
        """A page of two links: allow, and refuse."""
        code = f"code-{len(self.server.codes)}"
        self.server.codes[code] = asked
        back, state = asked["redirect_uri"], asked["state"]
        allowed = f"{back}?{urlencode({'code': code, 'state': state})}"
        refused = f"{back}?{urlencode({'error': 'access_denied', 'state': state})}"
        page = (
            f"<!doctype html><link rel=icon href=data:,><p>{asked['client_id']} wants to know you."
            f"<p><a href='{allowed}'>Allow</a> <a href='{refused}'>Refuse</a>"
        )
        self._send(page.encode(), "text/html", 200)

    def _json(self, body: dict[str, Any], status: int = 200) -> None:
        self._send(json.dumps(body).encode(), "application/json", status)

    def _send(self, body: bytes, kind: str, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Nothing: the test reads answers."""


@contextmanager
def provider(port: int) -> Iterator[Provider]:
    with Provider(port) as running:
        thread = Thread(target=running.serve_forever, daemon=True)
        thread.start()
        try:
            yield running
        finally:
            running.shutdown()
            thread.join()
