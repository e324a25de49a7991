"""The newest public news of targets, for feeds and digests."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from following.models import Happening, Target
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
    rows = _about(Target.objects.filter(follows__follower=user))
    rows = rows.filter(created__gte=since, created__lt=until)
    return news(related(rows.order_by("created", "pk")))


def _newest(targets: QuerySet[Target]) -> list[News]:
    return news(related(_about(targets).order_by("-created", "-pk")[:MOST]))


def _about(targets: QuerySet[Target]) -> QuerySet[Happening]:
    """Happenings of any of these targets, each once."""
    links = Happening.targets.through.objects.filter(target__in=targets)
    return Happening.objects.filter(pk__in=links.values("happening"))
