"""The Python kit knows what its seat may see, after any messages, and plays as downloaded."""

from __future__ import annotations

import json
import struct
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from games.engine import JSON, EndState
from games.lost_in_space import rounds, rules, state
from games.lost_in_space.game import LOST_IN_SPACE
from games.lost_in_space.tests.junk import spoiled
from games.lost_in_space.tests.mixed import Mixed
from games.lost_in_space.tests.processes import CALLS, assert_plays_in_order, play, refusals
from games.lost_in_space.tests.seated import Idle, Link, Table, check, setup
from games.package import kit_files
from games.tests.kits import imported, kit_of
from games.tests.pipes import Command, lay_out, unpack
from tests import examples

FILES = kit_files(kit_of(LOST_IN_SPACE, "python"))
SEEDS = range(8)
FUZZED = examples.sample(60, 20)
Modules = dict[str, ModuleType]


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Modules]:
    with imported(lay_out(FILES, tmp_path_factory.mktemp("kit"))) as modules:
        yield modules


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Command:
    return unpack(FILES, "python", tmp_path_factory.mktemp("program"))


def tables(kit: Modules) -> list[Table]:
    return [Table(kit, [Mixed(kit, 4 * seed + seat) for seat in range(4)], check) for seed in SEEDS]


def test_a_client_knows_what_its_seat_may_see_after_each_of_its_actions(kit, capfd):
    met: Counter[str] = Counter()
    for table in tables(kit):
        table.play()
        met += table.counted
    everything = {"status 0", "status 1", "status 3", "status 4"}
    everything |= {"died", "regenerate", "attack", "escaped", "getkey", "kit", "flink", "refused"}
    everything |= {"trap_triggered", "trap_destoryed", "LandMine", "Sticky", "place_trap"}
    everything |= {"player_enter_top_layer", "interprops_status_update", "tool_update"}
    assert everything <= met.keys()
    assert "not understood" not in capfd.readouterr().err


@pytest.fixture(scope="module")
def messages(kit: Modules) -> list[JSON]:
    """All messages of a game, to all four seats."""
    found: list[JSON] = []

    class Listener(kit["knowledge"].Knowledge):  # type: ignore[misc]
        def hear(self, message: JSON) -> None:
            found.append(message)
            super().hear(message)

        def done(self, words: list[JSON], reply: JSON) -> None:
            found.append(reply)
            super().done(words, reply)

    for table in tables(kit)[:3]:
        for client in table.clients:
            client.know = Listener()
        table.play()
    assert len({message["type"] for message in found}) >= 8
    return found


def babbling(kit: Modules, random: Random, link: Link) -> Any:
    """A client that tries everything."""

    class Babbler(kit["client"].Client):  # type: ignore[misc]
        def play(self) -> None:
            near = random.choice([*self.get_neighbors(self.get_my_pos()), (9, 9, 9)])
            number = random.randrange(4)
            calls = (
                lambda: self.move(near),
                lambda: self.attack(self.get_other_pos(number), number),
                lambda: self.view_box("Box", "Key"),
                lambda: self.view_box("Materials", "Landmine"),
                lambda: self.interact("KeyMachine"),
                lambda: self.interact("EscapeCapsule", number % 2),
                lambda: self.use_tool("Transport", near),
                lambda: self.use_tool("Kit"),
                lambda: self.put_trap("Sticky"),
                lambda: self.detect(near),
            )
            for call in random.sample(calls, k=random.randrange(4)):
                assert call()["success"] in (True, False)
            assert len(self.view.self_nodes) in (0, 21, 42, 47)

        def countdown(self) -> None:
            self.play()

    return Babbler(link)


@pytest.mark.parametrize("spoil", [False, True], ids=["in any order", "and with anything in them"])
def test_a_client_never_raises_whatever_message_comes_when(kit, messages, spoil):
    turns = 0
    for seed in range(FUZZED):
        random = Random(seed)
        heard = random.choices(messages, k=300)
        if spoil:
            heard = [spoiled(m, random) if random.random() < 0.5 else m for m in heard]
        said: list[bytes] = []
        link = Link(kit, said.append)
        for message in heard:
            body = json.dumps(message).encode()
            if len(body) < 10000:
                link.told += b"%04d" % len(body) + body
        with pytest.raises(Idle):
            babbling(kit, random, link).run()
        turns += sum(b'"finish"' in each for each in said)
        assert all(len(each) < 1024 for each in said)
    assert turns > 5 * FUZZED


def test_a_turn_begins_well_after_any_nonsense(kit, messages):
    """The beginning of the own turn puts everything right."""
    own = next(m for m in messages if m.get("inturn") == 2 and m.get("status") == 0)
    for seed in range(FUZZED):
        random = Random(seed)
        know = kit["knowledge"].Knowledge()
        know.hear({"type": "id", "id": 2, "birth_pos": [6, 6]})
        for message in random.choices(messages, k=50):
            if message["type"] != "id":
                know.hear(spoiled(message, random))
        know.id = 2
        know.hear(own)
        me = know.me
        assert [*me.pos] == own["pos"]
        assert (me.hp, me.keys, int(me.status)) == (own["hp"], own["keys"], own["status"])
        assert me.tools.kit == own["tools"]["Kit"]
        assert not know.over
        assert not know.major


def test_the_station_of_the_kit_is_that_of_the_rules(kit):
    station, definition, table = kit["station"], kit["definition"], kit["table"]
    assert {pos: tuple(near) for pos, near in station.PASSAGES.items()} == state.NEIGHBOURS
    assert {pos: tuple(stops) for pos, stops in station.STOPS.items()} == state.STOPS
    assert station.MACHINES == state.MACHINES
    assert tuple(station.MATERIALS) == state.MATERIALS
    assert tuple(station.SPAWNS) == state.SPAWNS
    assert station.CAPSULE == state.CAPSULE
    zones = [(zone.closes, zone.nodes) for zone in station.ZONES]
    assert zones == [(zone.closes, zone.nodes) for zone in state.ZONES]
    assert {item.value: count for item, count in state.CARRY.items()} == definition.CARRY
    assert {one.name: one.value for one in state.Status} == {
        one.name: one.value for one in definition.Status
    }
    kits_own = ("FULL", "HIT", "MINE_HURTS", "KIT_HEALS", "LAST_CLOSING", "DETECT_RESTS")
    for name in kits_own:
        found = getattr(rules, name, None) or getattr(state, name)
        assert getattr(definition, name) == found, name
    assert (definition.ROUNDS, definition.AWAY) == (rounds.ROUNDS, rounds.AWAY)
    assert (table.STOCK, table.REFILL) == (state.STOCK, rules.REFILL)


def test_the_turn_in_which_somebody_escapes_begins_for_the_others_in_play_py(kit):
    table = kit["table"].Table()
    seat = table.seats[0]
    seat.status, seat.countdown = kit["definition"].Status.COUNTDOWN, 1
    table.post.clear()
    assert not table.begin_turn()
    begun = {"type": "roundbegin", "state": 1, "inturn": 0}
    assert [told for told, message in table.post if message == begun] == [1, 2, 3]
    assert [message for told, message in table.post if told == 0] == [{"type": "escaped"}]


def test_a_way_closes_with_its_zone_and_is_told_so(kit):
    station = kit["station"]
    warehouse = (2, 3, 1)
    assert station.is_open(warehouse, 40)
    assert not station.is_open(warehouse, 41)
    assert warehouse not in station.ways((2, 2, 1), 41)
    far = station.distances([state.CAPSULE], 1)
    assert far.keys() == state.NEIGHBOURS.keys()
    assert far[1, 3, 1] == 3
    assert far[0, 6, 1] == 7
    avoided = station.distances([state.CAPSULE], 1, avoid=[(1, 3, 0)])
    assert avoided[1, 3, 1] == 7


def test_the_view_shows_the_own_layer_with_what_stands_and_lies_there(kit):
    client = kit["client"].Client(Link(kit, lambda _: None))
    client.know.hear({"type": "id", "id": 1, "birth_pos": [6, 0]})
    nodes = {node.pos: node for node in client.view.self_nodes}
    assert nodes.keys() == {pos for pos in state.NEIGHBOURS if pos[2] == 1}
    assert (nodes[6, 0, 1].interprops, nodes[6, 0, 1].player) == (["KeyMachine"], [1])
    assert nodes[0, 3, 1].interprops == ["Materials"]
    assert nodes[1, 3, 1].interprops == ["Elevator"]
    edges = {(edge.stpos, edge.edpos) for edge in client.view.self_edges}
    assert ((6, 0, 1), (6, 1, 1)) in edges
    assert ((1, 3, 1), (1, 3, 2)) in edges
    assert len(edges) == 58 + 4
    assert [other.id for other in client.others] == [0, 2, 3]
    assert client.get_my_num() == 1
    assert client.get_spawn_pos(3) == (0, 6, 1)
    assert client.get_escape_pos() == (3, 3, 0)
    with pytest.raises(ValueError, match="no player 4"):
        client.get_other_pos(4)


def test_places_are_lists_as_the_manual_has_them_and_can_be_keys(kit):
    client = kit["client"].Client(Link(kit, lambda _: None))
    client.know.hear({"type": "id", "id": 1, "birth_pos": [6, 0]})
    client.know.me.tools.landmine_pos.append(kit["station"].place([5, 1, 1]))
    node, edge = client.view.self_nodes[0], client.view.self_edges[0]
    near = client.get_neighbors([6, 0, 1])
    single = [client.get_my_pos(), client.get_other_pos(2), client.get_spawn_pos(3)]
    places = [*single, client.get_escape_pos(), *near, *client.get_landmine_pos()]
    for place in [*places, node.pos, edge.stpos, edge.edpos]:
        assert isinstance(place, list)
        assert json.loads(json.dumps(place)) == place
        same: object = tuple(place)
        assert place == same
    assert client.get_my_pos() == [6, 0, 1]
    assert [5, 0, 1] in near
    assert kit["station"].MACHINES[client.get_my_pos()] == 1
    assert client.get_my_pos() != [6, 1, 1]


def test_a_place_that_a_call_returns_is_the_authors_to_change(kit):
    client = kit["client"].Client(Link(kit, lambda _: None))
    calls = (client.get_my_pos, client.get_escape_pos, lambda: client.get_spawn_pos(3))
    for call in (*calls, lambda: client.get_other_pos(2), lambda: client.view.self_nodes[0].pos):
        before = list(call())
        call()[0] += 1
        assert call() == before
    client.get_neighbors([6, 0, 1])[0][0] += 1
    assert client.get_neighbors([6, 0, 1]) == [[5, 0, 1], [6, 1, 1]]


def test_what_is_none_of_the_games_actions_is_not_even_sent(kit, capfd):
    said: list[bytes] = []
    client = kit["client"].Client(Link(kit, said.append))
    client.know.over = client._ended = False
    for reply in (
        client.move((2, 3, 0)),
        client.attack((-1, -1, -1), 2),
        client.attack((0, 0, 1), 7),
        client.interact("Console"),
        client.put_trap("Kit"),
        client.use_tool("Transport"),
        client.view_box("Materials", "Key"),
        client.detect([1, 2]),
    ):
        assert reply["success"] is False
    assert said == []
    assert capfd.readouterr().err.count("nothing of the game") == 8


def test_the_unedited_kit_plays_a_whole_game_and_leaves_in_order(command):
    assert_plays_in_order(command)


AI_OF_FEW_WORDS = b"""
from client import Client

print("good morning")

class AI(Client):
    def play(self):
        print("round", self.get_round(), list(self.get_my_pos()))
        for pos in self.get_neighbors(self.get_my_pos()):
            self.move(list(pos))
        self.end_turn()
        self.move(self.get_escape_pos())
        self.end_turn()
"""


def test_an_ai_needs_one_function_and_may_print_and_act_after_its_turn(command, tmp_path):
    brief = unpack(FILES | {"AI_client.py": AI_OF_FEW_WORDS}, "python", tmp_path)
    played = play([brief, command, command, command], setup(rounds=3))
    assert set(played.ends) == {EndState.OK}
    log = played.seats[0].stderr.splitlines()
    assert log[:3] == ["good morning", "round 1 [0, 0, 1]", "round 2 [0, 1, 1]"]
    # The corner has two neighbours, the next place three; the last action is not even sent.
    assert refusals(played) == 1 + 2 + 1


@pytest.mark.parametrize("data", [b"ab12{}", b"0002[]", b"0005{...}"])
def test_what_is_no_message_is_refused(command, data):
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    assert done.returncode != 0
    assert b"ProtocolError" in done.stderr


def beginning(number: int) -> JSON:
    """Of the turn of player 0 in a round."""
    begun = {"type": "roundbegin", "state": number, "inturn": 0, "status": 0, "hp": 200}
    tools = {"LandMine": [0, 0], "Sticky": [0, 0], "Kit": 0, "Transport": 0}
    return {**begun, "keys": [0], "tools": tools, "others": [], "pos": [0, 0, 1]}


def test_a_bot_ends_its_turn_once_and_names_the_round(kit):
    said: list[JSON] = []
    link = Link(kit, lambda data: said.append(json.loads(data[4:])))
    client = kit["client"].Client(link)
    body = json.dumps(beginning(7)).encode()
    link.told += b"%04d" % len(body) + body
    with pytest.raises(Idle):
        client.run()
    assert said == [{"type": "finish", "state": 7}]


def test_a_client_whose_action_is_not_answered_goes_on_with_its_next_turn(kit):
    said: list[JSON] = []
    link = Link(kit, lambda data: said.append(json.loads(data[4:])))
    for number in (7, 8):
        body = json.dumps(beginning(number)).encode()
        link.told += b"%04d" % len(body) + body

    class Mover(kit["client"].Client):  # type: ignore[misc]
        def play(self) -> None:
            said.append(self.know.round)
            if self.know.round == 7:
                said.append(self.move((0, 1, 1))["success"])

    with pytest.raises(Idle):
        Mover(link).run()
    move = {"type": "action", "action": ["move", [0, 1, 1]], "state": 7}
    assert said == [7, move, False, 8, {"type": "finish", "state": 8}]


def test_a_message_of_the_kit_has_its_length_in_four_bytes(kit):
    said: list[bytes] = []
    kit["protocol"].Connection(None, Link(kit, said.append)).send({"type": "finish", "state": 1})
    assert said == [struct.pack(">i", 27) + b'{"type":"finish","state":1}']


def test_the_readme_names_every_call_of_the_manual_and_every_file(kit):
    text = FILES["README.md"].decode()
    for name in CALLS:
        assert callable(getattr(kit["client"].Client, name))
        assert f"{name}(" in text or f"`{name}`" in text, name
    for name in FILES.keys() - {"README.md"}:
        assert f"`{Path(name).name}`" in text, name
    for name in ("Node", "Edge", "Tool", "Player", "View"):
        assert hasattr(kit["definition"], name)
