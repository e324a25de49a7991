"""Keeps the index: a row is indexed in the transaction that saves it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import models, transaction
from django.db.models.signals import post_delete, post_save

from accounts.models import Team, User
from bots.models import Bot
from ladder.events.models import Event
from maps.models import Map
from search.folding import fold, index_words
from search.models import HelpSection, SearchEntry

Kind = SearchEntry.Kind
BATCH = 500
LONGEST_KEY = 120


@dataclass(frozen=True, slots=True)
class Source:
    """A table whose rows are indexed: ``read`` gives the name, the other name, and the text.
    ``fields`` are those that it reads."""

    kind: Kind
    model: type[models.Model]
    read: Callable[[Any], tuple[str, str, str]]
    fields: frozenset[str]

    def rows(self) -> models.QuerySet[Any]:
        rows = self.model._default_manager.order_by("pk")
        return rows.select_related("owner") if "owner" in self.fields else rows


def _map(row: Map) -> tuple[str, str, str]:
    owner = f"{row.owner.username}/{row.name}" if row.owner else ""
    return row.title or row.name, owner or row.name, row.summary


SOURCES = (
    Source(
        Kind.BOT,
        Bot,
        lambda bot: (bot.name, str(bot), bot.about),
        frozenset(("name", "about", "owner")),
    ),
    Source(
        Kind.PERSON,
        User,
        lambda user: (user.username, "", user.about),
        frozenset(("username", "about")),
    ),
    Source(
        Kind.TEAM,
        Team,
        lambda team: (team.name, "", team.about),
        frozenset(("name", "about")),
    ),
    Source(Kind.MAP, Map, _map, frozenset(("name", "title", "summary", "owner"))),
    Source(
        Kind.EVENT,
        Event,
        lambda event: (event.name, event.slug, event.about),
        frozenset(("name", "slug", "about")),
    ),
    Source(
        Kind.HELP,
        HelpSection,
        lambda section: (section.title, "", f"{section.page} {section.text}"),
        frozenset(("title", "page", "text")),
    ),
)
OF_MODEL = {source.model: source for source in SOURCES}
CHANGED = ["key", "other_key", "name_words", "text_words"]


def connect() -> None:
    for source in SOURCES:
        post_save.connect(saved, source.model, dispatch_uid=f"search.{source.kind}.saved")
        post_delete.connect(deleted, source.model, dispatch_uid=f"search.{source.kind}.deleted")


def saved(
    sender: type[models.Model],
    instance: Any,
    created: bool,
    raw: bool = False,
    update_fields: Iterable[str] | None = None,
    **more: Any,
) -> None:
    source = OF_MODEL[sender]
    if raw or (update_fields is not None and not source.fields & set(update_fields)):
        return
    index(source, [instance])
    if sender is User and not created and (update_fields is None or "username" in update_fields):
        _index_owned(instance)


def _index_owned(owner: User) -> None:
    """Rows that are also found by their owner's name, if it has changed."""
    for source in SOURCES:
        if "owner" not in source.fields:
            continue
        owned = source.rows().filter(owner=owner)
        first = owned.first()
        if first is None:
            continue
        held = SearchEntry.objects.filter(kind=source.kind, object_id=first.pk)
        if list(held.values_list("other_key", flat=True)) != [_entry(source, first).other_key]:
            for rows in _batches(owned):
                index(source, rows)


def deleted(sender: type[models.Model], instance: Any, **more: Any) -> None:
    SearchEntry.objects.filter(kind=OF_MODEL[sender].kind, object_id=instance.pk).delete()


def _entry(source: Source, row: Any) -> SearchEntry:
    name, other, text = source.read(row)
    return SearchEntry(
        kind=source.kind,
        object_id=row.pk,
        key=fold(name)[:LONGEST_KEY],
        other_key=fold(other)[:LONGEST_KEY],
        name_words=index_words(f"{name} {other}"),
        text_words=index_words(text),
    )


def index(source: Source, rows: Iterable[Any]) -> None:
    """Write the entries of these rows, new or changed, by one query."""
    SearchEntry.objects.bulk_create(
        [_entry(source, row) for row in rows],
        update_conflicts=True,
        unique_fields=["kind", "object_id"],
        update_fields=CHANGED,
    )


def _batches(rows: models.QuerySet[Any]) -> Iterator[list[Any]]:
    last = 0
    while batch := list(rows.filter(pk__gt=last)[:BATCH]):
        yield batch
        last = batch[-1].pk


def rebuild() -> int:
    """Index everything again, one batch in each transaction; the number of entries."""
    count = 0
    for source in SOURCES:
        for rows in _batches(source.rows()):
            with transaction.atomic():
                index(source, rows)
            count += len(rows)
        there = source.model._default_manager.order_by().values("pk")
        SearchEntry.objects.filter(kind=source.kind).exclude(object_id__in=there).delete()
    return count
