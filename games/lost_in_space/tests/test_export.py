"""The list of rounds, against an account of the game from nothing but the texts of its players."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.engine import Action, EndState, Fault
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.export import EXPORTS
from games.lost_in_space.tests.played import answer
from games.lost_in_space.tests.retold import Retold
from games.lost_in_space.tests.worlds import SETUP
from games.lost_in_space.wire import LostInSpaceWire
from games.replay import FORMAT, ReplayReader, ReplayWriter, Step, write_frames
from games.tests.sampling import outcome_of


def texts(wire: LostInSpaceWire, data: bytes) -> list[Any]:
    return [json.loads(part[4:]) for part in wire.split(data)]


def walk(play: LostInSpaceEngine, retold: Retold, random: Random, failing: float) -> Iterator[Step]:
    """Play a game; all that players say and are sent goes to ``retold``."""
    wires = [LostInSpaceWire(SETUP, seat) for seat in range(4)]
    while play.pending():
        ((seat, ask),) = play.pending().items()
        retold.asked(seat, ask.turn)
        for message in texts(wires[seat], wires[seat].ask(ask)):
            retold.begun(message)
        reply: Action | Fault = answer(play, seat, random)
        if random.random() < failing:
            reply = Fault(random.choice([EndState.CRASH, EndState.OUTPUT]), "as the test wants")
        turn = play.progress().turn
        events = tuple(play.submit({seat: reply}))
        retold.step(
            seat,
            reply,
            {
                other: texts(wire, wire.tell([event for event in events if event.told_to(other)]))
                for other, wire in enumerate(wires)
            },
        )
        yield Step(turn, {seat: reply}, events)


def container(seed: int, failing: float, retold: Retold) -> ReplayReader:
    """A game in the platform's container."""
    file = io.BytesIO()
    writer = ReplayWriter(file)
    writer.header({"type": "header", "format": FORMAT, "game": "lost_in_space"})
    play, random = LostInSpaceEngine(SETUP), Random(seed)
    # So that somebody escapes, which random play hardly comes to.
    play.world.players[seed % 4].keys |= {0, 1, 2, 3}
    write_frames(writer, 0, SETUP, play, walk(play, retold, random, failing))
    writer.result({"type": "result", "outcome": outcome_of(play).to_json(), "games": 1})
    return ReplayReader(file)


@pytest.mark.parametrize("failing", [0.0, 0.002])
@pytest.mark.parametrize("seed", range(8))
def test_the_list_of_rounds_is_what_the_players_said_and_were_sent(seed, failing):
    retold = Retold()
    reader = container(seed, failing, retold)
    (export,) = EXPORTS
    spawns, *rounds, points = json.loads(export.write(reader))
    assert spawns == [[-3, -3, 1], [3, -3, 1], [3, 3, 1], [-3, 3, 1]]
    seats = reader.result["outcome"]["seats"]
    assert points == {str(number): 5 - seat["rank"] for number, seat in enumerate(seats)}
    assert all(len(turns) == 4 for turns in rounds)
    for number, turns in enumerate(rounds, 1):
        for seat, turn in enumerate(turns):
            assert turn == retold.turns.pop((number, seat), []), (number, seat)
    assert retold.turns == {}


def test_the_games_of_this_test_have_every_kind_of_event():
    found: Counter[str] = Counter()
    for seed in range(8):
        for turn in retold_of(seed).turns.values():
            found.update(event["type"] for event in turn)
    assert found.keys() >= {
        *("move", "flink", "detect", "tool_update", "attack", "hp_update", "place_trap", "kit"),
        *("died", "regenerate", "keymachine", "getkey", "inspect", "map_update"),
        *("escape_capsule", "escaped"),
    }


def retold_of(seed: int) -> Retold:
    retold = Retold()
    container(seed, 0.0, retold)
    return retold


def test_a_replay_without_a_result_is_no_list_of_rounds():
    file = io.BytesIO()
    writer = ReplayWriter(file)
    writer.header({"type": "header", "format": FORMAT, "game": "lost_in_space"})
    play = LostInSpaceEngine(SETUP)
    write_frames(writer, 0, SETUP, play, ())
    with pytest.raises(ValueError, match=r"\w"):
        EXPORTS[0].write(ReplayReader(file))
