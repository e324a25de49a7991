"""The lessons that somebody has passed: in the account, or without one in the session."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.signals import account_deleted
from tries import services
from tries.models import LessonPassed, Try

SESSION = "lessons"
"""The name in the session of a list of pairs: a game, and a lesson that was passed."""


def passed(request: HttpRequest, game: str) -> set[str]:
    """The names of the lessons of a game that this person, or this browser, has passed."""
    if isinstance(request.user, User):
        rows = LessonPassed.objects.filter(person=request.user, game=game)
        return set(rows.values_list("lesson", flat=True))
    return {lesson for where, lesson in request.session.get(SESSION, []) if where == game}


def note(row: Try) -> None:
    """Keep in its owner's account that a try has passed its lesson."""
    if row.owner is not None and row.passed:
        _keep(row.owner, row.game, row.lesson)


def keep(user: User | AnonymousUser, session: Any, row: Try) -> None:
    """The same for a try without an owner, of which this session has the key."""
    if not row.passed or row.owner_id is not None:
        return
    if isinstance(user, User):
        _keep(user, row.game, row.lesson)
        return
    known = session.get(SESSION, [])
    if [row.game, row.lesson] not in known:
        session[SESSION] = [*known, [row.game, row.lesson]]


def _keep(person: User, game: str, lesson: str) -> None:
    LessonPassed.objects.get_or_create(person=person, game=game, lesson=lesson)


@receiver(user_logged_in)
def take_over(request: HttpRequest, user: User, **_: Any) -> None:
    """Move the lessons that this browser has passed into the account of the person who logs in."""
    for game, lesson in request.session.pop(SESSION, []):
        _keep(user, game, lesson)


@receiver(account_deleted)
def forget(person: User, **_: object) -> None:
    """Remove the tries and lessons of a deleted account."""
    services.remove(Try.objects.filter(owner=person))
    LessonPassed.objects.filter(person=person).delete()
