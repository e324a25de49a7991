"""The players' page tells the truth: its example is a real game, its tables are the code's."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from games.lost_in_space import rounds, rules
from games.lost_in_space.engine import AFTERWARDS, WAITING
from games.lost_in_space.export import EXPORTS
from games.lost_in_space.frames import round_begin
from games.lost_in_space.game import LOST_IN_SPACE
from games.lost_in_space.orders import DIRECTIONS, parse, seen
from games.lost_in_space.state import (
    CAPSULE,
    CARRY,
    FULL,
    LAST_CLOSING,
    MACHINES,
    MATERIALS,
    NEIGHBOURS,
    SPAWNS,
    STOCK,
    STOPS,
    ZONES,
    Item,
    Status,
    World,
)
from games.lost_in_space.tests.played import steps
from games.lost_in_space.tests.worlds import LAYERS, SETUP, engine, put
from games.lost_in_space.wire import LONGEST, LostInSpaceWire
from games.tests.pages import RulesPage

PAGE = RulesPage(LOST_IN_SPACE)


def places(text: str) -> list[tuple[int, ...]]:
    return [tuple(json.loads(found)) for found in re.findall(r"\[\d,\d,\d\]", text)]


def read_by_alice() -> list[str]:
    """The messages of the wire in the example, with hers in between."""
    said = [line for block in PAGE.blocks("Example") for line in block.splitlines()]
    says = [line for line in said if line.startswith("{")]
    play, wire = engine(), LostInSpaceWire(SETUP, 0)
    lines: list[str] = []

    def hear(data: bytes) -> None:
        lines.extend(part.decode() for part in wire.split(data))

    def say(seat: int, text: str) -> None:
        events = play.submit({seat: json.loads(text)})
        if seat == 0:
            lines.append(text)
        hear(wire.tell([event for event in events if event.told_to(0)]))

    hear(wire.begin(play.scene(), play.view(0)))
    hear(wire.ask(play.pending()[0]))
    for text in says[:-1]:
        say(0, text)
    for seat in (1, 2):
        say(seat, '{"type":"finish"}')
    say(3, '{"type":"action","action":["move",[0,5,1]]}')
    play.world.round, play.world.turn, play.world.major = 15, 0, False
    put(play.world, 0, (0, 3, 1))
    put(play.world, 3, (0, 4, 1), hp=60)
    say(0, says[-1])
    return lines


def test_the_lines_of_the_example_are_those_of_the_wire():
    shown = [line for block in PAGE.blocks("Example") for line in block.splitlines()]
    assert read_by_alice() == shown


def test_the_numbers_are_those_of_the_rules():
    found = {row[0]: row[1] for row in PAGE.rows("The game in one minute")}
    numbers = {key: int(re.findall(r"\d+", value)[0]) for key, value in found.items()}
    assert numbers == {
        "Rounds": rounds.ROUNDS,
        "Hit points": FULL,
        "An attack": rules.HIT,
        "A mine": rules.MINE_HURTS,
        "A kit": rules.KIT_HEALS,
        "Back after a death": rounds.AWAY,
        "Detection works again": rules.DETECT_RESTS,
        "The capsule leaves": rules.COUNTDOWN,
        "A material point holds": STOCK,
        "It gets a new item": rules.REFILL,
        "Overtime begins": LAST_CLOSING,
    }
    score = {
        row[1]: int(row[0].replace("−", "-")) for row in PAGE.rows("Winner and ranks", "Score")
    }
    assert list(score.values()) == [
        *(rules.FOR_KEYS, rules.FOR_KEYS, rules.FOR_KILL, rules.FOR_DEATH),
    ]


def test_the_station_is_drawn_as_it_is():
    for z, block in enumerate(PAGE.blocks("The station")):
        ways = dict(entry.split(": ") for line in block.splitlines() for entry in line.split(" | "))
        assert len(ways) == len(LAYERS[z])
        for node, near in ways.items():
            x, y = map(int, node)
            drawn = [(int(pair[0]), int(pair[1]), z) for pair in near.split()]
            assert drawn == list(NEIGHBOURS[(x, y, z)])
    counts = re.findall(r"(\d+)(?: places)? on the", PAGE.section("The station"))
    assert list(map(int, counts)) == [len(layer) for layer in LAYERS]


def test_everything_stands_where_the_page_has_it():
    found = {row[0]: row[1] for row in PAGE.rows("The station")}
    assert places(found["Spawn of player 0, 1, 2, 3"]) == list(SPAWNS)
    below = places(found["Key machines 0, 1, 2, 3"])
    assert [MACHINES[(x, y, z)] for x, y, z in below] == [0, 1, 2, 3]
    assert places(found["Escape capsule"]) == [CAPSULE]
    points = found["Material points, middle"] + found["Material points, bottom"]
    assert sorted(places(points)) == sorted(MATERIALS)
    for row, layers in (
        ("Lifts to all floors", {0, 1, 2}),
        ("Lifts between top and bottom only", {0, 2}),
    ):
        for x, y in re.findall(r"(\d),(\d)", found[row]):
            assert {z for a, b, z in STOPS if (a, b) == (int(x), int(y))} == layers


def test_the_zones_are_those_of_the_station():
    table = [(int(row[1]), set(places(row[2]))) for row in PAGE.rows("Zones")]
    assert table == [(zone.closes, set(zone.nodes)) for zone in ZONES]


def test_the_bag_holds_what_the_page_says():
    table = {row[1].strip("`"): int(row[2]) for row in PAGE.rows("Items and traps")}
    assert table == {item.value: most for item, most in CARRY.items()}


def test_major_and_minor_actions_are_all_there():
    assert len(PAGE.rows("Major actions")) == len(rules.MAJOR)
    minor = set(rules._ACTIONS) - rules.MAJOR
    assert len(PAGE.rows("Minor actions")) == len(minor)


def test_every_message_of_the_page_can_be_read_and_every_order_is_on_it():
    verbs = set()
    for row in PAGE.rows("Your messages"):
        text = row[0].strip("`").replace("[x,y,z]", "[0,1,1]").replace("player", "3")
        verbs.add(parse(json.loads(text)).verb)
    finish = {parse({"type": "finish"}).verb}
    assert verbs == set(rules._ACTIONS) | finish


def test_the_fields_of_the_long_message_are_those_that_are_sent():
    explained = {
        name for row in PAGE.rows("roundbegin", "Field") for name in re.findall(r"`(\w+)`", row[0])
    }
    world = World()
    message = round_begin(world, world.players[0])
    assert explained == set(message)
    for name in message["others"][0]:
        assert f"`{name}`" in PAGE.section("roundbegin")
    table = {int(row[0]) for row in PAGE.rows("roundbegin", "Status")}
    assert table == set(Status)


def test_a_person_is_told_what_the_page_says():
    world = World()
    explained = [row[0].strip("`") for row in PAGE.rows("Under a judger of game logics")]
    assert explained == list(seen(world, world.players[0]))
    (row,) = (row for row in PAGE.rows("Under a judger of game logics") if row[0] == "`move`")
    steps_ = re.findall(r"leads to (.*), to a place", row[1])[0].split(", ")
    told = [list(re.findall(r"([xy]) ([+−]) 1", step)) for step in steps_]
    by_sign = {"+": 1, "−": -1}
    for words, (dx, dy) in zip(told, DIRECTIONS, strict=True):
        change = {axis: by_sign[sign] for axis, sign in words}
        assert (change.get("x", 0), change.get("y", 0)) == (dx, dy)


def kinds_told() -> tuple[set[str], set[str], set[str]]:
    """Of some games: the kinds of news, of messages, and of events of the record."""
    news, messages, record = set(), set(), set()
    items = [item.value for item in Item]
    for seed in range(10):
        for _, _, events in steps(seed, 0.0005):
            for event in events:
                data: Any = event.data
                if "off" in data:
                    words = data["off"]
                    news.add(" ".join(w for w in words if isinstance(w, str) and w not in items))
                elif "say" in data:
                    messages.add(data["say"]["type"])
                elif "type" in data:
                    record.add(data["type"])
    return news, messages, record


def test_every_kind_of_news_message_and_event_is_explained_and_no_other():
    news, messages, record = kinds_told()
    explained = set()
    for row in PAGE.rows("offround"):
        quoted = re.findall(r'"(\w+)"', row[0])
        explained.add(" ".join(quoted))
    assert news == explained
    said = {
        re.findall(r'"type": "(\w+)"', row[0])[0]
        for row in PAGE.rows("Other messages in your turn")
    }
    assert messages == {*said, "action"}
    assert record - {"now", "turn"} == {row[0].strip("`") for row in PAGE.rows("Replay files")}


def test_the_limits_are_those_of_every_ruleset():
    found = dict(PAGE.rows("Faults"))
    for ruleset in LOST_IN_SPACE.rulesets:
        assert found["CPU time for one turn"] == f"{ruleset.limits.cpu_ms} ms, all threads together"
        wall = f"{ruleset.limits.wall_ms // 1000} s (a backstop)"
        assert found["Wall time for one turn"] == wall
        assert found["Memory"] == f"{ruleset.memory_mb} MB"
    assert found["One message"] == f"{LONGEST} bytes"
    assert f"after {WAITING.wall_ms / 1000:g} s the game goes on" in PAGE.section("Faults")
    assert f"for up to {AFTERWARDS.wall_ms / 1000:g} s more" in PAGE.section("Your messages")
    assert f"{LOST_IN_SPACE.patience.seconds:g} s for a turn" in PAGE.section("Faults")
    assert f"{LOST_IN_SPACE.protocol_seconds} s by the wall clock" in PAGE.text


def test_the_download_is_named_as_on_the_site():
    (export,) = EXPORTS
    assert f"**{export.title}**" in PAGE.section("Replay files")


@pytest.mark.parametrize("text", re.findall(r"`\[(\d,\d,\d)\]`", PAGE.text))
def test_every_place_of_the_page_is_one(text):
    x, y, z = map(int, text.split(","))
    assert (x, y, z) in NEIGHBOURS
