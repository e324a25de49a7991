"""The things that people may follow, by kind and name, for those who may see them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, TypeAlias

from django.core.exceptions import ObjectDoesNotExist

from accounts.models import User, Viewer
from bots.models import Bot
from following.models import Target
from games.game import Game
from games.registry import GAMES
from ladder.events.models import Event
from search.models import SearchEntry
from search.reading import visible

Subject: TypeAlias = Bot | User | Event | Game


class Kind(StrEnum):
    """The kinds of targets, as the columns of `Target` and addresses name them."""

    BOT = "bot"
    PERSON = "person"
    EVENT = "event"
    GAME = "game"

    @property
    def plural(self) -> str:
        return {"bot": "Bots", "person": "People", "event": "Events", "game": "Games"}[self]


class NothingThere(ObjectDoesNotExist):
    """There is no such thing, or the person may not see it: the answers are the same."""


def kind_of(subject: Subject) -> Kind:
    match subject:
        case Bot():
            return Kind.BOT
        case User():
            return Kind.PERSON
        case Event():
            return Kind.EVENT
        case _:
            return Kind.GAME


def key_of(subject: Subject) -> str:
    """The name by which `find` finds it."""
    match subject:
        case User():
            return subject.username
        case Event():
            return subject.slug
        case Game():
            return subject.name
        case _:
            return str(subject)


def title_of(subject: Subject) -> str:
    return subject.title if isinstance(subject, Game) else str(subject)


def find(kind: str, key: str, user: Viewer) -> Subject:
    """The thing of this name.  `NothingThere` where this person sees none."""
    try:
        if kind == Kind.GAME:
            return GAMES[key]
        rows = visible(SearchEntry.Kind(Kind(kind).value), user)
        thing: Bot | User | Event = rows.get(**_names(Kind(kind), key))
    except (ValueError, KeyError, ObjectDoesNotExist):
        raise NothingThere(f"There is no {kind} {key} here.") from None
    return thing


def _names(kind: Kind, key: str) -> dict[str, str]:
    if kind is Kind.BOT:
        owner, _, name = key.partition("/")
        return {"owner__username": owner, "name": name}
    return {"username" if kind is Kind.PERSON else "slug": key}


def column_of(subject: Subject) -> dict[str, Any]:
    """The column of `Target` that holds the thing, with its value."""
    return {kind_of(subject).value: subject.name if isinstance(subject, Game) else subject}


def target_of(subject: Subject) -> Target:
    """The row of a thing, made where there is none."""
    return Target.objects.get_or_create(**column_of(subject))[0]


def subjects(targets: Iterable[Target], user: Viewer) -> dict[int, Subject]:
    """By the id of the target: the things that this person may see, in a few queries."""
    rows = list(targets)
    subject_of: dict[int, Subject] = {}
    for kind in (Kind.BOT, Kind.PERSON, Kind.EVENT):
        ids = {getattr(row, f"{kind}_id"): row.pk for row in rows if row.column == kind}
        if not ids:
            continue
        things = visible(SearchEntry.Kind(kind.value), user).filter(pk__in=ids)
        for thing in things.select_related("owner") if kind is Kind.BOT else things:
            subject_of[ids[thing.pk]] = thing
    subject_of |= {row.pk: GAMES[row.game] for row in rows if row.game and row.game in GAMES}
    return subject_of
