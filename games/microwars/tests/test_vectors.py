"""Golden games and golden answers, see ``vectors/README.md``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine import EndState, Fault
from games.microwars.engine import MicrowarsEngine, code_of
from games.microwars.tests.boards import KINDS, SIDES, layout_of, setup
from games.microwars.wire import MicrowarsWire
from games.tests.pipes import checked

FOLDER = Path(__file__).parent / "vectors"
GAMES = {path.stem: path for path in sorted(FOLDER.glob("mw-*.json"))}
GROUPS = json.loads((FOLDER / "order-cases.json").read_text())["groups"]
CASES = [(group["board"], case) for group in GROUPS for case in group["cases"]]
EOF = Fault(EndState.CRASH, "the program has ended")


def units_of(rows):
    return {(SIDES[row[0]], KINDS[row[1]], *row[2:]) for row in rows}


def by_side(values):
    return [values["A"], values["B"]]


def told(engine, wire, seat, data):
    """The engine's input when a program writes these bytes and ends if they are too few."""
    return checked(engine, seat, next(iter(wire.feed(data)), EOF))


def answers(engine, wires, turn):
    replies = {}
    for name, seat in SIDES.items():
        lines = [*turn["orders"][name]]
        if not turn.get("ended_by_eof", {}).get(name):
            lines.append("0")
        data = "".join(f"{line}\n" for line in lines).encode()
        replies[seat] = told(engine, wires[seat], seat, data)
    return replies


def check_turn(engine, before, turn):
    rows = {(o, k, x, y, hp) for _, o, k, x, y, hp in engine.view()["units"]}
    assert rows == units_of(turn["state"])
    assert engine.view()["score"] == by_side(turn["score"])
    gone = {tuple(row[1:5]) for row in before["units"] if row[5] == 0}
    assert gone == units_of(turn["destroyed"])


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_comes_out_so(name):
    vector = json.loads(GAMES[name].read_text())
    board = setup(layout_of(vector).to_json())
    engine = MicrowarsEngine(board)
    wires = [MicrowarsWire(board, seat) for seat in (0, 1)]
    for turn in vector["turns"]:
        assert engine.progress().turn == turn["turn"]
        replies = answers(engine, wires, turn)
        events = [event.data for event in engine.submit(replies)]
        if "violation" not in turn:
            assert not any(isinstance(reply, Fault) for reply in replies.values())
            check_turn(engine, events[0], turn)
            continue
        codes = [code_of(r).value if isinstance(r, Fault) else None for r in replies.values()]
        assert codes == by_side(turn["violation"])
    result, outcome = vector["result"], engine.outcome()
    assert outcome is not None
    assert engine.turn == result["last_turn"]
    assert [seat.score for seat in outcome.seats] == by_side(result["match"])
    assert [seat.data["destroyed"] for seat in outcome.seats] == by_side(result["score"])


def raw_of(case):
    if "raw_hex" in case:
        return bytes.fromhex(case["raw_hex"])
    if "raw_runs" in case:
        return "".join(text * count for text, count in case["raw_runs"]).encode()
    return case["raw"].encode()


@pytest.mark.parametrize("chunk", [None, 1, 7], ids=["whole", "byte by byte", "in sevens"])
@pytest.mark.parametrize(("board", "case"), CASES, ids=[case["name"] for _, case in CASES])
def test_a_golden_answer_is_judged_so(board, case, chunk):
    start = setup(layout_of(board).to_json())
    engine, seat = MicrowarsEngine(start), SIDES[case["player"]] if "player" in case else 0
    wire, data = MicrowarsWire(start, seat), raw_of(case)
    message: Any = EOF
    used = len(data)
    for at in range(0, len(data), chunk or max(1, len(data))):
        part = data[at : at + (chunk or len(data))]
        if messages := wire.feed(part):
            message, used = messages[0], at + len(part)
            break
    message = checked(engine, seat, message)
    if case["verdict"] == "violation":
        assert isinstance(message, Fault)
        assert code_of(message).value == case["code"]
        return
    assert sorted(message) == case["orders"]
    if chunk == 1:
        assert len(data) - used == case["unread_bytes"]


def test_the_vectors_are_all_there():
    assert len(GAMES) == 30
    assert len(CASES) > 100
