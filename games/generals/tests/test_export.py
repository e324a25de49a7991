"""Replays in the processor's format: exported, read back, and played again frame by frame."""

from __future__ import annotations

import dataclasses
import io
import json
import random

import numpy as np
import pytest

from games.engine import EndState, Fault, SeatSetup, Setup
from games.generals import frames as words
from games.generals.codec import encode
from games.generals.engine import GeneralsEngine
from games.generals.export import EXPORTS, replay_of
from games.generals.game import GENERALS
from games.generals.rules import World
from games.generals.structures import Modifier, PlayerMove, Replay
from games.generals.tests.importing import read_replay, resimulate, world_of
from games.replay import ReplayReader, ReplayWriter, Step, write_frames

REPLAY, BOARD = EXPORTS
HALFTURNS = 160
CROWD = [
    "g" if n % 7 == 3 else "L_ " if n % 5 == 0 else "s" if n % 11 == 1 else " " for n in range(49)
]
CROWDED = {"width": 7, "height": 7, "cells": CROWD}
"""A map on which seven capitals stand so close that they fall within a few half-turns."""

RULES = {
    "plain": {},
    "leapfrog": {"leapfrog": True},
    "city-state": {"city_state": True},
    "veil": {"misty_veil": 2},
    "crystal": {"crystal_clear": True},
    "silent": {"silent_war": True},
    "all": {
        "leapfrog": True,
        "city_state": True,
        "misty_veil": 0,
        "crystal_clear": True,
        "silent_war": True,
    },
}


def setup(seed, rules, teams=(0, 0, 1, 1), board=None):
    seats = tuple(SeatSetup(n, f"bot {n % 3}", team) for n, team in enumerate(teams))
    params = {"halfturns": HALFTURNS, "width": 9, "height": 8, "modifiers": rules}
    return Setup(seats, seed, "melee", params, board)


def answer(engine, seat, choose):
    """Mostly sense, sometimes plans that cannot be carried out, seldom a fault."""
    kind = choose(100)
    if kind == 0:
        return Fault(EndState.TIMEOUT, "too late")
    if kind < 10:
        return [["move", choose(12), choose(12), "UDLR"[choose(4)], bool(choose(2))]]
    if kind < 20:
        ops = [["move", choose(9), choose(9), "UDLR"[choose(4)]] for _ in range(3)]
        return [*ops, ["undo"], *[["clear"]] * choose(2)]
    if kind < 40:
        return []
    return GENERALS.sample_action(engine, seat, choose)


def steps(engine, choose, answer=answer):
    while engine.outcome() is None:
        turn = engine.progress().turn
        replies = {seat: answer(engine, seat, choose) for seat in engine.pending()}
        yield Step(turn, replies, tuple(engine.submit(replies)))


def played(match, seed, answer=answer, started=None):
    """A match of random answers in the platform's container."""
    file = io.BytesIO()
    writer = ReplayWriter(file)
    writer.header({"type": "header", "setup": match.to_json()})
    engine = GeneralsEngine(match)
    write_frames(writer, 0, match, engine, steps(engine, random.Random(seed).randrange, answer))
    writer.result({"type": "result"})
    return ReplayReader(file, started)


@pytest.fixture
def collected(monkeypatch):
    """The orders that the game really collected, half-turn by half-turn."""
    found, play = [], World.play

    def noting(world):
        now = play(world)
        found.append(now.collected)
        return now

    monkeypatch.setattr(World, "play", noting)
    return found


def imported(reader):
    """The replay and its board, each as it comes back from its bytes."""
    board = json.loads(BOARD.write(reader))
    replay = read_replay(REPLAY.write(reader))
    return replay, world_of(replay, board["width"], board["height"], board["lit"])


def assert_same_frames(reader):
    """The imported game goes the way of the frames, to the last number; what happened on it."""
    replay, world = imported(reader)
    first, *later = reader.read()
    assert words.scene(world, HALFTURNS) == first["scene"]
    seen = []
    halfturns = resimulate(replay, world)
    for frame in [first, *later]:
        events = {event["e"]: event for event in frame.get("events", [])}
        if "half" in events:
            now = next(halfturns)
            ranking = words.ranking_json(world.ranking())
            again = json.loads(json.dumps(words.half_event(world, now, ranking)))
            assert again == events["half"]
            seen.append(events["half"])
        if "key" in frame:
            assert words.picture(world, 0).items() <= frame["key"].items()
            assert world.capitals[1:] == frame["key"]["capitals"]
    assert list(halfturns) == []
    assert len(seen) == len(replay.steps)
    # At the cap the world has no winner; the match has none if the last ones leave together.
    assert 0 in (world.winner, replay.winner) or world.winner == replay.winner
    return seen


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("teams", [(0, 0), (1, 2, 1, 2), (0,) * 6])
def test_an_exported_match_comes_back_and_goes_the_same_way_again(rules, teams, collected):
    reader = played(setup(11, rules, teams), 5)
    seen = list(collected)
    replay = replay_of(reader)
    assert [
        [(move.player, (move.x, move.y, move.dir, move.half)) for move in step.player_moves]
        for step in replay.steps
    ] == seen
    assert_same_frames(reader)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_captures_faults_and_refusals_all_come_back(rules):
    kinds = dict.fromkeys(("captures", "left", "dropped", "beaten"), 0)
    for seed in range(6):
        reader = played(setup(seed, rules, (1, 2, 3, 1, 2, 3, 0), CROWDED), seed)
        for half in assert_same_frames(reader):
            for kind in kinds:
                kinds[kind] += len(half[kind])
    assert all(kinds.values()), kinds


def test_orders_of_players_who_are_beaten_before_their_turn_are_in_the_replay(collected):
    """They are in no event of the frames, neither as moves nor as refusals."""
    silent = 0
    for seed in range(12):
        collected.clear()
        reader = played(setup(seed, {}, (0,) * 7, CROWDED), seed)
        given = [len(orders) for orders in collected]
        told = [
            len(event["moves"]) + len(event["dropped"])
            for frame in reader.read(1)
            for event in frame["events"]
            if event["e"] == "half"
        ]
        silent += sum(given) - sum(told)
        assert [len(step.player_moves) for step in replay_of(reader).steps] == given
    assert silent > 0


def test_the_replay_says_who_played_and_by_which_rules():
    reader = played(setup(3, {"leapfrog": True, "misty_veil": -2}), 1)
    replay = read_replay(REPLAY.write(reader))
    assert replay.init_info.player_team == (0, 2, 3, 1, 1)
    assert replay.init_info.modifiers == (Modifier(1, 0), Modifier(3, -2))
    assert [(one.id, one.name) for one in replay.players] == [
        (1, "bot 0"),
        (2, "bot 1"),
        (3, "bot 2"),
        (4, "bot 0"),
    ]
    identities = [one.uid for one in replay.players]
    assert identities[0] == identities[3]
    assert len(set(identities)) == 3
    assert replay.length == (len(replay.steps) + 1) // 2


def test_the_board_names_its_replay_and_no_two_matches_share_a_name():
    readers = [played(setup(seed, {}), 1) for seed in (1, 2)]
    replays = [read_replay(REPLAY.write(reader)) for reader in readers]
    boards = [json.loads(BOARD.write(reader)) for reader in readers]
    for replay, board in zip(replays, boards, strict=True):
        assert f"{replay.rid:032x}" == board["rid"].replace("-", "")
    assert replays[0].rid != replays[1].rid
    assert REPLAY.write(readers[0]) == REPLAY.write(played(setup(1, {}), 1))


def test_the_replay_says_when_the_match_began_and_how_fast_people_play():
    reader = played(setup(1, {}), 1, started=1_790_000_000)
    replay = read_replay(REPLAY.write(reader))
    assert replay.timestamp == 1_790_000_000
    assert replay.speed == round(1 / GENERALS.patience.seconds)
    again = read_replay(REPLAY.write(played(setup(1, {}), 1, started=1_790_000_001)))
    assert again.rid != replay.rid, "two matches with the same seed are two replays"


def nothing(engine, seat, choose):
    return []


def land_for_seat_1(engine, seat, choose):
    return GENERALS.sample_action(engine, seat, choose) if seat == 1 else []


def timeout_of_seat_0(engine, seat, choose):
    return Fault(EndState.TIMEOUT, "too late") if seat == 0 else []


def crash_of_all(engine, seat, choose):
    return Fault(EndState.CRASH, "gone")


@pytest.mark.parametrize(
    ("answers", "teams", "winner"),
    [
        (nothing, (0, 0), 0),
        (land_for_seat_1, (0, 0), 2),
        (land_for_seat_1, (1, 2, 1, 2), 2),
        (timeout_of_seat_0, (0, 0), 2),
        (timeout_of_seat_0, (1, 2, 1, 2), 0),
        (crash_of_all, (0, 0), None),
    ],
)
def test_the_winner_of_the_replay_is_that_of_the_match(answers, teams, winner):
    reader = played(setup(4, {}, teams), 1, answers)
    *_, last = reader.read()
    first = {teams[i] or i + 1 for i, s in enumerate(last["outcome"]["seats"]) if s["rank"] == 1}
    replay = read_replay(REPLAY.write(reader))
    assert replay.winner == (first.pop() if len(first) == 1 else 0)
    assert winner in (None, replay.winner)


@pytest.fixture(scope="module")
def replay():
    return replay_of(played(setup(2, {}), 2))


def test_a_cut_off_replay_is_refused(replay):
    data = encode(Replay, replay)
    assert encode(Replay, read_replay(data)) == data
    for wrong in (data[:-1], data + b"\0", data[: len(data) // 2], b""):
        with pytest.raises(ValueError, match="byte"):
            read_replay(wrong)


def changed(replay, **values):
    return dataclasses.replace(replay, **values)


def with_tile(replay, place, **values):
    terrain = replay.terrain.copy()
    for name, value in values.items():
        terrain[name][place] = value
    return changed(replay, terrain=terrain)


def with_step(replay, **values):
    first, *rest = replay.steps
    return changed(replay, steps=(dataclasses.replace(first, **values), *rest))


def with_info(replay, **values):
    return changed(replay, init_info=dataclasses.replace(replay.init_info, **values))


def blank_place(replay):
    return int(np.flatnonzero(replay.terrain["type"] == 3)[0])


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda r: with_tile(r, 0, type=6), "unknown kinds"),
        (lambda r: with_tile(r, 0, owner=5), "do not play"),
        (lambda r: with_tile(r, blank_place(r), type=4, owner=1), "one capital"),
        (lambda r: with_step(r, halfturn_id=1), "has the number 1"),
        (lambda r: with_step(r, offline_events=(0,)), "do not play"),
        (lambda r: with_step(r, offline_events=(5,)), "do not play"),
        (lambda r: with_step(r, player_moves=(PlayerMove(5, 0, 0, 0, False),)), "do not play"),
        (lambda r: with_step(r, player_moves=(PlayerMove(1, 0, 0, 0, False),) * 2), "two moves"),
        (lambda r: with_info(r, n=17), "17 players"),
        (lambda r: with_info(r, player_team=(0, 1)), "2 teams"),
        (lambda r: with_info(r, player_team=(0, 1, 2, 300, 1)), "without a team"),
    ],
)
def test_a_replay_that_cannot_be_true_is_refused(replay, spoil, reason):
    with pytest.raises(ValueError, match=reason):
        world_of(spoil(replay), 9, 8, [])


@pytest.mark.parametrize(("width", "height", "lit"), [(8, 8, []), (9, 8, [72]), (9, 8, [-1])])
def test_a_board_that_is_not_the_replays_is_refused(replay, width, height, lit):
    with pytest.raises(ValueError, match="tile"):
        world_of(replay, width, height, lit)
