"""The starter kits see what the engine shows, know the rules, and play as they are downloaded."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from games.engine import EndState
from games.microwars.game import MICROWARS, steps
from games.microwars.layout import from_json
from games.microwars.maps import MAPS
from games.microwars.tests.boards import setup
from games.microwars.tests.kits import KITS, Followed, Sight, as_shown, duel, follow, small_setup
from games.microwars.tests.stubborn import STUBBORN
from games.package import kit_files
from games.tests.kits import imported, ready, tracer_of, unpacked
from games.tests.pipes import Bot, Command, unpack
from games.tests.tracers import tracer_command

pytestmark = pytest.mark.xdist_group("microwars kits")
"""Compiling is the dear part: once for all of them."""

HERE = Path(__file__).parent
GAMES = [(seed, seed % 2) for seed in range(60)]
"""Seeds and seats of games that are followed."""
MEADOW = next(stock for stock in MAPS.stock if stock.name == "meadow")

IDLE = ["sh", "-c", "while read line; do echo 0; done"]
"""Answers more often than the game asks, and never orders anything."""


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, ModuleType]]:
    with imported(unpacked(KITS["python"], tmp_path_factory)) as found:
        yield found


@pytest.fixture(scope="module")
def followed() -> list[Followed]:
    return [follow(seed, seat) for seed, seat in GAMES]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Command]:
    """The unedited kits, ready to start."""
    return ready(MICROWARS.kits, tmp_path_factory)


def test_in_these_games_units_fall_and_get_stuck_and_orders_of_both_kinds_are_judged(followed):
    sights = [sight for game in followed for sight in game.sights]
    assert len(sights) > 200
    assert sum(len(sight.after) < len(sight.units) for sight in sights) > 50
    wanted = {tuple(order[4:]) for sight in sights for order in sight.all_orders}
    assert len(wanted) > 30
    verdicts = [allowed for sight in sights for allowed in sight.allowed]
    assert min(verdicts.count(True), verdicts.count(False)) > 1000


def begun(modules: dict[str, ModuleType], game: Followed, lines: bytes) -> Any:
    """A connection that reads these lines, and the state before the first turn."""
    wire = modules["protocol"].Connection(io.BytesIO(game.start + lines), io.BytesIO())
    return wire, modules["state"].State(wire.read_start())


def shown(units: Any) -> list[list[Any]]:
    return [list(unit) for unit in units]


def orders_of(modules: dict[str, ModuleType], orders: list[Any]) -> list[Any]:
    return [modules["rules"].Order(*order) for order in orders]


@pytest.mark.parametrize("mixed", [False, True])
def test_the_python_kit_sees_what_the_engine_shows_in_every_turn(modules, followed, mixed):
    random = Random(1)
    for game in followed:
        wire, state = begun(modules, game, b"".join(sight.lines for sight in game.sights))
        for sight in game.sights:
            lines = wire.read_state()
            state.update(random.sample(lines, len(lines)) if mixed else lines)
            assert (state.turn, list(state.score)) == (sight.turn, sight.score)
            assert state.blocked == game.blocked
            assert shown(state.units.values()) == as_shown(sight.units)
            assert [unit for unit in state.units.values() if unit.mine] == state.mine
            assert len(state.mine) + len(state.enemies) == len(state.units)
            assert all(unit.field == field for field, unit in state.units.items())
            state.sent(orders_of(modules, sight.own))


def test_the_python_kit_knows_the_rules(modules, followed):
    for game in followed:
        wire, state = begun(modules, game, b"".join(sight.lines for sight in game.sights))
        for sight in game.sights:
            state.update(wire.read_state())
            before = dict(state.units)
            after = state.after(orders_of(modules, sight.all_orders))
            assert sorted(shown(after.values())) == as_shown(sight.after)
            assert state.units == before
            judged = [state.refusal(o) is None for o in orders_of(modules, sight.odd)]
            assert judged == sight.allowed
            state.sent(orders_of(modules, sight.own))


def test_the_python_kit_lists_exactly_the_steps_and_targets_that_are_allowed(modules):
    for seed in range(20):
        engine = MICROWARS.engine(small_setup(seed))
        wire = MICROWARS.wire(small_setup(seed), 0)
        begin = wire.begin(engine.scene(), engine.view(0)) + wire.ask(engine.pending()[0])
        connection = modules["protocol"].Connection(io.BytesIO(begin), io.BytesIO())
        state = modules["state"].State(connection.read_start())
        state.update(connection.read_state())
        everywhere = [(x, y) for x in range(state.width + 2) for y in range(state.height + 2)]
        for unit in state.mine:
            assert sorted(state.steps(unit)) == steps(engine, engine.army.units[unit.number])
            aims = [(x, y) for x, y in everywhere[1:] if state.refusal(unit.order((x, y))) is None]
            assert sorted(state.targets(unit)) == aims


def spend(modules: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Make the kit believe that this much of its time is gone."""
    monkeypatch.setattr(modules["state"].State, "spent", staticmethod(lambda: seconds))


def test_the_samples_orders_are_allowed_in_any_position(modules, followed, monkeypatch):
    spend(modules, monkeypatch, 0.1)
    given = 0
    for game in followed:
        for sight in game.sights:
            wire, state = begun(modules, game, sight.lines)
            state.update(wire.read_state())
            orders = modules["strategy"].Strategy(state).choose()
            assert modules["main"].legal(state, orders) == orders
            given += len(orders)
    assert given > 300


def test_the_sample_gives_no_orders_once_it_has_used_more_than_its_share(modules, monkeypatch):
    game = follow(2, 0)
    wire, state = begun(modules, game, game.sights[0].lines)
    state.update(wire.read_state())
    spend(modules, monkeypatch, 0.9)
    assert not state.late()
    assert modules["strategy"].Strategy(state).choose() != []
    spend(modules, monkeypatch, 9.0)
    assert state.late()
    assert modules["strategy"].Strategy(state).choose() == []


@pytest.mark.parametrize(
    "line", [b"1 2 3\n", b"1 1 6 0\n", b"1 1 0 x\n", b"\xff\n", b"1 1 -1 0\n", b"\n"]
)
def test_a_line_that_is_none_of_the_referees_is_refused(modules, tracer, line):
    kit = modules["protocol"]
    state = modules["state"].State(kit.Start(1, 1, 1))
    with pytest.raises(kit.ProtocolError):
        state.update([line])
    if line.strip() and line != b"1 2 3\n":
        done = subprocess.run([tracer], input=b"1 1 1\n" + line, capture_output=True, check=False)
        assert b"ProtocolError" in done.stderr


@pytest.fixture(scope="module")
def tracer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tracer_of(KITS["cpp"], HERE / "trace.cpp", tmp_path_factory)


def test_the_cpp_kit_sees_what_the_engine_shows_and_knows_the_rules(tracer, followed):
    assert_follows([str(tracer)], followed)


@pytest.mark.parametrize(
    ("language", "source"),
    [
        pytest.param("java", "Trace.java", marks=pytest.mark.nightly),
        ("javascript", "trace.js"),
        pytest.param("rust", "trace.rs", marks=pytest.mark.nightly),
        ("go", "trace.go"),
    ],
)
def test_a_further_kit_sees_what_the_engine_shows_and_knows_the_rules(
    language, source, followed, tmp_path_factory
):
    tracer = tracer_command(KITS[language], HERE / "traces" / source, tmp_path_factory)
    assert_follows(tracer, followed)


def assert_follows(tracer: Command, followed: list[Followed]) -> None:
    """It sees and foresees all of these games as the engine does."""
    random = Random(1)
    for game in followed:
        text = game.start
        for sight in game.sights:
            lines = sight.lines.splitlines(keepends=True)
            text += b"".join(random.sample(lines, len(lines)))
            text += f"{len(sight.own)} {len(sight.all_orders)} {len(sight.odd)}\n".encode()
            for order in sight.all_orders + sight.odd:
                text += " ".join(map(str, order)).encode() + b"\n"
        traced = subprocess.run(tracer, input=text, capture_output=True, check=True)
        printed = traced.stdout.decode().splitlines()
        for line, sight in zip(printed, game.sights, strict=True):
            assert_traced(line, sight)


def assert_traced(line: str, sight: Sight) -> None:
    won, lost, now, after, judged = line.split(" ")
    assert [int(won), int(lost)] == sight.score
    assert read_units(now) == as_shown(sight.units)
    assert read_units(after) == as_shown(sight.after)
    assert [mark == "1" for mark in judged] == sight.allowed


def read_units(text: str) -> list[list[Any]]:
    units = [[int(number) for number in unit.split(",")] for unit in text.split(";")[:-1]]
    return [[*unit[:4], bool(unit[4]), unit[5]] for unit in units]


@pytest.mark.parametrize(
    "seats",
    [("python", language) for language in KITS if language != "python"] + [("cpp", "python")],
)
def test_the_unedited_kits_play_a_whole_game_and_leave_in_order(built, seats):
    start = setup(MAPS.parse(MEADOW.path.read_text()))
    played = duel(built[seats[0]], built[seats[1]], start)
    assert played.ends == [EndState.OK, EndState.OK]
    assert played.turn == from_json(start.map).turns
    assert max(seat.data["destroyed"] for seat in played.outcome.seats) > 3
    for report in played.seats:
        assert report.exit_code == 0
        assert report.surplus == b""
        assert report.asked == played.turn
        assert report.stderr.startswith("before the last turn: ")
        assert report.stderr.count("\n") == 1


@pytest.mark.parametrize("language", KITS)
def test_a_kit_plays_any_board_to_its_end_also_without_units(built, language):
    for seed in range(12):
        played = duel(built[language], built["cpp"], small_setup(seed))
        assert played.ends == [EndState.OK, EndState.OK], seed
        assert "refused" not in played.seats[0].stderr


@pytest.mark.parametrize("language", KITS)
def test_a_kit_wins_against_one_that_does_nothing(built, language):
    played = duel(built[language], IDLE, setup(MAPS.parse("turns 60\nT C . . . . t c")))
    assert played.scores == [3, -1]


@pytest.mark.parametrize("language", KITS)
def test_a_kit_exits_when_the_referee_hangs_up(built, language):
    start = setup(MAPS.parse("turns 9\nT . t"))
    engine = MICROWARS.engine(start)
    bot = Bot(built[language], MICROWARS.wire(start, 0))
    bot.tell(bot.wire.begin(engine.scene(), engine.view(0)) + bot.wire.ask(engine.pending()[0]))
    assert bot.answer() == [[1, 1, 0, 0, 2, 1]]
    report = bot.close()
    assert report.exit_code == 0
    assert report.stderr == "the referee has gone\n"


@pytest.mark.parametrize("language", KITS)
def test_orders_that_would_lose_the_game_are_left_out_and_logged(built, language, tmp_path):
    stubborn = unpack(kit_files(KITS[language]) | STUBBORN[language], language, tmp_path)
    start = setup(MAPS.parse("turns 2\nC C . . . . . . . . t"))
    played = duel(stubborn, IDLE, start)
    assert played.ends == [EndState.OK, EndState.OK]
    log = played.seats[0].stderr
    assert log.count("turn 1: ") == log.count("turn 2: ") == 5
    assert log.count("an order already") == 2
    assert log.count("not empty") == 2


def test_a_print_in_a_python_strategy_goes_to_the_log_and_not_into_the_protocol(built, tmp_path):
    files = kit_files(KITS["python"])
    files["strategy.py"] += b'\nprint("good morning")\n_old = Strategy.choose\n'
    files["strategy.py"] += b"def _new(self):\n    print('thinking')\n    return _old(self)\n"
    files["strategy.py"] += b"Strategy.choose = _new\n"
    talker = unpack(files, "python", tmp_path)
    played = duel(talker, built["cpp"], setup(MAPS.parse("turns 5\nT . t")))
    assert played.ends == [EndState.OK, EndState.OK]
    assert played.seats[0].stderr.count("thinking") == 5
    assert played.seats[0].stderr.startswith("good morning\n")
