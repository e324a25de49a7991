"""The workers that play matches, as far as the database knows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from arbiter.database.locks import database_now
from arbiter.working.workers import is_dead
from controls import machines
from controls import services as controls
from controls.models import Hold, Machine, Worker, host_of
from matches.models import Match
from sandbox.languages import LANGUAGES

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
SHOWN = 200


@dataclass(frozen=True, slots=True)
class WorkerRow:
    """``heard`` is its last sign of life: a renewed claim, or a call to play; ``finished`` within a
    day and ``per_hour`` within an hour are counts of the spans that began within these."""

    name: str
    lane: str
    match: Match | None
    heard: datetime | None
    finished: int
    per_hour: int
    faults: int
    losses: int
    gone: bool
    hold: Hold | None

    @property
    def state(self) -> str:
        if self.gone:
            return "gone"
        if self.match is not None:
            return "plays, then rests" if self.hold else "plays"
        return "drained" if self.hold else "ready"

    @property
    def short(self) -> str:
        """The process, without its machine."""
        return self.name.partition(":")[2] or self.name


@dataclass(frozen=True, slots=True)
class HostRows:
    """A machine; ``builds`` is the hold on its builds alone, ``machine`` its last check."""

    name: str
    workers: Sequence[WorkerRow]
    hold: Hold | None
    builds: Hold | None
    machine: Machine | None

    @property
    def gone(self) -> bool:
        """Whether its checks have ended without its workers being stopped."""
        return self.machine is not None and machines.is_lost(self.machine)

    @property
    def stopped(self) -> bool:
        return self.machine is not None and not machines.has_workers(self.machine)

    @property
    def kinds(self) -> str:
        return ", ".join(sorted(machines.serves(self.machine))) if self.machine else ""

    @property
    def works(self) -> str:
        """The languages that work there."""
        return ", ".join(name for name, reason in self._languages() if not reason)

    @property
    def lacks(self) -> list[tuple[str, str]]:
        """Languages that do not work there, each with the reason."""
        return [(name, reason) for name, reason in self._languages() if reason]

    def _languages(self) -> list[tuple[str, str]]:
        languages = self.machine.languages if self.machine else {}
        return [
            (language.title, str(languages[name]["reason"]))
            for name, language in LANGUAGES.items()
            if name in languages
        ]

    @property
    def memory(self) -> int:
        """In bytes."""
        return self.machine.memory_mb << 20 if self.machine else 0


def hosts() -> list[HostRows]:
    """Machines with the workers that were heard of within a day, those that are gone last."""
    recent = Worker.objects.filter(seen__gt=database_now(-DAY))
    known = {worker.name: worker for worker in recent[:SHOWN]}
    live = Match.objects.live().exclude(claimed_by="").select_related("scenario")
    running = {m.claimed_by: m for m in live.with_seats().defer("map", "outcome", "params")[:SHOWN]}
    kinds = (Hold.Of.WORKER, Hold.Of.HOST, Hold.Of.BUILDS)
    played, holds = _played(), list(Hold.objects.filter(of__in=kinds))
    own = {hold.name: hold for hold in holds if hold.of == Hold.Of.WORKER}
    whole = {hold.name: hold for hold in holds if hold.of == Hold.Of.HOST}
    builds = {hold.name: hold for hold in holds if hold.of == Hold.Of.BUILDS}
    checked = {machine.name: machine for machine in machines.known()}
    gone = {
        name
        for name, row in checked.items()
        if not machines.has_workers(row) or machines.is_lost(row)
    }
    rows_of: dict[str, list[WorkerRow]] = {host: [] for host in (*whole, *builds, *checked)}
    for name in sorted({*known, *running}):
        host = host_of(name)
        hold = own.get(name) or whole.get(host)
        rows_of.setdefault(host, []).append(
            _row(
                name,
                known.get(name),
                running.get(name),
                played.get(name, (0, 0)),
                hold,
                host in gone,
            )
        )
    for rows in rows_of.values():
        rows.sort(key=lambda row: (row.gone, row.lane, row.name))
    return [
        HostRows(host, rows, whole.get(host), builds.get(host), checked.get(host))
        for host, rows in sorted(rows_of.items())
    ]


def _row(
    name: str,
    known: Worker | None,
    match: Match | None,
    played: tuple[int, int],
    hold: Hold | None,
    gone: bool,
) -> WorkerRow:
    heard = [known.seen] if known else []
    if match is not None and match.lease_until is not None:
        heard.append(match.lease_until - timedelta(seconds=settings.LEASE_SECONDS))
    return WorkerRow(
        name=name,
        lane=known.lane if known else "",
        match=match,
        heard=max(heard, default=None),
        finished=played[0],
        per_hour=played[1],
        faults=known.faults if known else 0,
        losses=known.losses if known else 0,
        gone=gone or is_dead(name),
        hold=hold,
    )


def _played() -> dict[str, tuple[int, int]]:
    """By worker: the matches of a day, and those of an hour."""
    days = controls.finished_since(database_now(-DAY))
    hours = controls.finished_since(database_now(-HOUR))
    return {name: (count, hours.get(name, 0)) for name, count in days.items()}
