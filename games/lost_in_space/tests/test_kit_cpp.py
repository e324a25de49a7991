"""The C++ kit knows what its seat may see, after any messages, and plays as downloaded."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from games.engine import JSON, EndState
from games.lost_in_space import rounds, rules, state
from games.lost_in_space.game import LOST_IN_SPACE
from games.lost_in_space.tests.followed import Followed, differences, follow
from games.lost_in_space.tests.junk import spoiled
from games.lost_in_space.tests.processes import CALLS, assert_plays_in_order, play, refusals
from games.lost_in_space.tests.seated import setup
from games.package import REFEREE, kit_files
from games.tests.pipes import STRICT, Command, build_cpp, compile_cpp, lay_out, unpack
from tests.examples import sample

pytestmark = pytest.mark.xdist_group("lost in space C++")
"""Each program is compiled once."""

HERE = Path(__file__).parent
KITS = {kit.language: kit for kit in LOST_IN_SPACE.kits}
FILES = kit_files(KITS["cpp"])
FUZZED = sample(40, 15)
LISTED = ("LandMine", "Sticky", "Kit", "Transport")
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
SENDS = b"    void send(const std::string& body) {\n"
HOOK = b"    std::function<void()> before = [] {};\n" + SENDS + b"        before();\n"


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """The unedited kit."""
    return unpack(FILES, "cpp", tmp_path_factory.mktemp("program"))


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bot on the kit that tells what it knows before each of its messages, and that stops at
    any undefined behaviour."""
    protocol = FILES["protocol.hpp"].replace(SENDS, HOOK)
    assert protocol != FILES["protocol.hpp"]
    files = FILES | {
        "protocol.hpp": protocol.replace(
            b"#include <map>", b"#include <functional>\n#include <map>"
        ),
        "sample.hpp": FILES["ai.hpp"],
        "ai.hpp": (HERE / "mixed.hpp").read_bytes(),
    }
    folder = lay_out(files, tmp_path_factory.mktemp("mixed"))
    flags = ["-Og", "-std=c++17", *STRICT, *SANITIZERS]
    build_cpp([folder / "main.cpp"], folder / "bot", *flags)
    return folder / "bot"


@pytest.fixture(scope="module")
def games(mixed: Path) -> list[Followed]:
    return [
        follow([seeded(mixed, 4 * seed + seat + 1) for seat in range(4)], setup())
        for seed in range(sample(8, 5))
    ]


def seeded(bot: Path, seed: int) -> Command:
    return ["env", f"SEED={seed}", str(bot)]


def test_a_bot_knows_what_its_seat_may_see_whenever_it_says_something(games):
    met: Counter[str] = Counter()
    for game in games:
        met += game.counted
        for seat, report in enumerate(game.reports):
            assert report.exit_code == 0, report.stderr
            *known, last = report.stderr.splitlines()
            assert last == "the end"
            for line, moment in zip(known, game.moments[seat], strict=True):
                assert differences(json.loads(line), moment, seat) == {}, line
                met[f"status {moment.view['players'][seat]['status']}, {moment.mine}"] += 1
    everything = {"status 0, True", "status 4, True", "status 1, False", "status 3, False"}
    everything |= {"died", "regenerate", "attack", "escaped", "getkey", "kit", "flink", "refused"}
    everything |= {"trap_triggered", "trap_destoryed", "LandMine", "Sticky", "place_trap"}
    everything |= {"player_enter_top_layer", "interprops_status_update", "tool_update"}
    assert everything <= met.keys()


@pytest.mark.parametrize("spoil", [False, True], ids=["in any order", "and with anything in them"])
def test_a_bot_goes_on_whatever_message_comes_when(mixed, games, spoil):
    messages = [message for game in games[:3] for told in game.told for message in told]
    turns = 0
    for seed in range(FUZZED):
        random = Random(seed)
        heard = random.choices(messages, k=300)
        if spoil:
            heard = [spoiled(m, random) if random.random() < 0.5 else m for m in heard]
        done = fed(seeded(mixed, seed), heard)
        assert done.returncode == 0, done.stderr[-3000:]
        assert done.stderr.endswith(b"the end\n")
        turns += done.stdout.count(b'"finish"')
        assert max(map(len, sent(done.stdout)), default=0) < 1024
    assert turns > 5 * FUZZED


def fed(command: Command, messages: Sequence[JSON]) -> subprocess.CompletedProcess[bytes]:
    """A bot that hears all this, whatever it says, and then that the referee has gone."""
    bodies = [json.dumps(message).encode() for message in messages]
    told = b"".join(b"%04d" % len(body) + body for body in bodies if len(body) < 10000)
    return subprocess.run(command, input=told, capture_output=True, check=False)


def sent(data: bytes) -> list[JSON]:
    found = []
    while data:
        end = 4 + int.from_bytes(data[:4], "big")
        found.append(json.loads(data[4:end]))
        data = data[end:]
    return found


def beginning(number: int, status: int = 0) -> JSON:
    """Of the turn of player 0 in a round."""
    begun = {"type": "roundbegin", "state": number, "inturn": 0, "status": status, "hp": 200}
    tools = {"LandMine": [0, 0], "Sticky": [0, 0], "Kit": 0, "Transport": 0}
    return {**begun, "keys": [0], "tools": tools, "others": [], "pos": [0, 0, 1]}


def test_a_bot_moves_ends_its_turn_once_and_names_the_round(command):
    reply = {"type": "action", "success": True, "hp": 200, "status": 0, "view": []}
    said = sent(fed(command, [beginning(7), reply, beginning(8, status=1)]).stdout)
    (move, finish) = said
    assert move["action"][0] == "move"
    assert move["state"] == 7
    assert finish == {"type": "finish", "state": 7}


def test_a_bot_whose_action_is_not_answered_goes_on_with_its_next_turn(command):
    said = sent(fed(command, [beginning(7), beginning(8)]).stdout)
    assert [(message["type"], message["state"]) for message in said] == [
        ("action", 7),
        ("action", 8),
    ]


def test_a_deeply_nested_message_is_passed_over(command):
    deep = b"[" * 4000 + b"]" * 4000
    body = b'{"type":"id","id":' + deep + b"}"
    begun = json.dumps(beginning(7)).encode()
    told = b"".join(b"%04d" % len(each) + each for each in (body, b"{]", begun))
    done = subprocess.run(command, input=told, capture_output=True, check=False)
    assert done.returncode == 0
    assert done.stderr.count(b"not understood") == 2
    assert len(sent(done.stdout)) == 1


@pytest.mark.parametrize("data", [b"ab12{}", b"-001{}", b"00 2{}"])
def test_what_has_no_length_is_refused(command, data):
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    assert done.returncode != 0
    assert b"expected the length of a message" in done.stderr


@pytest.fixture(scope="module")
def station(tmp_path_factory: pytest.TempPathFactory) -> JSON:
    """The station as the kit has it."""
    program = tmp_path_factory.mktemp("station") / "station"
    kit = str(KITS["cpp"].folder)
    compile_cpp([HERE / "station.cpp"], program, "-std=c++17", *STRICT, "-I", kit)
    return json.loads(subprocess.run([program], capture_output=True, check=True).stdout)


def test_the_station_of_the_kit_is_that_of_the_rules(station):
    found, near = station, sorted(state.NEIGHBOURS.items())
    assert found["passages"] == [[list(each) for each in (pos, *to)] for pos, to in near]
    stops = sorted(state.STOPS.items())
    assert found["stops"] == [[list(each) for each in (pos, *to)] for pos, to in stops]
    assert found["materials"] == [list(pos) for pos in state.MATERIALS]
    assert found["spawns"] == [list(pos) for pos in state.SPAWNS]
    assert found["machines"] == [[list(pos), key] for pos, key in sorted(state.MACHINES.items())]
    assert found["capsule"] == list(state.CAPSULE)
    zones = [[zone.title, zone.closes] for zone in state.ZONES]
    assert [zone[:2] for zone in found["zones"]] == zones
    for told, zone in zip(found["zones"], state.ZONES, strict=True):
        assert sorted(map(tuple, told[2:])) == sorted(zone.nodes)
    closing = {pos: zone.closes for zone in state.ZONES for pos in zone.nodes}
    assert found["closed"] == [closing.get(pos, rounds.ROUNDS) for pos, _ in near]
    assert found["carry"] == [state.CARRY[state.Item(kind)] for kind in LISTED]
    assert found["numbers"] == [
        *(state.FULL, rules.HIT, rules.MINE_HURTS, rules.KIT_HEALS, rounds.AWAY),
        *(state.LAST_CLOSING, rounds.ROUNDS, rules.DETECT_RESTS, state.PLAYERS),
    ]


def test_the_distances_of_the_kit_are_those_of_the_python_kit(station, tmp_path):
    folder = lay_out(kit_files(KITS["python"]), tmp_path / "python")
    script = (
        "import json; from station import *;"
        "late = distances([CAPSULE], 81, [(1, 3, 0)]);"
        "far = distances([CAPSULE], 1);"
        "print(json.dumps([[far[pos] for pos in sorted(far)], sorted(late.items())]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, check=True
    )
    assert [station["far"], station["late"]] == json.loads(done.stdout)


def test_the_unedited_kit_plays_a_whole_game_and_leaves_in_order(command):
    assert_plays_in_order(command)


AI_OF_FEW_WORDS = b"""
#include <cstdio>
#include "client.hpp"

static int early = std::printf("good morning\\n");

class AI : public game::Client {
public:
    using Client::Client;
    void play() override {
        std::printf("round %d of %d\\n", get_round(), early);
        std::string word;
        if (std::cin >> word || attack(game::NOWHERE, 2) || interact("Console")) return;
        if (put_trap("Kit") || use_tool("Sticky") || view_box("Materials", "Key")) return;
        for (game::Pos pos : get_neighbors(get_my_pos())) move(pos);
        end_turn();
        move(get_escape_pos());
        end_turn();
    }
};
"""


def test_an_ai_needs_one_function_and_may_print_and_act_after_its_turn(command, tmp_path):
    brief = unpack(FILES | {"ai.hpp": AI_OF_FEW_WORDS}, "cpp", tmp_path)
    played = play([brief, command, command, command], setup(rounds=3))
    assert set(played.ends) == {EndState.OK}
    log = played.seats[0].stderr
    assert log.count("nothing of the game") == 3 * 5
    assert "good morning\n" in log
    assert "round 3 of 13\n" in log
    # The corner has two neighbours, the next place three; invalid actions are not even sent.
    assert refusals(played) == 1 + 2 + 1


def test_the_referee_of_the_python_kit_takes_it(command, tmp_path):
    folder = lay_out(kit_files(KITS["python"]), tmp_path)
    order = [sys.executable, "play.py", *command, f"{sys.executable} main.py"]
    done = subprocess.run(order, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "failed" not in done.stdout
    assert "player 0: rank" in done.stdout


def test_the_readme_names_every_call_of_the_manual_and_every_file():
    text, client = FILES["README.md"].decode(), FILES["client.hpp"].decode()
    for name in CALLS:
        assert f" {name}(" in client, name
        assert f"{name}(" in text or f"`{name}`" in text, name
    named = {f"{REFEREE}/" if name.startswith(f"{REFEREE}/") else name for name in FILES}
    for name in named - {"README.md"}:
        assert f"`{name}`" in text, name
    for name in ("Node", "Edge", "Tool", "Player", "View"):
        assert f"struct {name} {{" in FILES["definition.hpp"].decode()
