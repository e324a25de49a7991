"""Where one is in a match: addresses, keys, gestures."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browsing import box_of
from tests.player.match import Recording
from tests.player.page import (
    ROUNDS,
    Stage,
    address,
    expect_frame,
    frame_shown,
    loaded,
    part,
    place,
    search_for,
    until,
)

pytestmark = pytest.mark.browser


def test_a_link_opens_exactly_its_ply(stage: Stage, recording: Recording):
    n = recording.games[1]["first"] + 77
    page = stage.open(stage.serve(recording), search_for(recording, n))
    expect_frame(page, n)
    game, turn, _ = place(recording, n)
    expect(part(page, "turn")).to_have_text(f"round {turn}/{ROUNDS}")
    pressed = part(page, "games").locator('[aria-pressed="true"]')
    expect(pressed).to_have_text(f"half {game}")


def test_a_link_to_nowhere_still_opens_the_match(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), "?turn=100000")
    for search in ("?turn=100000", "?game=9&turn=4", "?turn=-1&ply=x", "?turn=0"):
        page.goto(stage.site.url + "/m/" + search)
        expect(part(page, "caption"), search).to_contain_text("ound")
        expect(part(page, "notice"), search).to_be_hidden()


def test_the_address_follows_when_one_steps_and_is_not_pushed(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), search_for(recording, 40))
    expect_frame(page, 40)
    length = page.evaluate("history.length")
    page.keyboard.press("ArrowRight")
    expect_frame(page, 41)
    until(lambda: address(page).endswith(search_for(recording, 41)))
    assert page.evaluate("history.length") == length


SAFARI = """
const write = history.replaceState.bind(history);
const times = [];
history.replaceState = (...given) => {
  const now = performance.now();
  const recent = times.filter((time) => now - time < 10_000);
  if (recent.length >= 100) throw new DOMException("", "SecurityError");
  times.push(now);
  document.documentElement.dataset.written = times.length;
  write(...given);
};
"""
"""The history as Safari rations it: 100 writes in 10 s."""
HOLD = """async (keys) => {
  for (const key of keys) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await new Promise((done) => { setTimeout(done); });
  }
}"""


def test_a_held_key_writes_the_address_at_rest_and_stops_nothing(
    stage: Stage, recording: Recording
):
    page = stage.open(stage.serve(recording), "?game=1&turn=1&ply=0", script=SAFARI)
    loaded(page, recording)
    page.evaluate(HOLD, ["ArrowRight", "ArrowRight", "ArrowLeft"] * 50)
    expect_frame(page, 50)
    until(lambda: address(page).endswith(search_for(recording, 50)))
    assert int(page.evaluate("document.documentElement.dataset.written")) < 20
    page.keyboard.press("c")
    page.get_by_role("button", name="Play clip").click()
    expect(part(page, "clip")).to_be_visible()
    until(lambda: frame_shown(page) != 50)


def test_every_frame_has_an_address_that_leads_back_to_it(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), "?turn=1&ply=0")
    loaded(page, recording)
    wrong = page.evaluate(
        """async (frames) => {
          const { FrameStore } = await import("/static/player/store.js");
          const { findPlace, placeOf } = await import("/static/player/timeline.js");
          const store = new FrameStore();
          frames.forEach((frame) => store.add(frame));
          const strays = frames.filter(({ n }) => findPlace(store, placeOf(store, n)).n !== n);
          return strays.map((frame) => frame.n);
        }""",
        recording.frames,
    )
    assert wrong == []


def test_view_and_layers_stand_in_the_address_and_come_back(stage: Stage, recording: Recording):
    socket = stage.serve(recording)
    page = stage.open(socket, search_for(recording, 40))
    expect_frame(page, 40)
    page.keyboard.press("v")
    page.keyboard.press("l")
    part(page, "layer-list").get_by_text("Items to come").click()
    until(lambda: "view=1" in address(page) and "layers=coordinates,upcoming" in address(page))
    again = stage.open(socket, address(page)[address(page).index("?") :])
    expect_frame(again, 40)
    expect(part(again, "view")).to_have_value("0")
    assert again.locator("[data-part=layer-list] input:checked").count() == 2


def test_keys_step_jump_and_play(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), search_for(recording, 20))
    loaded(page, recording)
    last = recording.games[1]["first"] - 1
    for key, frame in [("ArrowLeft", 19), ("ArrowRight", 20), ("End", last), ("Home", 0)]:
        page.keyboard.press(key)
        expect_frame(page, frame)
    page.keyboard.press("ArrowUp")
    expect(part(page, "speed")).to_have_value("2")
    page.keyboard.press("ArrowDown")
    expect(part(page, "speed")).to_have_value("1")
    play = page.locator('[data-do="play"]')
    page.keyboard.press(" ")
    expect(play).to_have_attribute("aria-label", "Pause")
    until(lambda: frame_shown(page) > 3)
    page.keyboard.press(" ")
    expect(play).to_have_attribute("aria-label", "Play")


def test_shifted_arrows_go_from_event_to_event(stage: Stage, recording: Recording):
    important = [
        f["n"]
        for f in recording.frames[: recording.games[1]["first"]]
        if any(e["e"] in ("die", "solid", "split", "ray") for e in f.get("events", ()))
    ]
    page = stage.open(stage.serve(recording), "?turn=1&ply=0")
    loaded(page, recording)
    for n in important[:3]:
        page.keyboard.press("Shift+ArrowRight")
        expect_frame(page, n)
    page.keyboard.press("Shift+ArrowLeft")
    expect_frame(page, important[1])


def test_keys_are_left_alone_while_somebody_types(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), search_for(recording, 20))
    expect_frame(page, 20)
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<input id=t>')")
    page.locator("#t").focus()
    page.keyboard.type("sv l")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#t")).to_have_value("sv l")
    expect_frame(page, 20)


def test_the_help_lists_the_keys_and_the_marks(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), search_for(recording, 20))
    expect_frame(page, 20)
    page.keyboard.press("?")
    help_dialog = page.get_by_role("dialog")
    expect(help_dialog).to_contain_text("play or pause")
    expect(help_dialog.locator(".player-legend li")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(help_dialog).to_be_hidden()


def test_the_link_is_copied(stage: Stage, recording: Recording):
    page = stage.open(stage.serve(recording), search_for(recording, 33))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect_frame(page, 33)
    page.keyboard.press("s")
    expect(part(page, "toast")).to_contain_text("copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith(search_for(recording, 33))
    page.context.clear_permissions()


def test_the_player_fills_the_page_where_a_browser_has_no_full_screen(
    stage: Stage, recording: Recording
):
    without = "delete Element.prototype.requestFullscreen;"
    page = stage.open(stage.serve(recording), search_for(recording, 33), (390, 664), script=without)
    expect_frame(page, 33)
    button = page.get_by_role("button", name="Full screen")
    button.click()
    expect(part(page, "toast")).to_contain_text("the board fills the page")
    player = page.locator("[data-player]")
    assert box_of(player) == {"x": 0, "y": 0, "width": 390, "height": 664}
    button.click()
    expect(part(page, "toast")).to_contain_text("a part of the page again")
    assert box_of(player) != {"x": 0, "y": 0, "width": 390, "height": 664}
