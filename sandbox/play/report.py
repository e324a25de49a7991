"""The runner's output: each match, and the table at the end."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import EndState, SeatOutcome
from sandbox.play.columns import aligned
from sandbox.play.match import LocalResult
from sandbox.play.odds import better, wilson
from sandbox.play.tally import Tally, tallies

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
