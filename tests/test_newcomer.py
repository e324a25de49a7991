"""A newcomer's way through the real site: from signing up to a replay of two bots of theirs."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.inside import inside
from tests.player.page import SNAKE_MOVERS, expect_frame, part, pixel
from tests.shared import fresh
from tests.site import Site, clean_environment, eventually

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("site"),
    pytest.mark.timeout(1800),
]

BUILD_MS = 300_000
"""Build and first match may wait behind the house bots' on a busy machine."""
PASSWORD = "a-long-enough-one"
Matchmake = Callable[[], Any]


@pytest.fixture(scope="module")
def matchmake(site: Site) -> Iterator[Matchmake]:
    """Lets the matchmaker fill the queue of snake's first season, which it else leaves empty."""
    with inside("tests.matchmaker", clean_environment(site.var)) as process:
        yield lambda: process.ask("feed", "snake", "standard")


@pytest.fixture
def page(browser, site):
    context = browser.new_context(base_url=site.address, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    yield page
    context.close()
    # A page that is refused on purpose is reported as an error of loading; all else is ours.
    assert [text for text in errors if "Failed to load resource" not in text] == []


def sign_up(page: Page, name: str) -> None:
    page.goto("/")
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label(re.compile("mail", re.IGNORECASE)).first.fill(f"{name}@example.org")
    page.locator('input[name="password1"]').fill(PASSWORD)
    page.locator('input[name="password2"]').fill(PASSWORD)
    page.locator("main").get_by_role("button", name=re.compile("sign up", re.IGNORECASE)).click()
    expect(page).to_have_url(re.compile(r"/bots/$"))


def new_bot(page: Page, name: str) -> None:
    page.goto("/bots/new/")
    page.locator('input[name="game"]').first.check()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Create bot").click()
    expect(page.get_by_role("heading", name=re.compile(name))).to_be_visible()


def upload(page: Page, owner: str, bot: str, file) -> None:
    page.goto(f"/bots/{owner}/{bot}/versions/new/")
    page.locator('input[type="file"]').set_input_files(file)
    page.get_by_role("button", name="Upload").click()


def kit(page: Page, language: str, folder) -> str:
    """Download a starter kit from its game's page."""
    page.goto("/games/snake/kit/")
    with page.expect_download() as download:
        page.locator(f'a[href$="/kit/{language}.zip"]').first.click()
    path = folder / f"{language}.zip"
    download.value.save_as(path)
    return str(path)


def test_from_nothing_to_two_bots_their_match_and_its_replay(
    page: Page, site: Site, matchmake: Matchmake, tmp_path
):
    name = fresh("newcomer")
    sign_up(page, name)
    for bot, language, compiler in [("viper", "cpp", r"C\+\+"), ("grass", "python", "Python")]:
        new_bot(page, bot)
        upload(page, name, bot, kit(page, language, tmp_path))
        expect(page).to_have_url(re.compile(rf"/bots/{name}/{bot}/versions/1/$"))
        expect(page.locator("[data-log]")).to_contain_text(
            re.compile(rf"Building \d+ file\(s\) with {compiler}"), timeout=BUILD_MS
        )
        expect(page.locator("[data-log]")).to_contain_text("Built in", timeout=BUILD_MS)
        eventually(lambda bot=bot: _version(site, name, bot)["state"] == "ready", 240, 2)
        expect(page.locator(".version-steps")).to_contain_text("this version plays")
    match = _challenge(page, name)
    expect(page.locator('[data-part="seats"]')).to_contain_text("viper")
    eventually(lambda: _api(site, f"matches/{match}/")["state"] == "finished", 90, 1)
    _watch_the_replay(page, site, match)
    _find_it_again(page, matchmake, name, match)


def _challenge(page: Page, name: str) -> int:
    page.goto("/matches/new/?game=snake&ruleset=blitz")
    mine = page.locator('select[name="version"]')
    mine.select_option(mine.locator("option", has_text="viper").get_attribute("value"))
    page.locator('input[list="opponents"]').fill(f"{name}/grass")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile(r"/matches/\d+/"))
    found = re.search(r"/matches/(\d+)/", page.url)
    assert found
    return int(found[1])


def _watch_the_replay(page: Page, site: Site, match: int) -> None:
    with urllib.request.urlopen(f"{site.address}/api/v1/matches/{match}/replay/") as answer:  # noqa: S310
        assert answer.headers["Content-Type"] == "application/gzip"
    page.goto(f"/matches/{match}/?game=2&turn=5")
    eventually(lambda: int(part(page, "range").input_value()) > 0)
    expect(part(page, "turn")).to_contain_text("5")
    for turn in (3, 7):
        page.goto(f"/matches/{match}/?game=1&turn={turn}&ply=1")
        state = _state(page, match, turn)
        expect_frame(page, state["n"])
        for snake in state["key"]["snakes"]:
            if len(snake["body"]) > 1:
                (x, y), neck = snake["body"][:2]
                back = [(b - a) * 0.1 for a, b in zip((x, y), neck, strict=True)]
                assert pixel(page, x, y, *back) == SNAKE_MOVERS[snake["owner"]]
    before = int(part(page, "range").input_value())
    page.keyboard.press("ArrowRight")
    expect_frame(page, before + 1)
    expect(page).to_have_url(re.compile(r"turn=7&ply=2"))
    page.keyboard.press("End")
    last = _api(site, f"matches/{match}/")["outcome"]["seats"][0]["data"]["half_scores"][0]
    expect(part(page, "score").first).to_have_text(str(last))


def _state(page: Page, match: int, turn: int) -> dict[str, Any]:
    """The frame after the first ply of a turn, with its state, told by the game's own engine."""
    import gzip

    from games.engine import Setup
    from games.registry import GAMES
    from games.replay import replies_from_json

    body = page.request.get(f"/matches/{match}/replay.jsonl.gz").body()
    lines = [json.loads(line) for line in gzip.decompress(body).splitlines()]
    frames = [line for line in lines if line["type"] == "frame" and line["game"] == 0]
    engine = GAMES["snake"].engine(Setup.from_json(frames[0]["setup"]))
    for frame in frames[1:]:
        engine.submit(replies_from_json(frame["replies"]))
        if frame["turn"] == turn:
            return {"n": frame["n"], "key": engine.view()}
    raise AssertionError(f"the game ended before round {turn}")


def _find_it_again(page: Page, matchmake: Matchmake, name: str, match: int) -> None:
    page.goto(f"/bots/{name}/viper/")
    expect(page.locator(f'a[href="/matches/{match}/"]').first).to_be_visible()
    eventually(lambda: _stands_on_the_ladder(page, matchmake, f"{name}/viper"), 180, 2)


def _stands_on_the_ladder(page: Page, matchmake: Matchmake, bot: str) -> bool:
    """Whether a bot has its row in the standings; it gets one with its first rated result."""
    matchmake()
    page.goto("/games/snake/ladder/standard/")
    return page.get_by_role("rowheader", name=bot).count() == 1


def test_a_live_match_can_be_watched_within_a_minute(page: Page, site: Site, matchmake: Matchmake):
    eventually(lambda: _follows_a_running_match(page, site, matchmake), 240, 1)


def _follows_a_running_match(page: Page, site: Site, matchmake: Matchmake) -> bool:
    """Whether some match that is being played now was seen to grow; it may end while one looks."""
    matchmake()
    running = _api(site, "matches/?state=running")["results"]
    if not running:
        return False
    page.goto(f"/matches/{running[0]['id']}/")
    try:
        eventually(lambda: int(part(page, "range").input_value()) > 5, 30)
    except AssertionError:
        return False
    return True


BROKEN = {
    "empty.py": (b"", "empty"),
    "notes.txt": (b"hello", "neither a zip nor a source"),
    "broken.zip": (b"PK\x03\x04 and then nothing", "zip"),
    "program.py": (b"\x7fELF\x02\x01\x01" + b"\0" * 64, "source"),
    "archive.tar.gz": (b"\x1f\x8b\x08\x00" + b"\0" * 30, "damaged"),
}


def test_a_broken_upload_says_what_to_do_and_keeps_what_was_typed(page: Page, tmp_path):
    clumsy = fresh("clumsy")
    sign_up(page, clumsy)
    new_bot(page, "worm")
    for name, (content, hint) in BROKEN.items():
        file = tmp_path / name
        file.write_bytes(content)
        page.goto(f"/bots/{clumsy}/worm/versions/new/")
        page.get_by_label("Note").fill("my note")
        page.locator('input[type="file"]').set_input_files(str(file))
        page.get_by_role("button", name="Upload").click()
        error = page.locator(".error, [role=alert]").filter(has_text=re.compile(r"\w")).first
        expect(error).to_contain_text(re.compile(hint, re.IGNORECASE))
        expect(page.get_by_label("Note")).to_have_value("my note")
    page.goto(f"/bots/{clumsy}/worm/")
    expect(page.get_by_text(re.compile("v1|version 1", re.IGNORECASE))).to_have_count(0)


def test_a_program_that_does_not_compile_shows_the_compilers_words(page: Page, tmp_path):
    hasty = fresh("hasty")
    sign_up(page, hasty)
    new_bot(page, "worm")
    file = tmp_path / "worm.cpp"
    file.write_text("int main() { return undeclared_name; }")
    upload(page, hasty, "worm", str(file))
    expect(page.locator("[data-log]")).to_contain_text("undeclared_name", timeout=BUILD_MS)
    expect(page.get_by_role("alert")).to_contain_text("The build failed", timeout=BUILD_MS)


def _api(site: Site, path: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{site.address}/api/v1/{path}", timeout=10) as answer:  # noqa: S310
        found: dict[str, Any] = json.load(answer)
    return found


def _version(site: Site, owner: str, bot: str) -> dict[str, Any]:
    (found,) = [b for b in _api(site, f"bots/?owner={owner}")["results"] if b["name"] == bot]
    versions: list[dict[str, Any]] = _api(site, f"bots/{found['id']}/versions/")["results"]
    return versions[0]
