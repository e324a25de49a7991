"""The steps of a move of a stage of encounters, found by reading, before the stage is locked.

While a round is open, its encounters alone are read.  Finished ones are read when the next round is
drawn, from `Encounter.settled`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from django.utils import timezone

from ladder.core.stages import playoff
from ladder.core.stages.contract import Format, StageSetup, Wanted
from ladder.core.stages.encounters import wanted
from ladder.events.kinds.contract import Thought
from ladder.events.kinds.encounter_state import basis_of, encounter_of, groups, terms_by_group
from ladder.events.kinds.state import Group
from ladder.events.models import Attempt, Encounter, Stage, StagePulse, load_attempts

AHEAD = 1000
"""Of a schedule, whole rounds are stored until this many encounters wait to be played."""

Sides = tuple[int | None, ...]


@dataclass(kw_only=True)
class Moves(Thought):
    """The steps of a move, in this order.

    ``failed`` are attempts whose match ended without a result or is void, with their encounters.
    ``turned`` are encounters that become obsolete, or valid again; ``settled`` get their results
    kept; ``new`` are stored; ``due`` are games to create, as many as there is room for beside the
    matches that are ``going``.  ``over`` has the groups that are over, ``everything`` tells whether
    these are all.  ``drawn``: every encounter that the format asks for is stored afterwards.
    """

    failed: list[tuple[Encounter, Attempt]] = field(default_factory=list)
    turned: list[Encounter] = field(default_factory=list)
    settled: list[Encounter] = field(default_factory=list)
    new: list[Encounter] = field(default_factory=list)
    due: list[tuple[Encounter, Sides]] = field(default_factory=list)
    going: int = 0
    over: set[int] = field(default_factory=set)
    everything: bool = False
    drawn: bool = True


def moves_of(stage: Stage, plays: Format) -> Moves:
    """The steps of a move now of a running stage, whose format is ``plays``."""
    pulse = StagePulse.objects.filter(pk=stage.pk, drawn=stage.revision).first()
    moves = Moves(revision=stage.revision, over=set(pulse.over if pulse else ()))
    terms = dict(enumerate(terms_by_group(stage)))
    left = terms.keys() - moves.over
    if pulse is not None and plays.in_rounds:
        left = left - _open_rounds(stage, moves, {number: terms[number] for number in left})
    for group in groups(stage, draws=True, only=left) if left else ():
        _whole(stage, moves, group)
    moves.everything = moves.over == terms.keys() and not moves.going
    return moves


def _open_rounds(stage: Stage, moves: Moves, terms: Mapping[int, StageSetup]) -> set[int]:
    """Take the moves of groups whose round is still played; which groups these are."""
    rows = stage.encounters.filter(settled__isnull=True, obsolete=False, group__in=list(terms))
    by_group: dict[int, list[Encounter]] = {}
    for row in rows.order_by("group", "round", "id"):
        by_group.setdefault(row.group, []).append(row)
    load_attempts(row for own in by_group.values() for row in own)
    played = set()
    for number, own in by_group.items():
        found = [(row, wanted(terms[number], encounter_of(row))) for row in own]
        goes_on = any(want is not None or _going(row) for row, want in found)
        if goes_on and all(row.key != playoff.KEY for row in own):
            played.add(number)
            for row, want in found:
                _take(stage, moves, row, want)
    return played


def _whole(stage: Stage, moves: Moves, group: Group) -> None:
    """Take the moves of a group of which everything was read."""
    assert group.progress is not None, "a stage of encounters"
    moves.turned += [row for row in group.made if row.obsolete == (group.rows.get(row.key) is row)]
    wants = {want.encounter.key: want for want in group.progress.wanted}
    for key, row in group.rows.items():
        _take(stage, moves, row, wants.pop(key, None))
    waiting = sum(row.settled is None for row in group.rows.values())
    last = 0
    for want in wants.values():
        if waiting >= AHEAD and want.encounter.round != last:
            moves.drawn = False
            break
        last, waiting = want.encounter.round, waiting + 1
        row = _row(stage, group, want)
        moves.new.append(row)
        _take(stage, moves, row, want)
    if group.progress.over and not any(map(_going, group.rows.values())):
        moves.over.add(group.number)


def _row(stage: Stage, group: Group, want: Wanted) -> Encounter:
    """An encounter that is to be stored."""
    encounter = want.encounter
    row = Encounter(
        stage=stage,
        group=group.number,
        key=encounter.key,
        round=encounter.round,
        name=encounter.name[:60],
        entrants=encounter.entrants,
        of=encounter.of,
        basis=basis_of(encounter.of, group.rows),
    )
    row.attempts = ()
    return row


def _take(stage: Stage, moves: Moves, row: Encounter, want: Wanted | None) -> None:
    """Take the moves of an encounter that stands, and that wants these games."""
    going = _going(row)
    moves.going += len(going)
    moves.failed += [(row, each) for each in row.attempts if each.has_failed]
    if want is None:
        if not going and row.settled is None:
            moves.settled.append(row)
        return
    begins = stage.round_begins(row.round)
    if begins is not None and begins > timezone.now():
        return
    lacking = list((Counter(want.games) - Counter(each.sides for each in going)).elements())
    room = max(0, len(want.games) - len(going))
    moves.due += [(row, sides) for sides in sorted(lacking, key=want.games.index)[:room]]


def _going(row: Encounter) -> Collection[Attempt]:
    return [each for each in row.attempts if each.is_going]
