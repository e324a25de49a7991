"""A replay's own page in a real browser: from a file, without a network, without a site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page, expect

from cli import app
from games.engine import EndState
from games.replay import ReplayReader, ReplayWriter
from games.wire import encode
from sandbox.play import page as pages
from sandbox.play.match import LogLine
from tests.player.page import (
    ROOT,
    SNAKE_MOVERS,
    address,
    expect_frame,
    frame_shown,
    part,
    pixel,
    until,
)

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of two house bots, played by the real judger."""
    path = tmp_path_factory.mktemp("replay") / "out.jsonl.gz"
    command = ["play", "snake", "house:gardener", "house:drifter", "--ruleset", "blitz"]
    assert app.main([*command, "--seed", "5", "--replay", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def made(replay: Path) -> Path:
    assert app.main(["show", str(replay), "--no-open"]) == 0
    return replay.with_name("out.html")


@dataclass
class Viewer:
    """Opens pages in a browser that has no network, and notes what should not happen."""

    browser: Browser
    complaints: list[str] = field(default_factory=list)

    def open(
        self, path: Path, search: str = "", size: tuple[int, int] = (1280, 800), **more: Any
    ) -> Page:
        screen = {"width": size[0], "height": size[1]}
        context = self.browser.new_context(viewport=screen, offline=True, **more)  # type: ignore[arg-type]
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self._hear(message.type, message.text))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        page.on("request", lambda request: self._note(request.url))
        page.goto(path.as_uri() + search)
        return page

    def _hear(self, kind: str, text: str) -> None:
        if kind == "error":
            self.complaints.append(text)

    def _note(self, url: str) -> None:
        if not url.startswith(("file:", "data:")):
            self.complaints.append(url)

    def close(self) -> None:
        for context in self.browser.contexts:
            context.close()


@pytest.fixture
def viewer(browser: Browser) -> Iterator[Viewer]:
    viewer = Viewer(browser)
    yield viewer
    viewer.close()
    assert viewer.complaints == []


def colored(page: Page, color: tuple[int, ...]) -> int:
    """How many pixels of the board have a colour."""
    return int(
        part(page, "board").evaluate(
            """(canvas, [r, g, b]) => {
              const { width, height } = canvas;
              const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
              let count = 0;
              for (let i = 0; i < data.length; i += 4) {
                if (data[i] === r && data[i + 1] === g && data[i + 2] === b) count += 1;
              }
              return count;
            }""",
            list(color),
        )
    )


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_the_page_plays_the_match(viewer: Viewer, made: Path, replay: Path, size: tuple[int, int]):
    with replay.open("rb") as file:
        reader = ReplayReader(file)
    last = reader.games[1] - 1
    page = viewer.open(made, "?game=1&turn=60&ply=1", size)
    expect(part(page, "turn")).to_have_text("round 60/128")
    for color in SNAKE_MOVERS:
        until(lambda color=color: colored(page, color) > 300)
    expect(part(page, "range")).to_have_attribute("max", str(last))
    start = frame_shown(page)
    page.keyboard.press("ArrowRight")
    expect_frame(page, start + 1)
    page.keyboard.press("End")
    expect(part(page, "turn")).to_have_text("round 128/128")
    expect_frame(page, last)
    page.keyboard.press("Home")
    expect_frame(page, 0)
    until(lambda: address(page).endswith("?game=1&turn=1&ply=0"))
    page.keyboard.press(" ")
    until(lambda: frame_shown(page) > 3)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_the_page_says_who_played_and_how_it_ended(viewer: Viewer, made: Path):
    page = viewer.open(made)
    expect(page).to_have_title("house/gardener – house/drifter")
    expect(page.locator("header")).to_contain_text("house/gardener won half 1 with")
    expect(page.locator(".player-who").nth(1)).to_have_text("house/drifter")
    expect(page.locator(".player-lines li").first).to_be_attached()
    page.get_by_role("tab", name="Info").click()
    expect(part(page, "info")).to_contain_text("Blitz")
    expect(part(page, "info")).to_contain_text("Seed5")
    page.get_by_role("tab", name="Log").click()
    expect(part(page, "log")).to_contain_text("A replay has no logs")
    page.keyboard.press("?")
    expect(part(page, "help")).to_contain_text("clip: play, share or save some turns")
    shown = page.locator("main").inner_text()
    assert re.findall(r"[{}$].*", shown) == [], "tags of a template are no texts"


def test_the_page_is_light_or_dark_as_the_system_is(viewer: Viewer, made: Path):
    grounds, cells = [], []
    for scheme in ("light", "dark"):
        page = viewer.open(made, "?turn=60", color_scheme=scheme)
        expect(part(page, "turn")).to_have_text("round 60/128")
        grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        cells.append(pixel(page, 0, 15))
    assert grounds == ["rgb(245, 246, 243)", "rgb(17, 21, 19)"]
    assert min(cells[0]) > 200
    assert max(cells[1]) < 60


def test_names_are_text_and_nothing_else(viewer: Viewer, replay: Path, tmp_path: Path):
    evil = '</script><script>alert(1)</script><img src="x" onerror="alert(2)">'
    path = tmp_path / "evil.jsonl.gz"
    with replay.open("rb") as old, path.open("wb") as new:
        reader, writer = ReplayReader(old), ReplayWriter(new)
        writer.header({**reader.header, "seats": [{"name": evil}, {"name": "--><!--"}]})
        for frame in reader.read():
            writer.frame(encode(frame), key="key" in frame, first="setup" in frame)
        writer.result(reader.result)
    page = viewer.open(pages.write(path, tmp_path / "evil.html"), "?game=1&turn=60&ply=1")
    expect(part(page, "turn")).to_have_text("round 60/128")
    expect(page).to_have_title(f"{evil} – --><!--")
    expect(page.locator(".player-who").first).to_have_text(evil)
    expect(part(page, "caption")).to_contain_text("'s snake")
    assert page.locator("img").count() == 0


def test_the_logs_of_a_match_just_played_stand_beside_it(
    viewer: Viewer, replay: Path, tmp_path: Path
):
    logs = [LogLine(0, 0, 1, "good morning <b>\n", cut=False), LogLine(1, 0, 60, "hm", cut=True)]
    page = viewer.open(pages.write(replay, tmp_path / "p.html", (), logs), "?game=1&turn=61&ply=1")
    expect(part(page, "turn")).to_have_text("round 61/128")
    page.get_by_role("tab", name="Log").click()
    expect(part(page, "log")).to_contain_text("good morning <b>")
    expect(part(page, "log")).to_contain_text("cut here")
    part(page, "log").get_by_text("good morning").click()
    expect(part(page, "turn")).to_have_text("round 1/128")


def test_a_browser_that_is_too_old_gets_one_sentence(viewer: Viewer, made: Path, tmp_path: Path):
    words = "This browser is too old to play the match."
    expect(viewer.open(made).get_by_text(words)).to_be_hidden()
    old = tmp_path / "old.html"
    old.write_text(
        made.read_text().replace("@supports selector(:has(a))", "@supports (nothing: 1)")
    )
    expect(viewer.open(old).get_by_text(words)).to_be_visible()


def test_a_page_that_lost_its_replay_says_so(viewer: Viewer, made: Path, tmp_path: Path):
    text = made.read_text()
    broken = tmp_path / "broken.html"
    broken.write_text(re.sub(r'(id="player-replay">)[^<]+', r"\g<1>H4sIAAAA", text))
    page = viewer.open(broken)
    expect(part(page, "notice")).to_contain_text("The frames could not be loaded")


def test_the_player_has_words_for_every_end():
    words = (ROOT / "static/player/words.js").read_text()
    missing = [end for end in EndState if f'{end.value}: "{end.words}"' not in words]
    assert missing == [EndState.OK]


def test_the_page_has_every_part_that_the_match_page_has(made: Path):
    seats = [{"name": "a", "url": None, "rating": None}] * 2
    config = {"title": "a – a", "seats": seats, "log_url": "/log/", "info": [], "downloads": []}
    site = render_to_string("matches/_player.html", {"player": config})
    marks = r'(?:data-part|data-do|role|aria-controls|class)="[^"{]+"'
    # The file names nobody's rating.
    expected = set(re.findall(marks, site)) - {'class="player-rating"'}
    assert len(expected) > 60
    assert expected <= set(re.findall(marks, made.read_text()))


def test_a_clip_is_saved_without_a_site(viewer, made):
    page = viewer.open(made)
    expect(part(page, "caption")).not_to_be_empty()
    page.keyboard.press("c")
    page.get_by_label("From turn").fill("2")
    page.get_by_label("To turn").fill("4")
    page.get_by_label("File", exact=True).select_option("png")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save file").click()
    assert waiting.value.path().read_bytes().startswith(b"\x89PNG")
    expect(page.get_by_role("button", name="Copy code to embed")).to_have_count(0)
    form = page.locator(".player-clip-form")
    assert form.evaluate("form => getComputedStyle(form).display") == "flex"
    assert "@import" not in made.read_text().partition("</style>")[0]
