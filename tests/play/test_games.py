"""The controls of each game, by mouse, finger and keys."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.registry import GAMES
from tests.browsing import box_of
from tests.play.questions import asked, next_question
from tests.play.stage import DESKTOP, PHONE, Stage, part
from tests.play.table import Table, setup_for
from tests.player.page import until

pytestmark = pytest.mark.browser

SNAKE, GENERALS, XGHJ = GAMES["snake"], GAMES["generals"], GAMES["xghj"]


def actions(table: Table) -> list[Any]:
    return [message["action"] for message in table.heard if message["type"] == "action"]


def questions(table: Table) -> list[dict[str, Any]]:
    return [message for message in table.told if message["type"] == "ask"]


def name_of(page: Page, op: int) -> str:
    return page.locator(f'[data-op="{op}"]').get_attribute("aria-label") or ""


# Snake ---------------------------------------------------------------------------------------


@pytest.fixture
def snake(stage: Stage) -> Table:
    return stage.table(SNAKE, setup_for(SNAKE, ("ada", "bix"), "blitz"), act=lambda e, s: 2)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        before = asked(page)
        page.keyboard.press(key)
        next_question(page, before)


def test_what_snake_forbids_is_disabled_and_says_why(stage: Stage, snake: Table):
    page = stage.open(snake)
    press(page, "ArrowRight", "ArrowRight")
    expect(page.locator('[data-op="3"]')).to_be_disabled()
    assert name_of(page, 3) == "left, a snake of 3 cells or more cannot turn back on itself"
    assert name_of(page, 5) == "fire the ray, the snake holds no ray"
    before = len(actions(snake))
    page.keyboard.press("ArrowLeft")
    expect(part(page, "said")).to_have_text(
        "Not left: a snake of 3 cells or more cannot turn back on itself."
    )
    assert len(actions(snake)) == before


def test_the_items_to_come_are_dragged_below_the_board_while_one_plays(stage: Stage, snake: Table):
    page = stage.open(snake)
    asked(page)
    strip = page.locator(".play-hand .player-forecast")
    expect(strip.locator("output")).to_have_text("round 1 (now)")
    strip.get_by_role("slider").fill("100")
    expect(strip.locator("output")).to_have_text("round 100")
    expect(strip.locator(".player-forecast-words")).to_contain_text("at (")
    strip.get_by_role("slider").press("ArrowRight")
    expect(strip.locator("output")).to_have_text("round 101")
    assert actions(snake) == []


def test_items_to_come_are_named_whole_on_a_phone(stage: Stage, snake: Table):
    page = stage.open(snake, PHONE)
    asked(page)
    box = box_of(part(page, "coming").locator("ul"))
    bounds = [box_of(each) for each in part(page, "coming").locator("li").all()]
    shown = [each for each in bounds if each["y"] < box["y"] + box["height"] - 1]
    assert len(shown) == 4
    for each in shown:
        assert each["x"] + each["width"] <= box["x"] + box["width"] <= PHONE[0]
        assert each["y"] + each["height"] <= box["y"] + box["height"] + 1


def test_items_have_no_heading_before_the_match_has_begun(stage: Stage):
    table = stage.table(SNAKE, setup_for(SNAKE, ("ada", "bix"), "blitz"), state="queued")
    page = stage.open(table)
    expect(page.get_by_text("This match has not started.")).to_be_visible()
    expect(page.locator(".player-forecast")).to_be_hidden()
    table.start()
    expect(page.locator(".player-forecast")).to_be_visible()


def test_moves_that_kill_are_marked_as_such(stage: Stage, snake: Table):
    page = stage.open(snake)
    asked(page)
    assert name_of(page, 2) == "up, leaves the board and dies"
    expect(page.locator('[data-op="2"]')).to_have_class("play-key is-deadly")
    expect(page.locator('[data-op="1"]')).to_have_class("play-key")


def test_each_snake_is_asked_in_its_turn(stage: Stage, snake: Table):
    page = stage.open(snake)
    press(page, "ArrowRight", "ArrowRight", "ArrowRight", "x", "ArrowRight")
    expect(page.locator(".play-pad-middle")).to_have_text("snake 2")
    expect(part(page, "said")).to_contain_text("Your turn with snake 2")
    assert actions(snake)[3:] == [6, 1]


def test_what_an_item_gives_is_said_before_it_is_taken(stage: Stage):
    """An item lies two cells to the right of the first snake."""
    setup = setup_for(SNAKE, ("ada", "bix"), "blitz")
    board = {"items": [[2, 15, 1, 0, 3], [9, 9, 12, 2, 512]]}
    table = stage.table(SNAKE, type(setup)(setup.seats, 1, "blitz", setup.params, board))
    page = stage.open(table)
    press(page, "ArrowRight")
    assert name_of(page, 1) == "right, eats +3"
    expect(part(page, "coming")).to_contain_text("ray (9, 9) round 12")


@pytest.mark.parametrize("size", [pytest.param(DESKTOP, marks=pytest.mark.nightly), PHONE])
def test_a_swipe_and_a_tap_on_the_board_move_the_snake(stage: Stage, snake: Table, size):
    page = stage.open(snake, size, calm=False)
    before, box = asked(page), box_of(part(page, "board"))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 5, steps=4)
    page.mouse.up()
    until(lambda: actions(snake) == [1])
    next_question(page, before)
    page.mouse.click(x, y + box["height"] / 3)
    until(lambda: actions(snake) == [1, 4])


# Generals ------------------------------------------------------------------------------------


@pytest.fixture
def generals(stage: Stage) -> Table:
    """With half-turns that are long enough for a busy machine."""
    setup = setup_for(GENERALS, ("ada", "bix"), "duel", width=10, height=10, mountains=0, cities=0)
    return stage.table(GENERALS, setup, act=lambda e, s: [], patience=4)


def orders(table: Table) -> list[Any]:
    """All operations that were sent."""
    return [op for ops in actions(table) for op in ops]


def home(table: Table) -> tuple[int, int]:
    """Row and column of the person's capital."""
    view = table.told[0]["view"]
    place: int = view["kinds"].index("4")
    return divmod(place, 10)


def grow(page: Page, table: Table, patience: float = 4) -> None:
    """Let some half-turns pass, so that there is somebody to send; what was said is forgotten,
    and the half-turns from now on have ``patience`` seconds."""
    press(page, *6 * ["Enter"])
    table.patience = patience
    press(page, "Enter")
    table.heard.clear()


def inward(table: Table) -> tuple[str, str, tuple[int, int]]:
    """A way from the capital that stays on the board: key, letter, step."""
    row, _ = home(table)
    return ("ArrowDown", "D", (1, 0)) if row < 5 else ("ArrowUp", "U", (-1, 0))


def test_half_turns_pass_by_themselves(stage: Stage, generals: Table):
    page = stage.open(generals, calm=False)
    asked(page)
    generals.patience = None
    generals.time_out()
    until(lambda: len(questions(generals)) >= 4, seconds=30)
    assert actions(generals) == []
    assert [m["type"] for m in generals.told if m["type"] == "late"]
    expect(part(page, "refusal")).to_be_hidden()
    expect(part(page, "where")).to_contain_text("of 1000")


def test_orders_by_keys_wait_and_are_sent_before_the_half_turn_ends(stage: Stage, generals: Table):
    page = stage.open(generals)
    grow(page, generals, patience=2)
    key, letter, (down, _) = inward(generals)
    row, column = home(generals)
    for _ in range(3):
        page.keyboard.press(key)
    until(lambda: orders(generals))
    wanted = [["move", row + down * n, column, letter, False] for n in range(3)]
    until(lambda: orders(generals) == wanted, seconds=15)
    until(lambda: any(m["type"] == "taken" for m in generals.told))
    until(lambda: 2 in [len(question["view"]["queue"]) for question in questions(generals)])


def test_orders_are_drawn_by_a_finger(stage: Stage, generals: Table):
    page = stage.open(generals, PHONE)
    grow(page, generals)
    row, column = home(generals)
    _, letter, (down, _) = inward(generals)
    start, end = tile(page, row, column), tile(page, row + 3 * down, column)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    page.mouse.up()
    page.keyboard.press("Enter")
    wanted = [["move", row + down * n, column, letter, False] for n in range(3)]
    until(lambda: orders(generals) == wanted, seconds=15)
    expect(page.locator(".play-note").last).to_contain_text("waiting")


def tile(page: Page, row: int, column: int) -> tuple[float, float]:
    """The middle of a tile of a board of 10 × 10, on the page: below the line with the turn, with
    room for the numbers of rows and columns."""
    box = box_of(part(page, "board"))
    line, edge = 20, 18
    cell = min(box["width"] - 2 * edge, box["height"] - line - 2 * edge) / 10
    left = box["x"] + box["width"] / 2 + (column - 4.5) * cell
    return left, box["y"] + (box["height"] + line) / 2 + (row - 4.5) * cell


def test_orders_can_be_taken_back(stage: Stage, generals: Table):
    page = stage.open(generals)
    grow(page, generals)
    key, letter, (down, _) = inward(generals)
    row, column = home(generals)
    for each in (key, key, "z", "Enter"):
        page.keyboard.press(each)
    first = ["move", row, column, letter, False]
    second = ["move", row + down, column, letter, False]
    # One more message takes back what the page sent by then; the rest was never sent.
    told = ([first], [first, second, ["undo"]])
    until(lambda: orders(generals) in told, seconds=15)


def test_a_half_turn_can_be_ended_at_once_and_half_an_army_sent(stage: Stage, generals: Table):
    page = stage.open(generals)
    grow(page, generals)
    key, letter, _ = inward(generals)
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Half")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press(key)
    page.keyboard.press("Enter")
    until(lambda: actions(generals) == [[["move", *home(generals), letter, True]]])


def test_orders_that_come_too_late_are_sent_once_more(stage: Stage, generals: Table):
    page = stage.open(generals)
    grow(page, generals)
    generals.hold = True
    key, _, _ = inward(generals)
    page.keyboard.press(key)
    page.keyboard.press("Enter")
    until(lambda: len(actions(generals)) == 1)
    count = len(questions(generals))
    generals.patience = 1
    generals.time_out()
    until(lambda: len(questions(generals)) > count)
    with generals._change:
        generals._inbox.clear()
    generals.release()
    until(lambda: len(actions(generals)) >= 2)
    assert actions(generals)[1] == actions(generals)[0]


# XGHJ ----------------------------------------------------------------------------------------


@pytest.fixture
def xghj(stage: Stage) -> Table:
    setup = setup_for(XGHJ, ("ada", "bix", "cleo", "dora"), "four")
    return stage.table(XGHJ, setup)


def bid(page: Page, table: Table, number: str = "0") -> None:
    asked(page)
    page.get_by_label("Your bid").fill(number)
    page.get_by_role("button", name="Bid", exact=True).click()
    until(lambda: questions(table)[-1]["prompt"]["phase"] == "spawn")


def begin(page: Page, table: Table) -> int:
    """Bid nothing, begin at some place that is free; the place."""
    bid(page, table)
    asked(page)
    for _ in range(40):
        page.keyboard.press("ArrowLeft")
        button = page.get_by_role("button", name="Begin at")
        if button.is_enabled() and _fertile(page):
            break
    page.keyboard.press("Enter")
    until(lambda: questions(table)[-1]["prompt"]["phase"] == "round")
    until(lambda: page.get_by_role("button", name="Send the orders of round 1").is_enabled())
    capital: int = questions(table)[-1]["view"]["players"][seat(table)]["capital"]
    return capital


def _fertile(page: Page) -> bool:
    return "attack 0" not in part(page, "said").text_content()


def seat(table: Table) -> int:
    found: int = table.told[0]["seat"]
    return found


@pytest.mark.parametrize("size", [pytest.param(DESKTOP, marks=pytest.mark.nightly), PHONE])
def test_a_country_is_founded_and_gives_its_orders(stage: Stage, xghj: Table, size):
    page = stage.open(xghj, size, calm=False)
    place = begin(page, xghj)
    columns = xghj.told[0]["scene"]["cols"]
    page.keyboard.press("Space")
    expect(part(page, "said")).to_contain_text("A bomb of size 6 at")
    page.get_by_role("button", name="Send the orders of round 1").click()
    x, y = place % columns, place // columns
    until(lambda: len(actions(xghj)) == 3)
    assert actions(xghj)[2] == {"stances": "----", "bombs": [[x, y, 6]]}
    until(lambda: page.get_by_role("button", name="Send the orders of round 2").is_enabled())
    expect(part(page, "feed")).to_contain_text("you hold")
    expect(part(page, "where")).to_have_text("round 2 of 49")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_a_bid_that_is_no_number_is_refused_with_the_reason(stage: Stage, xghj: Table):
    page = stage.open(xghj)
    asked(page)
    page.get_by_label("Your bid").fill("")
    page.get_by_role("button", name="Bid", exact=True).click()
    expect(part(page, "refusal")).to_contain_text("the bid is a whole number", ignore_case=True)
    bid(page, xghj, "2")
    expect(part(page, "refusal")).to_be_hidden()


def test_nobody_can_begin_beside_another(stage: Stage, xghj: Table):
    page = stage.open(xghj)
    bid(page, xghj)
    asked(page)
    chosen = questions(xghj)[-1]["prompt"]["chosen"]
    assert chosen, "somebody has chosen before"
    x, y = chosen[0]
    scene = xghj.told[0]["scene"]
    page.keyboard.press("ArrowLeft")
    for key, by in (("ArrowLeft", 30), ("ArrowUp", 30), ("ArrowRight", x), ("ArrowDown", y)):
        for _ in range(min(by, scene["cols"])):
            page.keyboard.press(key)
    expect(page.get_by_role("button", name=f"Begin at ({x}, {y})")).to_be_disabled()
    expect(page.locator(".play-note").filter(has_text="Not here")).to_contain_text("named before")


def test_bombs_that_cannot_be_placed_or_paid_say_why(stage: Stage, xghj: Table):
    page = stage.open(xghj)
    begin(page, xghj)
    said = part(page, "said")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    expect(said).to_contain_text("No bomb can be placed at")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    expect(said).to_contain_text(
        "You cannot pay for that: you have 10 resources, and your orders already cost 6"
    )
    page.keyboard.press("Backspace")
    expect(said).to_contain_text("No bomb at")


def test_the_influence_of_planned_bombs_is_shown_on_large_cells(stage: Stage, xghj: Table):
    page = stage.open(xghj)
    begin(page, xghj)
    page.keyboard.press("Space")
    page.keyboard.type("+++++")
    page.locator('[data-layer="heat"]').evaluate("(box) => box.click()")


def test_stances_are_chosen_country_by_country(stage: Stage, xghj: Table):
    page = stage.open(xghj)
    begin(page, xghj)
    for number in range(1, 12):
        send = page.get_by_role("button", name=f"Send the orders of round {number}", exact=True)
        until(send.is_enabled)
        if page.locator(".play-stances select").count():
            break
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Space")
        page.keyboard.press("Control+Enter")
    select = page.locator(".play-stances select").first
    other = int(select.get_attribute("data-other") or -1)
    select.select_option("J")
    expect(page.locator(".play-note").filter(has_text="spent")).to_contain_text("1 of")
    count = len(actions(xghj))
    send.click()
    until(lambda: len(actions(xghj)) > count)
    assert actions(xghj)[-1]["stances"][other] == "J"
