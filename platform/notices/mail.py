"""Mails: one plain text for one event, with a link that turns such mails off.

A digest has HTML beside its text.
"""

from __future__ import annotations

import json
import logging
import smtplib
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.text import Truncator

from accounts.addresses import confirmed_address
from accounts.models import User
from notices.models import Delivery, Kind
from notices.transport import OURS, Answer

logger = logging.getLogger(__name__)

SALT = "notices.off"
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
    """The mail of a delivery.  One that is sent again has the same Message-ID."""
    told = json.loads(delivery.payload)
    site = settings.SITE_URL.rstrip("/")
    off = site + reverse("notices-off", args=[off_token(delivery.user, delivery.kind)])
    context = {
        "told": told,
        "site": site,
        "person": delivery.user,
        "kind": Kind(delivery.kind),
        "off": off,
        "wishes": site + reverse("settings-notices"),
    }
    host = urlsplit(site).hostname or "localhost"
    headers = {
        "Message-ID": f"<{delivery.event}.{delivery.user_id}@{host}>",
        "List-Unsubscribe": f"<{off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    both = TEMPLATES.get(Kind(delivery.kind))
    made = EmailMultiAlternatives(
        subject=Truncator(f"[Arbiter] {told['text']}").chars(SUBJECT),
        body=render_to_string(f"{both}.txt" if both else TEXT, context),
        to=[address],
        headers=headers,
        connection=connection,
    )
    if both:
        made.attach_alternative(render_to_string(f"{both}.html", context), "text/html")
    return made


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
    address = confirmed_address(delivery.user)
    if address is None or not delivery.user.is_active:
        return Answer("The account has no confirmed address, or is closed.", final=True)
    try:
        message(delivery, address, connection).send()
    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError) as error:
        return Answer(_words(error))
    except ValueError as error:
        return Answer(_words(error), final=True)
    return Answer()


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:300]
