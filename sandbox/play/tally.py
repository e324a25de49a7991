"""The results of each bot in all its matches."""

from __future__ import annotations

import statistics
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine import EndState
from sandbox.play.match import LocalResult, SeatResult


@dataclass(frozen=True, slots=True)
class Tally:
    """One bot's matches together, with all the seats that it had in them.

    A match is won if no other side came first, drawn if the bot's own was not the only one.
    ``share`` is the number of matches won, where a first place that several sides have counts for
    each of them in part; between two that is wins and half the draws.  ``turn_ms`` are the median
    and the longest CPU time of a turn, ``peak_memory`` is in bytes; None where nothing is known.
    """

    name: str
    matches: int
    wins: int
    draws: int
    share: float
    mean_rank: float
    mean_score: float
    faults: Counter[EndState]
    turn_ms: tuple[float, float] | None
    peak_memory: int | None

    @property
    def losses(self) -> int:
        return self.matches - self.wins - self.draws


def tallies(names: Sequence[str], matches: Sequence[LocalResult]) -> tuple[Tally, ...]:
    """One for each bot, in the order of the command line; ``matches`` must not be empty."""
    return tuple(_tally(name, bot, matches) for bot, name in enumerate(names))


def _tally(name: str, bot: int, matches: Sequence[LocalResult]) -> Tally:
    mine = [result for played in matches for result in played.of(bot)]
    firsts = [played.share(bot) for played in matches]
    return Tally(
        name=name,
        matches=len(matches),
        wins=sum(own == among for among, own in firsts),
        draws=sum(0 < own < among for among, own in firsts),
        share=sum(own / among for among, own in firsts),
        mean_rank=statistics.fmean(result.end.rank for result in mine),
        mean_score=statistics.fmean(result.end.score for result in mine),
        faults=Counter(
            fault
            for played in matches
            for fault in {fault for result in played.of(bot) for fault in result.faults}
        ),
        turn_ms=_turn_ms(mine),
        peak_memory=max((r.peak_memory for r in mine if r.peak_memory is not None), default=None),
    )


def _turn_ms(results: Iterable[SeatResult]) -> tuple[float, float] | None:
    turns = array("L")
    for result in results:
        turns.extend(result.turns)
    return (statistics.median(turns) / 1000, max(turns) / 1000) if turns else None
