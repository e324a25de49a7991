"""Checks of a game's declarations and outcomes: package, seats and teams, ranks, time to think,
lessons.

Part of `games.tests.conformance`, which runs these checks with its own.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import replace
from math import isfinite
from random import Random

from games import changes
from games.engine import EndState, Fault, Outcome, Setup
from games.game import GROUND, ROCK, SEATS, THING, Game
from games.lessons import Lesson, Played, lessons_of, won
from games.replay import ReplayReader
from games.tests.sampling import Player, record, record_match, require, walk


def check_package(game: Game, setup: Setup) -> None:
    """The package is complete: RULES.md with its changelog, rulesets with different names, one
    proving house bot.
    """
    require((game.folder / "RULES.md").is_file(), f"{game.name}: no RULES.md in {game.folder}")
    _check_changes(game)
    names = [ruleset.name for ruleset in game.rulesets]
    require(len(set(names)) == len(names), f"{game.name}: two rulesets have one name")
    _check_seats(game, setup)
    proving = [bot.name for bot in game.house if bot.proving]
    require(len(proving) == 1 or not game.house, f"{game.name}: proving house bots: {proving}")
    kits = {None, *(kit.language for kit in game.kits)}
    for bot in game.house:
        require(bot.kit in kits, f"{game.name}: the bot {bot.name} needs the kit {bot.kit}")


def _check_changes(game: Game) -> None:
    """The newest entry of the changelog names the rules as they are."""
    try:
        changes.check(game.folder, (game.folder / changes.RULES).read_text("utf-8"), game.version)
    except changes.ChangesError as error:
        require(False, f"{game.name}: {error}")


def _check_seats(game: Game, setup: Setup) -> None:
    """The setup seats the ruleset's bots in its teams, of which there are at least two."""
    ruleset = game.ruleset(setup.ruleset)
    require(ruleset.seats == len(setup.seats), f"{game.name}: wrong seats")
    teams = ruleset.teams
    require(len(teams) in (0, ruleset.seats), f"{game.name}: {teams} for {ruleset.seats} seats")
    numbers = list(range(1, len(set(teams)) + 1))
    require(not teams or sorted(set(teams)) == numbers != [1], f"{game.name}: the teams {teams}")
    seated = [seat.team for seat in sorted(setup.seats, key=lambda seat: seat.index)]
    require(seated == list(teams or [0] * len(seated)), f"{game.name}: seated as {seated}")


def check_seed(game: Game, setup: Setup) -> None:
    """Where the game declares that the seed changes nothing, another one gives the same match."""
    boards = [setup.map]
    if setup.map is None and game.maps is not None:
        boards.append(game.maps.generate({}, setup.seed))
    for board in boards:
        if not game.uses_seed(on_map=board is not None):
            starts = (replace(setup, map=board, seed=seed) for seed in (1, 2))
            first, other = (record(game, start).steps for start in starts)
            require(first == other, "a seed that the game declares unused changes the match")


def check_tiles(game: Game, setup: Setup) -> None:
    """The board in small has rows of one length, and characters that mean something: at the start
    and at the end, also where a player has failed."""
    engine = game.engine(setup)
    boards = [game.tiles(engine.scene(), engine.view())]
    for faults in ({}, {0: Fault(EndState.CRASH, "")}):
        engine = game.engine(setup)
        for _ in walk(engine, Player(game, Random(1), faults)):
            pass
        boards.append(game.tiles(engine.scene(), engine.view()))
    for rows in boards:
        require(len({len(row) for row in rows}) <= 1, f"{game.name}: rows of several lengths")
        known = {GROUND, ROCK, THING, *SEATS[: len(setup.seats)]}
        require(known.issuperset("".join(rows)), f"{game.name}: {''.join(rows)!r:.80} in tiles")


def check_exchange(game: Game, setup: Setup) -> None:
    """A game that declares `exchanges_sides` plays every start from both seats."""
    if not game.exchanges_sides:
        return
    what = f"{game.name}: exchanges_sides is for two seats, not {len(setup.seats)}"
    require(len(setup.seats) == 2, what)
    data, _ = record_match(game, setup)
    played: Counter[str] = Counter()
    for frame in ReplayReader(io.BytesIO(data)).read():
        if "setup" in frame:
            start = frame["setup"]
            order = [seat["index"] for seat in start["seats"]]
            same = {key: start[key] for key in ("seed", "ruleset", "params", "map")}
            played[repr(same)] += 1 if order == [0, 1] else -1
    odd = [start for start, more in played.items() if more]
    require(not odd, f"{game.name}: exchanges_sides, but a start is played from one side: {odd}")


def check_points(game: Game, setup: Setup) -> None:
    """In a game that gives points for a match, the scores of every match are such points."""
    if game.points is None:
        return
    win, draw, loss = game.points.win, game.points.draw, game.points.loss
    require(
        win > draw > loss, f"{game.name}: a win has to be worth more than a draw, and a loss less"
    )
    _, outcomes = record_match(game, setup)
    scores = {seat.score for seat in game.decide(outcomes).seats}
    require(scores <= {win, draw, loss}, f"{game.name}: {scores} are no points of a match")


def check_patience(game: Game, setup: Setup) -> None:
    """All seats of a step together can use up their CPU time within the wall time of the turn.

    The bots of a match share one processor, so each bot may have to wait for all the others.
    """
    usual = game.ruleset(setup.ruleset).limits
    engine = game.engine(setup)
    for step in record(game, setup).steps:
        limits = [ask.limits or usual for ask in engine.pending().values()]
        need, shortest = sum(each.cpu_ms for each in limits), min(each.wall_ms for each in limits)
        what = f"{len(limits)} seats may use {need} ms of CPU time in a turn of {shortest} ms"
        require(need <= shortest, what)
        engine.submit(step.replies)


def check_lessons(game: Game, setup: Setup) -> None:
    """Lessons have different names and opponents of the ladder, and count in any match."""
    lessons = lessons_of(game)
    names = [lesson.name for lesson in lessons]
    require(len(set(names)) == len(names), f"{game.name}: two lessons have one name: {names}")
    opponents = [bot.name for bot in game.house if not bot.practice]
    for lesson in lessons:
        where = f"{game.name}: the lesson {lesson.name}"
        named = re.fullmatch("[a-z]+(-[a-z]+)*", lesson.name)
        require(named, f"{where} needs a name of lowercase words with hyphens between them")
        require(lesson.opponent in opponents, f"{where} has no opponent “{lesson.opponent}”")
        most = lesson.matches if lesson.count is won else lesson.needs
        require(1 <= lesson.needs <= most, f"{where} cannot need {lesson.needs}")
        if lesson.rules(game).name == setup.ruleset:
            _check_count(game, lesson, setup)


def _check_count(game: Game, lesson: Lesson, setup: Setup) -> None:
    game.engine(replace(setup, params=lesson.rules(game).params))
    data, outcomes = record_match(game, setup)
    frames = list(ReplayReader(io.BytesIO(data)).read())
    count = lesson.count(Played(game, frames, game.decide(outcomes).to_json()))
    what = f"{game.name}: the lesson {lesson.name} counts {count!r}, which is no whole number"
    require(type(count) is int and count >= 0, what)


def require_ranks(outcome: Outcome, setup: Setup) -> None:
    """Ranks count from 1, and a rank is one more than the number of better seats.

    The seats of a team share a rank.  The outcome is in the order of the setup's seats.
    """
    ranks = [seat.rank for seat in outcome.seats]
    require(len(ranks) == len(setup.seats), f"{len(ranks)} outcomes for {len(setup.seats)} seats")
    for rank in ranks:
        better = sum(other < rank for other in ranks)
        require(rank == better + 1, f"the ranks {ranks} are no ranking")
    for team in {seat.team for seat in setup.seats} - {0}:
        own = {r for r, seat in zip(ranks, setup.seats, strict=True) if seat.team == team}
        require(len(own) == 1, f"members of team {team} have the ranks {sorted(own)}")
    for end in outcome.seats:
        require(isfinite(end.score), f"the score {end.score} is no number")
