"""Abilities of the machines of a site, as the database has them from their last checks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from arbiter.database.locks import database_now
from controls.models import Machine
from sandbox.languages import LANGUAGES

EVERY = timedelta(minutes=1)
"""Between two checks of a machine."""
LIVES = 3 * EVERY
"""A machine that was not checked for this time is gone, and its workers begin nothing."""
PLAYING = frozenset({"matches", "rooms", "builds"})
"""Kinds of workers that run programs of people."""
OVERCOMMIT = 2
"""Bots seldom use what they may: a machine plays matches whose bots may use this multiple of its
memory together."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """Limits of a machine.  ``lacks`` are languages that do not work there; ``memory_mb`` is
    the most that the bots of a match may use together."""

    lacks: frozenset[str]
    rated: bool
    memory_mb: int
    foreign: bool


def machine_mb() -> int:
    """The memory of this machine."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20


def abilities(machine: Machine) -> Abilities:
    works = {name for name, trial in machine.languages.items() if not trial["reason"]}
    return Abilities(
        lacks=frozenset(LANGUAGES) - works,
        rated=machine.rated,
        memory_mb=OVERCOMMIT * machine.memory_mb,
        foreign=machine.foreign,
    )


def known() -> list[Machine]:
    """All machines that were checked within a day."""
    recent = Machine.objects.filter(checked__gt=database_now(-timedelta(days=1)))
    return list(recent.timed())


def is_living(machine: Machine) -> bool:
    return machine.checked > machine.now - LIVES


def able(kinds: Iterable[str], machines: Iterable[Machine] | None = None) -> list[Machine]:
    """The machines that begin work of one of these kinds now."""
    rows = known() if machines is None else machines
    wanted = {*kinds}
    return [m for m in rows if is_living(m) and not m.problem and not wanted.isdisjoint(serves(m))]


def serves(machine: Machine) -> set[str]:
    """The kinds of workers that the machine has now."""
    since = machine.checked.timestamp() - LIVES.total_seconds()
    return {kind for kind, moment in machine.kinds.items() if moment > since}


def has_workers(machine: Machine) -> bool:
    """Whether it had workers that play or build at its last check, and they did not stop since."""
    return not PLAYING.isdisjoint(serves(machine))


def is_lost(machine: Machine) -> bool:
    """Whether it is checked no more, and nobody stopped its workers: it is off or cut off, or they
    were killed."""
    return has_workers(machine) and not is_living(machine)


def languages(machines: Iterable[Machine]) -> dict[str, Mapping[str, Any]]:
    """Language → its ``version`` and ``reason``: of a machine where it works, if there is one."""
    tested: dict[str, Mapping[str, Any]] = {}
    for machine in machines:
        for name, trial in machine.languages.items():
            if name not in tested or not trial["reason"]:
                tested[name] = trial
    return tested
