"""The editor in a real browser: a kit becomes a bot through a sign-up, a version the next one."""

from __future__ import annotations

import io
import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from bots import services
from bots.models import Bot
from tests.browsing import box_of, check_access, context_for, log_in, open_page
from tries import playing
from tries import services as tries
from tries.tests.house import house_bot

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("workshop")]
WRITE = "/games/snake/write/?language=python"
WIDTHS = (1280, 390)


@pytest.fixture
def context(browser, live_server, transactional_db, redis_client):
    context = context_for(browser, live_server)
    yield context
    context.close()


@pytest.fixture
def page(context):
    errors: list[str] = []
    page = open_page(context, errors)
    page.set_viewport_size({"width": 1280, "height": 800})
    yield page
    assert [text for text in errors if "WebSocket" not in text and "422" not in text] == []


def code(page: Page) -> str:
    return str(page.evaluate("ace.edit(document.querySelector('.ace_editor')).getValue()"))


def write(page: Page, text: str) -> None:
    """Type a line at the top of the open file."""
    page.locator(".ace_editor").first.click()
    page.keyboard.press("Control+Home")
    page.keyboard.insert_text(f"{text}\n")


def tabs(page: Page) -> list[str]:
    return page.get_by_role("tab").all_inner_texts()


def open_tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name, exact=True).click()
    expect(page.get_by_role("tab", name=name, exact=True)).to_have_attribute(
        "aria-selected", "true"
    )


def test_code_outlives_the_page_and_the_sign_up_and_becomes_a_bot(page, context, live_server):
    page.goto(WRITE)
    assert tabs(page)[0] == "strategy.py"
    write(page, "# the best of all")
    page.get_by_role("link", name="Sign up and save").click()
    assert "/accounts/signup/" in page.url
    assert "next=/games/snake/write/%3Flanguage%3Dpython" in page.url
    alice = User.objects.create_user("alice", password="long enough 1")
    log_in(context, live_server, alice)
    page.goto(WRITE)
    expect(page.get_by_text("This is the code that you left here")).to_be_visible()
    assert code(page).startswith("# the best of all\n")
    page.get_by_label("Name of the bot").fill("eel")
    page.get_by_role("button", name="Save and play").click()
    expect(page.get_by_role("heading", name="Version 1")).to_be_visible()
    with services.read_source(Bot.objects.get(name="eel").versions.get(), alice).open("rb") as file:
        assert b"strategy.py" in file.read()


def test_a_draft_can_be_discarded(page):
    page.goto(WRITE)
    before = code(page)
    write(page, "# a bad idea")
    page.reload()
    page.get_by_role("button", name="Discard it").click()
    assert code(page) == before
    page.reload()
    expect(page.get_by_text("This is the code that you left here")).to_be_hidden()
    assert code(page) == before


def test_a_broken_draft_of_the_browser_harms_nothing(page):
    page.goto(WRITE)
    before = code(page)
    for broken in ('"x"', "{", '{"files": {"a": 1}}', '{"at": 1, "files": {}}'):
        page.evaluate("text => localStorage.setItem('draft:write:snake:python', text)", broken)
        page.reload()
        assert code(page) == before


def test_names_of_other_files_are_completed(page):
    page.goto(WRITE)
    write(page, "")
    page.keyboard.press("Control+Home")
    page.keyboard.type("AUTO_GROWTH_R")
    chosen = page.locator(".ace_autocomplete .ace_selected")
    expect(chosen).to_contain_text("AUTO_GROWTH_ROUNDS")
    page.keyboard.press("Enter")
    assert code(page).startswith("AUTO_GROWTH_ROUNDS")


CODE = '''class Snake(Player):
    """A plan."""
    LENGTH = 12

    @staticmethod
    def choose(self, state):  # the next move
        return max(None, "up" + str(self.LENGTH), key=len)
'''

CONTRASTS = """() => {
  const { Color, getContrast } = axe.commons.color;
  const colour = (element, name) => {
    const found = new Color();
    found.parseString(getComputedStyle(element)[name]);
    return found;
  };
  const behind = ".workshop :is(.ace_editor, .ace_active-line, .ace_selection)";
  const grounds = [...document.querySelectorAll(behind)]
    .map((each) => colour(each, "backgroundColor"));
  const least = {};
  for (const token of document.querySelectorAll(".workshop .ace_line span")) {
    const found = grounds.map((ground) => getContrast(ground, colour(token, "color")));
    for (const name of token.classList) least[name] = Math.min(...found, least[name] ?? 21);
  }
  return least;
}"""
"""The least contrast of each kind of token, by axe, which does not see behind Ace's lines."""


def test_code_and_search_can_be_read_in_light_and_in_dark(page):
    page.goto(WRITE)
    write(page, CODE)
    page.keyboard.press("Control+f")
    expect(page.get_by_placeholder("Search for")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        options = {"runOnly": ["color-contrast"]}
        check_access(page, context=".workshop-code", options=options)
        contrasts = page.evaluate(CONTRASTS)
        assert {"ace_keyword", "ace_function", "ace_string", "ace_comment"} <= contrasts.keys()
        assert {name: found for name, found in contrasts.items() if found < 4.5} == {}


def test_files_are_chosen_by_keys_added_and_removed(page):
    page.goto(WRITE)
    names = tabs(page)
    page.get_by_role("tab", name="strategy.py").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name=names[1])).to_be_focused()
    page.get_by_text("Files", exact=True).click()
    for path, words in ((names[0], "a file of this name"), ("../x.py", "Write a file's name")):
        page.get_by_label("New file").fill(path)
        page.get_by_role("button", name="Add").click()
        expect(page.locator("[data-add-words]")).to_contain_text(words)
    page.get_by_label("New file").fill("search.py")
    page.get_by_role("button", name="Add").click()
    assert tabs(page) == [*names, "search.py"]
    page.get_by_text("Files", exact=True).click()
    page.get_by_role("button", name="Remove the open file").click()
    assert tabs(page) == names


@pytest.fixture
def version(page, context, live_server):
    alice = User.objects.create_user("alice", password="long enough 1")
    log_in(context, live_server, alice)
    bot = services.create_bot(alice, "snake", "worm")
    return services.upload_version(bot, alice, "main.py", io.BytesIO(b"print('hello')\n"))


def test_a_version_is_edited_with_a_note_and_compared_with_the_one_before(page, version):
    page.goto(version.get_absolute_url())
    page.get_by_role("link", name="Edit", exact=True).click()
    write(page, "import random")
    page.get_by_label("Note").fill("throws dice")
    page.get_by_role("button", name="Save and play").click()
    expect(page.get_by_role("heading", name="Version 2")).to_be_visible()
    expect(page.get_by_text("throws dice")).to_be_visible()
    page.get_by_role("link", name="Changes").click()
    expect(page.get_by_role("heading", name="Changes from version 1 to 2")).to_be_visible()
    row = page.get_by_role("row").filter(has=page.get_by_label("added"))
    expect(row).to_have_count(1)
    expect(row).to_contain_text("import random")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_refused_change_stays_in_the_editor(page, version):
    page.goto(f"{version.get_absolute_url()}edit/")
    page.get_by_role("button", name="Save and play").click()
    expect(page.get_by_text("Nothing differs from version 1")).to_be_visible()
    write(page, "import random")
    page.get_by_text("Files", exact=True).click()
    page.get_by_label("New file").fill("notes.exe.py")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Save and play").click()
    expect(page.get_by_role("heading", name="Version 2")).to_be_visible()


@pytest.fixture
def opponent(page, make_ready, monkeypatch):
    for module in (tries, playing):
        monkeypatch.setattr(module, "watched", tuple)
    return house_bot(make_ready, "snake").name


def attempt(page: Page, button: str = "Try it") -> None:
    page.get_by_role("button", name=button).click()
    expect(page.locator("[data-words]")).to_contain_text("waits to be built")
    assert playing.carry_out()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_visitor_tries_a_kit_and_sees_the_board(page, opponent, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(WRITE)
    attempt(page)
    expect(page.locator("[data-words]")).to_contain_text("half 2", timeout=20_000)
    board = page.frame_locator("iframe")
    expect(board.locator("[data-part=turn]")).to_contain_text("1", timeout=20_000)
    expect(board.locator("[data-part=board]")).not_to_have_attribute(
        "aria-label", "The board is loading."
    )
    assert page.evaluate("document.documentElement.scrollWidth") == width
    attempt(page, "Again from the same start")
    expect(page.locator("[data-words]")).to_contain_text("half 2", timeout=20_000)


def test_an_error_of_the_build_marks_its_line(page, opponent):
    page.goto(WRITE)
    write(page, "def broken(:")
    open_tab(page, "state.py")
    attempt(page)
    expect(page.locator("[data-build] pre")).to_contain_text("SyntaxError", timeout=20_000)
    expect(page.get_by_role("tab", name="strategy.py")).to_have_attribute("aria-selected", "true")
    marked = page.locator(".ace_gutter-cell.ace_error")
    expect(marked).to_have_count(1)
    expect(marked).not_to_have_css("background-image", "none")


def test_a_crash_marks_its_line_and_shows_standard_error(page, opponent):
    page.goto(WRITE)
    page.locator(".ace_editor").first.click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\nraise ValueError('no idea')\n")
    open_tab(page, "main.py")
    attempt(page)
    expect(page.locator("[data-words]")).to_contain_text(
        re.compile(
            r"Your bot crashed in round 1 of half 1 \(ValueError: no idea, line \d+ of strategy"
        ),
        timeout=20_000,
    )
    page.get_by_text("Standard error of your bot").click()
    expect(page.locator("[data-log] pre")).to_contain_text("ValueError: no idea")
    expect(page.get_by_role("tab", name="strategy.py")).to_have_attribute("aria-selected", "true")


@pytest.mark.parametrize("width", WIDTHS)
def test_the_editor_fits_the_window_and_takes_what_is_typed(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(WRITE)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    write(page, "# typed")
    assert code(page).startswith("# typed\n")
    box = box_of(page.locator(".workshop-code"))
    assert box["width"] > 0.45 * width
