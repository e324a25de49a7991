"""Names that nobody may take, and old names whose addresses lead on."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import FormerName

Kind = FormerName.Kind

_WORDS = """
abuse account accounts admin administrator anonymous api arbiter bot bots desk event events game
games guest help house map maps match matches me mod moderator moderators nobody official organiser
organisers organizer organizers owner people person postmaster root rules security settings site
staff status superuser support system team teams user username webmaster
"""
RESERVED = frozenset(_WORDS.split())
"""Names without - and _ that would pass for the site's own."""
NEUTRAL = re.compile(r"(deleted|person|team|bot|event|map)-\d+", re.IGNORECASE)
"""Names that the site gives."""
DELETED_DAYS = 365
"""The name of a deleted account is free again after this time."""


def neutral(word: str, number: int, is_taken: Callable[[str], bool]) -> str:
    """A name that says nothing: of the word and the number, or of a greater one that is free."""
    while is_taken(name := f"{word}-{number}"):
        number += 100_000
    return name


def is_reserved(kind: Kind, name: str) -> bool:
    """Whether a new person or team may not have this name."""
    if NEUTRAL.fullmatch(name) or re.sub("[-_]", "", name).lower() in RESERVED:
        return True
    return _kept(kind, name).filter(reserved=True).exists()


def was_taken_away(owner: int, name: str) -> bool:
    """Whether organizers replaced this name of a bot of the owner, who may not use it again."""
    return _kept(Kind.BOT, name, owner).filter(reserved=True).exists()


def leads_to(kind: Kind, name: str, owner: int = 0) -> int:
    """The id of what had this name last; 0 where no address leads on.

    Names of bots are those of one ``owner``.
    """
    return _kept(kind, name, owner).values_list("target", flat=True).first() or 0


def was_named(kind: Kind, target: int, names: Iterable[str]) -> bool:
    """Whether one of these names led to ``target`` last."""
    digests = [_digest(name, 0) for name in names]
    return _standing().filter(kind=kind, target=target, digest__in=digests).exists()


def give_up(
    kind: Kind,
    name: str,
    target: int | None,
    *,
    owner: int = 0,
    reserved: bool = True,
    days: int | None = None,
) -> None:
    """Have the address of a name lead to ``target``, or nowhere; ``days`` None: for good."""
    until = timezone.now() + timedelta(days=days) if days else None
    values = {"target": target, "reserved": reserved, "until": until}
    FormerName.objects.update_or_create(kind=kind, digest=_digest(name, owner), defaults=values)


def _kept(kind: Kind, name: str, owner: int = 0) -> QuerySet[FormerName]:
    return _standing().filter(kind=kind, digest=_digest(name, owner))


def _standing() -> QuerySet[FormerName]:
    return FormerName.objects.filter(Q(until=None) | Q(until__gt=timezone.now()))


def _digest(name: str, owner: int) -> str:
    return hashlib.sha256(f"{owner}/{name.lower()}".encode()).hexdigest()
