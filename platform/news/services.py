"""Save and withdraw announcements, and find the current ones."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.permissions import require_organizer, require_reason
from arbiter import texts
from arbiter.serving.kept import forget
from audit import services as audit
from bots.models import Bot
from news.models import Announcement
from notices.models import Kind
from notices.services import JSON, Letter, tell

KEY = "news:current"
FRESH_S = 120
"""Seconds for which the current announcements are cached; each change clears the cache."""


def save(announcement: Announcement, by: User) -> None:
    """Keep what was written or changed; `clean` has been called."""
    require_organizer(by)
    texts.require_lines(title=announcement.title)
    texts.require_texts(text=announcement.text)
    is_new = announcement.pk is None
    if announcement.withdrawn_at is not None:
        raise ValidationError("It was withdrawn; write another one.")
    with transaction.atomic():
        if is_new:
            announcement.created_by = by
        announcement.save()
        when = announcement.starts.strftime("%Y-%m-%d %H:%M UTC")
        audit.record(by, announcement, "announced" if is_new else "changed", f"from {when}")
        transaction.on_commit(_forget)
        forget()
    tell_due()


def withdraw(announcement: Announcement, by: User, reason: str) -> None:
    """Take it from the site; who was given notice of it finds a page that says so."""
    require_organizer(by)
    why = require_reason(reason)
    with transaction.atomic():
        rows = Announcement.objects.filter(pk=announcement.pk, withdrawn_at=None)
        if not rows.update(withdrawn_at=timezone.now()):
            raise ValidationError("It was withdrawn already.")
        audit.record(by, announcement, "withdrawn", why)
        transaction.on_commit(_forget)
        forget()
    announcement.refresh_from_db()


def current(user: User | None, dismissed: Iterable[int]) -> list[Announcement]:
    """The announcements whose banner this person sees, newest first."""
    announcements: list[Announcement] | None = cache.get(KEY)
    if announcements is None:
        soon = timezone.now() + timedelta(seconds=FRESH_S)
        announcements = list(Announcement.objects.on_until(soon))
        cache.set(KEY, announcements, FRESH_S)
    gone = set(dismissed)
    # Announcements that begin or end before the list is refreshed do so on time.
    fresh = [each for each in announcements if each.pk not in gone and each.state == "on"]
    if all(each.audience == Announcement.Audience.EVERYBODY for each in fresh):
        return fresh
    games = _games_of(user)
    return [each for each in fresh if not each.game or games is None or each.game in games]


def _games_of(user: User | None) -> set[str] | None:
    """Games whose author somebody is; None stands for all."""
    if user is None:
        return set()
    if user.is_staff:
        return None
    return set(Bot.objects.open_to(user).order_by().values_list("game", flat=True))


def tell_due() -> int:
    """Give notice of those that have begun; how many there were.  Each is told of once."""
    due = Announcement.objects.current().filter(told_at=None)
    return sum(_tell(pk) for pk in due.values_list("pk", flat=True))


@transaction.atomic
def _tell(pk: int) -> bool:
    if not Announcement.objects.filter(pk=pk, told_at=None).update(told_at=timezone.now()):
        return False
    announcement = Announcement.objects.get(pk=pk)
    people = User.objects.filter(is_active=True, is_house=False)
    if announcement.game:
        bots = Bot.objects.filter(game=announcement.game)
        members = {"memberships__team__bots__in": bots, "memberships__accepted": True}
        people = people.filter(bots__in=bots).union(people.filter(**members))
    path = announcement.get_absolute_url()
    about = {"level": announcement.level, "game": announcement.game}
    data: dict[str, JSON] = {"announcement": pk, **about}
    letter = Letter("news", announcement.title, f"news-{pk}", announcement.text)
    tell(Kind.SITE_NEWS, people, announcement.title, path, data, letter=letter)
    return True


def _forget() -> None:
    cache.delete(KEY)
