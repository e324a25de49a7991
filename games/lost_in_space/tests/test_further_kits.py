"""The kits of further languages know, answer and end as the Python kit does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from games.engine import EndState
from games.lost_in_space.game import LOST_IN_SPACE
from games.lost_in_space.tests import tracing
from games.lost_in_space.tests.few_words import FEW_WORDS
from games.lost_in_space.tests.followed import follow
from games.lost_in_space.tests.junk import spoiled
from games.lost_in_space.tests.mixed import Recorded, record
from games.lost_in_space.tests.processes import CALLS, assert_plays_in_order, play, refusals
from games.lost_in_space.tests.seated import setup
from games.lost_in_space.tests.test_kit_cpp import beginning, fed, sent
from games.package import REFEREE, kit_files
from games.tests.kits import Commands, imported, kit_of
from games.tests.pipes import lay_out, unpack
from tests.examples import sample

pytestmark = pytest.mark.xdist_group("further kits of lost in space")  # each is built once

OWN = {"python": "AI_client.py", "javascript": "ai.js", "java": "Ai.java", "go": "ai.go"} | {
    "rust": "ai.rs",
}
"""By language, the file that authors edit."""
EVERYTHING = {
    *("status 0", "status 1", "status 3", "status 4", "died", "regenerate", "attack", "escaped"),
    *("getkey", "kit", "flink", "refused", "trap_triggered", "trap_destoryed", "LandMine"),
    *("Sticky", "place_trap", "player_enter_top_layer", "interprops_status_update"),
    *("tool_update", "detect"),
}
FURTHER = [
    pytest.param(each, marks=() if each == "javascript" else pytest.mark.nightly)
    for each in OWN
    if each != "python" and LOST_IN_SPACE.kit(each)
]
further = pytest.mark.parametrize("language", FURTHER)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Commands:
    """The unedited kits, ready to start."""
    return Commands(LOST_IN_SPACE, tmp_path_factory, OWN, {})


@pytest.fixture(scope="module")
def tracers(tmp_path_factory: pytest.TempPathFactory) -> Commands:
    """The kits with AIs that make recorded calls and write what they know."""
    ais = {each: tracing.AIS / name for each, name in OWN.items() if each != "python"}
    sources = {each: path.read_bytes() for each, path in ais.items() if path.exists()}
    return Commands(LOST_IN_SPACE, tmp_path_factory, OWN, {"python": tracing.PYTHON, **sources})


@dataclass
class Case:
    """Messages to a bot, with the calls that its AI makes, and what the Python kit does."""

    told: bytes
    calls: Path
    lines: list[str]
    said: bytes


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, ModuleType]]:
    files = kit_files(kit_of(LOST_IN_SPACE, "python"))
    with imported(lay_out(files, tmp_path_factory.mktemp("kit"))) as modules:
        yield modules


@pytest.fixture(scope="module")
def games(kit: dict[str, ModuleType]) -> list[list[Recorded]]:
    """The seats of games in which everything happens."""
    found, met = [], Counter[str]()
    for seed in range(sample(6, 3)):
        seats, counted = record(kit, seed)
        found.append(seats)
        met += counted
    assert met.keys() >= EVERYTHING
    return found


@pytest.fixture(scope="module")
def cases(
    tracers: Commands, games: list[list[Recorded]], tmp_path_factory: pytest.TempPathFactory
) -> list[Case]:
    """The games, and their messages in any order."""
    folder = tmp_path_factory.mktemp("calls")
    found = []
    for index, seat in enumerate(seat for game in games for seat in game):
        calls = folder / str(index)
        calls.write_text(seat.calls)
        lines, said = tracing.run(tracers["python"], seat.told, calls)
        assert said == seat.said
        found.append(Case(seat.told, calls, lines, said))
        random = Random(index)
        told = b"".join(in_any_order(seat.told, random))
        found.append(Case(told, calls, *tracing.run(tracers["python"], told, calls)))
    return found


def in_any_order(told: bytes, random: Random) -> list[bytes]:
    """300 of these messages; rare kinds come as often as others, and programs fail."""
    kinds: dict[str, list[bytes]] = {}
    for number in range(4):
        failed = {"type": "offround", "state": 9, "playerid": number, "content": ["ai_error"]}
        body = json.dumps(failed).encode()
        kinds.setdefault("ai_error", []).append(b"%04d" % len(body) + body)
    for each in framed(told):
        message = json.loads(each[4:])
        kind = [message["type"], "status" in message, *message.get("content", ())[:2]]
        kinds.setdefault(str([word for word in kind if not isinstance(word, list)]), []).append(
            each
        )
    names = sorted(kinds)
    return [random.choice(kinds[random.choice(names)]) for _ in range(300)]


def framed(told: bytes) -> list[bytes]:
    """Each message with its length."""
    found = []
    while told:
        end = 4 + int(told[:4])
        found.append(told[:end])
        told = told[end:]
    return found


@further
def test_a_kit_knows_what_the_python_kit_knows_and_says_the_same(tracers, cases, language):
    compared = 0
    for case in cases:
        lines, said = tracing.run(tracers[language], case.told, case.calls)
        for number, (line, expected) in enumerate(zip(lines, case.lines, strict=False)):
            assert line == expected, f"line {number}"
        assert len(lines) == len(case.lines)
        assert said == case.said
        compared += len(lines)
    assert compared > 20_000


@further
def test_the_sample_answers_as_that_of_the_python_kit(built, cases, language):
    whole = follow([built["python"]] * 4, setup())
    assert whole.outcome is not None
    assert "escaped" in whole.outcome.reason
    bodies = [[json.dumps(message).encode() for message in told] for told in whole.told]
    games = [b"".join(b"%04d" % len(body) + body for body in told) for told in bodies]
    moves = 0
    for told in [*games, *(case.told for case in cases)]:
        answers = {
            each: subprocess.run(built[each], input=told, capture_output=True, check=True).stdout
            for each in ("python", language)
        }
        assert answers[language] == answers["python"]
        moves += answers[language].count(b'"move"')
    assert moves > 200


@further
def test_a_bot_goes_on_whatever_is_in_the_messages(tracers, cases, language):
    turns = 0
    for seed in range(sample(30, 8)):
        random = Random(seed)
        case = random.choice(cases)
        heard = [json.loads(each[4:]) for each in random.choices(framed(case.told), k=300)]
        heard = [spoiled(m, random) if random.random() < 0.5 else m for m in heard]
        done = fed(["env", f"CALLS={case.calls}", *tracers[language]], heard)
        assert done.returncode == 0, done.stderr[-3000:]
        assert done.stderr.endswith(b"the end\n")
        turns += done.stdout.count(b'"finish"')
        assert max(map(len, sent(done.stdout)), default=0) < 1024
    assert turns > sample(150, 40)


@further
def test_the_unedited_kit_plays_a_whole_game_and_leaves_in_order(built, language):
    assert_plays_in_order(built[language])


@further
def test_kits_of_several_languages_play_a_whole_game(built, language):
    """Each sample is in each seat's place of the Python kit once: the games are the same."""
    same = play([built["python"]] * 4, setup())
    mixed = play([built["python"], built[language]] * 2, setup())
    assert (mixed.ranks, mixed.scores, mixed.turn) == (same.ranks, same.scores, same.turn)
    assert mixed.told == same.told


@further
def test_a_kit_plays_with_the_referee_that_comes_with_it(language, built, tmp_path):
    files = kit_files(kit_of(LOST_IN_SPACE, language))
    folder = lay_out(files, tmp_path) / REFEREE
    command = " ".join(built[language])
    order = [sys.executable, "play.py", command, f"{sys.executable} main.py"]
    done = subprocess.run(order, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "failed" not in done.stdout
    assert "player 0: rank" in done.stdout


@pytest.mark.parametrize("rest", [b"", b"01", b'0100{"type"'], ids=["between", "head", "body"])
@further
def test_a_kit_exits_when_the_referee_hangs_up(built, language, rest):
    body = json.dumps(beginning(7)).encode()
    for told in (b"", b"%04d" % len(body) + body):  # the second one in a turn
        done = subprocess.run(built[language], input=told + rest, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"the end\n")


@further
def test_a_kit_exits_when_nobody_reads_its_messages(built, language):
    body = json.dumps(beginning(7)).encode()
    with subprocess.Popen(
        built[language], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as bot:
        assert bot.stdin is not None
        assert bot.stdout is not None
        assert bot.stderr is not None
        bot.stdout.close()
        bot.stdin.write(b"%04d" % len(body) + body)
        bot.stdin.flush()
        assert bot.stderr.read() == b"the end\n"
    assert bot.returncode == 0


@further
def test_a_bot_whose_action_is_not_answered_goes_on_with_its_next_turn(built, language):
    said = sent(fed(built[language], [beginning(7), beginning(8)]).stdout)
    moves = [(message["type"], message["state"]) for message in said]
    assert moves == [("action", 7), ("action", 8)]


@further
def test_what_is_no_message_is_passed_over(built, language):
    deep = b'{"type":"id","id":' + b"[" * 4000 + b"]" * 4000 + b"}"
    begun = json.dumps(beginning(7)).encode()
    bodies = (deep, b"{]", b"[]", b"", b'{"type":"\xff"}', b'{"type":7}', begun)
    told = b"".join(b"%04d" % len(each) + each for each in bodies)
    done = subprocess.run(built[language], input=told, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count(b"not understood") in (4, 5)
    assert len(sent(done.stdout)) == 1


@further
def test_a_message_of_an_unknown_type_is_passed_over(built, language):
    unknown = {"type": "weather", "state": 7, "playerid": 9, "content": ["storm"]}
    reply = {"type": "action", "success": True, "hp": 200, "status": 0, "view": []}
    done = fed(built[language], [unknown, beginning(7), unknown, reply])
    assert done.returncode == 0, done.stderr
    assert [message["type"] for message in sent(done.stdout)] == ["action", "finish"]
    assert done.stderr.count(b"unknown message") == (2 if language == "rust" else 0)


@pytest.mark.parametrize("data", [b"ab12{}", b"-001{}", b"00 2{}", "\u0661\u0661{}".encode()])
@further
def test_what_has_no_length_is_refused(built, language, data):
    done = subprocess.run(built[language], input=data, capture_output=True, check=False)
    assert done.returncode != 0
    assert b"expected the length of a message" in done.stderr


@further
def test_an_ai_needs_one_function_and_may_print_and_act_after_its_turn(built, language, tmp_path):
    files = kit_files(kit_of(LOST_IN_SPACE, language)) | {OWN[language]: FEW_WORDS[language]}
    brief = unpack(files, language, tmp_path)
    other = built["python"]
    played = play([brief, other, other, other], setup(rounds=3))
    assert set(played.ends) == {EndState.OK}
    log = played.seats[0].stderr
    assert log.startswith("round 1 at 0 0 1\n")
    assert "round 2 at 0 1 1\n" in log
    assert log.count("nothing of the game") == 3 * 3
    # The corner has two neighbours, the next place three; invalid actions are not even sent.
    assert refusals(played) == 1 + 2 + 1


@further
def test_the_readme_names_every_call_of_the_manual_and_every_file(language):
    files = kit_files(kit_of(LOST_IN_SPACE, language))
    text = files["README.md"].decode()
    for name in CALLS:
        called = spelt(name, language)
        assert f"{called}(" in text or f"`{called}`" in text, called
    named = {f"{REFEREE}/" if name.startswith(f"{REFEREE}/") else name for name in files}
    for name in named - {"README.md"}:
        assert f"`{name}`" in text, name


def spelt(name: str, language: str) -> str:
    """A call of the manual as the language spells it."""
    if language == "rust":
        return name
    name = re.sub("_([a-z])", lambda found: found[1].upper(), name)
    return name[0].upper() + name[1:] if language == "go" else name
