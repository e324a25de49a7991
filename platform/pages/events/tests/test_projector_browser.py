"""A staged final in a real browser: the announcer shows places by keys, and the hall follows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from ladder.core.contest.plan import Feed, Kind, Reveal
from ladder.events.models import EventMember, Projector, Stage
from ladder.events.roles import EventRole
from ladder.events.running import advancing
from ladder.events.showing import ceremony, projecting
from ladder.events.tests.steps import authors, begin, play, play_all, stage, waiting
from ladder.seasons.current import ensure_seasons
from matches.models import Match
from pages.events.tests.test_projector import picture
from tests.browsing import check_page, context_for, keep_picture, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("events")]
LOCK = """window.locks = [];
  const value = {request: async (what) => locks.push(what)};
  Object.defineProperty(navigator, "wakeLock", {value});
"""
"""A screen that can be kept on; that of a test is none."""
HALL, LAPTOP, PHONE = (1920, 1080), (1280, 720), (390, 844)


@pytest.fixture
def bots(transactional_db, redis_client):
    ensure_seasons()
    return authors(8)


@pytest.fixture
def errors():
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def announcer(transactional_db):
    return User.objects.create_user("anna", password="of no use")


def staged(olga, bots, announcer):
    """A league of eight, and a cup of its best four that is kept back until the ceremony."""
    league = stage("league", Kind.ROUND_ROBIN, options={"games": 1})
    cup = stage("cup", Kind.SINGLE, Feed("league", 4), reveal=Reveal.HIDDEN)
    event = begin(olga, bots, league, cup)
    EventMember.objects.create(event=event, person=announcer, role=EventRole.ANNOUNCER)
    play_all(event)
    return event


def opened(browser, live_server, errors, size, path: str, user=None) -> Page:
    width, height = size
    context = context_for(browser, live_server, user, viewport={"width": width, "height": height})
    context.add_init_script(LOCK)
    page = open_page(context, errors)
    page.on("response", lambda r: errors.append(r.url) if r.status == 404 else None)
    page.goto(path)
    return page


def fits(page: Page) -> bool:
    """The window shows all of the page, without bars to scroll."""
    return bool(
        page.evaluate(
            """() => document.documentElement.scrollWidth <= innerWidth
          && document.documentElement.scrollHeight <= innerHeight
          && [...document.querySelectorAll(".projector-scene, .projector-scene *")]
            .filter((e) => !e.closest(".projector-fit"))
            .every((e) => e.getBoundingClientRect().bottom <= innerHeight + 1)"""
        )
    )


def sizes(page: Page, name: str) -> None:
    for width, height in (HALL, LAPTOP):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(1000)
        assert fits(page), (name, width)
        keep_picture(page, f"projector-{name}-{width}")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(150)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    keep_picture(page, f"projector-{name}-390")
    page.set_viewport_size({"width": HALL[0], "height": HALL[1]})


def test_the_announcer_shows_places_by_keys_and_the_hall_follows(
    browser, live_server, bots, olga, announcer, errors
):
    event = staged(olga, bots, announcer)
    path = f"{event.get_absolute_url()}projector/"
    hall = opened(browser, live_server, errors, HALL, path)
    own = opened(browser, live_server, errors, LAPTOP, path, announcer)
    phone = opened(
        browser,
        live_server,
        errors,
        PHONE,
        f"{event.get_absolute_url()}organize/ceremony/",
        announcer,
    )
    keep_picture(phone, "ceremony-before-390", whole=True)
    check_page(phone, 390)
    # Places behind those of the cup are known; this ceremony shows them all the same.
    expect(phone.get_by_label("First place to show")).to_have_value("3")
    phone.get_by_label("First place to show").fill("8")
    phone.get_by_role("button", name="Begin the ceremony").click()
    expect(hall.locator(".projector-call")).to_have_text("The ceremony begins", timeout=4000)
    sizes(hall, "begin")
    for place, names in ((8, "b7"), (7, "b6"), (6, "b5"), (5, "b4")):
        expect(own.locator("#projector-now")).to_have_attribute("data-seen", str(place + 1))
        own.keyboard.press("ArrowRight" if place % 2 else "Space")
        expect(hall.locator(".projector-bot")).to_have_text([names], timeout=3000)
    expect(hall.locator("[data-part=heard]")).to_have_text("Place 5: author-4/b4.")
    own.keyboard.press("ArrowLeft")
    expect(hall.locator(".projector-bot")).to_have_text(["b5"])
    expect(own.locator("#projector-now")).to_have_attribute("data-seen", "6")
    own.keyboard.press("PageDown")
    expect(hall.locator(".projector-bot")).to_have_text(["b4"])
    sizes(hall, "place-5")
    hall.keyboard.press("ArrowRight")  # nobody who is not an announcer moves it
    hall.wait_for_timeout(1500)
    assert Stage.objects.get(event=event, key="cup").places_shown == 5
    _finish(event, hall, own, phone)
    for page in (hall, own, phone):
        page.context.close()


def _finish(event, hall: Page, own: Page, phone: Page) -> None:
    """The last places: one by the phone, the others by keys."""
    # A page that comes later, or is loaded again, shows the same.
    hall.reload()
    expect(hall.locator(".projector-bot")).to_have_text(["b4"])
    phone.reload()
    expect(phone.locator(".ceremony .card").first).to_contain_text("Next: place 3")
    keep_picture(phone, "ceremony-during-390", whole=True)
    phone.get_by_role("button", name="Show place 3").click()
    expect(hall.locator(".projector-bot")).to_have_text(["b2", "b3"], timeout=4000)
    sizes(hall, "place-3")
    for place in (2, 1):
        expect(own.locator("#projector-now")).to_have_attribute("data-seen", str(place + 1))
        own.keyboard.press("ArrowRight")
    expect(hall.locator(".projector-bot")).to_have_text(["b0"], timeout=4000)
    expect(hall.locator(".projector-call")).to_have_text("Winner")
    sizes(hall, "winner")
    assert Stage.objects.get(event=event, key="cup").reveal == Reveal.PUBLIC


def test_the_pages_are_for_keyboards_and_for_everybody(
    browser, live_server, bots, olga, announcer, errors
):
    event = staged(olga, bots, announcer)
    cup = event.stages.get(key="cup")
    ceremony.begin(cup, announcer, 3)
    page = opened(
        browser, live_server, errors, LAPTOP, f"{event.get_absolute_url()}projector/", announcer
    )
    assert page.evaluate("locks") == ["screen"]
    assert page.evaluate("getComputedStyle(document.body).cursor") == "none"
    page.mouse.move(300, 300)
    assert page.evaluate("getComputedStyle(document.body).cursor") == "auto"
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("show the next place")
    keep_picture(page, "projector-keys-1280")
    page.keyboard.press("ArrowRight")  # the list of keys is open: nothing moves
    page.keyboard.press("Escape")
    page.wait_for_timeout(300)
    assert Stage.objects.get(pk=cup.pk).places_shown == 5
    focused = []
    for _ in range(3):
        page.keyboard.press("Tab")
        focused.append(page.evaluate("document.activeElement.textContent.trim()"))
    assert focused == ["Full screen", "Keys", "Leave the projector"]
    assert page.locator(".projector-buttons").evaluate("e => getComputedStyle(e).opacity") != "0"
    keys = {"countdown": 1, "bracket": 3, "race": 4, "table": 5, "reveal": 6, "sponsors": 7}
    for scene, key in keys.items():
        page.keyboard.press(str(key))
        expect(page.locator("#projector-now")).to_have_attribute("data-scene", scene, timeout=4000)
        page.wait_for_timeout(700)
        check_page(page, 1280)
    desk = f"{event.get_absolute_url()}organize/ceremony/"
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(desk)
        check_page(page, width)
        keep_picture(page, f"ceremony-{width}", whole=True)
    page.context.close()


def test_the_bracket_grows_and_is_as_large_as_the_window(browser, live_server, bots, olga, errors):
    event = begin(olga, bots, stage("cup", Kind.SINGLE))
    play_all(event, most=4)
    Projector.objects.create(event=event, scene="bracket")
    for form in ("PNG", "JPEG"):
        projecting.add_sponsor(event, olga, f"Acme {form}", picture(form))
    page = opened(browser, live_server, errors, HALL, f"{event.get_absolute_url()}projector/")
    expect(page.locator(".bracket-won")).to_have_count(2)
    width = page.locator(".projector-drawn").evaluate("e => e.getBoundingClientRect().width")
    height = page.locator(".projector-drawn").evaluate("e => e.getBoundingClientRect().height")
    assert width > 0.6 * HALL[0] or height > 0.6 * HALL[1]
    for match in waiting(event)[:2]:
        play(match)
    advancing.move_all(event.pk)
    expect(page.locator(".bracket-won")).to_have_count(3, timeout=4000)
    expect(page.locator(".bracket-box.is-new").first).to_be_visible()
    sizes(page, "bracket")
    logos = page.locator(".projector-logos li:visible img")
    expect(logos).to_have_attribute("alt", "Acme PNG")
    play_all(event)
    for scene in ("table", "race", "sponsors"):
        Projector.objects.update(scene=scene)
        expect(page.locator("#projector-now")).to_have_attribute("data-scene", scene, timeout=4000)
        page.wait_for_timeout(1500)
        sizes(page, scene)
    page.context.close()


CUT = """() => [...document.querySelectorAll(".wall-words")]
  .filter((e) => e.scrollHeight > e.clientHeight + 1).map((e) => e.innerText)"""


def captions_are_whole(page: Page) -> None:
    """With their result, which the boards' script shows at the end of a match."""
    expect(page.locator(".wall-words")).to_have_count(4)
    page.evaluate("""() => document.querySelectorAll(".wall-words").forEach((e) => {
      e.querySelector("[data-part=turn]").textContent = "game 2 of 3, half-turn 1 of 1000";
      e.querySelector("[data-part=result]").hidden = false;
      e.querySelector("[data-part=result]").textContent = "author-7/b7 beats author-5/b5, 12 : 9";
    })""")
    for width, height in (HALL, LAPTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == []
        keep_picture(page, f"projector-boards-{width}")
    page.set_viewport_size({"width": HALL[0], "height": HALL[1]})


def test_without_a_network_the_last_state_stays(browser, live_server, bots, olga):
    event = begin(olga, bots, stage("league", Kind.ROUND_ROBIN, options={"games": 1}))
    play_all(event, most=8)
    on = waiting(event)[:4]
    for match in on:
        Match.objects.claim(match.pk, "test")
    Projector.objects.create(event=event, scene="boards")
    page = opened(browser, live_server, [], HALL, f"{event.get_absolute_url()}projector/")
    captions_are_whole(page)
    Match.objects.filter(pk__in=[match.pk for match in on]).update(state="queued", claimed_by="")
    for match in on:
        play(match)
    Projector.objects.update(scene="race")
    expect(page.locator(".projector-bars li")).to_have_count(8)
    page.context.set_offline(True)
    status = page.locator("[data-part=status]")
    expect(status).to_contain_text("No connection to the site", timeout=4000)
    expect(page.locator(".projector-bars li")).to_have_count(8)
    keep_picture(page, "projector-offline-1920")
    play_all(event)
    before = page.locator("rect").first.get_attribute("id")
    page.context.set_offline(False)
    expect(status).to_have_text("", timeout=5000)
    expect(page.locator(".projector-figure").first).to_have_text("7", timeout=4000)
    assert before
    page.context.close()
