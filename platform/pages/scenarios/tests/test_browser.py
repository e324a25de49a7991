"""The form of a scenario in a real browser, from an empty one to a published ruleset."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from bots.services import create_bot
from games.tests.crowd import bidder
from matches import tasks
from matches.models import Match
from rulesets.models import Scenario
from rulesets.tests.steps import install, make, plant
from tests.browsing import box_of, context_for, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("scenarios")]


@pytest.fixture
def field(transactional_db, redis_client, monkeypatch, settings, olga):
    install(monkeypatch, settings)
    return plant(olga)


@pytest.fixture
def page(browser, live_server, field, olga):
    errors: list[str] = []
    context = context_for(browser, live_server, olga)
    page = open_page(context, errors)
    yield page
    context.close()
    # The server of these tests has no sockets, and so no boards that play.
    assert [text for text in errors if "WebSocket" not in text] == []


def press(page: Page, x: int, y: int) -> None:
    """Press a cell of the five by five of the field, as its picture lies on the canvas."""
    expect(page.locator("[data-scenario-board][data-drawn]")).to_be_visible()
    canvas = page.locator("[data-scenario-board] canvas")
    box = box_of(canvas)
    side = min(box["width"], box["height"]) - 20
    left, top = (box["width"] - side) / 2, (box["height"] - side) / 2
    place = {"x": left + (x + 0.5) * side / 5, "y": top + (y + 0.5) * side / 5}
    canvas.click(position=place)  # type: ignore[arg-type]


def value(page: Page, name: str) -> str:
    return page.locator(f'[name="{name}"]').input_value()


def test_an_organizer_makes_one_without_code_looks_at_it_and_publishes_it(
    page, field, make_ready, charlie
):
    charlie.is_house = True
    charlie.save()
    make_ready(create_bot(charlie, "orchard", "gardener"), bidder())
    page.goto("/desk/scenarios/")
    page.get_by_role("link", name="New scenario").first.wait_for()
    page.goto("/desk/scenarios/new/orchard/")
    page.get_by_label("Title").fill("Night market")
    page.get_by_label("Name", exact=True).first.fill("night")
    page.evaluate("window.same = true")
    page.get_by_role("button", name="Add a point").click()
    name = page.locator('[name="points-0-name"]')
    expect(name).to_be_focused()
    name.fill("Big tree")
    press(page, 3, 1)
    assert (value(page, "points-0-row"), value(page, "points-0-column")) == ("2", "4")
    said = page.locator("#scenario-said")
    expect(said).to_contain_text("can be played")
    page.get_by_role("button", name="A gate").click()
    expect(said).to_contain_text("no point has the tag gate")
    page.locator('[name="points-0-tags"]').fill("gate")
    page.locator('[name="constants-turns"]').fill("3")
    page.locator('[name="constants-turns"]').press("Tab")
    expect(said).to_contain_text("Turns: 3 instead of 6.")
    expect(said).to_contain_text("A gate.")
    assert page.evaluate("window.same") is True
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("heading", name="Night market")).to_be_visible()
    preview_and_publish(page)


def preview_and_publish(page: Page) -> None:
    made = Scenario.objects.get()
    assert made.data["points"] == [{"name": "Big tree", "x": 3, "y": 1, "tags": ["gate"]}]
    page.get_by_role("button", name="Play it").click()
    expect(page.get_by_text("waiting")).to_be_visible()
    tasks.play("matches")
    tasks.play("matches")  # a busy machine disturbs the first attempt
    page.reload()
    played = page.get_by_label("Preview").get_by_role("listitem").first
    expect(played).to_contain_text(re.compile(r"beat|drew|won|shared|played to the end"))
    expect(page.locator(f"#board-{Match.objects.get(scenario=made).pk}")).to_be_visible()
    page.locator("[name=when]").select_option("now")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Night market is published.")).to_be_visible()
    page.goto("/games/orchard/rulesets/night/")
    expect(page.locator("[data-scenario-board][data-drawn]")).to_be_visible()
    expect(page.get_by_text("Turns: 3 instead of 6.")).to_be_visible()


def test_a_press_moves_the_chosen_point_and_chooses_one_that_is_there(page, field, olga):
    made = make(olga, field)
    page.goto(made.get_absolute_url())
    press(page, 0, 4)
    assert (value(page, "points-0-row"), value(page, "points-0-column")) == ("4", "2")
    press(page, 1, 3)
    expect(page.locator('[name="points-0-name"]')).to_be_focused()
    press(page, 0, 4)
    assert (value(page, "points-0-row"), value(page, "points-0-column")) == ("5", "1")
    page.keyboard.press("Escape")
    press(page, 2, 0)
    assert value(page, "points-0-row") == "5"


def test_removing_a_line_keeps_what_was_typed_in_the_others(page, field, olga):
    made = make(olga, field)
    page.goto(made.get_absolute_url())
    page.get_by_role("button", name="Add a point").click()
    page.locator('[name="points-1-name"]').fill("Second")
    page.get_by_label("Title").fill("Other")
    page.get_by_role("button", name="Remove point 1").click()
    expect(page.locator('[name="points-0-name"]')).to_have_count(0)
    assert value(page, "points-1-name") == "Second"
    assert page.get_by_label("Title").input_value() == "Other"


def test_two_quick_presses_add_two_lines(page, field, olga):
    page.goto(make(olga, field).get_absolute_url())
    page.get_by_role("button", name="Add a point").dblclick()
    expect(page.locator("[data-point]")).to_have_count(3)
    expect(page.locator('[name="points-2-name"]')).to_be_focused()


def test_no_page_of_it_is_broader_than_a_phone(page, field, olga):
    made = make(olga, field)
    page.set_viewport_size({"width": 360, "height": 700})
    own = made.get_absolute_url()
    for path in ("/desk/scenarios/", own, "/games/orchard/rulesets/summer/"):
        page.goto(path)
        expect(page.get_by_text("Summer fair").first, path).to_be_attached()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") == 360, path
