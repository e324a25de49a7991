"""Which languages programs can be uploaded in, on this installation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controls import machines
from sandbox.languages import LANGUAGES
from sandbox.languages.base import Language


def trials() -> Mapping[str, Mapping[str, Any]]:
    """By language: ``version`` and ``reason`` on a machine that builds, where it works if it does
    on one.  Empty while there is none."""
    return machines.languages(machines.able(["builds"]))


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
