"""The runner's output: each match, and the table at the end, with the results of each bot."""

from __future__ import annotations

import math
import statistics
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from games.engine import EndState, SeatOutcome
from sandbox.play.match import LocalResult, SeatResult


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Rows of equally many cells as lines of columns; those in ``right`` end at one edge."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


_Z95 = 1.959963984540054


def wilson(wins: float, matches: int) -> tuple[float, float]:
    """The 95 % score interval of Wilson for a rate; ``wins`` may have halves, for draws.

    With draws it is wider than need be, as half a win varies less than a win or none.
    """
    if not matches:
        return 0.0, 1.0
    rate, z2 = wins / matches, _Z95 * _Z95
    middle = (rate + z2 / (2 * matches)) / (1 + z2 / matches)
    spread = math.sqrt(rate * (1 - rate) / matches + z2 / (4 * matches * matches))
    half = _Z95 * spread / (1 + z2 / matches)
    return max(0.0, middle - half), min(1.0, middle + half)


def better(wins: int, losses: int) -> float:
    """The probability that a player wins more often than they lose, after these numbers of each.

    Every chance to win a decided match counts as equally likely beforehand: then that chance has
    a beta distribution with ``wins + 1`` and ``losses + 1``, and this is its part above one half,
    which is the chance of at most ``wins`` heads in ``wins + losses + 1`` throws of a coin.
    """
    throws = wins + losses + 1
    total = ways = 1
    for heads in range(wins):
        ways = ways * (throws - heads) // (heads + 1)
        total += ways
    return total / (1 << throws)


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


_MB = 1 << 20


def match_lines(played: LocalResult, names: Sequence[str]) -> list[str]:
    """One match: its games if there are several, its bots in the order of their ranks."""
    fixture = played.fixture
    seats = fixture.names(names)
    lines = [f"match {fixture.number + 1}, seed {fixture.seed}: {_against(played, seats)}"]
    if len(played.games) > 1:
        for number, game in enumerate(played.games, 1):
            scores = ", ".join(
                f"{name} {end.score:g}{_failure(end)}"
                for name, end in zip(seats, game.seats, strict=True)
            )
            lines.append(f"  game {number}: {scores}")
    width = max(map(len, seats))
    by_rank = sorted(zip(played.seats, seats, strict=True), key=lambda pair: pair[0].end.rank)
    for result, name in by_rank:
        end = result.end
        cpu = f"CPU {result.cpu_ms / 1000:.2f} s in {len(result.turns)} turns"
        lines.append(
            f"  {end.rank}. {name:{width}}  score {end.score:g}  {cpu}{_failure(end, '  ')}"
        )
    busy = ", disturbed: the machine was busy" if played.disturbed else ""
    lines.append(f"  {played.wall_ms / 1000:.1f} s{busy}")
    return [*lines, *([f"  {played.ending}"] if played.ending else [])]


def _against(played: LocalResult, seats: Sequence[str]) -> str:
    sides: dict[int, list[str]] = {}
    for side, name in zip(played.sides, seats, strict=True):
        sides.setdefault(side, []).append(name)
    return " – ".join(" + ".join(side) for side in sides.values())


def _failure(end: SeatOutcome, before: str = ", ") -> str:
    """How the bot failed, with its details; empty where it did not."""
    if end.end is EndState.OK:
        return ""
    return f"{before}{end.end.words}{f': {end.reason}' if end.reason else ''}"


def table(matches: Sequence[LocalResult], names: Sequence[str]) -> list[str]:
    """The bots' statistics over all matches, with an explanation."""
    all_tallies = tallies(names, matches)
    two = len(names) == 2 == len(set(matches[0].sides))
    head = ["bot", "matches"]
    head += ["won", "drawn", "lost"] if two else ["won", "mean rank"]
    head += ["win rate [95 %]", "mean score", "CPU ms a turn", "memory", "faults"]
    rows = [_row(tally, two) for tally in all_tallies]
    lines = aligned([head, *rows], range(1, len(head) - 1))
    share = "wins and half the draws" if two else "first places, shared ones in part"
    lines += [
        "",
        f"win rate: {share}, of all matches, with Wilson's score interval for independent matches",
        "CPU ms a turn: median and maximum; memory: the peak; faults: matches with each kind",
    ]
    if two:
        lines += _comparison(*all_tallies)
    if disturbed := sum(played.disturbed for played in matches):
        lines.append(f"{disturbed} of {len(matches)} matches were disturbed: the machine was busy")
    return lines


def _row(tally: Tally, two: bool) -> list[str]:
    low, high = wilson(tally.share, tally.matches)
    rate = f"{tally.share / tally.matches:.1%} [{low:.1%}, {high:.1%}]"
    places = [tally.draws, tally.losses] if two else [f"{tally.mean_rank:.2f}"]
    turns = "–" if tally.turn_ms is None else "{:.2f} / {:.2f}".format(*tally.turn_ms)
    peak = tally.peak_memory
    memory = "–" if peak is None else f"{peak / _MB:.0f} MB"
    faults = ", ".join(f"{kind.value} {n}" for kind, n in tally.faults.most_common()) or "none"
    first = [tally.name, str(tally.matches), str(tally.wins), *map(str, places)]
    return [*first, rate, f"{tally.mean_score:.5g}", turns, memory, faults]


def _comparison(one: Tally, other: Tally) -> list[str]:
    first, second = sorted((one, other), key=lambda tally: tally.wins, reverse=True)
    chance = better(first.wins, first.losses)
    # No number of matches makes it certain.
    shown = ">0.9999" if chance > 0.9999 else f"{chance:.4f}"
    return [
        f"{first.name} is better than {second.name} with probability {shown}",
        "  (by wins and losses alone; any chance to win counts as equally likely beforehand)",
    ]
