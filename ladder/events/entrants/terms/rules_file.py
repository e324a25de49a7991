"""The rules of entry as an object of a contest's file and of the API."""

from __future__ import annotations

import zoneinfo
from dataclasses import fields, replace
from typing import Any

from django.core.exceptions import ValidationError

from ladder.events.entrants.terms.rules import RulesDraft, rules_of
from ladder.events.file_values import value_of
from ladder.events.models import Event

LISTS = ("domains", "people")
"""Fields that are lists of texts in a file."""


def document_of(event: Event) -> dict[str, object]:
    """The rules by name.  The code word is left out: only its hash is stored."""
    rules = rules_of(event)
    until = rules.withdraw_until
    zone = zoneinfo.ZoneInfo(event.time_zone)
    values: dict[str, object] = {
        each.name: getattr(rules, each.name)
        for each in fields(RulesDraft)
        if each.name not in ("code_word", "team", *LISTS)
    }
    values |= {name: getattr(rules, name).split() for name in LISTS}
    values["team"] = rules.named_team
    if until is None:
        del values["withdraw_until"]
    else:
        values["withdraw_until"] = until.astimezone(zone).isoformat(timespec="seconds")
    return {each.name: values[each.name] for each in fields(RulesDraft) if each.name in values}


def read(document: object) -> RulesDraft:
    """Rules from their JSON.  Names that are left out have their usual value, and the code word
    stays.  ValidationError by name.
    """
    if not isinstance(document, dict):
        raise ValidationError("The rules of entry must be an object with keys such as “confirmed”.")
    known = {each.name: each for each in fields(RulesDraft)}
    wrong: dict[str, str] = {}
    given: dict[str, Any] = {}
    for name, value in document.items():
        if name not in known:
            wrong[str(name)] = "This key is not known."
            continue
        try:
            given[name] = _words(value) if name in LISTS else value_of(known[name], value)
        except ValueError as error:
            wrong[name] = str(error)
    if wrong:
        raise ValidationError(wrong)
    return replace(RulesDraft(), **given)


def _words(value: Any) -> str:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError("Enter a list of texts.")
    return " ".join(value)
