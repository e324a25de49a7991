"""A round of a Swiss system that a judge pairs by hand, before any of its games has begun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import Viewer
from accounts.permissions import require_reason
from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from ladder.core.stages import playoff
from ladder.events.kinds.encounter_state import groups
from ladder.events.kinds.registry import kind_of
from ladder.events.kinds.state import Group, out_of, side_seats
from ladder.events.models import Encounter, Stage, StageEntry
from ladder.events.permissions import record, require
from ladder.events.roles import EventAct
from ladder.events.running import advancing
from matches.models import Match
from matches.services import withdraw

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A round that can be paired now.

    ``entries`` may play it, by their numbers in the group; ``pairs`` is how it is paired so far.
    ``rows`` are its encounters that were made already, and ``met`` the pairs of earlier rounds.
    ``points`` has those of each entry, from the most to the fewest.
    """

    group: int
    number: int
    entries: dict[int, StageEntry]
    pairs: Sequence[Pair]
    rows: Sequence[Encounter]
    met: frozenset[frozenset[int]]
    points: dict[int, float]

    def opponents(self, number: int) -> list[int]:
        """Entries that this one has met in earlier rounds."""
        return [each for each in self.points if each != number and {each, number} in self.met]


def open_round(stage: Stage, group: int = 0) -> OpenRound:
    """The round of a group that can be paired by hand; ValidationError with the reason if none."""
    if not kind_of(stage).paired_by_hand or len(side_seats(stage)) != 2:
        raise ValidationError("Only rounds of a Swiss system for two sides are paired by hand.")
    if stage.state != Stage.State.RUNNING:
        raise ValidationError("The stage is not running, so it has no next round.")
    stage_groups = groups(stage, draws=True)
    if group >= len(stage_groups):
        raise ValidationError("The stage has no such group.")
    chosen = stage_groups[group]
    assert chosen.progress is not None, "a stage of encounters"
    wanted = chosen.progress.wanted
    number = max((want.encounter.round for want in wanted), default=0)
    if not wanted or any(want.encounter.key == playoff.KEY for want in wanted):
        raise ValidationError("All rounds of this group are paired and played.")
    rows = [row for row in chosen.rows.values() if row.round == number]
    if any(want.encounter.round != number for want in wanted) or any(map(_has_begun, rows)):
        raise ValidationError(
            f"Round {number} has begun. Its successor can be paired when it is over: pause the "
            "stage until then, so that no game of the next round begins."
        )
    return _opened(chosen, number, rows)


def _has_begun(row: Encounter) -> bool:
    """Whether a game of an encounter runs or has ended, or its result was decided."""
    states = {each.state for each in row.attempts if not each.lost}
    return row.awarded is not None or bool(states - {Match.State.QUEUED})


def _opened(group: Group, number: int, rows: Sequence[Encounter]) -> OpenRound:
    out = out_of(group.entries)
    assert group.progress is not None, "a stage of encounters"
    encounters = [want.encounter for want in group.progress.wanted]
    pairs = [(each.entrants[0], each.entrants[1]) for each in encounters]
    earlier = (row.entrants for row in group.rows.values() if row.round < number)
    return OpenRound(
        group=group.number,
        number=number,
        entries={at: row for at, row in enumerate(group.entries) if at not in out},
        pairs=pairs,
        rows=rows,
        met=frozenset(map(frozenset, earlier)),
        points={row.entrant: row.points for row in group.order if row.entrant not in out},
    )


@transaction.atomic
def pair(
    stage: Stage, group: int, number: int, pairs: Sequence[Pair], by: Viewer, reason: str
) -> None:
    """Replace the pairs of a round; the first of a pair is on the first side in its first game.

    PermissionDenied for people who do not judge the event.  ValidationError where the round
    ``number`` is not open any more, where a bot is paired twice or not at all (one has a bye if
    their number is odd), and for a missing reason.
    """
    person = require(by, stage.event, EventAct.JUDGE)
    why = require_reason(reason)
    stage = lock(Stage.objects).select_related("event").get(pk=stage.pk)
    opened = open_round(stage, group)
    if opened.number != number:
        raise ValidationError(f"Round {number} has begun, so its pairs can no longer change.")
    _check(opened, pairs)
    advancing.outdate(stage)
    for row in opened.rows:
        row.obsolete = True
        row.save(update_fields=["obsolete"])
        games = [game.match for game in row.games.select_related("match")]
        withdraw(games, "The round was paired by hand.")
    Encounter.objects.bulk_create(
        Encounter(
            stage=stage,
            group=group,
            key=f"{number}-{place}",
            round=number,
            name=f"Round {number}, match {place}",
            entrants=two,
        )
        for place, two in enumerate(pairs, 1)
    )
    act = f"paired {stage.title_of(group, f'round {number}')} by hand"
    record(person, stage.event, stage, act, why)
    forget()
    transaction.on_commit(partial(advancing.move, stage.pk), robust=True)


def _check(opened: OpenRound, pairs: Sequence[Pair]) -> None:
    paired = [one for two in pairs for one in two]
    twice = sorted({one for one in paired if paired.count(one) > 1})
    if twice:
        names = ", ".join(
            str(opened.entries[one].entry.bot) for one in twice if one in opened.entries
        )
        raise ValidationError(f"A bot is paired once in a round. Listed more often: {names}.")
    if not opened.entries.keys() >= set(paired):
        raise ValidationError("Choose bots of this group that are not disqualified.")
    if len(pairs) != len(opened.entries) // 2:
        raise ValidationError("Pair all bots. If their number is odd, one of them has a bye.")
