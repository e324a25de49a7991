"""Clips: turns that are played again and again, shared, and saved as files for other programs."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.player.page import address, frame_shown, part, until

pytestmark = pytest.mark.browser


def choose(page: Page, first: int, last: int) -> None:
    expect(part(page, "caption")).not_to_be_empty()
    page.keyboard.press("c")
    page.get_by_label("From turn").fill(str(first))
    page.get_by_label("To turn").fill(str(last))


def save(page: Page, kind: str, width: str = "320") -> bytes:
    page.get_by_label("File", exact=True).select_option(kind)
    page.get_by_label("Width").select_option(width)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save file").click()
    return waiting.value.path().read_bytes()


def test_a_clip_by_its_address_is_played_again_and_again(stage, recording):
    page = stage.open(stage.serve(recording), "?turn=5-7")
    chip = page.get_by_role("button", name="Clip 5–7")
    expect(chip).to_be_visible()
    seen: set[int] = set()
    turns: list[int] = []

    def watch() -> bool:
        turn = int(part(page, "turn").inner_text().split()[1].split("/")[0])
        seen.add(turn)
        if not turns or turns[-1] != turn:
            turns.append(turn)
        return len(turns) > 5

    until(watch)
    assert seen == {5, 6, 7}
    assert "turn=5-7" in address(page)
    chip.click()
    expect(chip).to_be_hidden()
    until(lambda: frame_shown(page) > 40)


def test_a_clip_is_chosen_by_keyboard_and_said_where_it_is_none(stage, recording):
    page = stage.open(stage.serve(recording), "?turn=3")
    choose(page, 9, 4)
    page.get_by_role("button", name="Play clip").press("Enter")
    expect(
        page.get_by_text("Give two turns, the first one not after the last one.")
    ).to_be_visible()
    page.get_by_label("To turn").fill("11")
    page.get_by_role("button", name="Play clip").press("Enter")
    expect(page.get_by_role("button", name="Clip 9–11")).to_be_visible()
    page.get_by_label("To turn").press("Escape")
    expect(page.get_by_label("To turn")).to_be_hidden()
    assert page.evaluate("document.activeElement.dataset.do") == "clip"


AS_SAFARI = """
let pressed = false;
addEventListener("click", () => {
  pressed = true;
  setTimeout(() => { pressed = false; });
}, true);
navigator.clipboard.writeText = async (text) => {
  if (!pressed) throw new DOMException("", "NotAllowedError");
  document.documentElement.dataset.copied = text;
};
VideoEncoder.isConfigSupported = async () => ({ supported: false });
"""
"""Copies alone that follow a press at once, and a video encoder that makes other films."""


def test_a_clips_link_is_copied_at_once_and_films_that_the_browser_cannot_make_say_so(
    stage, recording
):
    page = stage.open(stage.serve(recording), "?turn=3", script=AS_SAFARI)
    choose(page, 9, 11)
    page.get_by_role("button", name="Copy link to clip").click()
    expect(part(page, "toast")).to_have_text("The link to this clip is copied.")
    assert "turn=9-11" in page.evaluate("document.documentElement.dataset.copied")
    page.get_by_label("File", exact=True).select_option("webm")
    film = page.get_by_label("File", exact=True).locator("option[value=webm]")
    expect(film).to_have_text("WebM video (this browser cannot make it here)")
    expect(film).to_be_disabled()
    expect(page.get_by_label("File", exact=True)).to_have_value("gif")


def test_a_clip_is_saved_as_moving_pictures_at_its_pace(stage, recording):
    page = stage.open(stage.serve(recording), "?turn=3")
    choose(page, 4, 9)
    times = []
    for kind, form, pace in [("gif", "GIF", "1"), ("apng", "PNG", "0.5")]:
        page.get_by_label("Pace").select_option(pace)
        times.append(_shown_ms(save(page, kind), form))
        expect(page.get_by_text("was made")).to_be_visible()
    assert times[1] == pytest.approx(2 * times[0], rel=0.05)


def _shown_ms(data: bytes, form: str) -> float:
    """The length of a film whose pictures move."""
    image: Any
    with Image.open(io.BytesIO(data)) as image:
        assert image.format == form
        assert image.size[0] == 320
        assert image.n_frames >= 6
        assert image.info.get("loop") == 0
        pictures, shown_ms = [], 0.0
        for n in range(image.n_frames):
            image.seek(n)
            pictures.append(image.convert("RGB").tobytes())
            shown_ms += image.info["duration"]
    assert len(set(pictures)) > 4, "the pictures do not move"
    assert shown_ms / len(pictures) >= 20
    return shown_ms


def test_a_gif_shows_what_the_png_shows(stage, recording):
    page = stage.open(stage.serve(recording), "?turn=3")
    choose(page, 4, 5)
    pixels: list[Any] = []
    for kind in ("gif", "png"):
        with Image.open(io.BytesIO(save(page, kind))) as image:
            pixels.append(image.convert("RGB"))
    one, other = (list(picture.get_flattened_data()) for picture in pixels)
    assert len(one) == len(other)
    far = [
        sum(abs(a - b) for a, b in zip(p, q, strict=True)) for p, q in zip(one, other, strict=True)
    ]
    assert sum(far) / len(far) < 6


def test_a_webm_is_played_by_the_browser(stage, recording):
    page = stage.open(stage.serve(recording), "?turn=3")
    choose(page, 4, 9)
    data = save(page, "webm", "480")
    film = page.evaluate(
        """async (bytes) => {
          const video = document.createElement("video");
          video.muted = true;
          const file = new Blob([new Uint8Array(bytes)], {type: "video/webm"});
          video.src = URL.createObjectURL(file);
          await new Promise((done, fail) => {
            video.onloadeddata = done;
            video.onerror = () => fail(video.error.message);
          });
          const at = video.duration;
          video.currentTime = at / 2;
          await new Promise((done) => { video.onseeked = done; });
          return [video.videoWidth, video.videoHeight % 2, at];
        }""",
        list(data),
    )
    assert film[:2] == [480, 0]
    assert film[2] > 0.3


def test_too_many_turns_and_a_stop_leave_the_page_as_it_was(stage, recording):
    page = stage.open(stage.serve(recording), "?turn=3")
    choose(page, 0, 60)
    page.get_by_label("Width").select_option("720")
    page.get_by_role("button", name="Save file").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("No file was made: it was stopped.")).to_be_visible()
    expect(page.get_by_role("button", name="Save file")).to_be_visible()


def test_the_advantage_is_drawn_and_said(stage, recording):
    page = stage.open(stage.serve(recording), "?turn=30")
    strip = part(page, "advantage")
    expect(strip).to_be_visible()
    expect(strip).to_have_attribute("aria-label", re.compile(r"^Advantage in .*30: .+\.$"))
    before = frame_shown(page)
    strip.click(position={"x": 12, "y": 10})
    until(lambda: frame_shown(page) < before)
