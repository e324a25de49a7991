"""A person at the page: turns that pass, news, and whole games."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from playwright.sync_api import expect

from games.engine import JSON
from games.lost_in_space.game import LOST_IN_SPACE
from games.lost_in_space.state import Item, Trap, World
from games.lost_in_space.tests.hands import (
    MATERIAL,
    action,
    actions,
    asked,
    asks,
    at_the_capsule,
    at_the_crates,
    at_the_lift,
    enabled,
    middle,
    others,
    own,
    questions,
    sit,
    wanted,
)
from games.lost_in_space.tests.prepared import DIRECTIONS, button_for, wish
from games.lost_in_space.tests.watched import NAMES
from tests.play.stage import DESKTOP, PHONE, Stage, part
from tests.play.table import setup_for
from tests.player.page import until

pytestmark = pytest.mark.browser


def empty_point(world: World) -> None:
    at_the_crates(world)
    world.stock[MATERIAL] = 0


def test_why_an_action_was_refused_is_said_until_the_next_one(stage: Stage):
    _, page = sit(stage, empty_point)
    refusal = page.locator('[data-lost="refusal"]')
    expect(refusal).to_be_hidden()
    page.keyboard.press("1")
    expect(refusal).to_have_text("The material point is empty, and the major action is used up.")
    asked(page)
    expect(page.locator('[data-take="LandMine"]')).to_be_disabled()
    page.keyboard.press("m")
    expect(refusal).to_be_hidden()


def test_the_turn_and_what_can_be_done_are_read_out(stage: Stage):
    _, page = sit(stage, at_the_crates)
    said = part(page, "said")
    assert said.get_attribute("aria-live") == "polite"
    expect(said).to_contain_text(
        "Your turn in round 1: you are at (3, 2) on the middle floor, at a material point, "
        "with 60 hit points and key 0. You can attack bix; take a mine, slime, kit or blink"
    )
    page.keyboard.press("k")
    expect(said).to_contain_text("You use a kit: 160 hit points")
    expect(said).to_contain_text("Your turn goes on. You can blink; place a mine or slime; detect")


def test_other_players_turns_are_shown_as_waiting(stage: Stage):
    def slow(engine: Any, seat: int) -> JSON:
        if seat == 2:
            held.wait(30)
        return {"type": "finish"}

    held = threading.Event()
    _, page = sit(stage, at_the_capsule, act=slow)
    page.keyboard.press("s")
    expect(page.locator('[data-lost="status"]')).to_contain_text("cleo is in turn")
    assert enabled(page) == set()
    expect(page.locator('[data-here="capsule"]')).to_have_text("Stop the capsule")
    held.set()
    expect(part(page, "turn")).to_have_text("Your turn")


def test_what_others_do_is_seen_and_told_before_ones_own_turn(stage: Stage):
    def hits(engine: Any, seat: int) -> JSON:
        can = {"type": "finish"}
        return action("attack", [3, 2, 1], 0) if seat == 1 and not engine.world.major else can

    _, page = sit(stage, at_the_crates, act=hits)
    page.keyboard.press("k")
    expect(part(page, "said")).to_contain_text("You use a kit")
    page.keyboard.press("Enter")
    expect(part(page, "feed").locator("li").first).to_contain_text("bix hits you: 90 hit points")
    expect(page.locator('[data-lost="status"]')).to_contain_text("90 hit points")


def in_a_trap(world: World) -> None:
    at_the_crates(world)
    world.traps[4, 2, 1] = Trap(Item.SLIME, 2)


def test_a_turn_that_the_rules_end_needs_no_word_of_the_person(stage: Stage):
    """Slime ends this turn and skips the next; then the person is asked again, in round 3."""
    table, page = sit(stage, in_a_trap)
    page.keyboard.press("ArrowUp")
    expect(part(page, "feed")).to_contain_text("You are stuck in slime for this turn and the next")
    expect(part(page, "where")).to_have_text("round 3 of 100")
    assert actions(table) == [action("move", [4, 2, 1]), {"type": "finish"}]
    assert any(message["type"] == "note" for message in table.told)


def doomed(world: World) -> None:
    world.round = 40
    world.players[0].pos = MATERIAL


def test_whoever_stands_where_it_closes_is_warned_dies_and_comes_back(stage: Stage):
    _, page = sit(stage, doomed)
    status = page.locator('[data-lost="status"]')
    expect(status).to_contain_text("the warehouse around you closes in 1 round")
    expect(part(page, "said")).to_contain_text("the warehouse around you closes in 1 round")
    page.keyboard.press("Enter")
    feed = part(page, "feed")
    expect(feed).to_contain_text("You die")
    expect(feed).to_contain_text("The warehouse closes")
    expect(feed).to_contain_text("You are back, at (0, 0) on the middle floor, key machine 0")
    expect(part(page, "where")).to_have_text("round 45 of 100")


def test_a_key_comes_and_the_capsule_can_be_stopped_and_left_alone(stage: Stage):
    def ready(world: World) -> None:
        at_the_capsule(world)
        world.players[0].keys = {0, 1, 2}
        world.players[0].coming = 3

    table, page = sit(stage, ready, patience=None)
    page.keyboard.press("Enter")
    expect(part(page, "feed")).to_contain_text("You get key 3 (dora)")
    asked(page)
    page.keyboard.press("s")
    capsule = page.locator('[data-here="capsule"]')
    expect(capsule).to_have_text("Stop the capsule")
    capsule.click()
    expect(capsule).to_have_text("Start the capsule")
    asked(page)
    page.keyboard.press("Enter")
    expect(part(page, "where")).to_have_text("round 4 of 100")
    asked(page)
    page.keyboard.press("s")
    expect(capsule).to_have_text("Stop the capsule")
    asked(page)
    page.keyboard.press("Enter")
    expect(part(page, "feed")).to_contain_text("You escape")
    assert actions(table).count(action("interact", "EscapeCapsule", True)) == 2


def test_turns_end_by_themselves_for_whoever_wants_that(stage: Stage):
    table, page = sit(stage, at_the_crates)
    page.locator('[data-lost="quick"]').check()
    page.keyboard.press("m")
    expect(part(page, "said")).to_contain_text("Your turn goes on")
    page.keyboard.press("k")
    expect(part(page, "where")).to_have_text("round 2 of 100")
    assert actions(table) == [
        action("trap", "LandMine"),
        action("tool", "Kit"),
        {"type": "finish"},
    ]
    page.reload()
    expect(page.locator('[data-lost="quick"]')).to_be_checked()


def alone(world: World) -> None:
    """Nothing can be done after a move: detection rests, the bag is empty."""
    world.players[0].rested = 5


def test_a_turn_in_which_nothing_is_left_to_do_ends_by_itself(stage: Stage):
    _, page = sit(stage, alone)
    page.keyboard.press("ArrowUp")
    expect(part(page, "where")).to_have_text("round 2 of 100")


def test_a_page_that_is_opened_again_shows_the_same_turn(stage: Stage):
    table, page = sit(stage, at_the_crates)
    page.keyboard.press("k")
    until(lambda: len(asks(table)) == 2)
    asked(page)
    before = enabled(page)
    page.reload()
    asked(page)
    expect(part(page, "turn")).to_have_text("Your turn")
    assert enabled(page) == before == wanted(asks(table)[-1])
    expect(page.locator('[data-lost="status"]')).to_contain_text("160 hit points")


def test_a_person_sees_only_the_own_floor_and_follows_it(stage: Stage):
    """On a phone the floor of the person is large; after a lift it is the other one."""
    _, page = sit(stage, at_the_lift, PHONE)
    tabs = page.locator('[aria-label="Floors"] button')
    expect(tabs).to_have_count(3)
    expect(tabs.nth(1)).to_have_attribute("aria-pressed", "true")
    tabs.nth(2).tap()
    expect(tabs.nth(2)).to_have_attribute("aria-pressed", "true")
    page.locator('[data-lift="0"]').tap()
    expect(tabs.nth(0)).to_have_attribute("aria-pressed", "true")
    expect(tabs.nth(0)).to_have_attribute("aria-label", "Top floor, ada there")
    expect(tabs.nth(1)).to_have_attribute("aria-label", "Middle floor")


def test_the_list_of_keys_fits_what_the_keys_do(stage: Stage):
    _, page = sit(stage, at_the_crates)
    page.keyboard.press("?")
    listed = part(page, "help").inner_text()
    for words in ("use a kit", "attack the first", "take the lift", "end the turn", "blink"):
        assert words in listed


# Whole games


@pytest.mark.parametrize(
    ("size", "rounds"),
    [
        (PHONE, 7),
        pytest.param(PHONE, 24, marks=pytest.mark.nightly),
        pytest.param(DESKTOP, 24, marks=pytest.mark.nightly),
        pytest.param(DESKTOP, 100, marks=pytest.mark.nightly),
    ],
)
def test_a_person_plays_to_the_end_with_the_buttons(stage: Stage, size: Any, rounds: int):
    setup = setup_for(LOST_IN_SPACE, NAMES, rounds=rounds)
    table = stage.table(LOST_IN_SPACE, setup, act=others())
    page = stage.open(table, size, calm=size == DESKTOP)
    reloaded = False
    for ask in questions(page, table):
        if not reloaded and ask["view"]["round"] == 5:
            reloaded = True
            page.reload()
            expect(page.locator("[data-play]")).to_have_attribute("data-asked", str(ask["ask"]))
        button = page.locator(button_for(wish(ask), own(ask)["pos"]))
        button.tap() if size == PHONE else button.click()
    outcome = next(m["outcome"] for m in table.told if m["type"] == "over")
    rank = outcome["seats"][0]["rank"]
    words = "You win" if rank == 1 else f"You are number {rank} of 4"
    expect(part(page, "turn")).to_have_text(words)
    assert reloaded
    assert not any(m["type"] == "refused" for m in table.told)
    told = [event for m in table.told if m["type"] == "events" for event in m["events"]]
    refused = {e["reason"] for e in told if e.get("say", {}).get("success") is False}
    # Nobody can see how much there is, nor others' traps.
    assert refused <= {
        "the material point is empty, and the major action is used up",
        "there is a trap here already",
    }
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_directions_are_named_as_they_are_drawn(stage: Stage):
    """Up on the board is the first of the eight."""
    _, page = sit(stage, at_the_crates)
    named = page.locator("[data-direction]").evaluate_all(
        "all => all.map(b => [b.getAttribute('aria-label'), b.getBoundingClientRect()])"
    )
    assert [name for name, _ in named] == list(DIRECTIONS)
    top, bottom = named[0][1], named[4][1]
    assert top["y"] < bottom["y"]
    assert middle(page, (4, 2, 1))["y"] < middle(page, (3, 2, 1))["y"]
    assert named[6][1]["x"] < named[2][1]["x"]
    assert middle(page, (3, 1, 2))["x"] < middle(page, (3, 2, 2))["x"]
