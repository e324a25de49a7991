"""The starter kits tell an AI what the engine knows, and play as they are downloaded."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from games.engine import EndState
from games.package import kit_files
from games.tests.kits import Commands
from games.tests.pipes import Bot, play, unpack
from games.xghj.constants import Constants
from games.xghj.game import XGHJ
from games.xghj.state import NOBODY
from games.xghj.tests.told import Told, follow, setup
from tests.examples import sample

pytestmark = pytest.mark.xdist_group("the kits of xghj")  # one process builds them all

HERE = Path(__file__).parent
AIS = HERE / "ais"
KITS = {kit.language: kit for kit in XGHJ.kits}
LANGUAGES = list(KITS)
FURTHER = [language for language in LANGUAGES if language not in ("python", "cpp")]

TRACE = b"""
import sys
from dataclasses import replace
from definition import MILITARY_KERNEL_SIZE

def tell(word, *numbers):
    print(word, *(int(number) for number in numbers), file=sys.stderr)

def place(at):
    return (255, 255) if at is None else at

def bid(board):
    cells = [(board.resource[x][y], board.attack[x][y], board.defence[x][y])
             for x in range(board.cols) for y in range(board.rows)]
    points = [number for one in board.points for number in (*one.place, len(one.tags))]
    tell("ground", board.cols, board.rows, *sum(cells, ()), *vars(board.constants).values(),
         *map(replace(board.constants, bomb_cost=3).capital_bomb, (0, 10, 11, 101)),
         *points, len(board.names), len(board.words))
    return 1

def birthplace(chosen, board):
    tell("chosen", *sum(map(tuple, chosen), ()))
    return (0, 0)

def play(info):
    found = [info.id, info.player_size, info.rows, info.cols, info.round, info.backstab_used]
    for one in info.player_info:
        wars, relations = one.war_list or (), one.relations or ()
        found += [one.dip_status, one.is_visible, one.is_union,
                  -1 if one.map_area is None else one.map_area, one.saving or 0, one.income or 0,
                  *place(one.capital), len(wars), len(relations), *wars, *relations]
    for column in info.map_point_info:
        for cell in column:
            found += [cell.is_visible, cell.owner, cell.is_sieged]
    for row in info.map.military_kernel:
        found += [round(weight * 10000) for weight in row]
    for mark in info.marks:
        found += [*mark.place, -1 if mark.player is None else mark.player]
    found += [*info.diplomatic_commands, *place(info.new_capital), len(info.military_commands)]
    tell("round", *found)
"""
"""What ``ais/trace.cpp`` does."""


OWN = {"python": "ai.py", "cpp": "ai.cpp", "java": "Ai.java", "javascript": "ai.js"} | {
    "rust": "ai.rs",
    "go": "ai.go",
}
"""By language, the file that authors edit."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Commands:
    """The unedited kits, ready to start."""
    return Commands(XGHJ, tmp_path_factory, OWN, {})


@pytest.fixture(scope="module")
def tracers(tmp_path_factory: pytest.TempPathFactory) -> Commands:
    names = {**OWN, "cpp": "trace.cpp"}
    ais = {each: (AIS / names[each]).read_bytes() for each in LANGUAGES if each != "python"}
    return Commands(XGHJ, tmp_path_factory, OWN, {"python": TRACE, **ais})


@pytest.fixture(scope="module")
def told() -> dict[str, list[Told]]:
    return {name: list(follow(setup(name))) for name in ("standard", "machines", "halls")}


def test_these_games_have_every_kind_of_news(told):
    lines = [json.loads(one.line) for one in told["standard"] if one.trace.startswith("round")]
    statuses = {player["status"] for line in lines for player in line["players"]}
    assert statuses == set("UNAW")
    assert any(line["sieged"] for line in lines)
    assert any(line["backstab_used"] for line in lines)
    brawls = [json.loads(one.line) for name in ("machines", "halls") for one in told[name]]
    assert any(line.get("marks") for line in brawls)


@pytest.mark.parametrize(
    ("language", "ruleset"),
    [
        pytest.param(language, ruleset, marks=pytest.mark.nightly if rare else ())
        for language in LANGUAGES
        for ruleset in ("standard", "machines", "halls")
        for rare in [ruleset == "machines" or (ruleset == "standard" and language in FURTHER)]
    ],
)
def test_a_kit_tells_its_ai_what_the_seat_may_know(tracers, told, language, ruleset):
    followed, seats = 0, range(XGHJ.ruleset(ruleset).seats)
    for seat in sample(seats, seats[::3]):
        mine = [one for one in told[ruleset] if one.seat == seat]
        done = subprocess.run(
            tracers[language],
            input=b"".join(one.line for one in mine),
            capture_output=True,
            check=True,
        )
        traces = [" ".join(line.split()) for line in done.stderr.decode().splitlines()]
        assert traces == [*(one.trace for one in mine if one.trace), "the referee has gone"]
        followed += len(traces)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        asks = [json.loads(one.line) for one in mine[1:]]
        assert len(answers) == len(asks)
        for ask, answer in zip(asks, answers, strict=True):
            assert answer == idle(ask, seat, XGHJ.ruleset(ruleset).seats, mine[0])
    assert followed > sample(100, 36)


def idle(ask: dict[str, object], seat: int, players: int, start: Told) -> dict[str, object]:
    """The answer of an AI that leaves everything as it is."""
    if ask["phase"] == "bid":
        return {"bid": 1}
    if ask["phase"] == "spawn":
        return {"spawn": [0, 0]}
    nations = ask["players"]
    assert isinstance(nations, list)
    letters = {"U": "K", "N": "K", "A": "A", "W": "J"}
    stances = [letters[nation["status"]] for nation in nations]
    stances[seat] = "-"
    cols = json.loads(start.line)["scene"]["cols"]
    home = nations[seat]["capital"]
    answer: dict[str, object] = {"stances": "".join(stances), "bombs": []}
    if home is not None:
        answer["capital"] = [home % cols, home // cols]
    return answer


def test_the_usual_numbers_of_the_kits_are_those_of_the_rules():
    header = (KITS["cpp"].folder / "definition.h").read_text()
    python = (KITS["python"].folder / "definition.py").read_text()
    for name, value in Constants().to_json().items():
        assert f"{name} = {value}" in header
        assert f"{name}: int = {value}\n" in python
    usual = Constants()
    for name, number in {
        "MAX_ROUND": usual.max_round,
        "INITIAL_PLAYER_MONEY": usual.initial_money,
        "UNIT_BOMB_COST": usual.bomb_cost,
        "SUPPESS_LIMIT": usual.suppress_limit,
        "CAPITAL_INFLUENCE": f"{usual.capital_influence / 1000}f",
        "UNIT_CITY_INCOME": f"{usual.city_income / 100}f",
        "CORRUPTION_COEF": f"{usual.corruption / 1000}f",
        "WAR_JUSTIFY_TIME": usual.justify_rounds,
        "WAR_JUSTIFY_PRICE": usual.justify_price,
        "FIELD_BOUNDARY": usual.border,
        "MIN_ABS_DIST_BETWEEN_CAP": usual.spawn_distance,
    }.items():
        assert f" {name} = {number};" in header


def test_the_unedited_kits_play_a_whole_game_and_leave_in_order(built):
    played = play(XGHJ, [built["python"], built["cpp"]] * 4, setup("standard", rounds=50))
    assert set(played.ends) == {EndState.OK}
    for report, seat in zip(played.seats, played.outcome.seats, strict=True):
        assert report.exit_code == 0
        assert report.stderr == f"the end: rank {seat.rank}, {played.outcome.reason}\n"
        assert seat.score > 20


def test_every_kit_plays_a_whole_game_and_leaves_in_order(built):
    """The games above have two languages only; this one has all."""
    commands = [built[language] for language in (*LANGUAGES, *LANGUAGES)][:8]
    played = play(XGHJ, commands, setup("standard", rounds=20))
    assert set(played.ends) == {EndState.OK}
    for report, seat in zip(played.seats, played.outcome.seats, strict=True):
        assert report.exit_code == 0
        assert report.stderr == f"the end: rank {seat.rank}, {played.outcome.reason}\n"


@pytest.mark.parametrize("language", FURTHER)
def test_the_samples_of_further_kits_answer_as_that_of_the_python_kit(built, told, language):
    """Whole answers, number by number: all samples have the same rules of thumb."""
    lines = b"".join(one.line for one in told["halls"] if one.seat == 0)
    answers = {
        each: [
            json.loads(line)
            for line in subprocess.run(
                built[each], input=lines, capture_output=True, check=True
            ).stdout.splitlines()
        ]
        for each in ("python", language)
    }
    assert answers[language] == answers["python"]
    assert any(answer.get("bombs") for answer in answers[language])


@pytest.mark.parametrize("rest", [b"", b'{"type":"ask"'], ids=["between-lines", "inside-a-line"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kit_exits_when_the_referee_hangs_up(built, language, rest):
    given = setup("duel")
    bot = Bot(built[language], XGHJ.wire(given, 0))
    bot.tell(next(follow(given)).line + rest)
    report = bot.close()
    assert report.exit_code == 0
    assert report.stderr == "the referee has gone\n"


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"ask","phase":"bid"',
        b"[]",
        b'{"type":"stop"}',
        b'{"type":"ask","phase":"sleep"}',
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_that_is_none_of_the_referees_is_refused(built, language, line):
    start = next(follow(setup("duel"))).line
    done = subprocess.run(
        built[language], input=start + line + b"\n", capture_output=True, check=False
    )
    assert done.returncode != 0
    assert b"Error" in done.stderr


AI_OF_FEW_WORDS = b"""
print("good morning")

def play(info):
    print("round", info.round)
    info.new_capital = (-3, 7)
    info.bomb((0, -1), 5)
    info.bomb((0, 0), 0)
    for _ in range(3000):
        info.bomb((7, 7), 1)
"""


def test_an_ai_in_python_needs_one_function_and_may_print_and_err(built, tmp_path):
    files = kit_files(KITS["python"]) | {"ai.py": AI_OF_FEW_WORDS}
    brief = unpack(files, "python", tmp_path)
    played = play(XGHJ, [brief, built["cpp"]], setup("duel", rounds=3))
    assert set(played.ends) == {EndState.OK}
    log = played.seats[0].stderr.splitlines()
    assert log[:2] == ["good morning", "round 1"]
    assert log.count("more than 2500 bombs: the rest is left out") == 2
    first = next(event for event in played.told if event["e"] == "round")
    assert first["capital"][0] == NOBODY


GREEDY = {
    "java": b"""
import java.util.List;

final class Ai {
    static { System.out.println("good morning"); }

    static int birthplacePrice(BaseMap map) { return -1; }

    static Position birthplace(List<Position> chosen, BaseMap map) { return null; }

    static void playerAi(Info info) {
        System.out.println("round " + info.round);
        info.newCapital = new Position(-3, 7);
        info.bomb(new Position(0, -1), 5);
        info.bomb(new Position(0, 0), 0);
        for (int i = 0; i < 3000; i++) info.bomb(new Position(7, 7), 1);
    }
}
""",
    "javascript": b"""
console.log("good morning");

export function playerAi(info) {
    console.log(`round ${info.round}`);
    info.newCapital = { x: -3, y: 7 };
    info.bomb({ x: 0, y: -1 }, 5);
    info.bomb({ x: 0, y: 0 }, 0);
    for (let i = 0; i < 3000; ++i) info.bomb({ x: 7, y: 7 }, 1);
}
""",
    "rust": b"""
use crate::definition::*;

pub fn birthplace_price(_map: &BaseMap) -> i32 {
    eprintln!("good morning");
    -1
}

pub fn birthplace(_chosen: &[Position], _map: &BaseMap) -> Position {
    Position { x: -1, y: 0 }
}

pub fn player_ai(info: &mut Info) {
    eprintln!("round {}", info.round);
    info.new_capital = Some(Position { x: -3, y: 7 });
    info.bomb(Position { x: 0, y: -1 }, 5);
    info.bomb(Position { x: 0, y: 0 }, 0);
    for _ in 0..3000 {
        info.bomb(Position { x: 7, y: 7 }, 1);
    }
}
""",
    "go": b"""
package main

import "fmt"

func birthplacePrice(board *BaseMap) int {
	fmt.Println("good morning")
	return -1
}

func birthplace(chosen []Position, board *BaseMap) Position { return Position{-1, 0} }

func playerAI(info *Info) {
	fmt.Println("round", info.Round)
	info.NewCapital = &Position{-3, 7}
	info.Bomb(Position{0, -1}, 5)
	info.Bomb(Position{0, 0}, 0)
	for i := 0; i < 3000; i++ {
		info.Bomb(Position{7, 7}, 1)
	}
}
""",
}
"""The same in further languages."""


@pytest.mark.parametrize(
    "language",
    [
        pytest.param(each, marks=() if each == "javascript" else pytest.mark.nightly)
        for each in FURTHER
    ],
)
def test_an_ai_in_a_further_language_may_print_and_err(built, tmp_path, language):
    files = kit_files(KITS[language]) | {OWN[language]: GREEDY[language]}
    greedy = unpack(files, language, tmp_path)
    lines = [one.line for one in follow(setup("duel", rounds=3)) if one.seat == 0]
    done = subprocess.run(greedy, input=b"".join(lines), capture_output=True, check=True)
    log = done.stderr.decode().splitlines()
    assert log[:2] == ["good morning", "round 1"]
    assert log.count("more than 2500 bombs: the rest is left out") == 2
    bid, spawn, *rounds = map(json.loads, done.stdout.splitlines())
    assert bid == {"bid": 0}
    assert spawn["spawn"] == [-1, -1] or language == "javascript"
    for answer in rounds:
        assert answer["bombs"] == [[7, 7, 1]] * 2500
        assert answer["capital"] == [-1, -1]
