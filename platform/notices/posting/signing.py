"""How receivers know that an event comes from this site: HMAC-SHA-256 with the webhook's secret."""

import hashlib
import hmac
import secrets

SCHEME = "v1"


def new_secret() -> str:
    return f"whsec_{secrets.token_urlsafe(32)}"


def sign(secret: str, timestamp: int, body: bytes) -> str:
    """The value of ``Arbiter-Signature``: over ``timestamp.body``, so that a
    recorded delivery cannot be sent again later under a new time."""
    signed = b"%d.%b" % (timestamp, body)
    return f"{SCHEME}={hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()}"
