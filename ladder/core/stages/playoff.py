"""A play-off for the last place that qualifies, where points alone do not decide it.

When a stage with a ``cut`` at place n has played all its rounds, and the entrants at places n and
n + 1 have the same points, these two meet once more, whichever tie-break has put them in this
order.  The winner has place n, the loser place n + 1.  If the encounter stays equal after its extra
games, the order of the table stands.  Its games count for no points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ladder.core.stages.brackets.bracket import verdict
from ladder.core.stages.contract import Encounter, Progress, StageSetup, Standing
from ladder.core.stages.encounters import check, score, wanted

KEY = "cut"


def split(
    terms: StageSetup, played: Sequence[Encounter]
) -> tuple[list[Encounter], Encounter | None]:
    """The encounters of the rounds, and that of the play-off.  ValueError for one without a cut."""
    held = [each for each in played if each.key == KEY]
    if held and (not terms.cut or len(held) > 1):
        raise ValueError(f"{KEY} is there twice, or has no place in this stage")
    for each in held:
        check(terms, each)
    return [each for each in played if each.key != KEY], held[0] if held else None


def added(terms: StageSetup, progress: Progress, held: Encounter | None) -> Progress:
    """The progress of a stage whose rounds have come to ``progress``, with its play-off.

    While a game of the rounds is missing, a play-off that was made stands, but does not go on.
    """
    if not terms.cut or not progress.over:
        return progress
    lines = list(progress.standings)
    there = sum(not line.out for line in lines)
    at = terms.cut - 1
    if there <= terms.cut or lines[at].points != lines[at + 1].points:
        return progress if held is None else replace(progress, obsolete=frozenset({KEY}))
    ahead, behind = lines[at].entrant, lines[at + 1].entrant
    number = (progress.rounds or progress.round) + 1
    name = f"Play-off for place {terms.cut}"
    fits = held is not None and set(held.entrants) == {ahead, behind}
    encounter = held if held and fits else Encounter(KEY, number, (ahead, behind), name)
    scored = score(terms, encounter)
    winner, due = verdict(terms, encounter, scored)
    want = wanted(terms, encounter, due) if winner is None else None
    if winner is not None:
        equal = scored.halves[0] == scored.halves[1]
        lines[at : at + 2] = _decided(lines[at], lines[at + 1], swap=not equal and winner == behind)
        # Lines after the cut share no place with one before it any more.
        after = lines[at + 1 :]
        lines[at + 1 :] = [line._replace(place=max(line.place, terms.cut + 1)) for line in after]
    return replace(
        progress,
        wanted=(want,) if want else (),
        standings=tuple(lines),
        over=want is None,
        round=number,
        rounds=number,
        obsolete=frozenset() if held is None or fits else frozenset({KEY}),
    )


def _decided(ahead: Standing, behind: Standing, *, swap: bool) -> list[Standing]:
    """Both lines, best first, with the places that they had."""
    one, two = (behind, ahead) if swap else (ahead, behind)
    return [
        one._replace(place=ahead.place, tied=()),
        two._replace(place=behind.place, tied=()),
    ]
