"""The editor of maps in a real browser: opening it, and what one does and sees there."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Error, Page, expect

from maps.tests.meadow import rows
from tests.browsing import box_of
from tests.player.page import PATIENCE_MS

GRASS, ROCK, HOME, TREE = (127, 191, 95), (85, 85, 85), (208, 48, 48), (32, 80, 208)
"""How the meadow draws its cells."""
EMPTY = rows(*["....."] * 5)


def at(page: Page, x: int, y: int) -> tuple[float, float]:
    """The middle of a cell on the page, while the whole map is in view."""
    size = page.locator("[data-size]").inner_text()
    width, height = (int(number) for number in size.split(" × "))
    box = box_of(page.locator("[data-canvas]"))
    dpr = page.evaluate("devicePixelRatio")
    room = min((box["width"] - 20) / width, (box["height"] - 20) / height) * dpr
    cell = min(112, (int(room) if room >= 3 else room) / dpr)
    left = box["x"] + (box["width"] - cell * width) / 2
    top = box["y"] + (box["height"] - cell * height) / 2
    return left + (x + 0.5) * cell, top + (y + 0.5) * cell


def stroke(page: Page, start: tuple[int, int], end: tuple[int, int] | None = None) -> None:
    """From the middle of a cell to that of another, with the main button."""
    page.locator("[data-canvas]").scroll_into_view_if_needed()
    page.mouse.move(*at(page, *start))
    page.mouse.down()
    if end:
        page.mouse.move(*at(page, *end), steps=8)
    page.mouse.up()


def pixel(page: Page, x: int, y: int) -> tuple[int, ...]:
    """The colour of the picture a little beside the middle of a cell, once it is drawn."""
    px, py = at(page, x, y)
    page.mouse.move(0, 0)
    found = page.locator("[data-canvas]").evaluate(
        """async (canvas, [x, y]) => {
          for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame);
          const box = canvas.getBoundingClientRect();
          const scale = canvas.width / box.width;
          const [left, top] = [(x - box.left + 3) * scale, (y - box.top + 3) * scale];
          return [...canvas.getContext("2d").getImageData(left, top, 1, 1).data];
        }""",
        [px, py],
    )
    return tuple(found[:3])


def text_is(page: Page, text: str, case: str = "") -> None:
    """Wait until the text is this one; ``case`` is named where it is not."""
    area = 'textarea[name="text"]'
    _wait(page, "([at, text]) => document.querySelector(at).value === text", area, text)
    expect(page.locator(area), case or None).to_have_value(text)


def shows(page: Page, at: str, words: str) -> None:
    """Wait until the first element that a selector finds contains some words."""
    code = "([at, words]) => document.querySelector(at)?.textContent.includes(words)"
    _wait(page, code, at, words)
    expect(page.locator(at).first).to_contain_text(words)


def _wait(page: Page, code: str, *arguments: str) -> None:
    """The page looks by itself: ``expect`` looks too seldom for the editor, which reads a text a
    moment after the last change."""
    with suppress(Error):  # what was expected is then told by ``expect``
        page.wait_for_function(code, arg=list(arguments), polling=20, timeout=PATIENCE_MS)


def hovered(page: Page, x: float, y: float) -> tuple[int, int]:
    """Column and row, from 0, of the cell at a point of the page."""
    page.mouse.move(0, 0)
    page.mouse.move(x, y)
    where = page.locator("[data-where]")
    expect(where).not_to_be_empty()
    row, column = where.inner_text().split(":")[0].replace("row", "").split(", column")
    return int(column) - 1, int(row) - 1


def take(page: Page, brush: str) -> None:
    page.get_by_role("radio", name=brush).click()


def tool(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
