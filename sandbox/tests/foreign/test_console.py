"""Test mode: its commands, people as players, reconnects and spectators."""

from __future__ import annotations

import json
import socket
from contextlib import ExitStack, suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage
from websockets.frames import Close
from websockets.sync.client import connect

from sandbox.tests.foreign.direct import HASTY, SCRIPTED, ai, wait_until
from sandbox.tests.foreign.people import console, hear, person, say, token

PATIENT = ["send", {"state": 0, "time": 60, "length": 1024}]


def turn(state, listen, *contents):
    players, texts = [seat for seat, _ in contents], [text for _, text in contents]
    return ["send", {"state": state, "listen": listen, "player": players, "content": texts}]


def logic(*steps):
    """The command that starts the scripted logic; a config has no blanks here."""
    config = json.dumps([PATIENT, *steps], separators=(",", ":"))
    assert " " not in config
    return f"4 {SCRIPTED} {config} heard.json"


@pytest.fixture
def desk(tmp_path):
    with console(tmp_path) as desk:
        yield desk


@pytest.fixture
def hasty(tmp_path):
    with console(tmp_path, HASTY) as desk:
        yield desk


@pytest.fixture(scope="module")
def idle(tmp_path_factory):
    """A desk at which no match begins."""
    with console(tmp_path_factory.mktemp("idle")) as desk:
        yield desk


def test_help_lists_the_commands(idle):
    idle.write("help")
    assert {form[0] for form in idle.wait(type="help")["commands"]} == {"h", "0", "1", "4"}


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("0 0", 0), ("0  0 prog", 0), ("0 0 prog ", 0), (" 0 0 prog", ""), ("0 x prog", 0),
        ("0 64 prog", 0), ("0 -1 prog", 0), ("0 ² prog", 0), ("1 0 127.0.0.1 9010", 1),
        ("1 0 127.0.0.1 70000 1", 1), ("1 0 not.an.address.invalid 9010 1", 1), ("4 x y", 4),
        ("4 logic config replay", 4), ("7 1", "7"), ("hello", "hello"), ("HELP", "HELP"),
        ("0 0 no+such+program", 0),
    ],
)  # fmt: skip
def test_an_invalid_command_is_answered_with_a_reason(idle, line, kind):
    idle.write(line)
    answer = idle.wait(success=0)
    assert answer["type"] == kind
    assert answer["reason"]


def test_programs_play_each_other(desk):
    desk.write("0 1 " + ai("echo"))
    assert desk.wait(type=0) == {"type": 0, "index": 1, "success": 1}
    desk.write(logic(["end", {}]))
    assert "player 0 is missing" in desk.wait(type=4)["reason"]
    desk.write("0 0 " + ai("echo"))
    desk.wait(type=0, index=0, success=1)
    desk.write(logic(turn(1, [0], (0, "x")), ["player", 0], ["end", {"0": 1, "1": 0}]))
    desk.wait(type=4, success=1)
    assert desk.end() == {"0": 1, "1": 0}
    assert desk.process.returncode == 0


def test_a_program_that_cannot_be_started_may_be_replaced_or_left_to_the_logic(desk, tmp_path):
    for seat in (0, 1):
        desk.write(f"0 {seat} no+such+program")
        desk.wait(type=0, index=seat, success=0)
    desk.write("0 1 " + ai("echo"))
    desk.wait(type=0, index=1, success=1)
    desk.write(logic(["end", {"0": 0}]))
    desk.end()
    assert json.loads((tmp_path / "heard.json").read_text())[0]["player_list"] == [0, 1]


def test_the_input_may_end_before_and_during_a_match(desk):
    desk.write("0 0 " + ai("echo"))
    desk.write(logic(["sleep", 0.5], ["end", {"0": 1}]))
    desk.process.stdin.close()
    assert desk.end() == {"0": 1}


def test_an_input_that_ends_without_a_match_is_no_error(desk):
    desk.write("0 0 " + ai("spin"))
    desk.process.stdin.close()
    assert desk.process.wait(60) == 0


def test_a_person_plays_against_a_program(desk, tmp_path):
    desk.write("0 0 " + ai("echo"))
    desk.write("1 1 127.0.0.1 0 1")
    port = desk.port(1)
    desk.write(logic(["end", {}]))
    assert "has not connected" in desk.wait(type=4)["reason"]
    with person(port, 1) as client:
        assert desk.wait(type=1) == {"type": 1, "index": 1, "success": 1}
        desk.write(
            logic(
                turn(1, [1], (1, "añ")), ["raw", 1, "raw"], ["player", 1],
                turn(2, [0], (0, "bye")), ["player", 0], ["end", {"0": 0, "1": 9}],
            )
        )  # fmt: skip
        assert [hear(client), hear(client)] == ["añ", "raw"]
        say(client, "action", token=token("anything"), content="my move: ü")
        with pytest.raises(ConnectionClosed):
            client.recv(timeout=60)
    assert desk.end() == {"0": 0, "1": 9}
    first, move, answer = json.loads((tmp_path / "heard.json").read_text())
    assert first["player_list"] == [1, 2]
    assert (move["player"], move["content"]) == (1, "my move: ü")
    assert (answer["player"], answer["content"]) == (0, "bye")


def test_a_person_that_thinks_too_long_times_out_and_sees_a_clock(hasty, tmp_path):
    hasty.write("1 0 127.0.0.1 0 1")
    with person(hasty.port(0), 0) as client:
        hasty.wait(type=1)
        limits = ["send", {"state": 0, "time": 1}]
        hasty.write(logic(limits, turn(1, [0], (0, "go")), ["error", 0, 1], ["end", {"0": 0}]))
        assert hear(client) == "go"
        assert 0 <= hear(client, "time") <= 1000
        hasty.end()
    assert "TLE" in hasty.lines[-2]["end_state"]


def test_one_address_serves_several_seats_and_refuses_wrong_and_taken_ones(desk):
    desk.write("1 0 127.0.0.1 0 1")
    port = desk.port(0)
    desk.write(f"1 1 127.0.0.1 {port} 1")
    desk.port(1)
    with person(port, 0), person(port, 1, given="%% no base64 %%"):
        desk.wait(type=1)
        desk.wait(type=1)
        for path in ("1/x/0", "1/x/7", "1/x/me", "1/x/-1"):
            with connect(f"ws://127.0.0.1:{port}/{path}") as client:
                with pytest.raises(ConnectionClosed) as closed:
                    client.recv(timeout=60)
                assert closed.value.rcvd == Close(
                    1008, "there is no such seat here, or it is taken"
                )


@pytest.mark.parametrize("encode", [token, str], ids=["base64", "plain"])
def test_where_the_path_names_no_seat_the_token_does(desk, encode):
    desk.write("1 3 127.0.0.1 0 1")
    with connect(f"ws://127.0.0.1:{desk.port(3)}/") as client:
        say(client, "connect", token=encode("some.host/game/42/3"))
        assert desk.wait(type=1)["index"] == 3


def test_a_port_in_use_is_a_reason(desk):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        desk.write(f"1 0 127.0.0.1 {taken.getsockname()[1]} 1")
        answer = desk.wait(type=1)
    assert answer["success"] == 0
    assert "cannot listen" in answer["reason"]


def test_who_comes_back_gets_what_came_meanwhile_and_nothing_twice(desk):
    desk.write("0 0 " + ai("echo"))
    desk.write("1 1 127.0.0.1 0 1")
    port = desk.port(1)
    with person(port, 1) as client:
        desk.wait(type=1)
        desk.write(
            logic(
                turn(1, [1], (1, "one")), ["player", 1], ["sleep", 0.5],
                turn(2, [0], (1, "two"), (0, "x")), turn(2, [0], (1, "three")), ["player", 0],
                turn(3, [1], (1, "four")), ["player", 1], ["end", {"0": 1, "1": 2}],
            )
        )  # fmt: skip
        assert hear(client) == "one"
        say(client, "action", content="bye for now")
    desk.wait(type="to_player", index=1, content="four")
    with person(port, 1) as client:
        assert [hear(client) for _ in range(3)] == ["two", "three", "four"]
        say(client, "action", content="back")
        assert desk.end() == {"0": 1, "1": 2}


def test_a_connection_that_breaks_loses_nothing(desk):
    """Messages into a dead connection are sent again: no pong has confirmed them."""
    desk.write("1 0 127.0.0.1 0 1")
    port = desk.port(0)
    steps = [turn(1, [0], (0, "one")), ["sleep", 1], turn(1, [0], (0, "two")), ["player", 0],
             ["end", {"0": 5}]]  # fmt: skip
    with socket.create_connection(("127.0.0.1", port)) as deaf:
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        head = (
            f"GET /1/x/0 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}"
        )
        deaf.sendall(f"{head}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        body = b'{"request":"connect","token":"x"}'
        deaf.sendall(bytes([0x81, 0x80 | len(body), 0, 0, 0, 0]) + body)
        desk.wait(type=1)
        desk.write(logic(*steps))
        desk.wait(type="to_player", content="two")
    with person(port, 0) as client:
        assert [hear(client), hear(client)] == ["one", "two"]
        say(client, "action", content="x")
        assert desk.end() == {"0": 5}


def test_spectators_get_the_history_and_then_every_text(desk):
    desk.write("1 0 127.0.0.1 0 77")
    port = desk.port(0)
    with person(port, 0) as player:
        desk.wait(type=1)
        watch = [["send", {"watch": text}] for text in ("a", "ü", "c", "d")]
        steps = [*watch[:2], turn(1, [0], (0, "go")), ["player", 0], *watch[2:], ["end", {"0": 1}]]
        desk.write(logic(*steps))
        assert hear(player) == "go"
        with connect(f"ws://127.0.0.1:{port}/77/_77") as spectator:
            assert hear(spectator, "history") == ["a", "ü"]
            say(spectator, "action", content="I am not a player")
            say(player, "action", content="x")
            assert [hear(spectator, "watch"), hear(spectator, "watch")] == ["c", "d"]
            assert desk.end() == {"0": 1}


def test_a_person_who_reads_nothing_is_put_out_at_16_mib(desk):
    desk.write("0 0 " + ai("echo"))
    desk.write("1 1 127.0.0.1 0 1")
    with connect(f"ws://127.0.0.1:{desk.port(1)}/1/x/1", max_queue=1) as client:
        say(client, "connect", token="x")
        desk.wait(type=1)
        steps = [*[["big", 1, 1 << 20]] * 20, ["error", 1, 0], ["end", {"0": 1, "1": 0}]]
        desk.write(logic(*steps))
        assert desk.end() == {"0": 1, "1": 0}
    assert desk.lines[-2]["end_state"] == ["OK", "RE"]


HANDSHAKE = (
    b"GET /1/x/0 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


UNFINISHED = b"GET"
"""Is waited for."""
STRANGE = [
    b"", b"GET / HTTP/1.1\r\n\r\n", b"POST / HTTP/1.1\r\n\r\n", b"\xff" * 100_000,
    b"GET /" + b"a" * 100_000, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 5000,
    HANDSHAKE + b"\x81\xff" + b"\xff" * 8,  # a text of 2^64 - 1 bytes
    HANDSHAKE + b"\x81\xff" + (1 << 30).to_bytes(8, "big") + b"\0" * 200_000,
    HANDSHAKE + b"\x82\x84" + b"\0" * 8,  # binary
    HANDSHAKE + b"\x81\x82\0\0\0\0\xff\xff",  # not UTF-8
    HANDSHAKE + b"\x81\x82\0\0\0\0{}",  # no connect
    HANDSHAKE.replace(b"1/x/0", b"") + b"\x81\xa3\0\0\0\0"
    + b'{"request":"connect","token":"/99"}',
    HANDSHAKE + b"\x01\x81\0\0\0\0a" * 3, HANDSHAKE + b"\x83\x80\0\0\0\0",
]  # fmt: skip


@pytest.mark.parametrize(
    "strange",
    [
        pytest.param(STRANGE, id="all-at-once"),
        *(
            pytest.param([data], id=str(number), marks=pytest.mark.nightly)
            for number, data in enumerate([*STRANGE, UNFINISHED])
        ),
    ],
)
def test_whatever_strangers_send_does_no_harm(desk, strange):
    receive(desk, *strange)


def receive(desk, *strange):
    """Let strangers send this, before a person plays."""
    desk.write("1 0 127.0.0.1 0 1")
    port = desk.port(0)
    with ExitStack() as stack:
        strangers = []
        for data in strange:
            stranger = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            with suppress(OSError):
                stranger.sendall(data)
            # A connection that does not become a player's is closed; until then the desk answers.
            desk.write("help")
            desk.wait(type="help")
            stranger.settimeout(60)
            if data:
                strangers.append(stranger)
        for stranger in strangers:
            wait_until(lambda stranger=stranger: not _more(stranger))
    with person(port, 0) as client:
        desk.wait(type=1)
        desk.write(logic(turn(1, [0], (0, "go")), ["player", 0], ["end", {"0": 1}]))
        assert hear(client) == "go"
        for nonsense in ("", "{", "[]", '{"request":"dance"}', '{"request":"action"}', "[" * 9999,
                         '{"request":"action","content":5}'):  # fmt: skip
            client.send(nonsense)
        say(client, "action", content="move")
        assert desk.end() == {"0": 1}


def test_a_stranger_who_begins_and_does_not_go_on_is_put_out(hasty):
    receive(hasty, UNFINISHED)


def _more(stranger):
    try:
        return bool(stranger.recv(65536))
    except TimeoutError:
        raise
    except OSError:
        return False


def test_a_crowd_of_strangers_is_not_let_in(desk):
    desk.write("1 0 127.0.0.1 0 1")
    port = desk.port(0)
    crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(40)]
    for stranger in crowd[32:]:
        stranger.settimeout(60)
        assert not _more(stranger)
    for stranger in crowd:
        stranger.close()
    wait_until(lambda: _lets_in(port))
    desk.wait(type=1)


def _lets_in(port):
    try:
        with person(port, 0):
            return True
    except (ConnectionClosed, InvalidMessage, OSError):
        return False  # the crowd's places are not free yet
