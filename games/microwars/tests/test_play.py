"""A person plays in the browser: the controls of `play.js` against the rules of the engine."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine import EndState, Engine, Fault
from games.microwars.game import MICROWARS, steps
from games.microwars.maps import MAPS
from games.microwars.tests.watched import NAMES
from tests.play.questions import next_question
from tests.play.stage import DESKTOP, PHONE, Stage, part
from tests.play.table import Table, setup_for
from tests.player.page import until

pytestmark = pytest.mark.browser

BOARD = """\
turns {turns}

. . . . . . .
. T . . # . .
C . . . . t .
. . . t . . .
"""
"""Ada has a cannon on (1, 2) and a tank on (2, 3); bix has tanks on (6, 2) and (4, 1)."""
SOON_MS = 30_000
"""Time in which even a busy machine shows all messages."""
IDLE: Callable[[Engine, int], Any] = lambda engine, seat: []  # noqa: E731


def sit(
    stage: Stage,
    size: tuple[int, int] = DESKTOP,
    *,
    text: str = BOARD,
    turns: int = 6,
    act: Callable[[Engine, int], Any] = IDLE,
    calm: bool = True,
    **how: Any,
) -> tuple[Table, Page]:
    """A table at which it is the person's turn."""
    setup = replace(setup_for(MICROWARS, NAMES), map=MAPS.parse(text.format(turns=turns)))
    table = stage.table(MICROWARS, setup, act=act, **how)
    page = stage.open(table, size, calm=calm)
    next_question(page, None)
    expect(part(page, "turn")).to_have_text("Your turn", timeout=SOON_MS)
    return table, page


def actions(table: Table) -> list[Any]:
    return [message["action"] for message in table.heard if message["type"] == "action"]


def after(table: Table, count: int) -> Any:
    """The answer of this number, from 1, once it has come."""
    return until(lambda: len(actions(table)) >= count and [actions(table)[count - 1]], 30)[0]


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def said(page: Page) -> Any:
    return part(page, "said")


def field(page: Page, x: int, y: int) -> dict[str, float]:
    """Where a field is on the canvas."""
    box: dict[str, float] = page.evaluate(
        """async ([x, y]) => {
          const { layout } = await import("/static/games/microwars/layout.js");
          const canvas = document.querySelector('[data-part="board"]');
          const [width, height] = [canvas.clientWidth, canvas.clientHeight];
          const scene = { width: 7, height: 4 };
          const layers = new Set(["coordinates"]);
          const options = { scene, width, height, layers };
          const [px, py] = layout(canvas.getContext("2d"), options).at(x, y);
          return { x: px + 3, y: py - 2 };
        }""",
        [x, y],
    )
    return box


def tap(page: Page, size: tuple[int, int], x: int, y: int) -> None:
    board = part(page, "board")
    if size == PHONE:
        board.tap(position=field(page, x, y))
    else:
        board.click(position=field(page, x, y))


def orders(page: Page) -> list[str]:
    found: list[str] = page.locator('[data-part="orders"] li button:first-child').all_inner_texts()
    return found


@pytest.mark.parametrize("size", [pytest.param(DESKTOP, marks=pytest.mark.nightly), PHONE])
def test_orders_are_given_by_tapping_units_and_fields(stage: Stage, size: tuple[int, int]):
    """In the tap mode of moves an enemy within range is shot at, as nobody can move there."""
    table, page = sit(stage, size)
    tap(page, size, 2, 3)
    tap(page, size, 1, 2)
    expect(said(page)).to_contain_text("Cannon on (1, 2), 10 points, shoots up to 4 away")
    tap(page, size, 2, 1)
    expect(said(page)).to_have_text("Cannon on (1, 2) goes to (2, 1)")
    tap(page, size, 4, 1)
    expect(said(page)).to_contain_text("shoots at (4, 1), goes to (2, 1)")
    tap(page, size, 2, 3)
    button = page.get_by_role("button", name="Shoot", exact=True)
    button.tap() if size == PHONE else button.click()
    tap(page, size, 3, 4)
    assert orders(page) == [
        "cannon on (1, 2) shoots at (4, 1), goes to (2, 1)",
        "tank on (2, 3) shoots at (3, 4)",
    ]
    end = page.get_by_role("button", name="End turn 1")
    end.tap() if size == PHONE else end.click()
    assert after(table, 1) == [[1, 2, 4, 1, 2, 1], [2, 3, 3, 4, 2, 3]]
    expect(page.get_by_role("button", name="End turn 2")).to_be_enabled(timeout=SOON_MS)
    expect(page.get_by_text("No orders yet (2 units)")).to_be_visible()
    expect(part(page, "where")).to_have_text("turn 2 of 6")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_orders_are_given_by_keys_alone(stage: Stage):
    table, page = sit(stage)
    press(page, "ArrowRight", "m", "n", "ArrowLeft", "ArrowDown", "s")
    assert orders(page) == ["cannon on (1, 2) goes to (2, 2)", "tank on (2, 3) shoots at (1, 2)"]
    press(page, "ArrowRight", "ArrowRight", "Enter", "Control+Enter")
    assert after(table, 1) == [[1, 2, 0, 0, 2, 2], [2, 3, 1, 2, 3, 2]]


def test_a_turn_may_be_ended_without_orders(stage: Stage):
    table, page = sit(stage)
    press(page, "Control+Enter")
    until(lambda: actions(table) == [[]], 30)


IMPOSSIBLE = {
    "ArrowRight ArrowUp ArrowUp m": "(2, 4) is no neighbour of (1, 2)",
    "ArrowRight ArrowUp m": "(2, 3) is taken: a unit stands there",
    "p ArrowRight ArrowRight ArrowRight m": "(5, 3) is no neighbour of (2, 3)",
    "p ArrowRight ArrowRight s": "a tank shoots at most 1 field far, and (4, 3) is 2 away",
    "ArrowRight ArrowRight ArrowRight ArrowRight ArrowRight s": (
        "a cannon shoots at most 4 fields far, and (6, 2) is 5 away"
    ),
    "Escape s": "no unit is selected",
    "z": "there is nothing to take back",
}
"""Why the last of the keys does nothing, with the cannon selected before them."""


def test_what_is_against_the_rules_is_refused_in_words(stage: Stage):
    _, page = sit(stage)
    for keys, reason in IMPOSSIBLE.items():
        press(page, "Escape", "n")
        expect(said(page)).to_contain_text("Cannon on (1, 2)")
        press(page, *keys.split())
        expect(said(page), keys).to_contain_text(f"Not possible: {reason}")
        assert orders(page) == [], keys


def test_unavailable_fields_are_told_as_such(stage: Stage):
    text = "turns 4\n. # .\nT . t\n"
    _, page = sit(stage, text=text)
    press(page, "ArrowRight", "ArrowUp")
    expect(said(page)).to_have_text("(2, 2): unavailable")
    press(page, "m")
    expect(said(page)).to_contain_text("Not possible: (2, 2) is unavailable")


def test_orders_can_be_taken_back_one_by_one_and_by_unit(stage: Stage):
    table, page = sit(stage)
    press(page, "ArrowRight", "m", "s", "n", "ArrowRight", "m")
    both = ["cannon on (1, 2) shoots at (2, 2), goes to (2, 2)", "tank on (2, 3) goes to (3, 3)"]
    assert orders(page) == both
    press(page, "x")
    assert orders(page) == both[:1]
    press(page, "z")
    assert orders(page) == both
    page.get_by_role("button", name="Undo").click()
    assert orders(page) == both[:1]
    page.get_by_role("button", name="Undo").click()
    assert orders(page) == ["cannon on (1, 2) goes to (2, 2)"]
    page.get_by_role("button", name="Take back: cannon on (1, 2) goes to (2, 2)").click()
    assert orders(page) == []
    press(page, "Control+Enter")
    until(lambda: actions(table) == [[]], 30)


def test_own_units_that_would_block_each_other_are_warned_of(stage: Stage):
    _, page = sit(stage)
    note = page.get_by_text("Several of your units would choose (2, 2)")
    press(page, "ArrowRight", "m", "n", "ArrowDown")
    expect(note).to_be_hidden()
    press(page, "m")
    expect(note).to_be_visible()


def test_what_the_page_allows_is_what_the_engine_allows(stage: Stage):
    """Every field is tried as a goal and as a target of each unit, on a board by chance."""
    board = MAPS.generate({"width": 8, "height": 7, "tanks": 4, "cannons": 2, "blocked": 20}, 3)
    table, page = sit(stage, text=MAPS.write(board))
    engine = MICROWARS.engine(table.setup)
    script = """async ([choices, view, scene, seat]) => {
      const { Plan } = await import("/static/games/microwars/plan.js");
      const { blockedOf } = await import("/static/games/microwars/draw.js");
      const plan = new Plan(blockedOf(scene));
      plan.begin(view, choices);
      const found = [];
      for (const unit of plan.units) {
        for (let x = 1; x <= scene.width; x += 1) {
          for (let y = 1; y <= scene.height; y += 1) {
            plan.orders.clear();
            if (!plan.shoot(unit, [x, y])) found.push(["shoot", unit[3], unit[4], x, y]);
            if (!plan.go(unit, [x, y])) found.push(["go", unit[3], unit[4], x, y]);
          }
        }
      }
      return found;
    }"""
    arguments = [MICROWARS.choices(engine, 0), engine.view(0), engine.scene(), 0]
    allowed = {tuple(entry) for entry in page.evaluate(script, arguments)}
    wanted = set()
    for unit in engine.army.of(0):
        x, y = unit[3:5]
        reach = (1, 4)[unit[2]]
        for u in range(1, 9):
            for v in range(1, 8):
                if max(abs(u - x), abs(v - y)) <= reach:
                    wanted.add(("shoot", x, y, u, v))
        wanted |= {("go", x, y, *there) for there in [*steps(engine, unit), (x, y)]}
    assert allowed == wanted


def test_what_happened_is_shown_and_told(stage: Stage):
    """The tank on (3, 2) is shot at, and two tanks choose the same field."""
    text = "turns 3\npoints 3 2 1\nT . t\nC . .\n"
    _, page = sit(
        stage,
        text=text,
        act=lambda engine, seat: [[3, 2, 1, 2, 2, 2]][: engine.view()["turn"] == 1],
        calm=False,
    )
    board = part(page, "board")
    still = board.screenshot()
    press(page, "ArrowRight", "ArrowRight", "ArrowUp", "s", "n", "ArrowRight", "m")
    assert orders(page) == ["cannon on (1, 1) shoots at (3, 2)", "tank on (1, 2) goes to (2, 2)"]
    press(page, "Control+Enter")
    expect(part(page, "feed")).to_contain_text("bix’s tank on (3, 2) is destroyed", timeout=SOON_MS)
    expect(said(page)).to_contain_text("choose (2, 2): nobody goes there")
    expect(said(page)).to_contain_text("Your turn 2 of 3: you have 1 tank and 1 cannon")
    until(lambda: board.screenshot() != still, 30)

    def rests() -> bool:
        before = board.screenshot()
        page.wait_for_timeout(250)
        return bool(board.screenshot() == before)

    until(rests, 30)


def test_who_has_nothing_left_need_not_end_turns(stage: Stage):
    text = "turns 5\npoints 1 1 1\nT . . c\n"

    def shoot(engine: Engine, seat: int) -> Any:
        return [[4, 1, 1, 1, 4, 1]] if engine.view()["turn"] == 1 else []

    table, page = sit(stage, text=text, act=shoot)
    press(page, "Control+Enter")
    expect(part(page, "turn")).to_have_text("You lose", timeout=SOON_MS)
    assert actions(table) == [[]] * 5
    expect(part(page, "feed")).to_contain_text("bix wins: 1 to 0 units destroyed")


def test_time_over_gives_no_orders_and_the_game_goes_on(stage: Stage):
    table, page = sit(stage)
    press(page, "ArrowRight", "m")
    table.time_out()
    expect(page.get_by_role("button", name="End turn 2")).to_be_visible(timeout=SOON_MS)
    assert any(message["type"] == "late" for message in table.told)
    assert actions(table) == []


def test_a_whole_game_is_played_by_a_person(stage: Stage):
    choose = random.Random(4).randrange
    table, page = sit(
        stage, turns=8, act=lambda engine, seat: MICROWARS.sample_action(engine, seat, choose)
    )
    for turn in range(1, 9):
        expect(page.get_by_role("button", name=f"End turn {turn}")).to_be_enabled(timeout=SOON_MS)
        press(page, "n", "ArrowRight", "s", "n", "ArrowUp", "s", "Control+Enter")
        after(table, turn)
    until(lambda: part(page, "turn").inner_text() in ("You win", "You lose", "A draw"), 30)
    assert [m["type"] for m in table.told].count("refused") == 0


def test_an_opponent_that_fails_ends_the_game(stage: Stage):
    crash = Fault(EndState.CRASH, "exit status 1")
    _, page = sit(stage, act=lambda engine, seat: crash)
    press(page, "Control+Enter")
    expect(part(page, "turn")).to_have_text("You win", timeout=SOON_MS)
    expect(part(page, "feed")).to_contain_text("bix gives no complete answer (exit status 1)")
