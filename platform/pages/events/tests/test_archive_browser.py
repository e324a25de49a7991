"""An archive in Chromium: from a web server and from files, without a network."""

from __future__ import annotations

import socket
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bots.services import create_bot
from exports import tasks
from exports.models import Export
from games.registry import GAMES
from ladder.core.contest.plan import Kind
from ladder.events.entrants import entering
from ladder.events.planning import acts
from ladder.events.tests import steps
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import add_version
from maps.services import install_stock
from matches.models import Match
from matches.tests.recorded import recorded
from tests.browsing import check_page, context_for, keep_picture
from tests.player.page import frame_shown, part, until
from tests.site import eventually, free_port

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("events")]


@pytest.fixture
def event(transactional_db, redis_client, olga):
    """An event of two stages in two games, whose matches the engines played."""
    ensure_seasons()
    install_stock([GAMES["generals"]])
    bots = steps.authors(4)
    for bot in bots[:2]:
        add_version(create_bot(bot.owner, "generals", f"w{bot.name}"))
    war = steps.stage(
        "war", Kind.ROUND_ROBIN, game="generals", ruleset="duel", options={"games": 1}
    )
    cup = steps.stage("cup", Kind.SINGLE, options={"games": 1}, ruleset="blitz")
    event = steps.open_event(olga, war, cup, about="A contest of *two* games.")
    for bot in bots:
        for own in bot.owner.bots.all():
            entering.enter(event, own, bot.owner)
    acts.start(event, olga)
    event.refresh_from_db()
    steps.go_on(event)
    while found := steps.waiting(event):
        for match in found:
            recorded(match, seed=match.pk)
        steps.go_on(event)
    event.refresh_from_db()
    assert event.state == "finished"
    return event


def ordered(browser, live_server, event, olga, folder: Path) -> Path:
    """The folder of the archive that an organizer orders and downloads."""
    context = context_for(browser, live_server, olga)
    page = context.new_page()
    page.goto(f"{event.get_absolute_url()}archive/")
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        check_page(page, width)
        keep_picture(page, f"archive-order-{width}", whole=True)
    page.get_by_label("Public results, for everybody").check()
    page.get_by_role("button", name="Make an archive").click()
    expect(page.get_by_text("The archive is being made.")).to_be_visible()
    tasks.make(Export.objects.get().pk)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    download.value.save_as(folder / "archive.zip")
    keep_picture(page, "archive-ordered-1280", whole=True)
    context.close()
    with zipfile.ZipFile(folder / "archive.zip") as packed:
        packed.extractall(folder / "archive")
    return folder / "archive"


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of the folder on Python's own web server."""
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            eventually(lambda: _answers(port), seconds=30)
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()


def _answers(port: int) -> bool:
    with socket.socket() as plain:
        return plain.connect_ex(("127.0.0.1", port)) == 0


def test_pages_read_and_players_play_from_a_server_and_from_files(
    browser, live_server, event, olga, tmp_path
):
    archive = ordered(browser, live_server, event, olga, tmp_path)
    complaints: list[str] = []
    with served(archive) as address:
        for base, size in ((address, (1280, 800)), (f"{archive.as_uri()}/", (390, 844))):
            offline = base.startswith("file:")
            screen = {"width": size[0], "height": size[1]}
            scheme = "dark" if offline else "light"
            context = browser.new_context(viewport=screen, offline=offline, color_scheme=scheme)
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
            page.on(
                "request",
                lambda request, base=base: (
                    None
                    if request.url.startswith((base, "data:", "blob:"))
                    else complaints.append(request.url)
                ),
            )
            _read(page, base, size[0])
            _play(page, base, size[0])
            context.close()
    # Axe asks for style sheets, and pictures need a style, both of which the pages refuse.
    ours = ("/assets/style.css' violates", "Applying inline style")
    assert [each for each in complaints if not any(words in each for words in ours)] == []


def _read(page: Page, base: str, width: int) -> None:
    page.goto(f"{base}index.html")
    expect(page.get_by_role("heading", name="Final standings").first).to_be_visible()
    check_page(page, width)
    keep_picture(page, f"archive-index-{width}", whole=True)
    page.get_by_role("navigation", name="Archive").get_by_role("link", name="Cup").click()
    expect(page.get_by_role("heading", name="Cup", level=1)).to_be_visible()
    check_page(page, width)
    keep_picture(page, f"archive-stage-{width}", whole=True)
    page.get_by_role("link", name="Entrants").click()
    page.get_by_role("link", name="b0", exact=False).first.click()
    expect(page.get_by_role("heading", name="Matches")).to_be_visible()
    check_page(page, width)
    page.get_by_role("link", name="Draws and decisions").click()
    check_page(page, width)


def _play(page: Page, base: str, width: int) -> None:
    """A match of each game plays to its last turn."""
    for game in ("snake", "generals"):
        match = Match.objects.filter(game=game).latest("pk")
        page.goto(f"{base}matches/{match.pk}.html")
        expect(part(page, "board")).not_to_have_attribute("aria-label", "The board is loading.")
        check_page(page, width)
        if part(page, "games").is_visible():
            part(page, "games").locator("button").last.click()
        page.keyboard.press("End")
        until(lambda: part(page, "range").get_attribute("max") == str(frame_shown(page)))
        assert frame_shown(page) > 100
        keep_picture(page, f"archive-{game}-{width}", whole=True)
