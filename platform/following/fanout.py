"""Notices of happenings to followers, in batches.

Each batch moves the happening's mark in its own transaction.  So a task that is killed or runs
twice notifies nobody twice, and the next one continues.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from arbiter.database.locks import lock
from bots.models import Bot
from bots.notifications import managers
from following.models import COLUMNS, Follow, Happening
from following.sentences import News, news, related
from following.targets import Kind
from notices.models import Kind as Notice
from notices.services import JSON, Letter, tell

BATCH = 200
"""Followers that one transaction notifies."""
GIVE_UP = timedelta(days=7)
"""After this time nobody is notified of a happening that was not public."""
KINDS = {
    Kind.BOT: Notice.FOLLOWED_BOT,
    Kind.PERSON: Notice.FOLLOWED_PERSON,
    Kind.EVENT: Notice.FOLLOWED_EVENT,
    Kind.GAME: Notice.FOLLOWED_GAME,
}
"""Followers of several targets of a happening get one notice, of the first of these kinds."""
What = Happening.What


def notify_all() -> int:
    """Notify the followers of all new happenings; how many people those were."""
    notified = 0
    for pk in Happening.objects.filter(told_at=None).order_by("pk").values_list("pk", flat=True):
        while (count := _batch(pk)) is not None:
            notified += count
    return notified


def _batch(pk: int) -> int | None:
    """Notify the next followers; None where nothing is left to do.

    Only a happening with followers to notify takes the database's lock for writing: the others
    would keep changes of the site waiting, one after the other.  Its sentence is made before that
    for the first time, as the first address that a process makes loads all addresses of the site.
    """
    row = Happening.objects.filter(pk=pk, told_at=None).first()
    if row is None:
        return None
    if not _said(row):
        if row.created < timezone.now() - GIVE_UP:
            _close(row)
        return None
    if not _next_followers(row):
        _close(row)
        return None
    return _notify(row)


@transaction.atomic
def _notify(row: Happening) -> int | None:
    held = lock(Happening.objects).filter(pk=row.pk, told_at=None).first()
    said = _said(held) if held else None
    people = _next_followers(held) if held else []
    if held is None or said is None or not people:  # another task was here, or it is hidden now
        return None
    _tell(said, people)
    Happening.objects.filter(pk=held.pk).update(told_after=people[-1])
    return len(people)


def _said(row: Happening) -> News | None:
    """The sentence about the happening; None while it is not public."""
    return next(iter(news(related(Happening.objects.filter(pk=row.pk)))), None)


def _close(row: Happening) -> None:
    Happening.objects.filter(pk=row.pk, told_at=None).update(told_at=timezone.now())


def _next_followers(row: Happening) -> list[int]:
    rows = _follows(row).filter(follower_id__gt=row.told_after).order_by("follower_id")
    return list(rows.values_list("follower_id", flat=True).distinct()[:BATCH])


def _follows(row: Happening) -> QuerySet[Follow]:
    """Those who followed one of its targets when it happened."""
    return Follow.objects.filter(target__happenings=row, created__lte=row.created)


def _tell(said: News, ids: list[int]) -> None:
    row = said.happening
    left_out = set(_informed(row).filter(pk__in=ids).values_list("pk", flat=True))
    follows = _follows(row).filter(follower__in=ids).select_related("follower", "target")
    nearest: dict[User, int] = {}
    for each in follows:
        rank = COLUMNS.index(each.target.column)
        nearest[each.follower] = min(rank, nearest.get(each.follower, rank))
    for rank, column in enumerate(COLUMNS):
        people = [p for p, rank_of in nearest.items() if rank_of == rank and p.pk not in left_out]
        if people:
            letter = Letter("followed", said.text, _thread(row))
            tell(KINDS[Kind(column)], people, said.text, said.path, facts(row), letter=letter)


def _thread(row: Happening) -> str:
    """Mails about one bot or event are one thread, with those to its own people."""
    if bot := _bot(row):
        return f"bot-{bot.pk}"
    return f"event-{row.event_id}" if row.event_id else ""


def _informed(row: Happening) -> QuerySet[User]:
    """People whom it concerns themselves: they get other notices of it."""
    if bot := _bot(row):
        return managers(Bot.objects.filter(pk=bot.pk))
    if row.event is None:
        return User.objects.none()
    if row.what == What.ANNOUNCED:
        return User.objects.filter(pk__in=[row.event.created_by_id or 0])
    if row.what == What.OVER:
        return User.objects.none()
    entered = Q(event_entries__event=row.event, event_entries__withdrawn_at=None)
    return managers(Bot.objects.filter(entered))


def _bot(row: Happening) -> Bot | None:
    of = row.version or row.climb or row.entry
    return of.bot if of else None


def facts(row: Happening) -> dict[str, JSON]:
    """A happening in the data of webhooks."""
    bot = _bot(row)
    return {
        "what": row.what,
        "bot": str(bot) if bot else None,
        "version": row.version.number if row.version else None,
        "event": row.event.slug if row.event else None,
        "stage": row.stage.key if row.stage else None,
        "game": row.season.game if row.season else None,
    }
