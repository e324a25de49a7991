"""The encounters of a stage on pages: their bots, scores, states and links."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

from django.urls import reverse

from ladder.core.stages import contract as core
from ladder.core.stages import playoff
from ladder.core.stages.encounters import Score, score
from ladder.events.kinds.encounter_state import counts, encounter_of, terms_at, terms_of
from ladder.events.kinds.registry import groups, kind_of
from ladder.events.kinds.state import Group, Without, out_of
from ladder.events.models import Attempt, Encounter, EncounterGame, Stage, StageEntry
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


@dataclass(frozen=True, slots=True)
class Round:
    """A round; ``resting`` are the entrants without an opponent, and ``rest`` says what that means.
    ``begins`` is its match day."""

    number: int
    pairings: Sequence[Pairing]
    resting: Sequence[StageEntry]
    rest: str = ""
    begins: datetime | None = None


def pairings(stage: Stage, group: Group, after: int | None = None) -> dict[str, Pairing]:
    """By key: the encounters that were made, and those that are wanted now; ``after`` a round
    those up to it alone."""
    rows = [row for row in group.rows.values() if after is None or row.round <= after]
    if not group.entries:
        return {}
    terms = terms_of(stage, group.number, group.entries)
    by_key = {row.key: _made(stage, group, row, _score(terms, group, row)) for row in rows}
    if after is None and group.progress is not None:
        for want in group.progress.wanted:
            by_key.setdefault(want.encounter.key, _coming(group, want.encounter))
    return by_key


def _score(terms: core.StageSetup, group: Group, row: Encounter) -> Score:
    return score(terms_at(terms, group, row.key), encounter_of(row))


def _made(stage: Stage, group: Group, row: Encounter, score: Score) -> Pairing:
    best = max(score.halves)
    slot = _slot(group, row.key)
    winner = slot.winner if slot is not None else None
    alone = score.complete and score.halves.count(best) == 1
    parts = []
    for number, halves in zip(score.entrants, score.halves, strict=True):
        points = halves / score.whole if score.settled else None
        won = winner == number if winner is not None else alone and halves == best
        parts.append(PairingSide(group.entries[number], number, points, won))
    running = [each.match for each in row.attempts if each.state == Match.State.RUNNING]
    live = Match.objects.filter(pk__in=running).first() if running else None
    return Pairing(
        key=row.key,
        name=row.name,
        round=row.round,
        parts=parts,
        state=PairingState.AWARDED
        if row.awarded is not None
        else _state(row.attempts, live, over=_is_over(group, row.key, score)),
        url=reverse("event-encounter", args=[stage.event.slug, stage.key, row.pk]),
        live=live,
        by_seed=slot is not None and slot.by_seed,
    )


def _slot(group: Group, key: str) -> core.Slot | None:
    """The place of an encounter in a bracket."""
    slots = group.progress.slots if group.progress is not None else ()
    return next((slot for slot in slots if slot.key == key), None)


def _is_over(group: Group, key: str, score: Score) -> bool:
    wanted = group.progress.wanted if group.progress is not None else ()
    slot = _slot(group, key)
    won = slot is not None and slot.winner is not None
    return (won or score.complete) and all(want.encounter.key != key for want in wanted)


def _state(games: Sequence[Attempt], live: Match | None, *, over: bool) -> PairingState:
    if live is not None:
        return PairingState.LIVE
    if over:
        return PairingState.OVER
    if any(each.state == Match.State.QUEUED for each in games):
        return PairingState.WAITING
    return PairingState.BEGUN if any(map(counts, games)) else PairingState.COMING


def _coming(group: Group, encounter: core.Encounter) -> Pairing:
    parts = [PairingSide(group.entries[number], number) for number in encounter.entrants]
    return Pairing(encounter.key, encounter.name, encounter.round, parts, PairingState.COMING)


def rounds_of(stage: Stage, group: Group, every: Iterable[Pairing]) -> list[Round]:
    """The rounds of a group that have pairings, these in the order of their tables."""
    by_round: dict[int, list[Pairing]] = {}
    for pairing in sorted(every, key=lambda each: (each.round, natural(each.key))):
        by_round.setdefault(pairing.round, []).append(pairing)
    rest, out = kind_of(stage).rest, out_of(group.entries)
    return [
        Round(
            number,
            pairings,
            _resting(group, pairings, out) if rest else [],
            rest,
            stage.round_begins(number),
        )
        for number, pairings in by_round.items()
    ]


def _resting(group: Group, pairings: Sequence[Pairing], out: Collection[int]) -> list[StageEntry]:
    if any(each.key == playoff.KEY for each in pairings):
        return []
    busy = {part.number for pairing in pairings for part in pairing.parts}
    return [row for at, row in enumerate(group.entries) if at not in busy and at not in out]


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
        terms = terms_of(stage, group.number, group.entries)
    except KeyError:
        return None
    return _made(stage, group, row, _score(terms, group, row))


@lru_cache(maxsize=4096)
def natural(key: str) -> tuple[tuple[bool, int, str], ...]:
    """Orders keys such as 1-2 and 1-10 as people do."""
    parts = key.split("-")
    return tuple((p.isdigit(), int(p) if p.isdigit() else 0, p) for p in parts)
