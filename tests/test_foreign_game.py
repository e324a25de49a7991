"""A foreign game on a site that runs: installed by an organizer, played and watched by people,
replaced and removed, all in the browser and without a restart.

The shorter test has one bot of a person, on the site that tests share.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, expect

from games.engine import JSON
from games.foreign.game import REPLAY
from games.package import kit_files
from games.replay import ReplayReader
from sandbox.foreign.install.installing import install
from sandbox.tests.foreign.test_example_game import EXAMPLE, built, lines_of, play
from tests.desk import all_seasons
from tests.player.page import part
from tests.shared import GROUP, fresh
from tests.site import (
    ROOT,
    Site,
    clean_environment,
    eventually,
    free_port,
    start,
    stop,
    wait_until_up,
)

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

SECONDS = 300
"""Of patience; on an idle machine a build takes three seconds."""
PASSWORD = "a-long-enough-one"
GAME = "thin_ice"
KITS = {"patient": "python", "quick": "cpp"}


@pytest.fixture
def own_site() -> Iterator[Site]:
    """Without the house bots of our own games, which would have to be built before."""
    var = Path(tempfile.mkdtemp(prefix="arb-"))
    port = free_port()
    process = start(var, port, ARBITER_DEMO="0", ARBITER_GAMES=str(var / "games"))
    try:
        said = wait_until_up(process)
        words = ("createsuperuser", "--noinput", "--username=organizer", "--email=o@example.org")
        subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *words],
            env=clean_environment(var, DJANGO_SUPERUSER_PASSWORD=PASSWORD),
            check=True,
            capture_output=True,
        )
        yield Site(f"http://localhost:{port}", PASSWORD, var, process, said)
    finally:
        stop(process)
        shutil.rmtree(var, ignore_errors=True)


def body(site: Site, path: str) -> bytes:
    address = path if path.startswith("http") else f"{site.address}{path}"
    with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310
        return bytes(answer.read())


def api(site: Site, path: str) -> JSON:
    return json.loads(body(site, f"/api/v1/{path}"))


def archive(version: str, tagline: str) -> FilePayload:
    """The example as an organizer would pack it."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        for path in sorted(EXAMPLE.rglob("*")):
            if path.is_file() and path.name != "game.json" and "__pycache__" not in path.parts:
                packed.write(path, f"{GAME}/{path.relative_to(EXAMPLE)}")
        manifest = json.loads((EXAMPLE / "game.json").read_text())
        changed = {**manifest, "version": version, "tagline": tagline}
        packed.writestr(f"{GAME}/game.json", json.dumps(changed))
    return {"name": f"{GAME}.zip", "mimeType": "application/zip", "buffer": data.getvalue()}


def opened(browser: Browser, site: Site, errors: list[str]) -> tuple[BrowserContext, Page]:
    context = browser.new_context(base_url=site.address, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    return context, page


def log_in(page: Page, site: Site) -> None:
    """As the organizer."""
    page.goto("/accounts/login/")
    page.locator('input[name="login"]').fill("organizer")
    page.locator('input[name="password"]').fill(site.password)
    page.locator("main").get_by_role("button", name=re.compile("log in", re.IGNORECASE)).click()
    expect(page).to_have_url(re.compile(r"/bots/$"))


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.locator('input[name="username"]').fill(name)
    page.locator('input[name="email"]').fill(f"{name}@example.org")
    for field in ("password1", "password2"):
        page.locator(f'input[name="{field}"]').fill(PASSWORD)
    page.locator("main").get_by_role("button", name=re.compile("sign up", re.IGNORECASE)).click()
    expect(page).to_have_url(re.compile(r"/bots/$"))


def install_by_desk(page: Page, game: FilePayload) -> None:
    page.goto("/desk/games/")
    page.locator('#upload input[name="archive"]').set_input_files(game)
    page.get_by_role("button", name="Install").click()
    expect(page).to_have_url(re.compile(r"/desk/games/installs/\d+/$"), timeout=30_000)
    expect(page.locator(".badge").first).to_have_text("installed", timeout=1000 * SECONDS)
    expect(page.locator("[data-log]")).to_contain_text("The trial ended -1 : 0")


def look_at_the_game(page: Page, tagline: str) -> None:
    page.goto(f"/games/{GAME}/")
    expect(page.get_by_role("heading", name="Thin Ice").first).to_be_visible()
    expect(page.locator("main")).to_contain_text(tagline)
    page.goto(f"/games/{GAME}/rules/")
    for words in ("Skaters on a frozen lake", "How a bot talks with the game"):
        expect(page.locator("main")).to_contain_text(words)


def kit(page: Page, language: str) -> bytes:
    """Downloaded from the game's page."""
    page.goto(f"/games/{GAME}/kit/")
    with page.expect_download() as download:
        page.locator(f'a[href$="/kit/{language}.zip"]').first.click()
    return download.value.path().read_bytes()


def slower(upload: bytes) -> bytes:
    """The Python kit, thinking for a while before each move."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(upload)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name.endswith("main.py"):
                whole = text.replace(
                    b"rink: Rink) -> Move:\n", b"rink: Rink) -> Move:\n    wait()\n"
                )
                assert whole != text
                text = b"import time\n\n\ndef wait():\n    time.sleep(0.6)\n\n\n" + whole
            new.writestr(name, text)
    return out.getvalue()


def upload(page: Page, owner: str, bot: str, content: bytes) -> None:
    page.goto("/bots/new/")
    page.locator(f'input[name="game"][value="{GAME}"]').check()
    page.get_by_label("Name").fill(bot)
    page.get_by_role("button", name="Create bot").click()
    expect(page.get_by_role("heading", name=re.compile(bot))).to_be_visible()
    page.goto(f"/bots/{owner}/{bot}/versions/new/")
    file: FilePayload = {"name": "bot.zip", "mimeType": "application/zip", "buffer": content}
    page.locator('input[type="file"]').set_input_files(file)
    page.get_by_role("button", name="Upload").click()
    expect(page).to_have_url(re.compile(rf"/bots/{owner}/{bot}/versions/1/$"))


def playing(site: Site, owner: str) -> dict[str, int]:
    """The owner's bots of the game that meet others, with their numbers."""
    found = api(site, f"bots/?game={GAME}&owner={owner}")["results"]
    return {bot["name"]: bot["id"] for bot in found if bot["is_playing"]}


def rated(site: Site, bot: int) -> list[JSON]:
    """Finished ladder matches of a bot."""
    wanted = f"game={GAME}&kind=ladder&state=finished&bot={bot}"
    return list(api(site, f"matches/?{wanted}")["results"])


def ratings_moved(site: Site) -> bool:
    """Whether a ladder match of newcomers has changed what the standings say."""
    seasons = [s for s in api(site, "seasons/")["results"] if s["game"] == GAME]
    assert {season["ruleset"] for season in seasons} == {"duel", "crowd"}
    lines = [
        line
        for season in seasons
        for line in api(site, f"seasons/{season['id']}/standings/")["results"]
    ]
    return any(line["bot"]["owner"] == "newcomer" and line["mu"] != 25 for line in lines)


def asked_for(page: Page, *bots: int) -> int:
    """A friendly match of these bots."""
    (token,) = [c["value"] for c in page.context.cookies() if c["name"] == "csrftoken"]
    wanted = {"game": GAME, "ruleset": "duel", "seats": [{"bot": bot} for bot in bots]}
    made = page.request.post(
        "/api/v1/matches/", data=wanted, headers={"X-CSRFToken": token, "Referer": page.url}
    )
    assert made.status == 201, made.text()
    return int(made.json()["id"])


def watched(page: Page, site: Site, match: int) -> list[JSON]:
    """Follow a match on its page until it is over; what the socket said."""
    said: list[Any] = []

    def note(socket: Any) -> None:
        socket.on("framereceived", lambda text: said.append(json.loads(text)))

    page.on("websocket", note)
    page.goto(f"/matches/{match}/")
    expect(part(page, "events")).to_contain_text("glides to", timeout=1000 * SECONDS)
    assert api(site, f"matches/{match}/")["state"] == "running", "it was over before it was shown"

    def is_over() -> bool:
        page.wait_for_timeout(200)  # what the browser hears is noted while it is waited for
        return bool(said[-1]["type"] == "end")

    eventually(is_over, SECONDS, 0)
    page.remove_listener("websocket", note)
    return said


def own_replay_is_what_the_program_writes(
    site: Site, match: int, bots: dict[str, str], folder: Path
) -> None:
    """Told by the site in two ways, and written again by the same match without a site, between
    the kits of these languages."""
    told = api(site, f"matches/{match}/")
    exported = body(site, told["replay"]["exports"][REPLAY])
    assert exported == body(site, f"/matches/{match}/exports/{REPLAY}/")
    container = ReplayReader(io.BytesIO(body(site, told["replay"]["url"])))
    assert exported == container.attachment(REPLAY)
    game = install(EXAMPLE, folder / "games", {}, lambda _line: None).game
    seats = []
    for bot, language in bots.items():
        files = next(kit_files(kit) for kit in game.kits if kit.language == language)
        (folder / bot).mkdir()
        seats.append(built(bot, language, files, folder / bot))
    again = lines_of(play(game, *seats, seed=told["seed"]))
    assert exported.decode().splitlines() == again
    assert again[-1] == "end {:g} {:g}".format(*(seat["score"] for seat in told["seats"]))


@pytest.mark.xdist_group(GROUP)
def test_a_game_from_outside_is_installed_played_and_removed(
    browser: Browser, site: Site, tmp_path: Path
):
    errors: list[str] = []
    organizer, desk = opened(browser, site, errors)
    log_in(desk, site)
    install_by_desk(desk, archive("1", "The first ice"))
    someone, page = opened(browser, site, errors)
    name = fresh("skater")
    sign_up(page, name)
    look_at_the_game(page, "The first ice")
    bots = {"patient": "python", "steady": "python"}
    content = slower(kit(page, "python"))
    for bot in bots:
        upload(page, name, bot, content)
    eventually(lambda: set(bots) <= set(playing(site, name)), SECONDS, 1)
    numbers = playing(site, name)
    match = asked_for(page, *(numbers[bot] for bot in bots))
    assert len(frames_in(watched(page, site, match))) > 5
    look_at_the_replay(page, match)
    own_replay_is_what_the_program_writes(site, match, bots, tmp_path)
    remove_by_desk(desk)
    what_stays(page, site, match, name, bots)
    assert errors == []
    organizer.close()
    someone.close()


@pytest.mark.nightly
@pytest.mark.xdist_group("foreign game")
def test_a_game_from_outside_lives_a_whole_life_on_a_running_site(
    browser: Browser, own_site: Site, tmp_path: Path
):
    site, name, errors = own_site, "newcomer", list[str]()
    organizer, desk = opened(browser, site, errors)
    log_in(desk, site)
    install_by_desk(desk, archive("1", "The first ice"))
    someone, page = opened(browser, site, errors)
    sign_up(page, name)
    look_at_the_game(page, "The first ice")
    for bot, language in KITS.items():
        content = kit(page, language)
        upload(page, name, bot, slower(content) if bot == "patient" else content)
    eventually(lambda: set(playing(site, "house")) == {"puddle", "skimmer", "glacier"}, SECONDS, 2)
    eventually(lambda: set(playing(site, name)) == set(KITS), SECONDS, 2)
    bots = playing(site, name)
    eventually(lambda: rated(site, bots["quick"]) and ratings_moved(site), SECONDS, 2)
    all_seasons(desk, "Pause all")
    match = asked_for(page, bots["patient"], bots["quick"])
    assert len(frames_in(watched(page, site, match))) > 2  # not all at once
    look_at_the_replay(page, match)
    own_replay_is_what_the_program_writes(site, match, KITS, tmp_path)
    install_by_desk(desk, archive("2", "The second ice"))
    look_at_the_game(page, "The second ice")
    look_at_the_replay(page, match)
    later = asked_for(page, bots["quick"], playing(site, "house")["skimmer"])
    eventually(lambda: api(site, f"matches/{later}/")["state"] == "finished", SECONDS, 1)
    remove_by_desk(desk)
    what_stays(page, site, match, name, KITS)
    assert errors == []
    organizer.close()
    someone.close()


def frames_in(said: list[JSON]) -> list[JSON]:
    """The messages with frames, which came one after the other while the match was played."""
    return [each for each in said if each["type"] == "frames"]


def look_at_the_replay(page: Page, match: int) -> None:
    page.goto(f"/matches/{match}/")
    page.get_by_role("button", name="To the end").click()
    expect(part(page, "score")).to_have_text([re.compile(r"^\d+$")] * 2)
    expect(part(page, "events")).to_contain_text("patient glides to")
    expect(part(page, "events")).to_contain_text("The game ends with")


def remove_by_desk(page: Page) -> None:
    page.goto("/desk/games/")
    page.get_by_text("Remove…").click()
    page.get_by_label("Reason").fill("The ice is gone")
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator("main")).to_contain_text("Games that you install below")


def what_stays(page: Page, site: Site, match: int, owner: str, bots: Iterable[str]) -> None:
    """Pages of the game are gone; those of people, bots and matches are not."""
    eventually(lambda: page.request.get(f"/games/{GAME}/").status == 404, 30)
    for path in ("/", "/live/", "/matches/", f"/matches/{match}/", f"/people/{owner}/"):
        assert page.request.get(path).status == 200, path
    for path in ("/bots/", f"/bots/{owner}/patient/", f"/bots/{owner}/patient/versions/1/"):
        assert page.request.get(path).status == 200, path
    assert GAME not in [game["name"] for game in api(site, "games/")]
    told = api(site, f"matches/{match}/")
    assert told["state"] == "finished"
    assert ReplayReader(io.BytesIO(body(site, told["replay"]["url"]))).attachment(REPLAY)
    page.goto(f"/matches/{match}/")
    expect(page.locator("main")).to_contain_text(told["reason"])
    for bot in bots:
        expect(page.locator("main")).to_contain_text(f"{owner}/{bot}")
