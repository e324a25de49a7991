"""The tables of a contest from the list of its matches, by a small program that shares no line with
the site: what anybody with a pencil would do.

It knows four kinds of stages: a season by points, a series, groups in which everybody meets
everybody, and a cup.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

Table = list[tuple[str, int]]
"""Names and places, best first."""


def tables(report: dict[str, Any]) -> dict[str, Table]:
    """By stage.  Those who are out are last, whatever they have played."""
    found = {}
    for stage in report["stages"]:
        games = [m for m in report["matches"] if m["stage"] == stage["key"] and m["counts"]]
        make = {"ladder": season, "series": series, "round-robin": league}.get(stage["kind"], cup)
        parts = [make(stage, number, group, games, report) for number, group in _groups(stage)]
        found[stage["key"]] = _together(parts, set(report["out"]))
    return found


def final(report: dict[str, Any], key: str) -> Table:
    """The last stage's table, and after it those who did not come so far, stage by stage."""
    every = tables(report)
    feeds = {
        stage["key"]: [source for source, *_, exclude in stage["feeds"] if not exclude]
        for stage in report["stages"]
    }
    ways, left = {key}, [key]
    while left:
        for source in feeds[left.pop()]:
            if source and source not in ways:
                ways.add(source)
                left.append(source)
    rows: list[tuple[Any, str]] = []
    seen = set()
    order = [stage["key"] for stage in report["stages"] if stage["key"] in ways]
    for depth, name in enumerate(reversed(order)):
        for bot, place in every[name]:
            if bot not in seen:
                seen.add(bot)
                rows.append(((bot in report["out"], depth, place), bot))
    rows.sort(key=lambda row: row[0])
    return _placed(rows)


def _groups(stage: dict[str, Any]) -> list[tuple[int, list[str]]]:
    return list(enumerate(stage["groups"]))


def _placed(rows: list[tuple[Any, str]]) -> Table:
    """Rows in order of keys; equals share the better place."""
    found: Table = []
    for at, (key, name) in enumerate(rows):
        same = at > 0 and rows[at - 1][0] == key
        found.append((name, found[-1][1] if same else at + 1))
    return found


def _together(parts: list[list[tuple[Any, str]]], out: set[str]) -> Table:
    """Groups place by place."""
    rows = []
    for number, part in enumerate(parts):
        rows += [((n in out, place), number, n) for n, place in _placed(sorted(part))]
    rows.sort(key=lambda row: row[:2])
    return _placed([(key, name) for key, _, name in rows])


def season(
    stage: dict[str, Any], number: int, group: list[str], games: list[dict[str, Any]], report: Any
) -> list[tuple[Any, str]]:
    """Ten points for a match in which all others were left behind, ties half; the newest count."""
    points: dict[str, list[Fraction]] = defaultdict(list)
    for game in sorted(games, key=lambda each: each["order"]):
        sides = set(game["bots"])
        mean = {bot: _mean([rank for name, rank in _seats(game) if name == bot]) for bot in sides}
        for bot in sides if len(sides) > 1 else ():
            others = [rank for name, rank in mean.items() if name != bot]
            ties = Fraction(sum(rank == mean[bot] for rank in others), 2)
            beaten = sum(rank > mean[bot] for rank in others) + ties
            points[bot].append(Fraction(10) * beaten / len(others))
    rows = []
    for bot in group:
        newest = points[bot][-stage["window"] :]
        won = sum(value == 10 for value in newest)
        rows.append(((not newest, -round(sum(newest), 6), -won, len(newest)), bot))
    out = set(report["out"])
    return [((bot in out, key), bot) for key, bot in rows]


def _seats(game: dict[str, Any]) -> list[tuple[str, int]]:
    return list(zip(game["bots"], game["ranks"], strict=True))


def _mean(values: list[int]) -> Fraction:
    return Fraction(sum(values), len(values))


def series(
    stage: dict[str, Any], number: int, group: list[str], games: list[dict[str, Any]], report: Any
) -> list[tuple[Any, str]]:
    """Five wins and one leaves; wins multiply what the next game begins with by one and a half."""
    wins: dict[str, int] = dict.fromkeys(group, 0)
    places: dict[str, list[int]] = {bot: [] for bot in group}
    left: dict[str, int] = {}
    own = sorted(
        (g for g in games if g["group"] == number and not g["lost"]), key=lambda g: g["number"]
    )
    assert [game["number"] for game in own] == list(range(1, len(own) + 1))
    for game in own:
        ranks = {b: r for b, r in _seats(game) if b in wins and b not in left}
        for bot, handicap in zip(game["bots"], game["handicaps"], strict=True):
            assert handicap == (1.5 ** wins[bot] if bot in ranks else 1.0), game
        best = min(ranks.values())
        first = {bot for bot, rank in ranks.items() if rank == best}
        for bot, rank in ranks.items():
            places[bot].append(1 + sum(other < rank for other in ranks.values()))
        for bot in first if len(first) < len(ranks) else ():
            wins[bot] += 1
            if wins[bot] == 5:
                left[bot] = game["number"]
    out, never = set(report["out"]), 10**9
    return [
        (
            (
                bot in out,
                left.get(bot, never),
                -wins[bot],
                _mean(places[bot]) if places[bot] else never,
            ),
            bot,
        )
        for bot in group
    ]


def league(
    stage: dict[str, Any], number: int, group: list[str], games: list[dict[str, Any]], report: Any
) -> list[tuple[Any, str]]:
    """A point for a won game, half for a drawn one; then the results among equals, then the sum of
    all opponents' points, then points won times opponents' points, then the seed."""
    out = set(report["out"])
    won: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    own = [game for game in games if game["group"] == number and not game["obsolete"]]
    for first in group:
        for second in group:
            if first < second:
                both = [game for game in own if set(game["bots"]) == {first, second}]
                for game in both:
                    gain = _gain(game, first)
                    won[first, second] += gain
                    won[second, first] += 1 - gain
                missing = stage["games"] - len(both)
                assert missing == 0 or out & {first, second}, (first, second, missing)
                for bot, other in ((first, second), (second, first)):
                    if missing and other in out and bot not in out:
                        won[bot, other] += missing
    points = {bot: sum((won[bot, o] for o in group), Fraction()) for bot in group}
    rows = []
    for seed, bot in enumerate(group):
        equals = [o for o in group if points[o] == points[bot] and (o in out) == (bot in out)]
        direct = sum((won[bot, o] for o in equals), Fraction())
        solid = sum((points[o] for o in group if o != bot), Fraction())
        berger = sum((won[bot, o] / stage["games"] * points[o] for o in group), Fraction())
        rows.append(((bot in out, -points[bot], -direct, -solid, -berger, seed), bot))
    return rows


def _gain(game: dict[str, Any], bot: str) -> Fraction:
    (mine,) = [rank for name, rank in _seats(game) if name == bot]
    (other,) = [rank for name, rank in _seats(game) if name != bot]
    return Fraction(1) if mine < other else Fraction(1, 2) if mine == other else Fraction(0)


def _came_to_an_end(stage: dict[str, Any], played: int, even: bool) -> bool:
    """Extra games come in pairs, as long as the games are even."""
    games, most = int(stage["games"]), int(stage["games"] + stage["extra"])
    if played < games or (even and played < most):
        return False
    return (played - games) % 2 == 0 or played == most


def cup(
    stage: dict[str, Any], number: int, group: list[str], games: list[dict[str, Any]], report: Any
) -> list[tuple[Any, str]]:
    """Losers leave, and those who leave in the same round share a place, but for the two who
    play for the third."""
    met: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for game in games:
        if not game["obsolete"]:
            met[game["encounter"]].append(game)
    out = set(report["out"])
    rounds = max(game["round"] for games in met.values() for game in games)
    last = dict.fromkeys(group, 0)
    lost = dict.fromkeys(group, False)
    for encounter in met.values():
        for bot in set(encounter[0]["bots"]):
            last[bot] = max(last[bot], encounter[0]["round"])
    for encounter in met.values():
        one, two = (group[number] for number in encounter[0]["entrants"])
        gained = sum((_gain(game, one) for game in encounter), Fraction())
        better = min(one, two, key=group.index)
        even = gained * 2 == len(encounter)
        if _came_to_an_end(stage, len(encounter), even):
            winner = better if even else one if gained * 2 > len(encounter) else two
        else:
            # One of them was disqualified before.
            (winner,) = {one, two} - out
        loser = two if winner == one else one
        if encounter[0]["round"] == last[loser]:
            lost[loser] = True
    rows = []
    for bot in group:
        # Both finals are played in the last round: for the first place, and for the third.
        consoled = last[bot] == rounds and _lost_before(bot, met, group, rounds)
        rows.append(((bot in out, -last[bot], consoled, lost[bot]), bot))
    return rows


def _lost_before(
    bot: str, met: dict[str, list[dict[str, Any]]], group: list[str], rounds: int
) -> bool:
    """Whether it lost the encounter of the round before the last."""
    for encounter in met.values():
        if encounter[0]["round"] == rounds - 1 and bot in encounter[0]["bots"]:
            gained = sum((_gain(game, bot) for game in encounter), Fraction())
            other = next(name for name in encounter[0]["bots"] if name != bot)
            if gained * 2 == len(encounter):
                return group.index(other) < group.index(bot)
            return gained * 2 < len(encounter)
    return False
