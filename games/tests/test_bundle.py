"""A bundle has exactly what a seat was sent, and what it answered."""

from __future__ import annotations

import gzip
import io
import json
from random import Random

import pytest

from games.bundle import BundleError, bundle, read
from games.engine import Fault, Outcome
from games.foreign.game import ForeignGame
from games.registry import GAMES
from games.replay import ReplayReader, replies_to_json
from games.replayed import NotReproducible
from games.tests.sampling import Player, record_match, setups
from games.tests.test_verifying import rewritten
from games.wire import encode

SNAKE = GAMES["snake"]


def reader(data: bytes) -> ReplayReader:
    return ReplayReader(io.BytesIO(data))


def sent_to(game, setup, index, seed=1):
    """The bytes that the match's seat ``index`` is sent, game by game, as a judger sends them, and
    its replies."""
    outcomes: list[Outcome] = []
    found = []
    while (each := game.next_game(setup, outcomes)) is not None:
        number = [seat.index for seat in each.seats].index(index)
        engine, wire = game.engine(each), game.wire(each, number)
        player = Player(game, Random(seed + len(outcomes)))
        data, said = wire.begin(engine.scene(), engine.view(number)), []
        while asks := engine.pending():
            if number in asks:
                data += wire.ask(asks[number])
            replies = player.replies(engine)
            if number in asks:
                said.append(replies[number])
            events = [event for event in engine.submit(replies) if event.told_to(number)]
            data += wire.tell(events) if events else b""
        outcome = engine.outcome()
        found.append((data + wire.end(outcome), said))
        outcomes.append(outcome.in_match_order(each))
    return found


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_seat_of_every_game_has_what_it_was_sent_and_said(name):
    game = GAMES[name]
    setup = setups(game)[-1]
    data, _ = record_match(game, setup)
    for index in (0, len(setup.seats) - 1):
        found = read(bundle(game, reader(data), index, {"match": 7}))
        assert found.head["match"] == 7
        assert found.head["seat"] == index
        lived = [
            (
                b"".join(message.sent for message in each.messages) + each.end,
                [message.question.reply for message in each.messages if message.question],
            )
            for each in found.games
        ]
        assert lived == sent_to(game, setup, index)


def test_questions_have_their_clock_and_their_limits():
    game = GAMES["snake"]
    data, _ = record_match(game, setups(game)[0])

    def add(frame):
        return {**frame, "cpu": dict.fromkeys(frame.get("replies", ()), 1500)}

    found = read(bundle(game, rewritten(data, frame=add), 0, {}))
    questions = [m.question for m in found.games[0].messages if m.question]
    assert questions
    assert {question.cpu_us for question in questions} == {1500}
    assert found.limits == game.rulesets[0].limits


def test_a_fault_comes_back_as_a_fault():
    game = GAMES["snake"]
    data, _ = record_match(game, setups(game)[0])
    text = gzip.decompress(bundle(game, reader(data), 0, {})).splitlines()
    at = next(i for i, line in enumerate(text) if b'"ask"' in line)
    line = json.loads(text[at])
    line["reply"] = {"fault": "timeout", "detail": "too late"}
    text[at] = encode(line).rstrip()
    found = read(gzip.compress(b"\n".join(text)))
    question = found.games[0].messages[0].question
    assert question is not None
    reply = question.reply
    assert isinstance(reply, Fault)
    assert replies_to_json({0: reply})["0"] == line["reply"]


def test_logs_are_rows_of_the_bundle():
    data, _ = record_match(SNAKE, setups(SNAKE)[0])
    rows = [{"game": 0, "turn": 3, "text": "left or right?\n"}]
    found = read(bundle(SNAKE, reader(data), 0, {}, rows))
    assert [(row["turn"], row["text"]) for row in found.logs] == [(3, "left or right?\n")]
    assert read(bundle(SNAKE, reader(data), 0, {})).logs == []


def test_events_of_another_engine_are_refused():
    data, _ = record_match(SNAKE, setups(SNAKE)[0])

    def change(frame):
        return {**frame, "events": []} if frame["n"] == 5 else frame

    with pytest.raises(NotReproducible, match="frame 5"):
        bundle(SNAKE, rewritten(data, frame=change), 0, {})


def test_a_game_from_outside_has_no_bundle():
    data, _ = record_match(SNAKE, setups(SNAKE)[0])
    with pytest.raises(NotReproducible, match="outside"):
        bundle(ForeignGame(), reader(data), 0, {})


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"PK\x03\x04", "no bundle", id="zip"),
        pytest.param(gzip.compress(b""), "damaged", id="empty"),
        pytest.param(gzip.compress(b'{"type":"header","format":1}'), "known format", id="replay"),
        pytest.param(gzip.compress(b'{"type":"bundle","format":1}'), "cut off", id="short"),
        pytest.param(gzip.compress(b'{"type":"bundle","format":1}\n{"type":"x"}'), "x", id="kind"),
        pytest.param(gzip.compress(b'{"type":"bundle","format":1}\n[]'), "damaged", id="list"),
        pytest.param(gzip.compress(b'{"type":"bundle","format":1}')[:-9], "cut off", id="half"),
    ],
)
def test_other_files_are_refused_with_a_reason(data, said):
    with pytest.raises(BundleError, match=said):
        read(data)
