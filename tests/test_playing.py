"""People play through the real site: rooms, sockets, workers, judgers, bots, a browser."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.play.questions import next_question
from tests.player.page import part
from tests.shared import fresh
from tests.site import Site, eventually

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("site")]

PASSWORD = "a-long-enough-one"
BUILD_SECONDS = 240
"""House bots are built first, on a busy machine."""
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ROUNDS = 5
"""Rounds of a half that are played with care before the snakes leave the board."""
STEPS = {"right": (1, 0), "up": (0, 1), "left": (-1, 0), "down": (0, -1)}
KEYS = {"right": "ArrowRight", "up": "ArrowUp", "left": "ArrowLeft", "down": "ArrowDown"}


@pytest.fixture
def errors():
    """The errors in the pages; the browser reports a refused page, too."""
    found: list[str] = []
    yield found
    assert [text for text in found if "Failed to load resource" not in text] == []


def visitor(browser: Browser, site: Site, errors: list[str], name: str, **how: Any) -> Page:
    """An empty page of a person of this name, who has just signed up.  Boards show moves at once:
    to draw them between two places takes more processor time than the rest of a test."""
    context: BrowserContext = browser.new_context(
        base_url=site.address, reduced_motion="reduce", **how
    )
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    form = context.request.get("/accounts/signup/")
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form.text())
    assert token
    person = {"username": name, "email": f"{name}@example.org", "csrfmiddlewaretoken": token[1]}
    passwords = {"password1": PASSWORD, "password2": PASSWORD}
    answer = context.request.post(form.url, form=person | passwords, headers={"Referer": form.url})
    assert answer.url == f"{site.address}/bots/"
    return page


def _api(site: Site, path: str) -> Any:
    with urllib.request.urlopen(f"{site.address}/api/v1/{path}", timeout=10) as answer:  # noqa: S310
        return json.load(answer)


def house_bot(site: Site, game: str, name: str) -> str:
    """Wait until a house bot of the game plays."""

    def plays() -> bool:
        bots = _api(site, f"bots/?owner=house&game={game}")["results"]
        return any(bot["name"] == name and bot["active_version"] for bot in bots)

    eventually(plays, BUILD_SECONDS, 2)
    return f"house/{name}"


def begin(page: Page, site: Site, game: str, ruleset: str, bot: str) -> int:
    """From the game's page to the board; the number of the match."""
    opponent = house_bot(site, game, bot)
    page.goto(f"/games/{game}/")
    page.get_by_role("link", name="Play yourself").click()
    page.get_by_label("Ruleset").select_option(ruleset)
    page.get_by_role("button", name="Choose").click()
    page.get_by_label("Against").fill(opponent)
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(re.compile(r"/matches/\d+/play/\d+/$"))
    found = re.search(r"/matches/(\d+)/play/", page.url)
    assert found
    return int(found[1])


def asked(page: Page) -> str | None:
    """The number of the question that is open."""
    number: str | None = page.locator("[data-play]").get_attribute("data-asked")
    return number


class SnakePlayer:
    """Plays with the buttons of the pad: carefully for a while, then off the board."""

    def __init__(self, page: Page, *, touch: bool) -> None:
        self.page, self.touch = page, touch
        self.answers = 0

    def answer(self) -> None:
        place = part(self.page, "where").text_content() or ""
        found = re.search(r"round (\d+) of", place)
        assert found, place
        tired = int(found[1]) > ROUNDS
        able = self._able()
        deadly = [name for name, words in able.items() if "dies" in words]
        safe = [name for name in able if name not in deadly and name in STEPS]
        moves = [name for name in able if name in STEPS]
        choice = (deadly or moves) if tired else (safe or moves)
        self._press(choice[self.answers % len(choice)])
        self.answers += 1

    def _able(self) -> dict[str, str]:
        """The buttons that can be pressed, with what they say they would do."""
        labels = self.page.locator(".play-pad button:enabled").evaluate_all(
            "buttons => buttons.map(b => b.getAttribute('aria-label'))"
        )
        return {label.split(",")[0]: label for label in labels}

    def _press(self, name: str) -> None:
        if self.touch:
            self.page.locator(f'.play-pad button[aria-label^="{name}"]').tap()
        else:
            self.page.keyboard.press(KEYS[name])


def play_snake(page: Page, player: SnakePlayer, *, reload_after: int) -> None:
    """Answer every question of both halves; the page is loaded again on the way."""
    last = None
    while (last := next_question(page, last)) is not None:
        if player.answers == reload_after:
            before = part(page, "where").text_content()
            page.reload()
            expect(part(page, "turn")).to_have_text("Your turn", timeout=30_000)
            assert asked(page) == last
            assert part(page, "where").text_content() == before
        player.answer()


@pytest.mark.parametrize(
    ("name", "how"),
    [pytest.param("ana", DESKTOP, marks=pytest.mark.nightly, id="ana"), ("ben", PHONE)],
)
def test_a_whole_match_of_snake_is_played_against_a_house_bot(site, browser, errors, name, how):
    page = visitor(browser, site, errors, fresh(name), **how)
    number = begin(page, site, "snake", "blitz", "drifter")
    player = SnakePlayer(page, touch=how is PHONE)
    play_snake(page, player, reload_after=5)
    assert player.answers > 2 * ROUNDS
    expect(part(page, "turn")).to_have_text(re.compile("You (win|lose)"))
    expect(page.get_by_role("link", name="Back to the room")).to_be_visible()
    eventually(lambda: _api(site, f"matches/{number}/")["state"] == "finished", 60, 1)
    assert _api(site, f"matches/{number}/")["kind"] == "room"
    assert page.evaluate("document.documentElement.scrollWidth") == how["viewport"]["width"]
    page.get_by_role("link", name="Look at the replay").click()
    expect(page).to_have_url(re.compile(rf"/matches/{number}/"))
    page.context.close()


def test_generals_is_played_for_some_half_turns(site, browser, errors):
    name = fresh("gus")
    page = visitor(browser, site, errors, name, **DESKTOP)
    number = begin(page, site, "generals", "duel", "stray")
    expect(part(page, "where")).to_contain_text("of 1000", timeout=60_000)
    eventually(lambda: asked(page) is not None)
    before = half_turn(page)
    eventually(lambda: half_turn(page) > before + 2)
    tiles = page.locator(".player-seat", has_text=name).locator(".player-cell").first

    def sent() -> bool:
        """Armies grow every second half-turn: once there is something to send, it takes land."""
        for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
            page.keyboard.press("Escape")
            page.keyboard.press("Space")
            page.keyboard.press(key)
        return int(tiles.text_content() or 0) > 1

    eventually(sent)
    spectators_see_nothing(browser, site, number)
    leave(page)
    page.context.close()


def half_turn(page: Page) -> int:
    found = re.search(r"half-turn (\d+)", part(page, "where").text_content() or "")
    return int(found[1]) if found else -1


def spectators_see_nothing(browser: Browser, site: Site, number: int) -> None:
    """While people play a game that hides something, its page has no board."""
    page = browser.new_context(base_url=site.address).new_page()
    page.goto(f"/matches/{number}/")
    expect(part(page, "notice")).to_contain_text("must not see hidden information")
    page.wait_for_timeout(500)  # a board would be drawn by then: the socket has answered
    assert page.locator('[data-part="turn"]:not(:empty)').count() == 0
    page.context.close()


def leave(page: Page) -> None:
    page.get_by_role("button", name="Leave the match…").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("link", name="Back to the room")).to_be_visible()


def test_xghj_is_played_for_some_rounds_on_a_phone(site, browser, errors):
    page = visitor(browser, site, errors, fresh("xia"), **PHONE)
    begin(page, site, "xghj", "duel", "turtle")
    bid = page.get_by_label("Your bid")
    expect(bid).to_be_visible(timeout=60_000)
    bid.fill("3")
    page.get_by_role("button", name="Bid", exact=True).tap()
    found_a_country(page)
    for number in (1, 2):
        send = page.get_by_role("button", name=f"Send the orders of round {number}", exact=True)
        eventually(send.is_enabled, 60)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Space")
        send.tap()
    expect(part(page, "where")).to_contain_text("round 3 of", timeout=60_000)
    expect(part(page, "feed")).to_contain_text("you hold")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    leave(page)
    page.context.close()


def found_a_country(page: Page) -> None:
    """Walk from the middle of the board to a cell where a country can begin, and begin."""
    start = page.get_by_role("button", name=re.compile("Begin at|Choose a cell"))
    expect(start).to_be_visible(timeout=60_000)
    for _ in range(40):
        page.keyboard.press("ArrowLeft")
        barren = "attack 0" in (part(page, "said").text_content() or "")
        if start.is_enabled() and not barren:
            break
    start.tap()


def test_two_people_meet_in_a_room(site, browser, errors):
    hana, gil = fresh("hana"), fresh("gil")
    host = visitor(browser, site, errors, hana, **DESKTOP)
    guest = visitor(browser, site, errors, gil, **PHONE)
    open_room(host)
    typing = host.get_by_label("Name of a person")
    host.locator(".room-seat").nth(1).locator("summary", has_text="Invite").click()
    typing.fill("gi")
    guest.goto(host.locator("#room-address").text_content() or "")
    guest.get_by_role("button", name="Sit here").tap()
    expect(guest.locator(".room-seat-mine")).to_contain_text(gil)
    # The host's unfinished text stays when the page has heard of the guest.
    for _ in range(2):
        host.wait_for_event("response", lambda answer: "/now/" in answer.url)
    expect(typing).to_have_value("gi")
    typing.fill("")
    host.locator(".room-seat").nth(1).locator("summary", has_text="Invite").click()
    host.get_by_role("heading", level=1).click()
    # The host's page learns of the guest by itself.
    start = host.get_by_role("button", name="Start the match")
    expect(start).to_be_enabled(timeout=30_000)
    start.click()
    for page in (host, guest):
        expect(page).to_have_url(re.compile(r"/matches/\d+/play/\d/$"), timeout=60_000)
    play_each_other(host, guest, hana)
    host.get_by_role("link", name="Back to the room").click()
    host.get_by_role("button", name="Play again").click()
    expect(host.get_by_role("button", name="Start the match")).to_be_enabled()
    for page in (host, guest):
        page.context.close()


def open_room(host: Page) -> None:
    """A room with the host on its first seat."""
    host.goto("/rooms/new/?game=snake&ruleset=blitz")
    host.get_by_label("Your seat").select_option("0")
    host.get_by_label("Fill empty seats with house bots").uncheck()
    host.get_by_role("button", name="Create the room, start later").click()
    expect(host).to_have_url(re.compile(r"/rooms/\w+/$"))
    expect(host.get_by_role("button", name="Start the match")).to_be_disabled()


def play_each_other(host: Page, guest: Page, hana: str) -> None:
    """Each moves once, then the guest leaves."""
    expect(part(host, "turn")).to_have_text("Your turn", timeout=60_000)
    expect(part(guest, "turn")).to_have_text(f"{hana} is thinking")
    host.keyboard.press("ArrowRight")
    expect(part(guest, "turn")).to_have_text("Your turn", timeout=30_000)
    expect(part(guest, "said")).to_contain_text(f"{hana}'s snake 0 moves to (1, 15)")
    guest.locator('.play-pad button[aria-label^="left"]').tap()
    expect(part(host, "turn")).to_have_text("Your turn", timeout=30_000)
    leave(guest)
    host.keyboard.press("ArrowRight")
    expect(part(host, "turn")).to_contain_text("You win", timeout=60_000)
