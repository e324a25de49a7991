"""An organizer installs a game in a real browser: the form, the log as it grows, the result."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.registry import GAMES
from installs import services, tasks
from installs.models import GameInstall
from installs.tests.steps import PAGE, tarred, zipped
from sandbox.tests.foreign.games import highest
from tests.browsing import context_for

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("installs")]

PHONE = {"width": 390, "height": 800}


@pytest.fixture
def games(tmp_path, monkeypatch, transactional_db, redis_client):
    """As in every test of this folder, on a database that the live server sees."""
    folder = tmp_path / "games"
    monkeypatch.setenv("ARBITER_GAMES", str(folder))
    GAMES.refresh()
    yield folder
    monkeypatch.undo()
    GAMES.refresh()


@pytest.fixture
def page(browser, live_server, games, olga):
    errors: list[str] = []
    context = context_for(browser, live_server, olga)
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def send(page: Page, name: str, content: bytes) -> None:
    page.goto(PAGE)
    page.get_by_label("Archive").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    )
    expect(page.get_by_text(f"{name}, ")).to_be_visible()
    page.get_by_role("button", name="Install").click()


def test_an_archive_is_sent_followed_and_becomes_a_game(page, tmp_path):
    send(page, "highest.zip", zipped(highest(tmp_path / "highest")))
    expect(page.get_by_role("heading", name="Highest Number, version 1")).to_be_visible()
    expect(page.get_by_text("It waits for a build worker.")).to_be_visible()
    page.evaluate("window.same = true")
    tasks.install(GameInstall.objects.get().pk)
    expect(page.get_by_text("Highest Number can be played")).to_be_visible(timeout=40_000)
    expect(page.locator("[data-log]")).to_contain_text("The trial ended 0 : 0")
    assert page.evaluate("window.same") is True
    page.get_by_role("link", name="its page").click()
    expect(page.get_by_role("heading", name="Highest Number")).to_be_visible()


def test_what_is_wrong_is_said_beside_the_field_and_the_file_stays_chosen(page, tmp_path):
    send(page, "broken.tar.gz", tarred(highest(tmp_path / "in", seats="two"), "gz"))
    expect(page.locator(".error")).to_contain_text("Seats must be a whole number")
    expect(page.get_by_text("broken.tar.gz, ")).to_be_visible()
    assert not GameInstall.objects.exists()


def test_a_game_is_removed_after_one_question(page, tmp_path):
    services.install(highest(tmp_path / "in"), lambda _line: None)
    page.set_viewport_size(PHONE)
    page.goto(PAGE)
    page.get_by_text("Remove…").click()
    expect(page.get_by_text("1 bot and no matches stay in the database")).to_be_visible()
    page.get_by_label("Reason").fill("too easy")
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_text("Highest Number is removed")).to_be_visible()
    expect(page.get_by_text("Games that you install below will be listed here.")).to_be_visible()
    assert "highest" not in GAMES


def test_the_pages_fit_on_a_phone(page, games, tmp_path, olga):
    services.install(highest(tmp_path / "in"), lambda _line: None)
    (games / "a_folder_of_something_else_with_a_long_name").mkdir()
    row = GameInstall.objects.create(
        name="highest",
        title="Highest Number",
        version="2",
        by=olga,
        archive="games/x",
        archive_name="a-very-long-name-of-an-archive-" * 4,
        archive_sha256="0123456789abcdef" * 4,
        state=GameInstall.State.FAILED,
        failure="x" * 300,
        log="y" * 300,
    )
    page.set_viewport_size(PHONE)
    for address in (PAGE, row.get_absolute_url()):
        page.goto(address)
        expect(page.get_by_role("heading", name=re.compile("^Games$|version 2"))).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
