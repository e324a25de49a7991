"""Which languages programs can be uploaded in, on this installation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.cache import cache

from pages.tasks import LANGUAGES_KEY
from sandbox.languages import LANGUAGES
from sandbox.languages.base import Language


def trials() -> Mapping[str, Mapping[str, Any]]:
    """By language: the `sandbox.selftest.Availability` that a worker found out by trying,
    as a dictionary.  Empty before the first time."""
    return cache.get(LANGUAGES_KEY) or {}


def problem(language: Language, found: Mapping[str, Mapping[str, Any]]) -> str:
    """Why the language does not work here, empty where it does.

    ``found`` has the `trials`; of a language without one only the tools are looked for.
    """
    if trial := found.get(language.name):
        return str(trial["reason"])
    return language.unavailable() or ""


def available() -> list[Language]:
    found = trials()
    return [each for each in LANGUAGES.values() if not problem(each, found)]


def in_words() -> str:
    """The available languages: "C17, Python 3 or Rust"; empty where there is none.

    Projects with a build file of their own are in languages that are named anyway.
    """
    names = [each.short for each in available() if each.main is not None]
    return " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
