"""The players' page tells the truth: its example is a real game, its tables are the code's."""

from __future__ import annotations

import json
import re

import pytest

from games.engine import SeatSetup, Setup
from games.generals import orders
from games.generals.engine import GeneralsEngine
from games.generals.export import EXPORTS
from games.generals.game import GENERALS
from games.generals.orders import LETTERS, STEPS, Modifiers
from games.generals.session import FUNCTIONS
from games.generals.terrain import ECHO, Kind
from games.generals.tests.boards import at, play, world_of
from games.generals.wire import GeneralsWire
from games.tests.pages import RulesPage

PAGE = RulesPage(GENERALS)
CAP = 6
ANSWERED = 2
"""The half-turn in which the example says something."""


def example_game() -> tuple[list[str], list[str]]:
    """The lines that Alice reads when she answers as the page says, and those on the page."""
    text, *blocks = PAGE.blocks("Example")
    shown = [line for block in blocks for line in block.splitlines()]
    board = GENERALS.maps.parse(text)
    for seed in range(20):
        seats = (SeatSetup(0, "alice"), SeatSetup(1, "bob"))
        setup = Setup(seats, seed, "duel", {"halfturns": CAP}, board)
        engine = GeneralsEngine(setup)
        if engine.world.capitals[1] == engine.world.board.place(1, 1):
            break
    (answer,) = (line for line in shown if line.startswith("["))
    wire = GeneralsWire(setup, 0)
    read = [wire.begin(engine.scene(), engine.view(0))]
    while engine.pending():
        read.append(wire.ask(engine.pending()[0]))
        says = json.loads(answer) if engine.world.halfturn == ANSWERED else []
        engine.check(0, says)
        engine.submit({0: says, 1: []})
    outcome = engine.outcome()
    assert outcome is not None
    read.append(wire.end(outcome))
    shown.remove(answer)
    return [line.decode().rstrip("\n") for line in read], shown


def test_the_lines_of_the_example_are_those_of_the_wire():
    read, shown = example_game()
    assert [line for line in read if line in shown] == shown
    # All but the last turn, in which nothing happens, are shown.
    assert len(shown) == len(read) - 1


@pytest.mark.parametrize("kind", ["start", "turn", "end"])
def test_every_field_of_a_line_is_explained_and_no_other(kind):
    read, _ = example_game()
    line = next(json.loads(text) for text in read if json.loads(text)["type"] == kind)
    explained = {name for row in PAGE.rows(kind) for name in re.findall(r"`(\w+)`", row[0])}
    assert explained == set(line)


def test_the_rulesets_are_those_of_the_game():
    found = {row[0]: row[2:] for row in PAGE.rows("Rulesets and limits") if len(row) == 4}
    for ruleset in GENERALS.rulesets:
        params = ruleset.params
        size = f"{params['height']} × {params['width']}"
        assert found[f"`{ruleset.name}`"] == [size, str(params["halfturns"])]
    assert len(found) == len(GENERALS.rulesets)


def test_the_limits_are_those_of_every_ruleset():
    found = dict(row for row in PAGE.rows("Rulesets and limits") if len(row) == 2)
    for ruleset in GENERALS.rulesets:
        assert ruleset.bank_ms is not None
        cpu = f"{ruleset.limits.cpu_ms} ms, all threads together"
        assert found["CPU time for one half-turn"] == cpu
        assert found["CPU time for the whole game"] == f"{ruleset.bank_ms // 1000} s"
        wall = f"{ruleset.limits.wall_ms // 1000} s (a backstop)"
        assert found["Wall time for one half-turn"] == wall
        assert found["Memory"] == f"{ruleset.memory_mb} MB"
    limit = f"{GeneralsWire.limit:,}".replace(",", " ")
    assert found["One answer"] == f"{orders.MOST_OPS} operations, {limit} bytes"
    assert found["Orders that wait"] == str(orders.MOST_WAITING)


def test_kinds_directions_and_echo_have_their_codes():
    kinds = {row[1].upper(): int(row[0]) for row in PAGE.rows("The tiles")}
    assert kinds == {kind.name: kind.value for kind in Kind}
    moves = [row for row in PAGE.rows("Moving") if row[0].strip("`") in LETTERS]
    steps = [tuple(int(cell.replace("−", "-")) for cell in row[2:]) for row in moves]
    assert [row[0].strip("`") for row in moves] == list(LETTERS)
    assert steps == list(STEPS)
    fog = {int(row[0]): row[1] for row in PAGE.rows("View")}
    for kind, echo in ECHO.items():
        assert kind.name.lower() in fog[echo]


def test_the_units_that_move_are_those_of_the_table():
    table = {row[0]: row[1:] for row in [PAGE.head("Moving", "u"), *PAGE.rows("Moving")]}
    for column, units in enumerate(table["u"]):
        for words, half in (
            ("units that move with all", False),
            ("units that move with half", True),
        ):
            world = world_of(f"K1:{units} . .\n. . .\n. . K2:1")
            assert at(world, 0, 0)[2] == int(units)
            now = play(world, (1, 0, 0, "R", half))
            assert now.moves[0].units == int(table[words][column])


def test_all_special_rules_are_named():
    names = [row[1].strip("`") for row in PAGE.rows("Special rules")]
    assert names == list(Modifiers().to_json())


def test_the_reasons_for_an_illegal_order_are_the_rules_in_their_order():
    reasons = re.findall(r"^\d\. (.*?)[,.]?$", PAGE.section("Illegal orders"), re.MULTILINE)
    assert len(reasons) == 5
    # Directions are letters here: an unknown one is an illegal answer.
    world = world_of("K1:1 .1:5 #\n.1:1 .2:5 .\n. . K2:1")
    told = []
    for x, y, letter in ((9, 9, "U"), (1, 1, "U"), (0, 1, "U"), (0, 1, "R"), (1, 0, "R")):
        told.append(play(world, (1, x, y, letter)).dropped[0].reason)
    for reason, word in zip(told, ("source", "own", "target", "mountain", "no unit"), strict=True):
        assert word in reason


def test_the_maps_and_tokens_of_the_page_can_be_read():
    boards = PAGE.section("Boards")
    (line,) = PAGE.blocks("Boards")
    assert GENERALS.maps.parse(line)["width"] == 7
    tokens = set(re.findall(r"`([^`]+)`", boards.replace(f"```\n{line}\n```", "")))
    assert len(tokens) > 15
    for token in tokens - {"n", "L_", "WIDTHxHEIGHT"}:
        rest = ",".join(["n0"] * 4)
        GENERALS.maps.parse(f"{token},{rest}\n" + "\n".join([f"n0,{rest}"] * 4))


def test_the_downloads_and_the_processors_functions_are_those_that_exist():
    titles = [row[0] for row in PAGE.rows("Downloads of a match")]
    assert titles == [export.title for export in EXPORTS]
    table = PAGE.rows("The processor")
    named = {int(row[0]): row[1] for row in table if row[0].isdigit()}
    assert named == {number: function.name for number, function in FUNCTIONS.items()}
