"""The players' page tells the truth: its example is a real game, its tables are the code's."""

from __future__ import annotations

import json
import re

from games.microwars.engine import WAIT_MS, WAIT_PER_TURN_MS
from games.microwars.export import transcript
from games.microwars.game import MICROWARS
from games.microwars.layout import from_json
from games.microwars.mapgen import Wishes
from games.microwars.maps import MAPS
from games.microwars.rules import Code
from games.microwars.tests.boards import play, setup
from games.microwars.tests.transcripts import replay
from games.microwars.units import LONGEST, MOST_TURNS, SPECS
from games.microwars.wire import CODES, MOST_LINE, MicrowarsWire
from games.tests.pages import RulesPage

PAGE = RulesPage(MICROWARS)


def number(text: str) -> int:
    return int(text.replace(" ", "").replace("−", "-"))


def test_the_units_are_those_of_the_rules():
    found = {row[0]: tuple(map(int, row[1:])) for row in PAGE.rows("The units")}
    assert found == {
        kind.name.lower(): (spec.power, spec.reach, spec.blast, spec.points)
        for kind, spec in SPECS.items()
    }


def example():
    """The game of the page, and what of it is shown."""
    drawn, start, orders, later, hexed = PAGE.blocks("Example")
    enemy = re.search(r"The enemy writes `([^`]+)` and `0`", PAGE.section("Example"))
    assert enemy is not None
    begin = setup(MAPS.parse(f"turns 2\npoints 4 2 1\n{drawn}"))
    return begin, start, orders, enemy[1], later, hexed


def test_the_example_comes_out_so_line_by_line():
    begin, start, orders, enemy, later, _ = example()
    engine, wire = MICROWARS.engine(begin), MicrowarsWire(begin, 0)
    (mine,) = wire.feed(orders.encode() + b"\n")
    theirs = MicrowarsWire(begin, 1).feed(enemy.encode() + b"\n0\n")[0]
    read = wire.begin(engine.scene(), engine.view(0)) + wire.ask(engine.pending()[0])
    assert read.decode() == start + "\n"
    turn = play(engine, mine, theirs)[0]
    assert turn["blocked"] == [0, 1]
    assert turn["units"] == [[2, 1, 0, 3, 1, 0]]
    assert wire.ask(engine.pending()[0]).decode() == later + "\n"
    play(engine)
    outcome = engine.outcome()
    assert outcome is not None
    assert [seat.score for seat in outcome.seats] == [3, -1]
    assert [seat.data["destroyed"] for seat in outcome.seats] == [1, 0]


def test_the_bytes_of_the_example_are_those_of_its_lines():
    _, _, orders, _, _, hexed = example()
    assert bytes.fromhex(hexed.replace("\n", " ")) == orders.encode() + b"\n"


def test_the_lines_of_the_transcript_table_are_those_of_the_example():
    begin, _, orders, enemy, _, _ = example()
    both = [MicrowarsWire(begin, 0).feed(orders.encode() + b"\n")[0]]
    both += MicrowarsWire(begin, 1).feed(enemy.encode() + b"\n0\n")
    text = b"".join(transcript(begin, [dict(enumerate(both)), {0: [], 1: []}]))
    shown = [row[0].strip("`") for row in PAGE.rows("The transcript")]
    assert len(shown) == 4
    lines = text.decode().splitlines()
    assert [line for line in shown if line not in lines] == [shown[2]]
    assert shown[2].startswith("!2 illegal move_occupied: ")
    assert replay(text).seats[0].score == 3


def test_the_codes_of_fields_are_those_of_the_wire():
    found = {int(row[0]): row[2] for row in PAGE.rows("The protocol")}
    assert sorted(found) == list(range(6))
    for (kind, own), code in CODES.items():
        owner = "your" if own else "an enemy"
        assert found[code] == f"{owner} {kind.name.lower()}"


def test_every_offence_is_named_in_the_order_in_which_they_are_looked_for():
    named = re.findall(
        r"`([a-z_]+)`", "".join(row[0] for row in PAGE.rows("Faults that lose the game"))
    )
    assert named == [code.value for code in Code]


def test_the_limits_are_those_of_every_ruleset():
    found = dict(row for row in PAGE.rows("Rulesets and limits") if len(row) == 2)
    for ruleset in MICROWARS.rulesets:
        assert ruleset.bank_ms is not None
        cpu, wall = ruleset.bank_ms // 1000, ruleset.limits.wall_ms // 1000
        assert found["CPU time for the whole game"].startswith(f"{cpu} s,")
        assert found["Wall time for one turn"] == f"{wall} s (a backstop)"
        assert found["Memory"] == f"{ruleset.memory_mb} MB"
    waits = found["Wall time of all your turns together"]
    assert waits.startswith(f"{WAIT_MS // 1000} s, and {WAIT_PER_TURN_MS} ms for each turn")
    line, turn = found["Bytes of a line, of a turn"].split(", ")
    assert (number(line), number(turn)) == (MOST_LINE, MicrowarsWire.limit)


def test_the_rulesets_are_those_of_the_game():
    found = {row[0]: row[1:] for row in PAGE.rows("Rulesets and limits") if len(row) == 4}
    assert list(found) == [f"`{ruleset.name}`" for ruleset in MICROWARS.rulesets]
    for ruleset in MICROWARS.rulesets:
        size, turns, source = found[f"`{ruleset.name}`"]
        most, wishes = ruleset.params["most_side"], Wishes.from_params(ruleset.params)
        assert size == f"at most {most} × {most}"
        assert ("by chance" in source) == ruleset.generated
        if ruleset.generated:
            assert turns == f"of the map, {wishes.turns} by chance"
            assert source.endswith(f"on {wishes.width} × {wishes.height} fields")


def test_boards_and_games_are_as_large_as_the_page_says():
    assert f"1 ≤ n, m ≤ {LONGEST} and 1 ≤ t ≤ {MOST_TURNS}" in PAGE.text


def test_the_map_and_the_orders_of_the_page_can_be_read():
    (text,) = PAGE.blocks("Maps as text")
    found = from_json(MAPS.parse(text))
    assert (found.ground.width, found.ground.height, found.turns) == (5, 5, 100)
    assert (0, 1, 1, 3, 12) in found.units
    for token in re.findall(r"`([T.][0-9@]+)`", PAGE.section("Maps as text")):
        other = from_json(MAPS.parse(f"{token} C\nc t"))
        if "@" in token:
            assert other.turns == 80
        if "12" in token:
            assert (0, 0, 1, 2, 12) in other.units
    (shown,) = re.findall(r"`(\[\[.*?\]\])`", PAGE.section("Playing by hand"))
    begin, _, orders, *_ = example()
    assert MicrowarsWire(begin, 0).feed(orders.encode() + b"\n") == [json.loads(shown)]
