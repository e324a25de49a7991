"""The starter kits follow the view exactly and play as they are downloaded."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from games.engine import EndState, Setup
from games.generals.game import GENERALS
from games.generals.tests.setups import Told, follow, setup
from games.package import Kit, kit_files
from games.tests.kits import tracer_of
from games.tests.pipes import Bot, Command, play, unpack
from games.tests.tracers import tracer_command

pytestmark = pytest.mark.xdist_group("generals kits")
"""Compiling is the dear part: once for all of them."""

HERE = Path(__file__).parent
KITS: dict[str, Kit] = {kit.language: kit for kit in GENERALS.kits}
TRACES = {"java": "Trace.java", "javascript": "trace.js", "rust": "trace.rs", "go": "trace.go"}
LANGUAGES = [
    pytest.param(each, marks=() if each in ("python", "cpp", "javascript") else pytest.mark.nightly)
    for each in KITS
]
FURTHER = [each for each in LANGUAGES if each.values != ("python",)]
"""All but Python."""

GAMES = {
    "plain": ((0, 0), {}),
    "leapfrog": ((0, 0, 0), {"leapfrog": True}),
    "city state": ((0, 0), {"city_state": True}),
    "veil": ((0, 0, 0), {"misty_veil": 2}),
    "blind": ((0, 0), {"misty_veil": -1}),
    "clear": ((0, 0, 0, 0), {"crystal_clear": True, "misty_veil": 0}),
    "silent": ((0, 0, 0), {"silent_war": True}),
    "teams": ((3, 3, 9, 9), {}),
    "everything": (
        (1, 0, 1, 0),
        {"leapfrog": True, "city_state": True, "misty_veil": 1, "silent_war": True},
    ),
}
"""Teams and special rules."""
SEEDS = range(2)


@pytest.fixture(scope="module")
def kit(modules: dict[str, ModuleType]) -> ModuleType:
    """The Python kit's ``state``."""
    return modules["state"]


@pytest.fixture(scope="module")
def protocol(modules: dict[str, ModuleType]) -> ModuleType:
    return modules["protocol"]


class Commands(dict[str, Command]):
    """By language, how a program is started; `build` makes it when a test first needs it."""

    def __init__(self, build: Callable[[str], Command]) -> None:
        self._build = build

    def __missing__(self, language: str) -> Command:
        self[language] = self._build(language)
        return self[language]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Commands:
    """The unedited kits, ready to start."""

    def build(language: str) -> Command:
        folder = tmp_path_factory.mktemp(f"kit_{language}")
        return unpack(kit_files(KITS[language]), language, folder)

    return Commands(build)


@pytest.fixture(scope="module")
def tracers(tmp_path_factory: pytest.TempPathFactory) -> Commands:
    """Programs that print what the kits know."""

    def build(language: str) -> Command:
        if language == "cpp":
            return [str(tracer_of(KITS["cpp"], HERE / "trace.cpp", tmp_path_factory))]
        source = HERE / "traces" / TRACES[language]
        return tracer_command(KITS[language], source, tmp_path_factory)

    return Commands(build)


@pytest.fixture(scope="module")
def lines() -> dict[str, list[Told]]:
    """All that the seats of the games read, in the order in which it was sent."""
    return {
        name: [
            told
            for seed in SEEDS
            for told in follow(setup(teams, seed, modifiers=rules), Random(seed))
        ]
        for name, (teams, rules) in GAMES.items()
    }


def test_on_the_boards_of_these_tests_capitals_fall_and_bots_leave(lines):
    told = chain.from_iterable(lines.values())
    words = [" ".join(json.loads(one.line).get("messages", ())) for one in told]
    assert sum("took the capital" in text for text in words) > 5
    assert sum("left" in text for text in words) > 5


class Memory:
    """The last sight of each tile by a seat, computed the slow way: ``owner, kind, half-turn``."""

    def __init__(self) -> None:
        self.sights: list[tuple[int, int, int]] = []

    def take(self, told: Told) -> list[tuple[int, int, int]]:
        owners, kinds, _ = told.view
        half = json.loads(told.line).get("half", 0)
        self.sights = self.sights or [(0, 0, -1)] * len(owners)
        self.sights = [
            (owner, kind, half) if kind else old
            for owner, kind, old in zip(owners, kinds, self.sights, strict=True)
        ]
        return self.sights


def by_seat(told: list[Told]) -> Iterator[list[Told]]:
    """One seat's part of one game after the other."""
    games: dict[int, list[Told]] = {}
    for one in told:
        if json.loads(one.line)["type"] == "start" and one.seat in games:
            yield games.pop(one.seat)
        games.setdefault(one.seat, []).append(one)
    yield from games.values()


def carry_out(state: Any, answer: Any, order: Any) -> None:
    """Write an answer into the queue as `Operations` would."""
    for word, *move in answer or ():
        if word == "move":
            state.queue.append(order(*move))
        elif word == "clear":
            state.queue.clear()
        elif state.queue:
            state.queue.pop()


@pytest.mark.parametrize("name", GAMES)
def test_the_python_kit_sees_what_the_engine_shows_in_every_half_turn(kit, protocol, lines, name):
    followed = 0
    for told in by_seat(lines[name]):
        state, memory = None, Memory()
        for one in told:
            message = protocol.read_line(one.line)
            if state is None:
                state = kit.State(message)
            else:
                carry_out(state, one.answer, protocol.Order)
                state.update(message)
                assert len(state.queue) == message.queue
            assert [list(state.owners), list(state.kinds), state.units] == list(one.view)
            sights = [state.sight(place) for place in range(state.size)]
            assert [(s.owner, s.kind, s.half) for s in sights] == memory.take(one)
            followed += 1
        assert state is not None
        assert_sorted(state)
    assert followed > 100


def assert_sorted(state: Any) -> None:
    """The kit's own counts agree with the view."""
    for player in range(1, state.players + 1):
        places = {place for place, owner in enumerate(state.owners) if owner == player}
        assert state.land[player] == places
    for place, kind in enumerate(state.kinds):
        if kind:
            assert bool(state.open[place]) == (kind != 1)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", FURTHER)
def test_a_kit_sees_what_the_engine_shows_in_every_half_turn(tracers, lines, language, name):
    told = [one for seat in by_seat(lines[name]) for one in seat]
    text = b"".join(
        (b"" if one.answer is None else json.dumps(one.answer).encode() + b"\n") + one.line
        for one in told
    )
    traced = subprocess.run(tracers[language], input=text, capture_output=True, check=True)
    printed = traced.stdout.decode().splitlines()
    assert len(printed) == len(told) > 100
    memory = Memory()
    for one, line in zip(told, printed, strict=True):
        owners, kinds, units, sights, queue = line.split(" ")
        message = json.loads(one.line)
        if message["type"] == "start":
            memory = Memory()
        numbers = [[int(n) for n in part.split(",")[:-1]] for part in (owners, kinds, units)]
        assert numbers == list(one.view)
        expected = "".join(f"{o}:{k}:{h}," for o, k, h in memory.take(one))
        assert sights == expected
        assert int(queue) == message.get("queue", 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("escaped", [True, False])
def test_words_may_have_any_character(built, language, escaped):
    given = setup((0, 0))
    words = 'Zoë "Ω" \\ 😀'
    end = {"type": "end", "rank": 1, "ranks": [1, 2], "winner": 1, "words": words}
    bot = Bot(built[language], GENERALS.wire(given, 0))
    bot.tell(next(iter(follow(given, Random(1)))).line)
    bot.tell(json.dumps(end, ensure_ascii=escaped).encode() + b"\n")
    assert bot.close().stderr == f"the end: rank 1, {words}\n"


@pytest.mark.parametrize(
    "line", ['{"type":"turn","half":1.5}', '{"type":"turn","half":1', "[]", '{"type":"stop"}']
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_that_is_none_of_the_referees_is_refused(built, language, line):
    start = next(iter(follow(setup((0, 0)), Random(1)))).line
    done = subprocess.run(
        built[language], input=start + line.encode() + b"\n", capture_output=True, check=False
    )
    assert done.returncode != 0
    assert done.stderr
    assert done.stdout == b""


@pytest.fixture(scope="module")
def sampled(modules: dict[str, ModuleType]) -> list[tuple[bytes, bytes]]:
    """The lines to a seat in games of the Python samples, and its answers."""
    seats: list[tuple[bytes, bytes]] = []
    for teams, rules in GAMES.values():
        given = setup(teams, 1, halfturns=150, modifiers=rules)
        seats += sample_game(modules, given)
    large = {"width": 20, "height": 20, "mountains": 40, "cities": 20, "swamps": 10}
    return seats + sample_game(modules, setup((0, 0), 3, halfturns=500, **large))


def sample_game(modules: dict[str, ModuleType], given: Setup) -> list[tuple[bytes, bytes]]:
    """By seat, the lines of a game of the Python samples, and their answers."""
    read, state_of = modules["protocol"].read_line, modules["state"]
    engine = GENERALS.engine(given)
    seats = range(len(given.seats))
    wires = [GENERALS.wire(given, seat) for seat in seats]
    lines = [[wires[seat].begin(engine.scene(), engine.view(seat))] for seat in seats]
    states = [state_of.State(read(said[0])) for said in lines]
    bots = [modules["strategy"].Strategy(state) for state in states]
    answers: list[list[bytes]] = [[] for _ in seats]
    while asks := engine.pending():
        replies = {}
        for seat, ask in asks.items():
            lines[seat].append(wires[seat].ask(ask))
            states[seat].update(read(lines[seat][-1]))
            operations = state_of.Operations(states[seat])
            bots[seat].choose(operations)
            replies[seat] = operations.lines
            text = json.dumps(operations.lines, separators=(",", ":"))
            answers[seat].append(text.encode() + b"\n")
        engine.submit(replies)
    return [(b"".join(lines[seat]), b"".join(answers[seat])) for seat in seats]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_samples_of_all_kits_answer_alike_byte_by_byte(built, sampled, language):
    assert sum(answers.count(b"move") for _, answers in sampled) > 1000
    for lines, answers in sampled:
        done = subprocess.run(built[language], input=lines, capture_output=True, check=True)
        assert done.stdout == answers
        assert done.stderr.endswith(b"the referee has gone\n")


@pytest.mark.parametrize("language", FURTHER)
@pytest.mark.parametrize("first", [True, False])
def test_the_unedited_kits_play_a_whole_game_and_leave_in_order(built, language, first):
    seats = ("python", language) if first else (language, "python")
    played = play(GENERALS, [built[seat] for seat in seats], setup((0, 0), halfturns=300))
    assert [seat.end for seat in played.outcome.seats] == [EndState.OK, EndState.OK]
    for report, seat in zip(played.seats, played.outcome.seats, strict=True):
        assert report.exit_code == 0
        assert report.stderr.endswith(f"the end: rank {seat.rank}, {played.outcome.reason}\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kit_does_something_with_its_time(built, language):
    idle = ["sh", "-c", "read start; while read line; do echo '[]'; done"]
    played = play(GENERALS, [built[language], idle], setup((0, 0), halfturns=100))
    first, second = played.outcome.seats
    assert (first.rank, second.rank) == (1, 2)
    assert first.score > 15


@pytest.mark.parametrize("rest", [b"", b'{"type":"turn"'], ids=["between-lines", "inside-a-line"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kit_exits_when_the_referee_hangs_up(built, language, rest):
    given = setup((0, 0))
    bot = Bot(built[language], GENERALS.wire(given, 0))
    told = next(iter(follow(given, Random(1))))
    bot.tell(told.line + rest)
    report = bot.close()
    assert report.exit_code == 0
    assert report.stderr == "the referee has gone\n"


WILFUL = b"""
class Strategy:
    def __init__(self, state):
        self.state = state

    def choose(self, operations):
        home = self.state.capital
        if self.state.half == 2:
            for near in self.state.neighbours(home):
                operations.move(near, home)
        print("waiting", len(self.state.queue))
"""
"""Queues orders from tiles that are not its own."""


def test_an_illegal_order_clears_the_queue_and_log_and_kit_say_why(built, tmp_path):
    files = kit_files(KITS["python"]) | {"strategy.py": WILFUL}
    wilful = unpack(files, "python", tmp_path)
    played = play(GENERALS, [wilful, built["cpp"]], setup((0, 0), halfturns=6))
    assert [seat.end for seat in played.outcome.seats] == [EndState.OK, EndState.OK]
    (remark,) = played.remarks(0)
    assert remark.startswith("Your order to move ")
    assert "was dropped: the source is not your own tile. The orders after it" in remark
    log = played.seats[0].stderr.splitlines()
    waiting = [int(line.split()[1]) for line in log if line.startswith("waiting")]
    assert waiting[2] > 1
    assert waiting[3:] == [0, 0, 0]
    (told,) = (line for line in log if line.startswith("half-turn 2: "))
    assert told.endswith(": the source is not the player's own tile")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kit_logs_which_order_of_its_own_was_illegal(built, language):
    given = setup((0, 0))
    bot = Bot(built[language], GENERALS.wire(given, 0))
    start, _, turn = (told.line for told in islice(follow(given, Random(1)), 3))
    dropped = {"order": ["move", 3, 4, "U", True], "reason": "no \u0041 unit"}
    bot.tell(
        start + json.dumps({**json.loads(turn), "half": 1, "dropped": dropped}).encode() + b"\n"
    )
    assert bot.answer() == []
    assert bot.close().stderr == "half-turn 0: 3 4 U: no A unit\nthe referee has gone\n"
