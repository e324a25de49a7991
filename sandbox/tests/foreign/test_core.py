"""The relay as a state machine: clocks to the nanosecond, and any nonsense without harm."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.foreign.wire.effects import (
    End,
    Ended,
    Kill,
    Note,
    SeatKind,
    StopPlayers,
    ToLogic,
    ToPlayer,
    Watch,
)
from sandbox.foreign.wire.packets import frame, from_logic
from sandbox.foreign.wire.players import DEFAULT_TIME_S, RelayLimits
from sandbox.foreign.wire.relay import Relay
from sandbox.tests.foreign.test_packets import CUTS, pieces
from tests.examples import examples

SECOND = 1_000_000_000
P = SeatKind.PROGRAM


def relay(seats=(P, P), **limits):
    """A relay that has been started at time 0."""
    machine = Relay(seats, {}, "r", RelayLimits(**limits), notes=False)
    machine.start(0)
    return machine


def message(**data):
    return from_logic(-1, json.dumps(data).encode())


def turn(state, listen, player=(), content=()):
    return message(state=state, listen=listen, player=player, content=content)


def heard(effects):
    """The messages of the effects to the logic; errors are (player, state, error)."""
    out = []
    for effect in effects:
        if isinstance(effect, ToLogic):
            data = json.loads(effect.data[4:])
            if data.get("player") == -1:
                content = json.loads(data["content"])
                out.append((content["player"], content["state"], content["error"]))
            else:
                out.append(data)
    return out


def test_the_default_clock_runs_from_the_message_that_raised_the_state():
    machine = relay()
    machine.from_logic(turn(1, [1, 0]), 5)
    due = 5 + int(DEFAULT_TIME_S * SECOND)
    assert machine.due == due
    assert heard(machine.tick(due - 1)) == []
    assert heard(machine.tick(due)) == [(0, 1, 1), (1, 1, 1)]
    assert heard(machine.tick(due + SECOND)) == []
    assert machine.ends == (End.TLE, End.TLE)


def test_a_new_time_holds_from_the_next_start_of_the_clock():
    machine = relay()
    machine.from_logic(turn(1, [0]), 0)
    machine.from_logic(message(state=0, time=10), 1)
    assert machine.due == 3 * SECOND
    machine.from_logic(turn(1, [0]), 2)
    assert machine.due == 3 * SECOND
    machine.from_logic(turn(2, [0]), 3)
    assert machine.due == 3 + 10 * SECOND


def test_a_player_that_joins_a_period_late_shares_its_clock():
    machine = relay()
    machine.from_logic(turn(1, [0]), 0)
    assert heard(machine.tick(3 * SECOND)) == [(0, 1, 1)]
    machine.from_logic(turn(1, [0, 1]), 4 * SECOND)
    assert machine.due == 3 * SECOND
    assert heard(machine.tick(4 * SECOND)) == [(1, 1, 1)]


def test_the_listeners_are_set_before_anything_is_delivered():
    machine = relay()
    data = turn(1, [0], [0], ["go"])
    effects = machine.from_logic(data, 0)
    assert effects == [ToPlayer(0, b"go")]
    assert heard(machine.from_player_bytes(0, frame(b"now"), 7_000_000)) == [
        {"player": 0, "content": "now", "time": 7}
    ]


def test_a_message_does_not_stop_the_clock():
    machine = relay()
    machine.from_logic(turn(1, [0]), 0)
    machine.from_player_bytes(0, frame(b"x"), SECOND)
    assert heard(machine.tick(3 * SECOND)) == [(0, 1, 1)]


def test_time_left_is_for_heartbeats():
    machine = relay()
    machine.from_logic(turn(1, [0]), 0)
    assert machine.time_left(SECOND) == 2000
    assert machine.time_left(9 * SECOND) == 0


def test_a_human_that_says_too_much_is_told_off_and_plays_on():
    machine = relay((SeatKind.HUMAN, P))
    machine.from_logic(message(state=0, length=3), 0)
    machine.from_logic(turn(1, [0]), 0)
    assert heard(machine.from_player_text(0, "1234", 1)) == [(0, 1, 2)]
    assert heard(machine.from_player_text(0, "éé", 1)) == []  # once a period
    assert heard(machine.from_player_text(0, "é", 1))[0]["content"] == "é"
    assert machine.ends == (End.OLE, End.OK)


def test_watch_texts_go_out_at_once_also_beside_a_state():
    machine = relay()
    assert machine.from_logic(message(watch="a"), 0) == [Watch("a")]
    effects = machine.from_logic(message(watch="b", state=1, listen=[0]), 0)
    assert effects == [Watch("b")]
    assert machine.listen == (0,)


def test_a_crash_outweighs_a_late_answer_and_nothing_outweighs_a_crash():
    machine = relay()
    machine.from_logic(turn(1, [0, 1]), 0)
    machine.tick(3 * SECOND)
    machine.player_ended(0, 0, 4 * SECOND)
    machine.player_ended(1, -11, 4 * SECOND)
    machine.player_ended(1, 0, 5 * SECOND)
    assert machine.ends == (End.TLE, End.RE)


def test_an_error_of_memory_keeps_its_name():
    machine = relay()
    effects = machine.player_ended(0, -9, 1, End.MLE, "used more than 256 MB")
    assert heard(effects) == [(0, 0, 0)]
    assert machine.ends[0] is End.MLE


def test_an_unread_player_is_killed_and_reported():
    machine = relay()
    (told, kill) = machine.overflowed(0, 1)
    assert heard([told]) == [(0, 0, 0)]
    assert isinstance(kill, Kill)
    assert kill.end is End.RE
    assert machine.overflowed(0, 2) == []


def test_end_states_are_answered_when_the_players_have_stopped_or_never_report():
    for reports in (True, False):
        machine = relay()
        assert machine.from_logic(message(action="request_end_state"), 0) == [StopPlayers()]
        assert heard(machine.player_ended(1, 3, 1)) == []  # no error: the logic waits for ends
        assert machine.due is not None
        answer = machine.players_stopped(2) if reports else machine.tick(machine.due)
        assert heard(answer) == [{"end_state": '["OK","RE"]'}]
        again = machine.from_logic(message(action="request_end_state"), 9)
        assert heard(again) == [{"end_state": '["OK","RE"]'}]


def test_a_logic_is_silent_only_while_nobody_thinks():
    machine = relay(silent_s=10)
    machine.from_logic(message(state=0, time=100), 0)
    machine.from_logic(turn(1, [0]), 0)
    assert machine.due == 100 * SECOND
    assert machine.tick(50 * SECOND) == []
    machine.tick(100 * SECOND)
    assert machine.due == 110 * SECOND
    (end,) = machine.tick(110 * SECOND)
    assert isinstance(end, Ended)
    assert end.scores is None
    assert end.ends == (End.UE, End.UE)


def test_a_dead_player_leaves_nobody_to_wait_for():
    machine = relay(silent_s=10)
    machine.from_logic(message(state=0, time=100), 0)
    machine.from_logic(turn(1, [0]), 0)
    machine.player_ended(0, 1, 50 * SECOND)
    assert machine.due == 60 * SECOND


def test_after_the_end_nothing_has_an_effect():
    machine = relay()
    (end,) = machine.from_logic(message(state=-1, end_info={"1": 1, "0": 2}), 0)
    assert isinstance(end, Ended)
    assert list((end.scores or {}).items()) == [(0, 2), (1, 1)]
    assert machine.due is None
    assert machine.ended
    everything = [
        machine.from_logic(turn(1, [0]), 1), machine.from_player_bytes(0, frame(b"x"), 1),
        machine.from_player_text(0, "x", 1), machine.player_ended(0, 1, 1),
        machine.overflowed(0, 1), machine.players_stopped(1), machine.logic_ended(1, 1),
        machine.tick(1 << 60),
    ]  # fmt: skip
    assert not any(everything)


def test_what_comes_after_the_end_in_the_same_read_is_ignored():
    data = message(state=-1, end_info={}) + b"\xff" * 8
    (end,) = relay().from_logic(data, 0)
    assert end.scores == {}


def test_notes_have_a_type_and_success():
    machine = Relay((P,), "c", "r")
    machine.start(0)
    effects = machine.from_logic(turn(1, [0, 4], [0], ["x" * 1000]), 0)
    notes = [effect.data for effect in effects if isinstance(effect, Note)]
    assert [(note["type"], note["success"]) for note in notes] == [("listen", 0), ("to_player", 1)]
    assert len(notes[1]["content"]) < 300


LOGIC_SAYS = st.one_of(
    st.builds(turn, st.integers(-3, 5), st.lists(st.integers(-1, 3), max_size=3)),
    st.builds(
        turn,
        st.integers(1, 5),
        st.just([0, 1]),
        st.lists(st.integers(-1, 2), max_size=2),
        st.lists(st.one_of(st.text(max_size=5), st.none()), max_size=2),
    ),
    st.builds(from_logic, st.integers(-2, 3), st.binary(max_size=12)),
    st.builds(lambda text: message(watch=text), st.text(max_size=5)),
    st.just(message(action="request_end_state")),
    st.builds(lambda n: message(state=0, time=n, length=n), st.integers(-1, 50)),
    st.builds(lambda n: message(state=0, time=n), st.sampled_from([1e300, 10**400, True, "x"])),
    st.builds(
        lambda key, value, ends: message(state=-1, end_info={key: value}, end_state=ends),
        st.sampled_from(["0", "1", "2", "x", "²", "-1"]),
        st.one_of(st.integers(), st.floats(), st.none(), st.just(10**400)),
        st.sampled_from([None, "", "[]", ["OK", "IA"], '["OK","OK"]', {}, 5, ["OK", "??"]]),
    ),
    st.builds(
        lambda value: from_logic(-1, json.dumps(value).encode()),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=3),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(["state", "listen", "player", "content", "watch", "action"]),
                    inner,
                )
            ),
            max_leaves=6,
        ),
    ),
    st.just(from_logic(-1, b"[" * 5000)),
    st.just(from_logic(-1, b'{"state":0,"time":NaN,"length":1e999}')),
    st.binary(max_size=12),
)
EVENTS = st.lists(
    st.one_of(
        st.tuples(st.just("logic"), LOGIC_SAYS),
        st.tuples(st.just("ai"), st.integers(0, 1), st.binary(max_size=12).map(frame)),
        st.tuples(st.just("ai"), st.integers(0, 1), st.binary(max_size=12)),
        st.tuples(st.just("human"), st.integers(0, 1), st.text(max_size=60)),
        st.tuples(st.just("ended"), st.integers(0, 1), st.sampled_from([None, 0, 1, -9, -64])),
        st.tuples(st.just("overflowed"), st.integers(0, 1)),
        st.tuples(st.just("stopped")),
        st.tuples(st.just("tick"), st.integers(0, 10**11)),
        st.tuples(st.just("logic_ended")),
    ),
    max_size=30,
)


def run(machine, events, cut=lambda data: [data]):
    now, effects = 0, []
    for kind, *rest in events:
        now += 1
        match kind:
            case "logic":
                effects += [e for part in cut(rest[0]) for e in machine.from_logic(part, now)]
            case "ai":
                for part in cut(rest[1]):
                    effects += machine.from_player_bytes(rest[0], part, now)
            case "human":
                effects += machine.from_player_text(*rest, now)
            case "ended":
                effects += machine.player_ended(*rest, now)
            case "overflowed":
                effects += machine.overflowed(*rest, now)
            case "stopped":
                effects += machine.players_stopped(now)
            case "tick":
                now += rest[0]
                effects += machine.tick(now)
            case "logic_ended":
                effects += machine.logic_ended(1, now)
        due = machine.due
        assert machine.ended == (due is None)
    return effects


@examples(400)
@given(EVENTS)
def test_no_soup_of_packets_raises_or_breaks_a_promise(events):
    effects = run(relay(), events)
    assert sum(isinstance(effect, Ended) for effect in effects) <= 1
    # Every packet to the logic is whole, every error told once a player and period.
    told = [item for item in heard(effects) if isinstance(item, tuple)]
    assert len(told) == len(set(told))


@examples(200)
@given(EVENTS, CUTS)
def test_fragmentation_changes_nothing(events, cuts):
    whole = run(relay(), events)
    assert run(relay(), events, lambda data: pieces(data, cuts)) == whole


def test_a_packet_without_a_body_is_ignored():
    machine = relay()
    machine.from_logic(from_logic(-1, b"") + turn(1, [0]), 0)
    assert not machine.ended
    assert machine.listen == (0,)


@pytest.mark.parametrize(
    ("packet", "words"),
    [
        ('{"state":2147483648,"listen":[]}', "state must be at most 2147483647, and is 2147483648"),
        (f'{{"state":{1 << 63},"listen":[]}}', "state must be at most"),
        ('{"state":-1,"end_info":{"0":1,"0":2}}', "the name '0' twice"),
        ('{"state":-1,"end\\u005finfo":{"0":1,"0":2}}', "the name '0' twice"),
        ('{"state":-1,"end_info":"{\\"0\\":1,\\"0\\":2}"}', "the name '0' twice"),
        ('{"state":-1,"end_info":{"0":1,"00":2,"1":1}}', "end_info names seat 0 twice"),
        ('{"state":-1,"end_info":{"0":1.7e308,"1":1.7e308}}', "score of seat 0 is not below 2^63"),
        ('{"state":-1,"end_info":{"0":1,"1":-1e300}}', "score of seat 1 is not below 2^63"),
    ],
)
def test_numbers_that_nothing_could_store_and_seats_named_twice_end_the_match(packet, words):
    (ended,) = relay().from_logic(from_logic(-1, packet.encode()), 0)
    assert isinstance(ended, Ended)
    assert ended.scores is None
    assert words in ended.why


def test_no_depth_of_a_packet_raises():
    """Some can be read, and are too deep to be written again."""
    for depth in range(900, 1010):
        content = "[" * depth + "]" * depth
        for members in (f'"watch":{content}', f'"state":1,"player":[0],"content":[{content}]'):
            relay().from_logic(from_logic(-1, f"{{{members}}}".encode()), 0)


def test_an_empty_list_may_be_null_or_missing():
    machine = relay()
    machine.from_logic(message(state=1, listen=[1], player=None, content=None), 0)
    assert machine.listen == (1,)
    machine.from_logic(message(state=2, listen=None), 0)
    assert (machine.state, machine.listen) == (2, ())


@pytest.mark.parametrize(
    ("given", "scores"),
    [
        ({"0": True, "1": False}, {0: 1, 1: 0}),
        ({"0": "2", "1": "0.5"}, {0: 2, 1: 0.5}),
        ({"0": "many", "1": 1}, None),
        ({"0": None, "1": 1}, None),
        ({"0": "true", "1": 1}, None),
    ],
)
def test_points_may_be_truth_values_or_texts_with_a_number(given, scores):
    (ended,) = relay().from_logic(message(state=-1, end_info=given), 0)
    assert isinstance(ended, Ended)
    assert ended.scores == scores
