"""Our games as game logic programs, with unmodified bots and with programs of that protocol."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import pytest
from websockets.sync.client import connect

from examples.our_games.hosting import ends_of, scores_of, wants_frames
from games.engine import EndState, Outcome, SeatOutcome, Setup
from games.package import house_files
from games.registry import GAMES
from games.replay import ReplayReader, replies_from_json
from games.tests.sampling import ConformanceError
from games.wire import JsonLines
from sandbox.foreign.wire.effects import End
from sandbox.foreign.wire.packets import frame, to_logic
from sandbox.tests.foreign.direct import PROGRAMS, ROOT, play
from sandbox.tests.foreign.people import console, hear, person

SNAKE = GAMES["snake"]
ADAPT = f"{sys.executable}+-m+examples.our_games.adapt"
SHORT = {"ruleset": "blitz", "seed": 5, "params": {"rounds": 12}}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """The commands of two house bots."""
    commands = []
    for bot in SNAKE.house[:2]:
        folder = tmp_path_factory.mktemp(bot.name)
        for name, data in house_files(bot, SNAKE.kits).items():
            (folder / name).write_bytes(data)
        commands.append(f"{sys.executable}+{folder / 'main.py'}")
    return commands


def check(reader: ReplayReader) -> None:
    """The replay's replies, played again, give its outcome."""
    match = Setup.from_json(reader.header["setup"])
    outcomes = []
    for number, start in enumerate(reader.games):
        stop = reader.games[number + 1] if number + 1 < len(reader.games) else None
        first, *frames = reader.read(start, stop)
        setup = Setup.from_json(first["setup"])
        engine = SNAKE.engine(setup)
        for line in frames:
            engine.submit(replies_from_json(line["replies"]))
        outcome = engine.outcome()
        if outcome is None:
            raise ConformanceError("the replay has no end")
        outcomes.append(outcome.in_match_order(setup))
    assert SNAKE.next_game(match, outcomes) is None
    assert SNAKE.decide(outcomes).to_json() == reader.result["outcome"]


def test_unmodified_bots_play_a_whole_match_behind_the_adapter(tmp_path, house):
    bots = [f"{ADAPT}+{bot}" for bot in house]
    ended = play(tmp_path, "snake+--fresh", *bots, json.dumps(SHORT), "replay.jsonl.gz")
    assert ended.ends == ["OK", "OK"]
    reader = ReplayReader(io.BytesIO((tmp_path / "replay.jsonl.gz").read_bytes()))
    check(reader)
    assert len(reader.games) == 2
    assert reader.header["setup"]["params"]["rounds"] == 12
    seats = reader.result["outcome"]["seats"]
    best = [seat["rank"] for seat in seats].index(1)
    assert ended.scores[str(best)] >= max(ended.scores.values())


def test_a_program_of_the_protocol_gets_the_bare_bytes_of_the_game(tmp_path, house):
    """The first half needs no adapter; both bots leave after it, so that nobody wins the second."""
    ended = play(tmp_path, "snake+--seed+1", *house, json.dumps(SHORT), "replay.json")
    assert ended.ends == ["RE", "RE"]
    half = json.loads((tmp_path / "replay.json").read_text())
    assert half["end_info"]["type"] == "NORMAL"
    assert len(half["round_info"]) == 12
    assert half["game_config"]["random_seed"] == 1
    assert (tmp_path / "replay-second-half.json").exists()


@pytest.mark.parametrize(
    ("words", "ends"),
    [(["silent"], ["TLE", "OK"]), (["exit", "3"], ["RE", "OK"]), (["garbage"], ["OLE", "OK"]),
     (["echo"], ["IA", "OK"])],
    ids=lambda value: value[0],
)  # fmt: skip
def test_faults_are_judged_by_the_rules_of_the_game(tmp_path, house, words, ends):
    program = "+".join([sys.executable, str(PROGRAMS / "ai.py"), *words])
    config = {"ruleset": "blitz", "params": {"rounds": 4}}
    command = logic_with_short_clock(tmp_path)
    ended = play(tmp_path, command, program, house[1], json.dumps(config), "replay.x")
    assert ended.ends == ends
    assert ended.scores["1"] > ended.scores["0"]


def logic_with_short_clock(tmp_path):
    """The same logic, where a turn may take two seconds."""
    script = tmp_path / "short.py"
    script.write_text(
        "import sys\nfrom dataclasses import replace\nfrom games.engine import TurnLimits\n"
        "from games.registry import GAMES\nfrom examples.our_games.__main__ import main\n"
        "game = GAMES['snake']\n"
        "type(game).rulesets = tuple(replace(r, limits=TurnLimits(500, 2000))"
        " for r in game.rulesets)\nsys.exit(main(['snake']))\n"
    )
    return f"{sys.executable}+{script}"


def test_spectators_see_the_frames_of_the_replay(tmp_path, house):
    with console(tmp_path) as desk:
        desk.write("1 0 127.0.0.1 0 1")
        desk.write(f"0 1 {house[1]}")
        with person(desk.port(0), 0) as player:
            desk.wait(type=1)
            with connect(f"ws://127.0.0.1:{desk.port(0)}/_1") as spectator:
                assert hear(spectator, "history") == []
                config = json.dumps(SHORT, separators=(",", ":"))
                desk.write(f"4 snake {config} replay.jsonl.gz")
                first = json.loads(hear(spectator, "watch"))
                assert first["n"] == 0
                assert {"setup", "scene", "key"} <= first.keys()
                del player


def logic(*words, first=None):
    """`examples.our_games` with a first packet: its status and standard error."""
    first = first or {"player_list": [1, 1], "player_num": 2, "config": {}, "replay": "/dev/null"}
    done = subprocess.run(
        [sys.executable, "-m", "examples.our_games", *words],
        cwd=ROOT,
        input=to_logic(first),
        capture_output=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize(
    ("words", "members", "reason"),
    [
        (["snake"], {"player_list": [1] * 3, "player_num": 3}, "has 2 seats; 3 came"),
        (["snake"], {"player_num": 5}, "player_num is 5, but 2 are listed"),
        (["snake", "--ruleset", "x"], {}, "no ruleset 'x'; choose of standard"),
        (["snake"], {"config": {"ruleset": ["x"]}}, "no ruleset"),
        (["snake"], {"config": {"seed": "x"}}, "seed is a whole number"),
        (["snake"], {"config": {"params": 5}}, "params an object"),
        (["snake"], {"config": {"params": {"rounds": "many"}}}, "cannot be played so"),
        (["snake"], {"replay": "/no/such/folder/replay"}, "No such file"),
        (["snake", "/no/such/map"], {}, "is no map"),
        (["nothing"], {}, "there is no game 'nothing'"),
    ],
    ids=range(10),
)
def test_what_cannot_be_played_is_said_without_a_trace(words, members, reason):
    first = {"player_list": [1, 1], "player_num": 2, "config": "x", "replay": "/dev/null"}
    status, errors = logic(*words, first={**first, **members})
    assert status in (1, 2)
    assert reason in errors
    assert "Traceback" not in errors


def test_a_judger_that_leaves_ends_the_logic_without_a_trace():
    status, errors = logic("snake")
    assert status == 1
    assert errors == "error: the judger has gone\n"


def outcome(*seats):
    return Outcome(tuple(SeatOutcome(rank, score) for rank, score in seats))


@pytest.mark.parametrize(
    ("seats", "scores"),
    [
        ([(1, 5.0), (2, 3.5)], {0: 5, 1: 3.5}),
        ([(1, 5), (1, 5), (3, 0)], {0: 5, 1: 5, 2: 0}),
        ([(2, 5), (1, 3)], {0: 0, 1: 1}),
        ([(2, 5), (1, 5)], {0: 0, 1: 1}),
    ],
)
def test_scores_are_the_games_own_unless_they_hide_who_has_won(seats, scores):
    assert scores_of(outcome(*seats)) == scores


def test_every_end_state_has_its_word():
    seats = tuple(SeatOutcome(1, 0, end) for end in EndState)
    assert set(ends_of(Outcome(seats))) <= set(End)
    assert ends_of(replace(Outcome(seats), seats=seats[:1])) == [End.OK]


def test_frames_are_put_back_only_for_games_whose_bots_send_them():
    setup = Setup((), 1, "standard")
    assert wants_frames(SNAKE.wire(setup, 0))
    assert not wants_frames(JsonLines(setup, 0))


ADAPTED = """
import sys
mode = sys.argv[1]
if mode == "once":
    line = sys.stdin.readline()
    print("got", line.strip(), "ß" * 1500, flush=True)
    sys.exit(0)
if mode == "halves":
    for half in "é".encode():
        sys.stdout.buffer.write(bytes([half]))
        sys.stdout.flush()
        sys.stdin.readline()
if mode == "crash":
    sys.exit(9)
while line := sys.stdin.readline():
    print(line.strip(), flush=True)
"""


def adapt(tmp_path, mode, data):
    """The adapter's status and the bodies of what it says."""
    (tmp_path / "bot.py").write_text(ADAPTED)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "examples.our_games.adapt",
            sys.executable,
            tmp_path / "bot.py",
            mode,
        ],
        cwd=ROOT,
        input=data,
        capture_output=True,
        timeout=120,
        check=False,
    )
    bodies, out = [], done.stdout
    while out:
        size = 4 + int.from_bytes(out[:4], "big")
        bodies.append(out[4:size].decode())  # whole characters in every frame
        out = out[size:]
    return done.returncode, bodies


@contextmanager
def adapter(mode):
    """An adapter at work: its process, and what writes a frame to it."""
    words = [
        sys.executable,
        "-m",
        "examples.our_games.adapt",
        sys.executable,
        "-c",
        ADAPTED,
        mode,
    ]
    process = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    stdin = process.stdin

    def give(body):
        stdin.write(frame(body))
        stdin.flush()

    try:
        with process.stdin, process.stdout:
            yield process, give
    finally:
        process.kill()
        process.wait()


def test_the_adapter_starts_a_bot_again_for_every_game():
    with adapter("once") as (process, give):
        for game in (b"first", b"second"):
            give(game + b"\n")
            said = ""
            while not said.endswith("ß\n"):
                size = int.from_bytes(process.stdout.read(4), "big")
                assert 0 < size <= 1024
                said += process.stdout.read(size).decode()
            assert said == f"got {game.decode()} {'ß' * 1500}\n"
            give(b"")
        process.stdin.close()
        assert process.wait(60) == 0


def test_the_adapter_waits_for_the_rest_of_a_character():
    with adapter("halves") as (process, give):
        give(b"\n")
        time.sleep(1)
        give(b"\n")
        assert process.stdout.read(6) == frame("é".encode())


def test_the_adapter_ends_with_the_status_of_a_bot_that_crashes():
    with adapter("crash") as (process, give):
        give(b"x")
        assert process.wait(60) == 9


def test_the_adapter_refuses_what_is_not_framed(tmp_path):
    noise = Random(1).randbytes(100)
    assert adapt(tmp_path, "echo", b"\xff" + noise)[0] == 1
