"""The encounters of a stage on pages: their bots, scores, states and links."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import chain

from django.urls import reverse

from ladder.core.stages import contract as core
from ladder.core.stages import playoff
from ladder.core.stages.encounters import Score, score
from ladder.events.kinds.encounter_state import counts, encounter_of, terms_at, terms_of
from ladder.events.kinds.registry import groups, kind_of
from ladder.events.kinds.state import Group, Without, out_of
from ladder.events.models import Attempt, Encounter, EncounterGame, Stage, StageEntry
from ladder.events.reading.stages.lazy import LazyList
from ladder.events.reading.viewer import EventViewer
from matches.models import Match


class PairingState(StrEnum):
    """The state of an encounter; pages show the value."""

    COMING = "not started"
    WAITING = "waiting"
    LIVE = "live"
    BEGUN = "running"
    OVER = "finished"
    AWARDED = "by decision"


@dataclass(frozen=True, slots=True)
class PairingSide:
    """A bot in an encounter.  ``points`` are games won, None before the first result."""

    entry: StageEntry
    number: int
    points: float | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """An encounter.  ``url`` is empty before its first game exists; ``live`` is a running match.

    ``by_seed`` as in `ladder.core.stages.contract.Slot`.
    """

    key: str
    name: str
    round: int
    parts: Sequence[PairingSide]
    state: PairingState
    url: str = ""
    live: Match | None = None
    by_seed: bool = False

    @property
    def awarded(self) -> bool:
        """Whether the organizers decided it."""
        return self.state is PairingState.AWARDED

    def of(self, number: int) -> PairingSide:
        """The part of an entrant; KeyError if it is not in the encounter."""
        for part in self.parts:
            if part.number == number:
                return part
        raise KeyError(number)


class Pairings(Mapping[str, Pairing]):
    """By key: the encounters of a group that were made, and those that are wanted now; ``after`` a
    round those up to it alone.  Each is made when it is read."""

    def __init__(self, stage: Stage, group: Group, after: int | None = None) -> None:
        self._stage, self.group = stage, group
        progress = group.progress
        wanted = () if progress is None else progress.wanted
        self._wanted = frozenset(want.encounter.key for want in wanted)
        self._slots = {} if progress is None else {slot.key: slot for slot in progress.slots}
        rows = group.rows.values() if group.entries else ()
        self._rows = {row.key: row for row in rows if after is None or row.round <= after}
        new = wanted if after is None and group.entries else ()
        self._new = {e.key: e for e in (w.encounter for w in new) if e.key not in self._rows}
        self._made: dict[str, Pairing] = {}

    def __len__(self) -> int:
        return len(self._rows) + len(self._new)

    def __iter__(self) -> Iterator[str]:
        return chain(self._rows, self._new)

    def __getitem__(self, key: str) -> Pairing:
        if key not in self._made:
            row = self._rows.get(key)
            self._made[key] = self.made(row) if row is not None else self._coming(self._new[key])
        return self._made[key]

    @cached_property
    def keys_by_round(self) -> Mapping[int, Sequence[str]]:
        """The keys of each round that has an encounter."""
        by_round: dict[int, list[str]] = {}
        for key in self:
            by_round.setdefault(self._of(key).round, []).append(key)
        return {number: by_round[number] for number in sorted(by_round)}

    def among(self, keys: Sequence[str]) -> LazyList[Pairing]:
        """The encounters with these keys, in their order."""
        return LazyList(len(keys), lambda at: self[keys[at]])

    def entrants(self, key: str) -> Sequence[int]:
        """The numbers of the entrants of an encounter."""
        return self._of(key).entrants

    def of_entrants(self, numbers: Collection[int]) -> list[str]:
        """The keys of the encounters of any of these entrants, from the first round to the last."""
        wanted = frozenset(numbers)
        ordered = chain.from_iterable(self.keys_by_round.values())
        return [key for key in ordered if not wanted.isdisjoint(self.entrants(key))]

    def _of(self, key: str) -> Encounter | core.Encounter:
        row = self._rows.get(key)
        return row if row is not None else self._new[key]

    @cached_property
    def _terms(self) -> core.StageSetup:
        return terms_of(self._stage, self.group.number, self.group.entries)

    @cached_property
    def _running(self) -> Mapping[int, Match]:
        """The matches of the group that run, by id."""
        pks = [pk for row in self._rows.values() for pk in _running(row)]
        return Match.objects.in_bulk(pks) if pks else {}

    def made(self, row: Encounter) -> Pairing:
        """An encounter that has a row, also one that does not count any more."""
        found = score(terms_at(self._terms, self.group, row.key), encounter_of(row))
        slot = self._slots.get(row.key)
        winner = slot.winner if slot is not None else None
        live = next((self._running[pk] for pk in _running(row) if pk in self._running), None)
        over = (winner is not None or found.complete) and row.key not in self._wanted
        state = _state(row.attempts, live, over=over)
        return Pairing(
            key=row.key,
            name=row.name,
            round=row.round,
            parts=_sides(self.group, found, winner),
            state=state if row.awarded is None else PairingState.AWARDED,
            url=reverse("event-encounter", args=[self._stage.event.slug, self._stage.key, row.pk]),
            live=live,
            by_seed=slot is not None and slot.by_seed,
        )

    def _coming(self, new: core.Encounter) -> Pairing:
        entries = self.group.entries
        parts = [PairingSide(entries[number], number) for number in new.entrants]
        return Pairing(new.key, new.name, new.round, parts, PairingState.COMING)


def _sides(group: Group, found: Score, winner: int | None) -> list[PairingSide]:
    """The bots of an encounter; ``winner`` is the number of the one that a bracket names."""
    best = max(found.halves)
    alone = found.complete and found.halves.count(best) == 1
    sides = []
    for number, halves in zip(found.entrants, found.halves, strict=True):
        points = halves / found.whole if found.settled else None
        won = winner == number if winner is not None else alone and halves == best
        sides.append(PairingSide(group.entries[number], number, points, won))
    return sides


def _running(row: Encounter) -> list[int]:
    return [each.match for each in row.attempts if each.state == Match.State.RUNNING]


def _state(games: Sequence[Attempt], live: Match | None, *, over: bool) -> PairingState:
    if live is not None:
        return PairingState.LIVE
    if over:
        return PairingState.OVER
    if any(each.state == Match.State.QUEUED for each in games):
        return PairingState.WAITING
    return PairingState.BEGUN if any(map(counts, games)) else PairingState.COMING


@dataclass(frozen=True)
class Round:
    """A round, with the ``keys`` of its encounters among those of its group; ``begins`` is its
    match day.  ``rest`` is the word for having no opponent, empty where pages name no such
    entrants."""

    number: int
    keys: Sequence[str]
    every: Pairings
    rest: str = ""
    begins: datetime | None = None

    @cached_property
    def pairings(self) -> Sequence[Pairing]:
        """In the order of their tables; each is made when it is read."""
        return self.every.among(sorted(self.keys, key=natural))

    @cached_property
    def resting(self) -> Sequence[StageEntry]:
        """The entrants without an opponent."""
        if not self.rest or playoff.KEY in self.keys:
            return []
        entries = self.every.group.entries
        busy = {number for key in self.keys for number in self.every.entrants(key)}
        away = busy | out_of(entries)
        return [row for at, row in enumerate(entries) if at not in away]


def rounds_of(stage: Stage, every: Pairings) -> list[Round]:
    """The rounds of a group that have encounters."""
    rest = kind_of(stage).rest
    return [
        Round(number, keys, every, rest, stage.round_begins(number))
        for number, keys in every.keys_by_round.items()
    ]


@dataclass(frozen=True, slots=True)
class EncounterGames:
    """One encounter with the games that the viewer may see.

    ``pairing`` is None if the stage's ruleset is not installed any more.
    """

    row: Encounter
    pairing: Pairing | None
    played: Sequence[tuple[EncounterGame, Match]]


def encounter_games(viewer: EventViewer, stage: Stage, pk: int) -> EncounterGames:
    """Encounter.DoesNotExist where the stage has none such, or its results are hidden."""
    most = viewer.rounds(stage)
    row = stage.encounters.prefetch_related("games__match__seats").get(pk=pk)
    if most is not None and row.round > most:
        raise Encounter.DoesNotExist(f"The results of this round of {stage.key} are hidden.")
    row.stage = stage
    games = sorted(row.games.all(), key=lambda game: game.number)
    shown = Match.objects.for_lists().visible_to(viewer.user)
    matches = shown.in_bulk([game.match_id for game in games])
    played = [(game, matches[game.match_id]) for game in games if game.match_id in matches]
    return EncounterGames(row, _pairing(stage, row, most), played)


def _pairing(stage: Stage, row: Encounter, most: int | None) -> Pairing | None:
    try:
        group = groups(stage, Without(after=most))[row.group]
    except KeyError:
        return None
    return Pairings(stage, group).made(row)


@lru_cache(maxsize=4096)
def natural(key: str) -> tuple[tuple[bool, int, str], ...]:
    """Orders keys such as 1-2 and 1-10 as people do."""
    parts = key.split("-")
    return tuple((p.isdigit(), int(p) if p.isdigit() else 0, p) for p in parts)
