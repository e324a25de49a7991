"""The languages in which programs can be built on this site.

The machines that build say which ones: a web server needs no compiler.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controls import machines
from games.texts.sentences import listed
from sandbox.languages import LANGUAGES
from sandbox.languages.base import Language

Trials = Mapping[str, Mapping[str, Any]]
"""Language → its ``version`` and ``reason``: of a machine where it works, if there is one."""
_LONGEST = 300


def trials() -> Trials:
    """Of the machines that build now.  While there is none, languages that worked where builds were
    made within a day: those builds wait.  Empty where no machine is known."""
    known = machines.known()
    if able := machines.able(["builds"], known):
        return machines.languages(able)
    lately = machines.languages(each for each in known if "builds" in machines.serves(each))
    return {name: trial for name, trial in lately.items() if not trial["reason"]}


def problem(language: Language, tested: Trials | None = None) -> str:
    """Why the language does not work on this site, and what to do; empty where it does.

    ``tested`` has the `trials`.  Of a language without one, this machine's tools are looked for.
    """
    trial = (trials() if tested is None else tested).get(language.name)
    if trial is None:
        return language.unavailable() or ""
    if not trial["reason"]:
        return ""
    reason = next(iter(str(trial["reason"]).splitlines()), "")[:_LONGEST]
    return f"No worker machine of this site has a working {language.title}: {reason}"


def available() -> list[Language]:
    tested = trials()
    return [each for each in LANGUAGES.values() if not problem(each, tested)]


def in_words() -> str:
    """The available languages: "C17, Python 3 or Rust"; empty where there is none.

    Projects with a build file of their own are in languages that are named anyway.
    """
    names = [each.short for each in available() if each.main is not None]
    return listed(names, "or")
