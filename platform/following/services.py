"""Follow and unfollow; count followers; list what a person follows."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.core import signing
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from accounts.models import User, Viewer
from arbiter.database.locks import lock
from audit import services as audit
from bots.models import Bot
from following.models import FeedAddress, Follow, Target
from following.targets import (
    Kind,
    Subject,
    column_of,
    key_of,
    kind_of,
    subjects,
    target_of,
    title_of,
)

MOST = 500
"""Targets that a person may follow."""


def is_own(subject: Subject, user: Viewer) -> bool:
    """Whether the person gets the notices of it without following."""
    if isinstance(subject, Bot):
        return subject.open_to(user)
    return isinstance(subject, User) and subject == user


@transaction.atomic
def follow(user: User, subject: Subject) -> None:
    """Follow something that this person may see.  ValidationError with the reason if not."""
    if is_own(subject, user):
        raise ValidationError(
            "You get the notices of your own bots without following."
            if isinstance(subject, Bot)
            else "You get the notices of yourself without following."
        )
    lock(User.objects).get(pk=user.pk)  # of two at once the second counts the first
    target = target_of(subject)
    if user.follows.filter(target=target).exists():
        return
    if user.follows.count() >= MOST:
        raise ValidationError(
            f"You follow {MOST} things, which is the limit. "
            "Unfollow some of them at /settings/following/ first."
        )
    Follow.objects.create(follower=user, target=target)


def unfollow(user: User, subject: Subject) -> bool:
    """Whether the person followed it."""
    rows = user.follows.filter(target__in=Target.objects.filter(**column_of(subject)))
    return bool(rows.delete()[0])


def is_following(user: Viewer, subject: Subject) -> bool:
    if not user.is_authenticated:
        return False
    return user.follows.filter(target__in=Target.objects.filter(**column_of(subject))).exists()


def follower_count(subject: Subject) -> int:
    """People with an open account that follow it."""
    return _followers(subject).count()


def count_and_mine(subject: Subject, user: Viewer) -> tuple[int, bool]:
    """`follower_count` and `is_following` in one query."""
    mine = Count("pk", filter=Q(follower=user.pk or 0))
    counts = _followers(subject).aggregate(every=Count("pk"), mine=mine)
    return counts["every"], bool(counts["mine"])


def _followers(subject: Subject) -> QuerySet[Follow]:
    rows = Follow.objects.filter(target__in=Target.objects.filter(**column_of(subject)))
    return rows.filter(follower__is_active=True)


@dataclass(frozen=True, slots=True)
class Followed:
    """Something that a person follows and may see."""

    row: Follow
    subject: Subject

    @property
    def kind(self) -> Kind:
        return kind_of(self.subject)

    @property
    def key(self) -> str:
        return key_of(self.subject)

    @property
    def title(self) -> str:
        return title_of(self.subject)


def seen_follows(user: User) -> list[Followed]:
    """The targets that a person follows and may still see, by kind and name."""
    rows = list(user.follows.select_related("target"))
    things = subjects((row.target for row in rows), user)
    seen = [Followed(row, things[row.target_id]) for row in rows if row.target_id in things]
    order = list(Kind)
    return sorted(seen, key=lambda each: (order.index(each.kind), each.title.lower()))


def drop_unseen(user: User) -> int:
    """Unfollow what this person can no longer see; how many those were."""
    seen = [each.row.pk for each in seen_follows(user)]
    return user.follows.exclude(pk__in=seen).delete()[0]


# The private feed ---------------------------------------------------------------------------------


_SIGNER = signing.Signer(salt="following.feed")
"""Without a time: an address stays the same until it is renewed."""


def feed_token(user: User) -> str:
    """The secret part of the address of the person's feed, made at the first call."""
    row, _ = FeedAddress.objects.get_or_create(user=user, defaults={"key": _new_key()})
    return _SIGNER.sign_object([user.pk, row.key])


def feed_owner(token: str) -> User | None:
    """The person whose feed has this address now; None for an invalid or replaced one."""
    try:
        pk, key = _SIGNER.unsign_object(token)
        row = FeedAddress.objects.select_related("user").get(user=pk, user__is_active=True)
    except (signing.BadSignature, ObjectDoesNotExist, ValueError, TypeError):
        return None
    return row.user if secrets.compare_digest(str(key), row.key) else None


@transaction.atomic
def renew_feed(user: User) -> None:
    """Give the feed another address; the old one is no longer valid."""
    new = {"key": _new_key(), "created": timezone.now()}
    row, _ = FeedAddress.objects.update_or_create(user=user, defaults=new)
    audit.record(user, row, "renewed")


def _new_key() -> str:
    return secrets.token_urlsafe(16)
