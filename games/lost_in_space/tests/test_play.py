"""A person plays in the browser: the controls of `play.js` against the engine's own choices."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.engine import JSON
from games.lost_in_space.game import LOST_IN_SPACE
from games.lost_in_space.state import World
from games.lost_in_space.tests.hands import (
    action,
    actions,
    again,
    at_the_capsule,
    at_the_crates,
    at_the_lift,
    at_the_machine,
    enabled,
    middle,
    others,
    own,
    questions,
    sent,
    sit,
    wanted,
)
from games.lost_in_space.tests.prepared import button_for, wish
from games.lost_in_space.tests.watched import NAMES, ask
from tests.play.stage import DESKTOP, PHONE, Stage, part
from tests.play.table import setup_for
from tests.player.page import until

pytestmark = pytest.mark.browser


# Possible actions


@pytest.mark.parametrize("rounds", [6, pytest.param(16, marks=pytest.mark.nightly)])
def test_what_cannot_be_done_is_disabled_throughout_a_game(stage: Stage, rounds: int):
    setup = setup_for(LOST_IN_SPACE, NAMES, rounds=rounds)
    table = stage.table(LOST_IN_SPACE, setup, act=others())
    page = stage.open(table, calm=True)
    checked = 0
    for question in questions(page, table):
        assert enabled(page) == wanted(question)
        checked += 1
        page.locator(button_for(wish(question), own(question)["pos"])).click()
        until(lambda n=checked: len(actions(table)) >= n)
        assert wish(question) in actions(table)
    assert checked > 1.25 * rounds


KEYS: dict[str, JSON] = {
    "w": action("move", [4, 2, 1]),
    "x": action("move", [2, 2, 1]),
    "q": None,
    "d": None,
    "ArrowUp": action("move", [4, 2, 1]),
    "Numpad2": action("move", [2, 2, 1]),
    "u": action("attack", [2, 2, 1], 1),
    "i": None,
    "1": action("interact", "Materials", "LandMine"),
    "4": action("interact", "Materials", "Transport"),
    "m": action("trap", "LandMine"),
    "n": action("trap", "Sticky"),
    "k": action("tool", "Kit"),
    "b x": action("tool", "Transport", [2, 2, 1]),
    "f ArrowDown": action("detect", [2, 2, 1]),
    "f Escape ArrowDown": action("move", [2, 2, 1]),
    "s": None,
    "PageUp": None,
    "Enter": {"type": "finish"},
    ".": {"type": "finish"},
}


def test_every_action_has_a_key(stage: Stage):
    table, page = sit(stage, at_the_crates)
    for keys, does in KEYS.items():
        for key in keys.split():
            page.keyboard.press(key)
        if does is None:  # the next action is then the first
            page.keyboard.press("Enter")
        assert sent(table) == (does or {"type": "finish"}), keys
        again(table, page)


ROWS = ("qwe", "a d", "zxc"), ("789", "4 6", "123")


def test_keys_go_where_they_lie_on_the_keyboard(stage: Stage):
    """Around S, and around 5 on the number pad."""
    page = stage.pages.take()
    page.goto(stage.pages.site.add_html("/", ""))
    events = [
        {"key": keys[row][column], "code": code + keys[row][column].upper(), "shiftKey": False}
        for keys, code in zip(ROWS, ("Key", "Numpad"), strict=True)
        for row in range(3)
        for column in range(3)
        if (row, column) != (1, 1)
    ]
    body = (
        "const { DIRECTIONS } = await import('/static/games/lost_in_space/able.js');"
        "return args[0].map((event) => DIRECTIONS[view.commandOf(event)[1]].step)"
    )
    steps = [[1 - row, column - 1] for row in range(3) for column in range(3)]
    steps.remove([0, 0])
    assert ask(page, body, events, module="keys.js") == steps * 2


def test_the_match_may_begin_again_while_an_action_is_on_its_way(stage: Stage):
    table, page = sit(stage, at_the_crates)
    table.hold = True
    page.keyboard.press("w")
    assert sent(table) == KEYS["w"]
    table.say(type="restart")
    expect(part(page, "controls")).to_be_empty()
    table.release()
    again(table, page)
    page.keyboard.press("x")
    assert sent(table) == KEYS["x"]


def test_lifts_go_by_key(stage: Stage):
    table, page = sit(stage, at_the_lift)
    for key, floor in {"PageUp": 0, "PageDown": 2, "Home": 0}.items():
        page.keyboard.press(key)
        assert sent(table) == action("move", [1, 3, floor]), key
        again(table, page)


@pytest.mark.parametrize(
    ("change", "does"),
    [
        (at_the_machine, action("interact", "KeyMachine")),
        (at_the_capsule, action("interact", "EscapeCapsule", True)),
    ],
)
def test_one_key_uses_what_is_here(stage: Stage, change: Callable[[World], None], does: JSON):
    table, page = sit(stage, change)
    page.keyboard.press("s")
    assert sent(table) == does


TAPS: list[tuple[str, tuple[int, int, int], JSON]] = [
    ("", (4, 2, 1), action("move", [4, 2, 1])),
    ("", (2, 2, 1), action("attack", [2, 2, 1], 1)),
    ("b", (2, 2, 1), action("tool", "Transport", [2, 2, 1])),
    ("f", (4, 2, 1), action("detect", [4, 2, 1])),
]
"""A key before the tap, the place, and the action."""


@pytest.mark.parametrize("size", [pytest.param(DESKTOP, marks=pytest.mark.nightly), PHONE])
def test_places_on_the_board_can_be_tapped(stage: Stage, size: tuple[int, int]):
    table, page = sit(stage, at_the_crates, size)
    board = part(page, "board")
    for key, pos, does in TAPS:
        if key:
            page.keyboard.press(key)
        if size == PHONE:
            board.tap(position=middle(page, pos, 9))
        else:
            board.click(position=middle(page, pos, 9))
        assert sent(table) == does, (key, pos)
        again(table, page)


def test_a_tap_where_nothing_can_be_done_does_nothing(stage: Stage):
    table, page = sit(stage, at_the_crates)
    part(page, "board").click(position=middle(page, (6, 6, 1)))
    page.keyboard.press("Enter")
    assert sent(table) == {"type": "finish"}, "the first action"
