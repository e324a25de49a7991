"""Painting a map in a real browser, by mouse, keyboard and fingers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from maps.models import Map
from maps.tests.meadow import FIELD, rows
from pages.maps.tests.page import (
    EMPTY,
    GRASS,
    TREE,
    at,
    hovered,
    pixel,
    shows,
    stroke,
    take,
    text_is,
    tool,
)

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("map-editor")]


def test_a_painted_map_is_written_into_the_text_checked_and_saved(editor, site):
    page = editor()
    take(page, "Tree")
    page.locator('[name="brush-apples"]').fill("7")
    stroke(page, (1, 1), (3, 1))
    assert pixel(page, 2, 1) == TREE
    text_is(page, FIELD.replace(". . . . .", ". t7 t7 t7 .", 1))
    shows(page, "[data-state]", "Valid map")
    page.get_by_role("button", name="Save").first.click()
    expect(page).to_have_url(re.compile(r"/maps/\d+/$"))
    saved = Map.objects.get()
    assert (saved.revision, saved.board["cells"][6:9]) == (2, ["t7"] * 3)


DRAWINGS = {
    "Fill": ["#####"] * 5,
    "Rectangle": [".....", ".###.", ".###.", ".###.", "....."],
    "Line": [".....", ".#...", "..#..", "...#.", "....."],
    "Brush": [".....", ".#...", "..#..", "...#.", "....."],
}
"""The largest first: what is left of one would be seen in the text after the next."""
AGAIN = {"Line": "Control+y", "Brush": "Control+Shift+z"}
"""The keys that repeat a step."""


def test_tools_paint_what_they_say_and_one_step_takes_it_back(editor):
    page = editor(EMPTY)
    take(page, "Rock")
    undo = page.get_by_role("button", name="Undo")
    for name, drawing in DRAWINGS.items():
        tool(page, name)
        expect(undo).to_be_disabled()
        stroke(page, (1, 1), (3, 3))
        expect(undo).to_be_enabled()
        text_is(page, rows(*drawing), name)
        if name in AGAIN:
            page.keyboard.press("Control+z")
            text_is(page, EMPTY, name)
            page.keyboard.press(AGAIN[name])
            text_is(page, rows(*drawing), name)
            undo.click()
        else:
            page.keyboard.press("Control+z")
    text_is(page, EMPTY)


MIRRORED = {
    "four": ["#...#", ".....", ".....", ".....", "#...#"],
    "left-right": ["#...#", ".....", ".....", ".....", "....."],
    "top-bottom": ["#....", ".....", ".....", ".....", "#...."],
    "rotate": ["#....", ".....", ".....", ".....", "....#"],
}
"""The one with most cells first, as above."""


def test_what_is_painted_is_mirrored(editor):
    page = editor(EMPTY)
    take(page, "Rock")
    for symmetry, drawing in MIRRORED.items():
        page.locator("[data-symmetry]").select_option(symmetry)
        stroke(page, (0, 0))
        text_is(page, rows(*drawing), symmetry)
        page.keyboard.press("Control+z")
    text_is(page, EMPTY)


def test_the_diagonal_is_for_squares_alone(editor):
    page = editor(EMPTY)
    page.locator("[data-symmetry]").select_option("diagonal")
    take(page, "Rock")
    stroke(page, (3, 0))
    text_is(page, rows("...#.", ".....", ".....", "#....", "....."))
    page.get_by_text("Size and symmetry").click()
    page.locator("[data-width]").fill("6")
    page.get_by_role("button", name="Resize").click()
    expect(page.locator("[data-symmetry]")).to_have_value("none")
    expect(page.locator('[data-symmetry] [value="diagonal"]')).to_be_disabled()


def test_the_whole_map_can_be_made_symmetrical(editor):
    page = editor(FIELD)
    page.locator("[data-symmetry]").select_option("left-right")
    page.get_by_text("Size and symmetry").click()
    page.get_by_role("button", name="Make symmetrical").click()
    text_is(page, rows("h...h", ".....", "..#..", ".....", "....."))


GROWN = {
    "top left": ["h.....", ".....", "..#...", "......", "....h.", "......"],
    "bottom right": ["......", ".h....", "......", "...#..", "......", ".....h"],
}


def test_a_map_grows_from_the_side_that_is_chosen(editor):
    page = editor()
    page.get_by_text("Size and symmetry").click()
    for anchor, drawing in GROWN.items():
        page.locator("[data-width]").fill("6")
        page.locator("[data-height]").fill("6")
        page.get_by_title(anchor, exact=True).click()
        page.get_by_role("button", name="Resize").click()
        text_is(page, rows(*[line.ljust(6, ".") for line in drawing]), anchor)
        page.keyboard.press("Control+z")
        text_is(page, FIELD, anchor)


def test_a_size_that_the_game_does_not_have_is_not_taken(editor):
    page = editor()
    page.get_by_text("Size and symmetry").click()
    page.locator("[data-width]").fill("4")
    page.get_by_role("button", name="Resize").click()
    expect(page.locator("[data-size]")).to_have_text("5 × 5")


def test_everything_can_be_painted_by_the_keyboard_alone_and_is_announced(editor):
    page = editor()
    page.locator("[data-canvas]").focus()
    page.keyboard.press("2")
    expect(page.get_by_role("radio", name="Rock")).to_be_checked()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator("[data-said]")).to_have_text("row 2, column 2: grass")
    page.keyboard.press(" ")
    expect(page.locator("[data-said]")).to_have_text("Painted 1 cell.")
    page.keyboard.down(" ")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.up(" ")
    text_is(page, rows("h....", ".#...", ".##..", ".#...", "....h"))
    page.keyboard.press("l")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    text_is(page, rows("h....", ".#...", ".##..", "#####", "....h"))
    page.keyboard.press("Shift+ArrowUp")
    expect(page.locator("[data-where]")).to_have_text("row 1, column 5: grass")


def test_escape_gives_a_line_up(editor):
    page = editor()
    page.locator("[data-canvas]").focus()
    for key in ("l", "2", "Home", " ", "End", "Escape"):
        page.keyboard.press(key)
    page.keyboard.press(" ")
    page.keyboard.press("Escape")
    take(page, "Home")
    tool(page, "Brush")
    stroke(page, (2, 1))
    text_is(page, FIELD.replace(". . . . .", ". . h . .", 1))


def test_what_is_on_the_map_can_be_picked_up(editor):
    page = editor(FIELD.replace("#", "t42"))
    page.mouse.click(*at(page, 2, 2), button="right")
    expect(page.get_by_role("radio", name="Picked up")).to_be_checked()
    stroke(page, (0, 4))
    text_is(page, FIELD.replace("#", "t42").replace(". . . . h", "t42 . . . h"))


def fingers(page):
    """Puts, moves and (without points) lifts fingers."""
    session = page.context.new_cdp_session(page)

    def touch(kind, *points):
        dots = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": dots})

    return touch


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_on_a_phone_one_finger_paints_and_two_scroll_the_page(editor):
    page = editor(**PHONE)
    take(page, "Rock")
    page.evaluate("scrollTo(0, 100)")
    touch = fingers(page)
    touch("Start", at(page, 1, 1))
    touch("Move", at(page, 3, 1))
    touch("End")
    painted = FIELD.replace(". . . . .", ". # # # .", 1)
    text_is(page, painted)
    assert page.evaluate("scrollY") == 100, "painting scrolls nothing"
    (x, y), (u, v) = at(page, 0, 3), at(page, 2, 3)
    touch("Start", (x, y))
    touch("Start", (x, y), (u, v))
    for way in range(20, 140, 20):
        touch("Move", (x, y - way), (u, v - way))
    touch("End")
    assert page.evaluate("scrollY") > 150
    page.evaluate("scrollTo(0, 100)")
    assert pixel(page, 0, 3) == GRASS, "the first of two fingers did not mean to paint"
    assert page.locator('textarea[name="text"]').input_value() == painted


def test_two_fingers_enlarge_the_picture_and_move_it(editor):
    page = editor(rows(*["." * 60] * 60), **PHONE)
    (x, y) = at(page, 30, 30)
    before = hovered(page, x + 60, y)
    touch = fingers(page)
    touch("Start", (x - 20, y), (x + 20, y))
    for apart in range(30, 130, 20):
        touch("Move", (x - apart, y), (x + apart, y))
    touch("End")
    after = hovered(page, x + 60, y)
    assert before[0] > after[0] > 30
    text_is(page, rows(*["." * 60] * 60))


SURFACE = """async () => {
  const { Surface } = await import("/static/site/maps/surface.js");
  const canvas = document.createElement("canvas");
  canvas.style.cssText = "position: fixed; inset: 0; width: 600px; height: 600px";
  document.body.append(canvas);
  const drawn = [];
  const draw = (ctx, grid, { rect }) => drawn.push((rect.x1 - rect.x0) * (rect.y1 - rect.y0));
  const grid = { width: 255, height: 255, cells: new Array(255 * 255).fill(".") };
  const surface = new Surface(canvas, { module: { draw }, theme: {}, palette: [] }, grid);
  const frames = async (n) => {
    for (let i = 0; i < n; i += 1) await new Promise(requestAnimationFrame);
    return drawn.splice(0);
  };
  const told = { whole: await frames(3) };
  surface.remark();
  told.marks = await frames(3);
  surface.touch([0, 1, 255]);
  surface.touch([2]);
  told.stroke = await frames(3);
  const timers = [];
  const { setTimeout } = window;
  window.setTimeout = (act) => timers.push(act);
  told.gesture = [];
  for (let i = 0; i < 5; i += 1) {
    surface.enlarge(1.1);
    told.gesture.push(...(await frames(2)));
  }
  timers.at(-1)();
  told.settled = await frames(2);
  window.setTimeout = setTimeout;
  surface.enlarge(9);
  told.enlarged = await frames(3);
  return told;
}"""


def test_of_the_largest_map_no_more_is_drawn_than_what_changed(editor):
    told = editor().evaluate(SURFACE)
    assert told["whole"] == [255 * 255]
    assert told["marks"] == []
    assert told["stroke"] == [4 * 3], "two strokes of one frame, with the cells beside them"
    assert told["gesture"] == [], "while it moves, the last picture stands for it"
    assert len(told["settled"]) == 1
    assert max(told["enlarged"]) < 40 * 40, "what is out of sight is not drawn"
