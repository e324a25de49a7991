"""A contest as a file: the frame, plan, rules of entry and people of an event, and whether it is
public.

`apply` makes an event what its file says.  Applied again, the file changes nothing.
"""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import MISSING, dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import User
from arbiter.database.locks import lock
from games.texts.sentences import paragraph
from ladder.core.contest.documents import FORMAT, from_json, to_json
from ladder.core.contest.plan import Problem
from ladder.events import people
from ladder.events.changes import changes
from ladder.events.entrants.terms import rules, rules_file
from ladder.events.entrants.terms.rules import RulesDraft
from ladder.events.file_values import value_of
from ladder.events.models import Event
from ladder.events.permissions import require
from ladder.events.planning import acts
from ladder.events.planning.acts import FRAME, Draft
from ladder.events.planning.checking import at_publication
from ladder.events.reading.viewer import visible_events
from ladder.events.roles import EventAct, EventRole

_OWN = ("format", "slug", "publish", "people", "entry", "stages")
"""Keys of a file that are no fields of `Draft`."""


@dataclass(frozen=True, slots=True)
class ContestFile:
    """``people`` maps names to roles.  None leaves people, or the rules of ``entry``, as is."""

    slug: str
    draft: Draft
    people: Mapping[str, EventRole] | None = None
    publish: bool = False
    entry: RulesDraft | None = None


@dataclass(frozen=True, slots=True)
class Applied:
    """``changes`` in words, and the ``problems`` that keep a draft from being published."""

    slug: str
    created: bool
    changes: list[str]
    problems: list[Problem]


# Reading and writing ------------------------------------------------------------------------------


def document_of(event: Event) -> dict[str, object]:
    """The file of an event.  Times have the offset of the event's time zone."""
    zone = zoneinfo.ZoneInfo(event.time_zone)
    document: dict[str, object] = {"format": FORMAT, "slug": event.slug}
    for each in FRAME:
        value = getattr(event, each.name)
        if isinstance(value, datetime):
            value = value.astimezone(zone).isoformat(timespec="seconds")
        if value is not None:
            document[each.name] = value
    document["publish"] = event.state != Event.State.DRAFT
    document["entry"] = rules_file.document_of(event)
    document["people"] = {row.person.username: row.role for row in people.members_of(event)}
    document["stages"] = to_json(event.planned)["stages"]
    return document


def read(document: object) -> ContestFile:
    """A file from its JSON.  ValidationError by key, for the first error of each."""
    if not isinstance(document, dict):
        raise ValidationError("The file must be an object with keys such as “name” and “stages”.")
    known = {*_OWN, *(each.name for each in FRAME)}
    wrong: dict[str, str] = {
        str(key): "This key is not known." for key in document if key not in known
    }
    given: dict[str, Any] = {}
    for each in FRAME:
        if each.name in document:
            try:
                given[each.name] = value_of(each, document[each.name])
            except ValueError as error:
                wrong[each.name] = str(error)
        elif each.default is MISSING:
            wrong[each.name] = "This key is missing."
    slug, publish = document.get("slug", ""), document.get("publish", False)
    if not isinstance(slug, str) or not slug:
        wrong["slug"] = "Enter the address of the event, such as “spring-cup”."
    if not isinstance(publish, bool):
        wrong["publish"] = "Enter true or false."
    plan = {"format": document.get("format", FORMAT), "stages": document.get("stages", [])}
    try:
        given["plan"] = from_json(plan)
    except ValueError as error:
        wrong["stages"] = str(error)
    roles = _roles(document.get("people"), wrong)
    entry = _entry(document.get("entry"), wrong)
    if wrong:
        raise ValidationError(wrong)
    return ContestFile(slug, Draft(**given), roles, publish, entry)


def _entry(given: object, wrong: dict[str, str]) -> RulesDraft | None:
    if given is None:
        return None
    try:
        return rules_file.read(given)
    except ValidationError as error:
        if not hasattr(error, "error_dict"):
            wrong["entry"] = paragraph(*error.messages)
        else:
            for name, messages in error.message_dict.items():
                wrong[f"entry.{name}"] = paragraph(*messages)
        return None


def _roles(given: object, wrong: dict[str, str]) -> dict[str, EventRole] | None:
    if given is None:
        return None
    if not isinstance(given, dict):
        wrong["people"] = "Enter names with roles, such as alice = “judge”."
        return None
    unknown = [str(role) for role in given.values() if role not in list(EventRole)]
    if unknown:
        offered = ", ".join(EventRole)
        wrong["people"] = f"“{unknown[0]}” is not a role. Choose one of {offered}."
        return None
    return {str(name): EventRole(role) for name, role in given.items()}


# Applying -----------------------------------------------------------------------------------------


def apply(file: ContestFile, by: User, *, check: bool = False) -> Applied:
    """Create or change the event of the file.

    ValidationError where a change is refused, for example of the plan of an event that has begun.
    With ``check`` nothing is kept, and what is refused is among the problems, beside all changes.
    """
    refused: list[Problem] = []
    with transaction.atomic():
        event = lock(Event.objects).filter(slug=file.slug).first()
        if event is not None and not visible_events(by).filter(pk=event.pk).exists():
            event = None  # a draft of others: its address is taken, and says no more
        created = event is None
        if event is None:
            event = acts.create(by, file.draft, file.slug)
            changed = [f"new event “{event.name}”"]
        else:
            changed = _changed(event, file.draft, by, refused if check else None)
        changed += _with_rules(event, file, by, refused if check else None)
        changed += _with_people(event, file, by, refused if check else None)
        event.refresh_from_db()
        problems = refused + _problems(event)
        if file.publish and event.state == Event.State.DRAFT:
            if not problems:
                acts.publish(event, by)
            changed.append("published")
        if check:
            transaction.set_rollback(True)
        elif file.publish and problems and event.state == Event.State.DRAFT:
            raise acts.PlanError(problems)
    return Applied(file.slug, created, changed, problems)


@contextmanager
def _noted(refused: list[Problem] | None) -> Iterator[None]:
    """Undo a change that is refused, and add the reasons to the list, if there is one."""
    try:
        with transaction.atomic():
            yield
    except ValidationError as error:
        if refused is None:
            raise
        refused += [Problem(text) for text in error.messages]


def _changed(event: Event, draft: Draft, by: User, refused: list[Problem] | None) -> list[str]:
    require(by, event, EventAct.PLAN)
    after = copy(event)
    acts.fill(after, draft)
    changed = changes(event, after)
    if changed:
        with _noted(refused):
            acts.change(event, by, draft)
    return changed


def _with_rules(
    event: Event, file: ContestFile, by: User, refused: list[Problem] | None
) -> list[str]:
    if file.entry is None:
        return []
    try:
        changed = rules.differences(event, file.entry)
        if changed:
            with _noted(refused):
                rules.change(event, by, file.entry)
    except ValidationError as error:
        if not hasattr(error, "error_dict"):
            raise
        by_key = {f"entry.{name}": each for name, each in error.message_dict.items()}
        raise ValidationError(by_key) from None
    return [f"rules of entry: {change}" for change in changed]


def _with_people(
    event: Event, file: ContestFile, by: User, refused: list[Problem] | None
) -> list[str]:
    """Give and take roles as the file says; the person who applies it keeps the own role."""
    if file.people is None:
        return []
    changed = []
    wanted = {name.lower(): role for name, role in file.people.items()}
    rows = {row.person.username.lower(): row for row in people.members_of(event)}
    for name, role in file.people.items():
        row = rows.get(name.lower())
        if row is None or row.role != role:
            before = row.get_role_display() if row else ""
            with _noted(refused):
                people.give(event, by, name, role)
            changed.append(
                f"{name}: {role.label} (before: {before})"
                if before
                else f"{name}: {role.label} (before: no role)"
            )
    for name, row in rows.items():
        if name not in wanted and row.person_id != by.pk:
            with _noted(refused):
                people.take(event, by, row.person)
            changed.append(f"{row.person.username}: no role (before: {row.get_role_display()})")
    return changed


def _problems(event: Event) -> list[Problem]:
    if event.state not in (Event.State.DRAFT, Event.State.OPEN):
        return []
    return at_publication(event.planned, event.most_entries, event.starts)
