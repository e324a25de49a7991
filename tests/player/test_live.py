"""Reading and following a match: windows, live frames, lost connections, ends."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

from tests.player.match import Recording, other_recording, record
from tests.player.match_socket import MatchSocket
from tests.player.page import (
    Stage,
    config_for,
    expect_frame,
    frame_shown,
    part,
    search_for,
    until,
)

pytestmark = pytest.mark.browser


def frames_in_page(page: Page) -> Any:
    """Watch what enters the store of the page's player: numbers in order of arrival."""
    return page.evaluate("window.__arrived")


WATCH = """
import { FrameStore } from "/static/player/store.js";
window.__arrived = [];
const add = FrameStore.prototype.add;
FrameStore.prototype.add = function (frame) {
  const fresh = add.call(this, frame);
  if (fresh) window.__arrived.push(frame.n);
  return fresh;
};
"""


def watched(stage: Stage, socket: MatchSocket, search: str = "") -> Page:
    """A page whose player counts the frames that it keeps."""
    return stage.open(socket, search, script=WATCH)


def test_a_long_match_is_read_near_the_wanted_turn_first_and_then_whole(stage: Stage):
    long = record(seed=7, rounds=300)
    socket = stage.serve(long)
    n = len(long.frames) - 200
    page = watched(stage, socket, search_for(long, n))
    expect_frame(page, n)
    until(lambda: len(frames_in_page(page)) == len(long.frames))
    arrived = frames_in_page(page)
    assert sorted(arrived) == list(range(len(long.frames)))
    assert arrived.index(n) < len(long.frames) / 2


def test_a_live_match_is_followed_at_its_edge(stage: Stage, recording: Recording):
    socket = stage.serve(recording, known=50)
    page = stage.open(socket)
    expect_frame(page, 49)
    expect(part(page, "live")).to_have_text("live")
    socket.play_to(90)
    expect_frame(page, 89)
    socket.finish()
    expect(part(page, "live")).to_be_hidden()
    until(lambda: frame_shown(page) > 95)


TOLD = """
<script type="module" src="/static/site/following.js"></script>
<header class="page-head" data-page-state="{state}"><h1>{state}, says the head</h1></header>
<div data-live="result">{state}, says the result</div>{player}
"""


def test_what_a_page_tells_of_a_match_follows_it_to_its_end(stage: Stage, recording: Recording):
    socket = stage.serve(recording, known=50)
    config = config_for(recording, socket=socket.url, state="running")

    def tell(state: str) -> str:
        player = render_to_string("matches/_player.html", {"player": config})
        address = stage.site.add_html("/m/", TOLD.format(state=state, player=player))
        kind, html = stage.site.pages["/m/"]
        stage.site.pages["/m/"] = kind, html.replace("<title>A match", f"<title>{state}")
        return address

    page = stage.pages.take()
    page.goto(tell("running"))
    expect_frame(page, 49)
    config["seats"][0]["change"] = 77
    tell("finished")
    socket.finish()
    expect(page.get_by_role("heading", level=1)).to_have_text("finished, says the head")
    expect(page.locator("[data-live=result]")).to_have_text("finished, says the result")
    expect(page.locator(".player-rating").first).to_contain_text("+77")
    expect(page).to_have_title("finished")


def test_a_live_match_can_be_left_and_found_again(stage: Stage, recording: Recording):
    socket = stage.serve(recording, known=50)
    page = stage.open(socket)
    expect_frame(page, 49)
    page.keyboard.press("Home")
    expect_frame(page, 0)
    socket.play_to(120)
    behind = recording.frames[119]["turn"] - 1
    live = part(page, "live")
    expect(live).to_have_text(f"{behind} rounds behind · go live")
    expect_frame(page, 0)
    live.click()
    expect_frame(page, 119)
    expect(live).to_have_text("live")


def test_a_lost_connection_comes_back_without_a_gap_or_a_repeat(stage: Stage, recording: Recording):
    socket = stage.serve(recording, known=60)
    page = watched(stage, socket)
    expect_frame(page, 59)
    until(lambda: len(frames_in_page(page)) == 60)
    socket.refuse = True
    socket.cut()
    expect(part(page, "notice")).to_contain_text("connection is lost")
    socket.play_to(130)
    before = len(socket.asked)
    socket.refuse = False
    until(lambda: len(frames_in_page(page)) == 130, seconds=15)
    expect(part(page, "notice")).to_be_hidden()
    assert sorted(frames_in_page(page)) == list(range(130))
    # Only the last known frame is asked for again, to see that it is still the same.
    assert socket.asked[before:] == [{"type": "follow", "from": 59}]


def test_a_restarted_match_is_shown_from_its_new_frames_alone(stage: Stage, recording: Recording):
    other = other_recording(recording, seed=8)
    socket = stage.serve(recording, known=60)
    page = stage.open(socket)
    expect_frame(page, 59)
    socket.restart(other, 20)
    expect(part(page, "toast")).to_contain_text("played again")
    expect_frame(page, 19)
    page.keyboard.press("ArrowLeft")
    expect_frame(page, 18)
    event = other.frames[18]["events"][1]
    if event["e"] == "move":
        expect(part(page, "caption")).to_contain_text(f"({event['to'][0]}, {event['to'][1]})")


def test_a_restart_behind_a_lost_connection_is_noticed_by_the_frames(
    stage: Stage, recording: Recording
):
    """The new play-through is longer than what is known, so numbers alone do not tell."""
    other = other_recording(recording, seed=8)
    socket = stage.serve(recording, known=40)
    page = stage.open(socket)
    expect_frame(page, 39)
    socket.refuse = True
    socket.cut()
    expect(part(page, "notice")).to_contain_text("connection is lost")
    socket.recording = other
    socket.play_to(70)
    socket.refuse = False
    expect_frame(page, 69)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect_frame(page, 1)
    event = other.frames[1]["events"][1]
    expect(part(page, "caption")).to_contain_text(f"({event['to'][0]}, {event['to'][1]})")


def test_a_person_who_leaves_is_marked_before_the_match_is_over(stage: Stage, recording: Recording):
    socket = stage.serve(recording, known=40)
    page = stage.open(socket)
    expect_frame(page, 39)
    socket.leave(1, "was away for more than 60 seconds")
    end = page.locator('.player-seat[data-seat="1"] [data-part="end"]')
    expect(end).to_have_text("left: was away for more than 60 seconds")
    page.keyboard.press("Home")
    expect(end).to_have_text("left: was away for more than 60 seconds")


def test_a_queued_match_says_its_place_and_starts_by_itself(stage: Stage, recording: Recording):
    socket = stage.serve(recording, known=0, queued=True)
    page = stage.open(socket)
    expect(part(page, "notice")).to_contain_text("number 3 in the queue")
    socket.play_to(30)
    expect_frame(page, 29)
    expect(part(page, "notice")).to_be_hidden()


@pytest.mark.parametrize(
    ("state", "words"), [("aborted", "cancelled before its end"), ("failed", "The platform failed")]
)
def test_a_match_without_a_replay_says_why(
    stage: Stage, recording: Recording, state: str, words: str
):
    socket = stage.serve(recording, known=0)
    socket.state = state
    page = stage.open(socket)
    expect(part(page, "notice")).to_contain_text("There is no replay.")
    expect(part(page, "notice")).to_contain_text(words)


def test_damaged_data_is_named_and_nothing_breaks(stage: Stage):
    broken = record(seed=7, rounds=30)
    broken.frames[20]["events"][0] = {"e": "teleport"}
    page = stage.open(stage.serve(broken), search_for(broken, 10))
    expect_frame(page, 10)
    page.keyboard.press("End")
    notice = part(page, "notice")
    expect(notice).to_contain_text("damaged")
    expect(notice).to_contain_text("teleport")
    page.keyboard.press("Home")
    expect_frame(page, 0)
