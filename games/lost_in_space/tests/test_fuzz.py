"""The game goes on after any message of a program, and other players do not notice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine import Action, Fault, Wants
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.state import Status
from games.lost_in_space.tests import junk
from games.lost_in_space.tests import shouting as shouting_program
from games.lost_in_space.tests.brief import GAME as BRIEF
from games.lost_in_space.tests.brief import ROUNDS as BRIEF_ROUNDS
from games.lost_in_space.tests.logic import ROOT, TO_JUDGER, Logic
from games.lost_in_space.tests.worlds import FINISH, SETUP, engine
from games.lost_in_space.wire import LostInSpaceWire
from games.replay import ReplayReader

MESSAGES = 10_000
REFUSAL = {"type": "action", "success": False}


def replies_to(wire: LostInSpaceWire, events: Any) -> list[Any]:
    told = [event for event in events if event.told_to(wire.seat)]
    sent = [json.loads(part[4:]) for part in wire.split(wire.tell(told))]
    return [message for message in sent if message["type"] == "action"]


def heard(wire: LostInSpaceWire, data: bytes, random: Random) -> Action:
    """The actions that the wire reads from one message in pieces."""
    messages: list[Action | Fault] = []
    while data:
        size = random.randrange(1, 80)
        messages += wire.feed(data[:size])
        data = data[size:]
    (message,) = messages
    assert not isinstance(message, Fault)
    return message


@pytest.mark.parametrize("seed", range(4))
def test_ten_thousand_messages_of_all_seats_break_nothing(seed):
    random = Random(seed)
    said = refused = carried_out = 0
    while said < MESSAGES // 4:
        play = engine()
        wires = [LostInSpaceWire(SETUP, number) for number in range(4)]
        while play.pending() and said < MESSAGES // 4:
            ((seat, ask),) = play.pending().items()
            if ask.wants is Wants.NOTHING:
                play.submit({seat: None})
                continue
            others = [repr(p) for p in play.world.players if p.number != seat]
            body = junk.text(random, play.world, seat)
            message = heard(wires[seat], junk.framed(body), random)
            play.check(seat, message)
            turn = play.world.turn, play.world.round
            replies = replies_to(wires[seat], play.submit({seat: message}))
            said += 1
            if message_ends_turn(message, turn[1]):
                assert replies == []
            else:
                assert len(replies) == 1
                if replies[0] == REFUSAL:
                    refused += 1
                    assert others == [repr(p) for p in play.world.players if p.number != seat]
                else:
                    carried_out += 1
    assert refused > MESSAGES // 16
    assert carried_out > MESSAGES // 80


def message_ends_turn(message: Action, number: int) -> bool:
    """Whether it is a finish, which has no reply, stale or not."""
    return isinstance(message, dict) and message.get("type") == "finish"


@pytest.mark.parametrize("shouting", range(4))
def test_what_one_program_says_costs_the_others_nothing(shouting):
    """Three play the same game beside any words of the fourth, which then never gets anywhere."""
    games = []
    for seed in (1, 2):
        play, random = engine(rounds=20), Random(seed)
        wire = LostInSpaceWire(SETUP, shouting)
        while play.pending():
            ((seat, ask),) = play.pending().items()
            if ask.wants is Wants.NOTHING:
                play.submit({seat: None})
                continue
            if seat == shouting:
                for _ in range(random.randrange(5)):
                    body = random.randbytes(random.randrange(100))
                    (message,) = wire.feed(junk.framed(body))
                    play.submit({seat: message})
            play.submit({seat: FINISH})
        games.append(play)
    one, other = games
    assert one.view() == other.view()
    assert one.outcome() == other.outcome()
    assert all(player.status is Status.ALIVE for player in one.world.players)


class Shouting:
    """The judger's side of a game in which all but seat 0 talk nonsense."""

    def __init__(self, logic: Logic, seed: int) -> None:
        self.logic, self.random = logic, Random(seed)
        self.shadow = LostInSpaceEngine(SETUP)  # for words that are almost right
        self.said = 0
        self.rounds: list[int] = []
        self.scores: Any = None

    def play(self) -> None:
        first = {"player_list": [1, 1, 1, 1], "player_num": 4, "config": {}}
        self.logic.send({**first, "replay": str(self.logic.replay)})
        while self.scores is None:
            packet = self.logic.hear()
            assert packet is not None, "the logic hangs"
            target, body = packet
            message = json.loads(body)
            assert target == TO_JUDGER
            if message.get("state") == -1:
                self.scores = json.loads(message["end_info"])
            elif "listen" in message:
                self._hear(message)

    def _hear(self, message: Any) -> None:
        for player, content in zip(message["player"], message["content"], strict=True):
            sent = json.loads(content[4:])
            if sent["type"] == "roundbegin" and player == sent["inturn"] in message["listen"]:
                self._speak(player, sent["state"])

    def _speak(self, player: int, number: int) -> None:
        if player == 0:
            self.rounds.append(number)
            self.logic.say(0, json.dumps(FINISH))
            return
        for _ in range(self.random.randrange(8)):
            body = junk.text(self.random, self.shadow.world, player)
            self.logic.say(player, body.decode(errors="replace"))
            self.said += 1
        self.logic.say(player, json.dumps(FINISH))


def test_a_logic_process_bears_hundreds_of_messages_and_seat_0_plays_its_hundred_rounds(tmp_path):
    with Logic(tmp_path / "replay.json") as logic:
        shouting = Shouting(logic, 5)
        shouting.play()
        assert logic.end() == 0
    assert shouting.rounds == list(range(1, 101))
    assert shouting.said > 500
    assert sorted(shouting.scores.values()) == [1, 2, 3, 4]
    *_, points = json.loads((tmp_path / "replay.json").read_text())
    assert points == shouting.scores


def test_shouting_programs_play_to_the_end_in_the_real_judger(tmp_path):
    replay = tmp_path / "match.jsonl.gz"
    programs = [str(Path(shouting_program.__file__))] * 3
    options = ["--game-module", BRIEF.__module__, "--no-mirror", "--replay", str(replay)]
    done = subprocess.run(
        [sys.executable, "-m", "cli", "play", BRIEF.name, "house:runner", *programs, *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,  # the assertion shows the output
    )
    assert done.returncode == 0, done.stdout + done.stderr
    with replay.open("rb") as file:
        reader = ReplayReader(file)
        outcome = reader.result["outcome"]
        frames = list(reader.read())
    assert [seat["end"] for seat in outcome["seats"]] == ["ok"] * 4
    refusals = [event for frame in frames for event in frame.get("events", ()) if "reason" in event]
    assert len(refusals) > 200
    assert frames[-1]["turn"] == BRIEF_ROUNDS
