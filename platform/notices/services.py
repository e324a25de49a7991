"""Notifications: notices on the site, and mails and webhooks sent after the transaction.

Other apps create notices by `tell`.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeAlias

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.signing.addresses import confirmed_addresses
from arbiter.database.locks import database_now
from arbiter.links import absolute
from arbiter.texts import shortened
from arbiter.working import queues
from notices import mail
from notices.models import (
    FOR_ORGANIZERS,
    FOR_WEBHOOKS,
    ONLY_MAILED,
    RARELY_MAILED,
    Channel,
    Delivery,
    Kind,
    Notice,
    Preference,
    Subscription,
    Webhook,
)

__all__ = ["Channel", "Kind", "Letter", "has_listeners", "listeners", "tell"]

JSON: TypeAlias = "bool | int | float | str | Sequence[JSON] | Mapping[str, JSON] | None"

EVERYWHERE = tuple(Channel)
CHUNK = 500
"""People whose wishes are asked for at a time."""
TEXT = 300
"""Characters of a notice."""
LONGEST_DETAILS = 10_000
"""Characters of the details in a mail."""
MOST_UNSENT = 500
"""No more deliveries than that wait for a webhook: what comes on top is not sent."""


@dataclass(frozen=True, slots=True)
class Letter:
    """The texts of a mail beside the sentence of its notice.

    Its subject is ``about: title``; ``about`` names the bot or event.  Mail programs show mails of
    one ``thread`` together.  ``details`` stand below the sentence, for instance the text of an
    announcement; webhooks get them, too.
    """

    about: str = ""
    title: str = ""
    thread: str = ""
    details: str = ""


NOTHING = Letter()


def tell(
    kind: Kind,
    people: Iterable[User],
    text: str,
    path: str,
    data: Mapping[str, JSON],
    channels: Collection[Channel] = EVERYWHERE,
    letter: Letter = NOTHING,
) -> None:
    """Tell people, inside the caller's transaction: rows now, mails and webhooks after commit.

    ``text`` is one sentence; of a longer one than 300 characters mails have all as details, unless
    ``letter`` has others.  ``path`` is the address on the site, beginning with a slash, and
    ``data`` what webhooks get as the event's data.  People who are named twice get one notice; the
    house and closed accounts get none.  ``channels`` narrows where it may go; what each person has
    turned off stays off.
    """
    if not path.startswith("/") or path.startswith("//"):
        raise ValueError(f"{path!r} is no address on this site")
    wanted = {person.pk: person for person in people if person.is_active and not person.is_house}
    notices = list(wanted.values())
    whole = " ".join(text.split())
    short = shortened(whole, TEXT)
    if short != whole and not letter.details:
        letter = replace(letter, details=text)
    event = Event(kind, short, path, data, letter)
    with transaction.atomic():
        for start in range(0, len(notices), CHUNK):
            _tell(event, notices[start : start + CHUNK], channels)


@dataclass(frozen=True)
class Event:
    """Something that happened; everybody who hears of it hears of the same one."""

    kind: str
    text: str
    path: str
    data: Mapping[str, JSON]
    letter: Letter = NOTHING
    id: uuid.UUID = field(default_factory=uuid.uuid4)
    created: datetime = field(default_factory=timezone.now)

    def payload(self) -> str:
        """The body of a webhook's event, from which the mail is made, too."""
        letter = self.letter
        fields = {
            "id": str(self.id),
            "event": str(self.kind),
            "created": self.created.isoformat(),
            "text": self.text,
            "url": absolute(self.path),
            "about": letter.about,
            "title": letter.title,
            "thread": letter.thread,
            "details": shortened(letter.details.strip(), LONGEST_DETAILS),
            "data": self.data,
        }
        return json.dumps(fields, ensure_ascii=False)

    def delivery(self, user: User, webhook: Webhook | None = None) -> Delivery:
        """A row that is not saved yet."""
        return Delivery(
            channel=Channel.MAIL if webhook is None else Channel.WEBHOOK,
            user=user,
            webhook=webhook,
            kind=self.kind,
            event=self.id,
            payload=self.payload(),
            created=self.created,
            next_at=database_now(),
        )


def _tell(event: Event, people: list[User], channels: Collection[Channel]) -> None:
    kind = Kind(event.kind)
    chosen = {row.user_id: row for row in Preference.objects.filter(user__in=people, kind=kind)}

    def wants(person: User, channel: Channel) -> bool:
        row = chosen.get(person.pk)
        on = default(kind, channel) if row is None else getattr(row, channel.value)
        return channel in channels and is_offered(kind, channel) and bool(on)

    Notice.objects.bulk_create(
        Notice(user=p, kind=kind, text=event.text, path=event.path, created=event.created)
        for p in people
        if wants(p, Channel.SITE)
    )
    mailed = [person for person in people if wants(person, Channel.MAIL)]
    confirmed = confirmed_addresses(mailed)
    leaving = [event.delivery(person) for person in mailed if person.pk in confirmed]
    if Channel.WEBHOOK in channels:
        listening = [person for person in people if wants(person, Channel.WEBHOOK)]
        leaving += [event.delivery(hook.user, hook) for hook in _webhooks(kind, listening)]
    if leaving:
        Delivery.objects.bulk_create(leaving)
        send_soon()


def _webhooks(kind: Kind, people: list[User]) -> Iterator[Webhook]:
    wanting = Webhook.objects.filter(active=True, user__in=people, subscriptions__kind=kind)
    for webhook in wanting.select_related("user"):
        # A receiver that is away for days, or slow, must not fill the table.
        waiting = webhook.deliveries.unsent().order_by()[:MOST_UNSENT].count()
        if waiting < MOST_UNSENT:
            yield webhook


def post_account_mail(address: str, subject: str, body: str, **_: object) -> None:
    """Have a mail of an account sent, as `accounts.signals.mail_written` asks."""
    Delivery.objects.create(
        next_at=database_now(),
        channel=Channel.MAIL,
        kind=Delivery.ACCOUNT,
        address=address,
        payload=mail.encrypted(subject, body),
    )
    send_soon()


def tell_for_accounts(
    kind: str,
    people: Iterable[User],
    text: str,
    path: str,
    data: Mapping[str, JSON],
    letter: Mapping[str, str],
    **_: object,
) -> None:
    """Tell people, as `accounts.signals.notice_written` asks."""
    tell(Kind(kind), people, text, path, data, letter=Letter(**letter))


def send_soon() -> None:
    """Have what waits sent after this transaction."""
    queues.send_after_commit("notices.tasks.send")


def default(kind: Kind, channel: Channel) -> bool:
    """Whether a kind goes there for people who have not said otherwise."""
    return is_offered(kind, channel) and (channel is not Channel.MAIL or kind not in RARELY_MAILED)


def is_offered(kind: Kind, channel: Channel) -> bool:
    """Whether notices of this kind may go there at all."""
    if channel is Channel.WEBHOOK:
        return kind in FOR_WEBHOOKS
    return channel is Channel.MAIL or kind not in ONLY_MAILED


def listeners(kind: Kind) -> QuerySet[User]:
    """People with a webhook that wants such events and may be sent them; narrow it before use."""
    off = Preference.objects.filter(kind=kind, webhook=False).values("user")
    hooks = Webhook.objects.filter(active=True, subscriptions__kind=kind)
    return User.objects.filter(is_active=True, pk__in=hooks.values("user")).exclude(pk__in=off)


def has_listeners(kind: Kind) -> bool:
    """Whether any webhook wants such events: much quicker than to look for one of some people."""
    return Subscription.objects.filter(kind=kind, webhook__active=True).exists()


def unread_count(user: User, most: int = 100) -> int:
    """How many notices a person has not read, counted up to ``most``; one query."""
    return Notice.objects.unread().filter(user=user).order_by()[:most].count()


def mark_read(user: User, pk: int | None = None) -> int:
    """Mark one of a person's notices as read, or all; how many had not been."""
    unread = Notice.objects.unread().filter(user=user)
    if pk is not None:
        unread = unread.filter(pk=pk)
    return unread.update(read_at=timezone.now())


@dataclass(frozen=True)
class Wish:
    """Where a person wants notices of a kind."""

    kind: Kind
    site: bool
    mail: bool
    webhook: bool


def wishes(user: User) -> list[Wish]:
    """One for each kind that the person can get."""
    chosen = {row.kind: row for row in user.notice_preferences.all()}
    return [
        Wish(
            kind,
            *(
                bool(getattr(chosen[kind], channel.value))
                if kind in chosen
                else default(kind, channel)
                for channel in (Channel.SITE, Channel.MAIL, Channel.WEBHOOK)
            ),
        )
        for kind in kinds_for(user)
    ]


def kinds_for(user: User) -> list[Kind]:
    """The kinds of notices that a person can get."""
    return [kind for kind in Kind if user.is_staff or kind not in FOR_ORGANIZERS]


@transaction.atomic
def save_wishes(user: User, wanted: Iterable[Wish]) -> None:
    for wish in wanted:
        on = {"site": wish.site, "mail": wish.mail, "webhook": wish.webhook}
        Preference.objects.update_or_create(user=user, kind=wish.kind, defaults=on)


def turn_off_mail(user: User, kind: Kind) -> None:
    """The effect of the link in a mail: also mails that wait are not sent. Other channels are
    unchanged."""
    (now,) = (wish for wish in wishes(user) if wish.kind is kind)
    save_wishes(user, [Wish(kind, now.site, False, now.webhook)])
    waiting = Delivery.objects.unsent().filter(user=user, kind=kind, channel=Channel.MAIL)
    waiting.update(state=Delivery.State.GIVEN_UP, error=Delivery.TURNED_OFF)
