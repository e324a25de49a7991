"""Mails: one plain text for one event, with a link that turns such mails off.

A digest has HTML beside its text.  Mails of accounts are sent as they were written.
"""

from __future__ import annotations

import json
import logging
import smtplib
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlsplit

from cryptography.fernet import InvalidToken
from django.core import signing
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.models import User
from accounts.signing.addresses import confirmed_address
from arbiter.encryption import cipher
from arbiter.links import absolute, site_url
from arbiter.texts import shortened
from notices.models import Delivery, Kind
from notices.posting.transport import OURS, Answer

logger = logging.getLogger(__name__)

SALT = "notices.off"
PURPOSE = "notices.mail"
"""Of the key that encrypts mails of accounts."""
TEMPLATES = {Kind.DIGEST: "notices/digest"}
"""Without ``.txt`` and ``.html``, of mails that have both; `TEXT` is for all others."""
TEXT = "notices/mail.txt"
SUBJECT = 120
"""Characters of a subject; a long one says the rest in the text."""


def off_token(user: User, kind: str) -> str:
    """A token that only allows turning off this person's mails of the kind."""
    return signing.dumps([user.pk, kind], salt=SALT)


def read_off_token(token: str) -> tuple[User, Kind] | None:
    """The person and kind whose mails the token turns off; None for an invalid token."""
    try:
        pk, kind = signing.loads(token, salt=SALT)
        return User.objects.get(pk=pk), Kind(kind)
    except (signing.BadSignature, User.DoesNotExist, ValueError):
        return None


def message(
    delivery: Delivery, address: str, connection: BaseEmailBackend | None = None
) -> EmailMessage:
    """The mail of a notice.  One that is sent again has the same Message-ID."""
    payload, person = json.loads(delivery.payload), delivery.user
    assert person is not None
    off = absolute(reverse("notices-off", args=[off_token(person, delivery.kind)]))
    context = {
        "told": payload,
        "site": site_url(),
        "person": person,
        "kind": Kind(delivery.kind),
        "off": off,
        "wishes": absolute(reverse("settings-notices")),
    }
    headers = {
        **_headers(delivery),
        **_thread(payload.get("thread", ""), person),
        "List-Unsubscribe": f"<{off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    both = TEMPLATES.get(Kind(delivery.kind))
    made = EmailMultiAlternatives(
        subject=_subject(payload),
        body=render_to_string(f"{both}.txt" if both else TEXT, context),
        to=[address],
        headers=headers,
        connection=connection,
    )
    if both:
        made.attach_alternative(render_to_string(f"{both}.html", context), "text/html")
    return made


def _subject(payload: Mapping[str, str]) -> str:
    """“[Arbiter] alice/newt: version 3 failed”; the sentence of a notice that has no title."""
    about = [payload[name] for name in ("about", "title") if payload.get(name)]
    subject = ": ".join(about) or payload["text"]
    return shortened(f"[Arbiter] {' '.join(subject.split()).removesuffix('.')}", SUBJECT)


def _thread(key: str, person: User) -> dict[str, str]:
    """The headers by which mail programs show mails of one ``key`` together: all answer a mail
    that was never sent."""
    if not key:
        return {}
    first = f"<{key}.{person.pk}@{_host()}>"
    return {"In-Reply-To": first, "References": first}


def _host() -> str:
    return urlsplit(site_url()).hostname or "localhost"


def encrypted(subject: str, body: str) -> str:
    """The payload of a mail of an account."""
    return cipher(PURPOSE).encrypt(json.dumps([subject, body]).encode()).decode()


def account_message(delivery: Delivery, connection: BaseEmailBackend | None = None) -> EmailMessage:
    """A mail of an account, as it was written.  InvalidToken where no key of the site fits."""
    subject, body = json.loads(cipher(PURPOSE).decrypt(delivery.payload))
    headers = _headers(delivery)
    return EmailMessage(
        subject, body, to=[delivery.address], headers=headers, connection=connection
    )


def _headers(delivery: Delivery) -> dict[str, str]:
    return {
        "Message-ID": f"<{delivery.event}.{delivery.user_id or 'account'}@{_host()}>",
        "Auto-Submitted": "auto-generated",
    }


def send(deliveries: Iterable[Delivery]) -> Iterator[tuple[Delivery, Answer]]:
    """Send mails over one connection; each with how it ended.  Once the server is away no other
    waits for it."""
    connection = get_connection()
    away: Answer | None = None
    try:
        for delivery in deliveries:
            try:
                answer = away or _send(delivery, connection)
            except OSError as error:
                answer = away = Answer(_words(error))
            except Exception:
                logger.exception("mail %s could not be sent", delivery.pk)
                answer = Answer(OURS)
            yield delivery, answer
    finally:
        connection.close()


def _send(delivery: Delivery, connection: BaseEmailBackend) -> Answer:
    """OSError where the server is away or wants nothing at all."""
    person = delivery.user
    try:
        if person is None:
            account_message(delivery, connection).send()
        elif (address := confirmed_address(person)) is None or not person.is_active:
            return Answer(Delivery.NO_ADDRESS, final=True)
        else:
            message(delivery, address, connection).send()
    except InvalidToken:
        return Answer("The site's secret key was changed before the mail was sent.", final=True)
    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError) as error:
        return Answer(_words(error))
    except ValueError as error:
        return Answer(_words(error), final=True)
    return Answer()


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:300]
