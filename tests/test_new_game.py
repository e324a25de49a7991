"""The guide to a new game, followed to the letter in a copy of the project; the game that comes of
it is then played on a real site.

The commands of the guide check, test and play the game without a site.  On the shared site, people
play our other games in the same ways (`tests/test_newcomer.py`, `tests/test_playing.py`).
"""

from __future__ import annotations

import io
import json
import re
import shutil
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import template
from tests.desk import all_seasons
from tests.guide import Change, Commands, File, Project, look_for, steps_of
from tests.player.page import part, seat_color
from tests.shared import fresh
from tests.site import ROOT, Site, eventually, running_site

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("new game"),
    pytest.mark.timeout(1800),  # nine tenths of it are patience with busy machines
]

STEPS = steps_of((ROOT / "docs" / "new-game.md").read_text())
GAME = "bazaar"
SITE = "make run"
"""The one command that does not end.  Here the tools that it installs are there already."""
PASSWORD = "a-long-enough-one"
PATIENCE_S = 500
"""On a busy machine, the house bots of all games are built and play first."""
SLOW = b"""

import time

at_once = choose


def choose(*state):
    time.sleep(0.4)
    return at_once(*state)
"""
"""At the end of a strategy: somebody can watch."""
BOTS = {"hasty": b"", "dawdler": SLOW}
COLOURS = """canvas => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const found = new Map();
  for (let i = 0; i < data.length; i += 4) {
    const color = `${data[i]},${data[i + 1]},${data[i + 2]}`;
    found.set(color, (found.get(color) ?? 0) + 1);
  }
  return Object.fromEntries([...found].filter(([, count]) => count > 500));
}"""


@dataclass(frozen=True)
class Followed:
    """A project in which the guide was followed, and what has changed in it."""

    root: Path
    changed: frozenset[str]


@pytest.fixture(scope="module")
def followed() -> Iterator[Followed]:
    # A short path that every user may read: sockets are in it, and sandboxes.
    root = Path(tempfile.mkdtemp(prefix="arb-guide-"))
    try:
        project = Project(root)
        template.lend(root)
        before = project.files()
        for step in STEPS:
            if not isinstance(step, Commands) or SITE not in step.lines:
                project.follow(step)
        changed = before.items() ^ project.files().items()
        yield Followed(root, frozenset(name for name, _ in changed))
    finally:
        shutil.rmtree(root, ignore_errors=True)


@pytest.fixture(scope="module")
def site(followed: Followed) -> Iterator[Site]:
    # A match may last long, and another one is waited for; and one asks often.
    env = {
        "ARBITER_DEMO": GAME,
        "ARBITER_MATCH_WORKERS": "2",
        "THROTTLE_ANON": "6000/min",
    }
    with running_site(followed.root, **env) as site:
        yield site


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(base_url=site.address, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    yield page
    context.close()
    assert errors == []


def api(site: Site, path: str) -> Any:
    with urllib.request.urlopen(f"{site.address}/api/v1/{path}", timeout=30) as answer:  # noqa: S310
        return json.load(answer)


def state_of(site: Site, match: int) -> str:
    state: str = api(site, f"matches/{match}/")["state"]
    return state


def test_the_guide_writes_a_package_and_one_line_of_the_registry_and_nothing_else(
    followed: Followed,
):
    files = {step.path for step in STEPS if isinstance(step, File)}
    assert len(files) >= 15
    assert all(name.startswith(f"games/{GAME}/") for name in files)
    assert followed.changed == files | {"games/registry.py"}
    (change,) = (step for step in STEPS if isinstance(step, Change))
    added = set(change.after.splitlines()) - set(change.before.splitlines())
    assert len(added) == 1
    assert change.before == change.after.replace(f"{added.pop()}\n", "")


def test_the_guide_can_be_read_within_its_hour():
    code = [
        line
        for step in STEPS
        if isinstance(step, File) and not step.path.endswith((".md", ".toml", "/lessons.py"))
        for line in step.content.splitlines()
        if line.strip()
    ]
    assert 250 <= len(code) <= 480


@pytest.mark.nightly
def test_the_game_is_played_from_the_kit_to_the_ladder(browser: Browser, page: Page, site: Site):
    (seen,) = (s.seen for s in STEPS if isinstance(s, Commands) and SITE in s.lines)
    look_for(seen, "\n".join(site.said))
    with organizer(browser, site) as desk:
        all_seasons(desk, "Resume all")
        pause_the_others(desk)
        all_seasons(desk, "Pause all")
    name = fresh("newcomer")
    sign_up(page, name)
    kit = download_kit(page)
    for bot, more in BOTS.items():
        new_bot(page, bot)
        upload(page, name, bot, with_strategy(kit, more))
    eventually(lambda: all_proven(site, name), PATIENCE_S, 1)
    page.goto(f"/bots/{name}/hasty/versions/1/")
    expect(page.locator(".version-steps")).to_contain_text("this version plays")
    match = challenge(page, "dawdler", "house/grocer")
    watch_live(page, site, match)
    eventually(lambda: state_of(site, match) == "finished", PATIENCE_S, 1)
    look_at_the_replay(page, match)
    with organizer(browser, site) as desk:
        all_seasons(desk, "Resume all")
        rated(page, site, f"{name}/hasty")
        all_seasons(desk, "Pause all")


@pytest.mark.nightly
def test_its_rules_its_kit_and_its_house_bots_can_be_read_about(page: Page, site: Site):
    page.goto(f"/games/{GAME}/rules/")
    expect(page.get_by_role("heading", name="The protocol")).to_be_visible()
    page.goto(f"/games/{GAME}/kit/")
    expect(page.get_by_role("heading", name="Python starter kit")).to_be_visible()
    eventually(lambda: len(playing(site, "house")) == 3, PATIENCE_S, 1)


@pytest.mark.nightly
def test_a_person_plays_it_with_buttons_and_no_code_for_that(page: Page, site: Site):
    eventually(lambda: "peddler" in playing(site, "house"), PATIENCE_S, 1)
    sign_up(page, fresh("person"))
    page.goto(f"/games/{GAME}/")
    page.get_by_role("link", name="Play yourself").click()
    page.get_by_label("Against").fill("house/peddler")
    page.get_by_role("button", name="Play now").click()
    buttons = page.locator(".play-keys button:enabled")
    for turn in range(3):
        # The other answers in between: two places fewer each time.
        free = 49 - 2 * turn
        eventually(lambda free=free: buttons.count() in (free, free - 1), PATIENCE_S)
        expect(part(page, "board")).to_be_visible()
        buttons.first.click()


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label(re.compile("mail", re.IGNORECASE)).first.fill(f"{name}@example.org")
    page.locator('input[name="password1"]').fill(PASSWORD)
    page.locator('input[name="password2"]').fill(PASSWORD)
    page.locator("main").get_by_role("button", name=re.compile("sign up", re.IGNORECASE)).click()
    expect(page).to_have_url(re.compile(r"/bots/$"))


@contextmanager
def organizer(browser: Browser, site: Site) -> Iterator[Page]:
    """At the desk."""
    context = browser.new_context(base_url=site.address)
    page = context.new_page()
    page.goto("/accounts/login/")
    page.locator('input[name="login"]').fill("organizer")
    page.locator('input[name="password"]').fill(site.password)
    page.locator("main").get_by_role("button", name=re.compile("log in", re.IGNORECASE)).click()
    expect(page).to_have_url(re.compile(r"/bots/$"))
    page.goto("/desk/")
    yield page
    context.close()


def pause_the_others(desk: Page) -> None:
    """The ladders of all other games rest, as the organizer wants: nothing waits behind them."""
    rows = desk.locator("section[aria-labelledby=running] tbody tr")
    others = rows.filter(has_not_text=f"{GAME.title()}: ")
    forms = others.locator('form[action*="/pause-season/"]')
    actions = forms.evaluate_all("forms => forms.map(form => form.getAttribute('action'))")
    token = desk.locator("input[name=csrfmiddlewaretoken]").first.input_value()
    for action in actions:
        why = "Another game is tried."
        desk.request.post(action, form={"reason": why, "csrfmiddlewaretoken": token})
    desk.reload()
    expect(rows.get_by_text("paused", exact=True)).to_have_count(others.count())
    assert 0 < others.count() < rows.count()


def download_kit(page: Page) -> bytes:
    page.goto(f"/games/{GAME}/kit/")
    with page.expect_download() as download:
        page.locator('a[href$="/kit/python.zip"]').first.click()
    return Path(download.value.path()).read_bytes()


def with_strategy(kit: bytes, more: bytes) -> bytes:
    """A kit whose strategy goes on with some lines; as it is where there are none."""
    if not more:
        return kit
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(kit)) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name) + (more if name.endswith("/strategy.py") else b""))
    return changed.getvalue()


def new_bot(page: Page, name: str) -> None:
    page.goto("/bots/new/")
    page.locator(f'input[name="game"][value="{GAME}"]').check()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Create bot").click()
    expect(page.get_by_role("heading", name=re.compile(name))).to_be_visible()


def upload(page: Page, owner: str, bot: str, content: bytes) -> None:
    page.goto(f"/bots/{owner}/{bot}/versions/new/")
    page.locator('input[type="file"]').set_input_files(
        {"name": "bot.zip", "mimeType": "application/zip", "buffer": content}
    )
    page.get_by_role("button", name="Upload").click()
    expect(page).to_have_url(re.compile(rf"/bots/{owner}/{bot}/versions/1/$"))


def playing(site: Site, owner: str) -> list[str]:
    """The owner's bots of the game that are built and proven."""
    bots = api(site, f"bots/?owner={owner}&game={GAME}")["results"]
    return [bot["name"] for bot in bots if bot["is_playing"]]


def all_proven(site: Site, owner: str) -> bool:
    """Whether both of the owner's bots play; AssertionError once one never will."""
    bots = api(site, f"bots/?owner={owner}&game={GAME}")["results"]
    versions = [api(site, f"bots/{bot['id']}/versions/")["results"][0] for bot in bots]
    assert "failed" not in {version["state"] for version in versions}, versions
    return [version["state"] for version in versions] == ["ready"] * len(BOTS)


def challenge(page: Page, own: str, other: str) -> int:
    page.goto(f"/matches/new/?game={GAME}&ruleset=standard")
    mine = page.locator('select[name="version"]')
    mine.select_option(mine.locator("option", has_text=own).get_attribute("value"))
    page.locator('input[list="opponents"]').fill(other)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile(r"/matches/\d+/"))
    found = re.search(r"/matches/(\d+)/", page.url)
    assert found
    return int(found[1])


def shown(page: Page) -> int:
    """The frame in view, -1 while there is none."""
    with suppress(ValueError):
        return int(part(page, "range").input_value())
    return -1


def colours(page: Page) -> set[tuple[int, ...]]:
    """The main colours of the board."""
    found = part(page, "board").evaluate(COLOURS)
    return {tuple(map(int, color.split(","))) for color in found}


def watch_live(page: Page, site: Site, match: int) -> None:
    """The board follows the match while it is played."""
    eventually(lambda: state_of(site, match) != "queued", PATIENCE_S, 0.3)
    page.goto(f"/matches/{match}/")
    for _ in range(2):
        before = shown(page)
        eventually(lambda before=before: shown(page) > max(before, 3), 30)
    drawn = colours(page)
    assert state_of(site, match) == "running"
    assert drawn > {seat_color(0), seat_color(1)}


def look_at_the_replay(page: Page, match: int) -> None:
    page.goto(f"/matches/{match}/?game=2&turn=20")
    expect(part(page, "turn")).to_contain_text("20/49")
    expect(part(page, "events")).to_contain_text("and wins over")
    assert colours(page) > {seat_color(0), seat_color(1)}
    page.keyboard.press("End")
    expect(part(page, "caption")).to_contain_text("The game ends: the market is full")


def rated(page: Page, site: Site, bot: str) -> None:
    """The matchmaker has the bot play, and it has a place on the ladder."""
    owner, name = bot.split("/")
    (found,) = [b for b in api(site, f"bots/?owner={owner}")["results"] if b["name"] == name]
    path = f"matches/?game={GAME}&kind=ladder&state=finished&bot={found['id']}"
    eventually(lambda: api(site, path)["results"], PATIENCE_S, 2)
    match = api(site, path)["results"][0]
    assert bot in {f"{seat['bot']['owner']}/{seat['bot']['name']}" for seat in match["seats"]}
    page.goto(f"/games/{GAME}/ladder/standard/")
    expect(page.get_by_role("rowheader", name=bot)).to_be_visible()
