"""The newest public news of targets, for feeds and digests."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from following.models import Follow, Happening, Target
from following.sentences import News, news, related
from following.targets import Subject, column_of

MOST = 50
"""News of a feed."""


def news_of(subject: Subject) -> list[News]:
    """The newest news of one target."""
    return _newest(Target.objects.filter(**column_of(subject)))


def news_for(user: User) -> list[News]:
    """The newest news of all that a person follows: what everybody sees of them."""
    return _newest(Target.objects.filter(follows__follower=user))


def news_between(user: User, since: datetime, until: datetime) -> list[News]:
    """All of a period, oldest first."""
    followed = Follow.objects.filter(follower=user).values("target")
    rows = Happening.objects.filter(targets__in=followed, created__gte=since, created__lt=until)
    return _told(rows.order_by("created", "pk"))


def _newest(targets: QuerySet[Target]) -> list[News]:
    rows = Happening.objects.filter(targets__in=targets).order_by("-created", "-pk")
    return _told(rows.distinct()[:MOST])


def _told(rows: QuerySet[Happening]) -> list[News]:
    return news(_once(related(rows)))


def _once(rows: Iterable[Happening]) -> Iterable[Happening]:
    """A happening has several targets, of which a person may follow some."""
    return {row.pk: row for row in rows}.values()
