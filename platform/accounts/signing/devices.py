"""Log-in of programs: a person allows the program in the browser (RFC 8628)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import DeviceLogin, Scope, User
from accounts.signing.codes import digest_of, new_code, new_token
from accounts.signing.tokens import create_token
from arbiter.database.locks import lock
from arbiter.texts import require_lines
from games.texts.sentences import paragraph

LIFE = timedelta(minutes=10)
"""The time in which a person has to allow the program."""
INTERVAL_S = 5
"""A program asks no more often than this."""
TOKEN_LIFE = timedelta(days=365)
SCOPES = (Scope.READ, Scope.BOTS)
MOST_WAITING = 10
"""Log-ins of one program that wait at a time, of one network address.  A classroom shares the
address: nobody there keeps the programs of others from waiting."""
MOST_AT_ADDRESS = 200
"""Log-ins of all programs that wait at one network address: programs choose their own names."""
_KEPT = timedelta(days=1)
State = DeviceLogin.State


class Error(StrEnum):
    """Why there is no token (yet), by the names of RFC 8628, 3.5."""

    PENDING = "authorization_pending"
    SLOW_DOWN = "slow_down"
    DENIED = "access_denied"
    EXPIRED = "expired_token"
    INVALID = "invalid_grant"
    """There is no such code, or it was used (RFC 6749, 5.2)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """``token`` is empty where there is an ``error``; ``detail`` is a sentence for people."""

    token: str = ""
    error: Error | None = None
    detail: str = ""


class Codes(NamedTuple):
    """The codes of a log-in, which are shown once and never stored."""

    device: str
    user: str


def sender_of(client: str, agent: str) -> str:
    """A digest that tells the programs at one network address apart: by their own name, which has
    that of the computer, and their user agent."""
    return digest_of(f"{_name(client)}\n{agent}")


def begin(client: str, address: str, agent: str = "") -> tuple[DeviceLogin, Codes]:
    """A log-in that waits, and its codes.

    `ValidationError` where too many of the same program at the address wait.
    """
    client = _name(client)
    require_lines(client=client)
    now = timezone.now()
    DeviceLogin.objects.filter(expires__lt=now - _KEPT).delete()
    sender = sender_of(client, agent)
    here = DeviceLogin.objects.filter(address=address, created__gt=now - LIFE, state=State.WAITING)
    if here.count() >= MOST_AT_ADDRESS:
        raise ValidationError(
            f"{MOST_AT_ADDRESS} log-ins at this network address wait to be allowed. "
            f"Try again in {LIFE.seconds // 60} minutes."
        )
    if here.filter(sender=sender).count() >= MOST_WAITING:
        raise ValidationError(
            f"{MOST_WAITING} log-ins of “{client}” at this network address wait to be allowed. "
            f"Allow one of them, or try again in {LIFE.seconds // 60} minutes."
        )
    codes = Codes(new_token(32), new_code(groups=2, size=4))
    row = DeviceLogin.objects.create(
        digest=digest_of(codes.device),
        user_digest=_user_digest(codes.user),
        client=client,
        address=address,
        sender=sender,
        created=now,
        expires=now + LIFE,
    )
    return row, codes


def _name(client: str) -> str:
    return client.strip()[:60] or "A program"


def _user_digest(code: str) -> str:
    """Keyed, because all user codes can be tried."""
    return salted_hmac("device-login", code, algorithm="sha256").hexdigest()


def written(typed: str) -> str:
    """A user code as it is shown, of what a person typed."""
    letters = "".join(c for c in typed.upper() if c.isascii() and c.isalnum())
    return f"{letters[:4]}-{letters[4:]}"


def find(typed: str) -> DeviceLogin:
    """The log-in that waits for this code.  `ValidationError` where there is none."""
    waiting = DeviceLogin.objects.filter(state=State.WAITING, expires__gt=timezone.now())
    row = waiting.filter(user_digest=_user_digest(written(typed))).first()
    if row is None:
        raise ValidationError(
            f"No program waits for this code. Check it, or begin again: a code works for "
            f"{LIFE.seconds // 60} minutes."
        )
    return row


def decide(row: DeviceLogin, by: User, *, allow: bool) -> None:
    """A person allows or refuses the program.  `ValidationError` where it no longer waits."""
    state = State.ALLOWED if allow else State.REFUSED
    waiting = DeviceLogin.objects.filter(pk=row.pk, state=State.WAITING, expires__gt=timezone.now())
    if not waiting.update(state=state, user=by):
        raise ValidationError("The program does not wait any more. Begin again there.")


@transaction.atomic
def poll(code: str, client: str) -> Answer:
    """The token, given once to the program that began, or why there is none."""
    row = lock(DeviceLogin.objects).filter(digest=digest_of(code)).first()
    now = timezone.now()
    if row is None or row.state == State.USED or row.client != _name(client):
        return Answer(error=Error.INVALID, detail="There is no such code, or it was used.")
    if row.expires <= now:
        return Answer(error=Error.EXPIRED, detail="The code has expired.")
    if row.state == State.REFUSED or (row.user is not None and not row.user.is_active):
        return Answer(error=Error.DENIED, detail="The person refused this program.")
    if row.state == State.WAITING:
        return _not_yet(row, now)
    assert row.user is not None  # `decide` has set it
    row.state = State.USED
    row.save(update_fields=["state"])
    try:
        _, secret = create_token(row.user, row.client, SCOPES, TOKEN_LIFE)
    except ValidationError as error:
        return Answer(error=Error.DENIED, detail=paragraph(*error.messages))
    return Answer(token=secret)


def _not_yet(row: DeviceLogin, now: datetime) -> Answer:
    early = row.polled is not None and now - row.polled < timedelta(seconds=INTERVAL_S - 1)
    row.polled = now
    row.save(update_fields=["polled"])
    if early:
        return Answer(error=Error.SLOW_DOWN, detail=f"Ask every {INTERVAL_S} seconds.")
    return Answer(error=Error.PENDING, detail="The person has not decided yet.")
