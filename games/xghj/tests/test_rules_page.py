"""The players' page tells the truth: its example is a real game, its tables are the code's."""

from __future__ import annotations

import json
import re
from itertools import product

import pytest

from games.engine import JSON, SeatSetup, Setup
from games.tests.pages import RulesPage
from games.xghj import maptext
from games.xghj.catalog import PARTS
from games.xghj.constants import NUMBERS, Constants
from games.xghj.diplomacy import negotiate
from games.xghj.engine import XghjEngine
from games.xghj.game import XGHJ
from games.xghj.ground import PALETTE, REACH, STANDARD_KERNEL, UNIT
from games.xghj.orders import (
    MOST_BOMBS,
    NOT_ONESELF,
    RELATIONS,
    STANCES,
    USUAL,
    Orders,
    Relation,
    Stance,
)
from games.xghj.rules import Rules
from games.xghj.scenario import Scenario
from games.xghj.state import State
from games.xghj.wire import XghjWire

PAGE = RulesPage(XGHJ)
LEFT_OUT = "…"
BOB: list[JSON] = [
    {"bid": 1},
    {"spawn": [5, 1]},
    {"bombs": [[5, 1, 9]]},
    {"stances": "A-"},
    {},
]
"""His answers in the example."""


def code(cell: str) -> str:
    return cell.strip("`")


def example() -> tuple[list[str], list[str]]:
    """The lines that Alice reads when she answers as the page says, and those on the page."""
    board, *blocks = PAGE.blocks("Example")
    shown = [line for block in blocks for line in block.splitlines()]
    says = [json.loads(line) for line in shown if not line.startswith('{"type"')]
    setup = Setup(
        (SeatSetup(0, "alice"), SeatSetup(1, "bob")),
        1,
        "duel",
        {"scenario": "duel", "constants": {"max_round": 4}},
        XGHJ.maps.parse(board),
    )
    engine, wire, bob = XghjEngine(setup), XghjWire(setup, 0), list(BOB)
    read = [wire.begin(engine.scene(), engine.view(0))]
    while asked := engine.pending():
        replies = {}
        for seat in asked:
            if seat == 0:
                read.append(wire.ask(asked[0]))
            replies[seat] = bob.pop(0) if seat else says.pop(0)
            engine.check(seat, replies[seat])
        engine.submit(replies)
    outcome = engine.outcome()
    assert outcome is not None
    assert (says, bob) == ([], [])
    read.append(wire.end(outcome))
    return [line.decode().rstrip("\n") for line in read], shown


def test_the_lines_of_the_example_are_those_of_the_wire():
    read, shown = example()
    told = [line for line in shown if line.startswith('{"type"')]
    assert len(told) == len(read)
    for line, real in zip(told, read, strict=True):
        pattern = ".*".join(map(re.escape, line.split(LEFT_OUT)))
        assert re.fullmatch(pattern, real), real


def test_in_the_example_bombs_relations_and_cells_are_as_the_text_says():
    read, _ = example()
    asks = [json.loads(line) for line in read[3:-1]]
    assert [ask["round"] for ask in asks] == [1, 2, 3]
    # "She has taken nine cells": no message says so; the next line shows it.
    assert asks[1]["players"][0]["area"] - asks[0]["players"][0]["area"] == 9
    assert asks[2]["players"][1]["status"] == "A"


@pytest.mark.parametrize(
    ("kind", "number"), [("start", 0), ("bid", 1), ("spawn", 2), ("round", 3), ("end", -1)]
)
def test_every_field_of_a_line_is_explained_and_no_other(kind, number):
    read, _ = example()
    explained = {name for row in PAGE.rows(kind) for name in re.findall(r"`(\w+)`", row[0])}
    assert explained == set(json.loads(read[number]))


def test_every_field_of_the_scene_of_a_country_and_of_an_answer_is_explained():
    read, _ = example()
    parts = {"scene": json.loads(read[0])["scene"], "players": json.loads(read[3])["players"][0]}
    for title, data in parts.items():
        explained = {name for row in PAGE.rows(title) for name in re.findall(r"`(\w+)`", row[0])}
        assert explained == set(data)
    orders = {code(row[0]): 0 for row in PAGE.rows("Your orders")}
    assert set(orders) == {"stances", "bombs", "capital"}


def test_the_members_of_points_and_marks_are_those_that_are_sent():
    halls = Scenario.of_params({"scenario": "halls"})
    point = re.findall(r'"(\w+)": (?:text|x|y|\[)', PAGE.section("scene"))
    assert point == [*halls.scene()["points"][0], "kind"]
    rules = halls.rules()
    state = State.start(halls.ground.size, [0])
    for part in rules.parts:
        part.begin(rules, state)
    mark = re.findall(r'"(\w+)":', PAGE.section("round"))
    assert mark == list(rules.marks(state)[0].to_json())


def test_the_kernel_is_the_standard_one():
    table = {int(row[0]): row[1:] for row in PAGE.rows("The kernel")}
    for dx, dy in product(range(REACH + 1), repeat=2):
        number = float(table[dx][dy]) * UNIT
        for a, b in product((dx, -dx), (dy, -dy)):
            assert STANDARD_KERNEL.weights[a + REACH][b + REACH] == round(number)


def test_letters_of_relations_and_stances_are_those_of_the_wire():
    relations = PAGE.rows("Diplomacy", "Letter")[: len(Relation)]
    stances = PAGE.rows("Diplomacy", "Letter")[len(Relation) :]
    assert [code(row[0]) for row in relations] == list(RELATIONS)
    assert [row[1].upper().replace(" ", "_") for row in relations] == [r.name for r in Relation]
    assert [code(row[0]) for row in stances] == [*STANCES, NOT_ONESELF]
    for relation, stance in USUAL.items():
        letters = {"U": "K", "N": "K", "A": "A", "W": "J"}
        assert letters[RELATIONS[relation]] == STANCES[stance]


def from_page(relation: Relation, stances: str, counters: list[int]) -> str:
    """The first row of the page's table that fits: what two countries become."""
    for before, when, becomes in PAGE.rows("Diplomacy", "Relation"):
        if before != "any" and relation.name.lower().replace("_", " ") not in before.split(" or "):
            continue
        letter = re.search(r"`(\w)`", when)
        count = letter and stances.count(letter[1])
        fits = {"at least": count, "no": count == 0, "both": count == 2, "anything": True}
        fits["a counter"] = max(counters) >= Constants().justify_rounds
        (word,) = (each for each in fits if when.startswith(each))
        if fits[word]:
            return becomes.split(",")[0]
    raise AssertionError((relation, stances))


@pytest.mark.parametrize("relation", [Relation.NEUTRAL, Relation.ALLIED, Relation.AT_WAR])
def test_relations_change_as_the_table_says(relation):
    for one, other in product(Stance, repeat=2):
        for before in product(range(3), repeat=2):
            state = State.start(9, [5, 5])
            state.relation[0][1] = state.relation[1][0] = relation
            state.justify[0][1], state.justify[1][0] = before
            said = STANCES[one] + STANCES[other]
            justified = [
                count + 1 if stance is Stance.JUSTIFY_WAR else 0
                for count, stance in zip(before, (one, other), strict=True)
            ]
            negotiate(state, [[None, one], [other, None]], Constants())
            becomes = state.relation[0][1].name.lower().replace("_", " ")
            assert from_page(relation, said, justified) == becomes, (said, before)
            paid = [5 - saving for saving in state.saving]
            assert paid == [letter == "J" for letter in said]


def rules_on(text: str, **constants: int) -> Rules:
    return Rules(maptext.read(text), Constants(**constants))


def taken(size: int) -> int:
    """Cells that a bomb of this size takes on plain ground."""
    rules = rules_on("\n".join(["." * 11] * 11))
    state = State.start(121, [size])
    rules.settle(state, [0], [60])
    rules.play(state, [Orders((None,), ((5, 5, size),))])
    return state.area(0) - 1


def test_a_bomb_on_plain_ground_takes_what_the_example_says():
    text = " ".join(PAGE.section("The battle").split())
    numbers = re.search(r"4 \+ 8 \+ 4 = (\d+) cells", text)
    assert numbers is not None
    assert taken(6) == int(numbers[1])
    assert taken(5) == 4
    assert taken(4) == 0
    (row,) = (row for row in PAGE.rows("The game in one minute") if row[0].startswith("Alone"))
    beside, straight, knight = map(int, re.findall(r"(\d+) \(", row[1]))
    assert [taken(size) for size in (beside - 1, beside)] == [0, 4]
    assert [taken(size) for size in (straight - 1, straight)] == [4, 16]
    assert [taken(size) for size in (knight - 1, knight)] == [16, 24]


def test_the_capitals_bomb_is_as_large_as_the_table_says():
    rules = rules_on("...\n...\n...")
    state = State.start(9, [0])
    _, *incomes = PAGE.head("Bombs", "Income")
    (row,) = PAGE.rows("Bombs", "Income")
    for income, size in zip(incomes, row[1:], strict=True):
        state.income[0] = int(income)
        assert rules.constants.capital_bomb(state.income[0]) == int(size)


def test_the_numbers_have_their_usual_values_and_bounds():
    table = {code(row[0]): tuple(map(int, row[1:4])) for row in PAGE.rows("The numbers")}
    usual = Constants().to_json()
    assert table == {name: (usual[name], low, high) for name, (low, high, *_) in NUMBERS.items()}
    minute = dict(row for row in PAGE.rows("The game in one minute"))
    assert minute["Resources at the start"] == str(usual["initial_money"])
    assert minute["Rounds"].startswith(f"{usual['max_round'] - 1} ")


def test_the_rulesets_are_those_of_the_game():
    table = {code(row[0]): row[1:3] for row in PAGE.rows("Rulesets and limits", "Ruleset")}
    assert table == {each.name: [str(each.seats), *each.pool] for each in XGHJ.rulesets}


def test_the_limits_are_those_of_every_ruleset():
    found = dict(PAGE.rows("Rulesets and limits", "Limit"))
    for ruleset in XGHJ.rulesets:
        assert ruleset.bank_ms is not None
        cpu = f"{ruleset.limits.cpu_ms} ms, all threads together"
        assert found["CPU time for one answer"] == cpu
        assert found["CPU time for the whole game"] == f"{ruleset.bank_ms // 1000} s"
        wall = f"{ruleset.limits.wall_ms // 1000} s (a backstop)"
        assert found["Wall time for one answer"] == wall
        assert found["Memory"] == f"{ruleset.memory_mb} MB"
    limit = f"{XghjWire.limit:,}".replace(",", " ")
    assert found["One answer"] == f"{MOST_BOMBS} bombs, {limit} bytes"


def test_the_parts_and_the_terrain_are_those_that_exist():
    assert [code(row[0]) for row in PAGE.rows("Scenarios", "Part")] == list(PARTS)
    table = [(code(row[0]), row[1], *map(int, row[2:])) for row in PAGE.rows("Scenarios", "Letter")]
    assert table == [(kind.letter, kind.name, *kind.numbers) for kind in PALETTE]


def test_a_series_begins_with_the_resources_of_the_table():
    _, *wins = PAGE.head("The series", "Games won")
    (row,) = PAGE.rows("The series", "Games won")
    for won, money in zip(wins, row[1:], strict=True):
        seats = (SeatSetup(0, handicap=1.5 ** int(won)), SeatSetup(1))
        engine = XghjEngine(Setup(seats, 1, "duel", {"scenario": "duel"}))
        assert engine.state.saving == [int(money), 10]


def test_the_maps_of_the_page_can_be_read():
    lines, blocks = PAGE.blocks("Maps")
    board = XGHJ.maps.parse(lines)
    assert (board["width"], board["height"]) == (5, 3)
    assert board["cells"][2] == "2/80/120"
    board = XGHJ.maps.parse(blocks)
    assert (board["cells"][4], board["cells"][7]) == ("5/100/120", "1/100/100")
    assert board["cells"][8] == "1/0/100"
