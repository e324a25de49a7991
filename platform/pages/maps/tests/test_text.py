"""The text of a map in the editor: read as one types, and never lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games.maps import MapError, MapProblem
from maps.models import Map
from maps.services import archive
from maps.tests.meadow import FIELD, MEADOW, rows
from maps.tests.steps import make_map
from pages.maps.tests.page import EMPTY, GRASS, ROCK, TREE, pixel, shows, stroke, take, text_is
from tests.player.page import until

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("map-editor")]


def test_a_text_is_read_as_one_types_and_its_problems_lead_to_their_places(editor):
    page = editor()
    area = page.locator('textarea[name="text"]')
    bad = FIELD.replace("#", "oak").replace("h", "elm", 1)
    area.fill(bad)
    problems = page.locator("[data-problems] button")
    shows(page, "[data-problems]", "oak")
    expect(problems).to_have_text(
        [
            "row 1, column 1: “elm” is nothing that a meadow has",
            "row 3, column 3: “oak” is nothing that a meadow has",
        ]
    )
    assert pixel(page, 2, 2) == ROCK, "the picture is what the map was"
    problems.nth(1).click()
    chosen = area.evaluate("a => a.value.slice(a.selectionStart, a.selectionEnd)")
    assert chosen == "oak"
    page.keyboard.type("t3")
    expect(problems).to_have_count(1)
    area.fill(FIELD.replace("#", "t3"))
    shows(page, "[data-state]", "Valid map")
    assert pixel(page, 2, 2) == TREE


def test_while_the_text_is_no_map_painting_would_lose_it_and_is_refused(editor):
    page = editor()
    area = page.locator('textarea[name="text"]')
    bad = FIELD.replace("#", "oak")
    area.fill(bad)
    shows(page, "[data-problems]", "oak")
    expect(page.locator("[data-problems] button")).to_have_count(1)
    take(page, "Rock")
    stroke(page, (0, 1), (4, 1))
    assert pixel(page, 2, 1) == GRASS
    expect(page.locator("[data-said]")).to_have_text("Correct the text first.")
    assert area.input_value() == bad
    page.get_by_role("button", name="Use the picture").click()
    text_is(page, FIELD)
    stroke(page, (0, 1), (4, 1))
    text_is(page, FIELD.replace(". . . . .", "# # # # #", 1))


def test_a_picture_that_is_no_good_map_can_still_be_painted_and_shows_where(editor, monkeypatch):
    parse = MEADOW.maps.parse

    def no_trees(self, text):
        board = parse(text)
        for i, token in enumerate(board["cells"]):
            if token.startswith("t"):
                raise MapError([MapProblem("no trees today", i // 5 + 1, i % 5 + 1)])
        return board

    page = editor()
    monkeypatch.setattr(type(MEADOW.maps), "parse", no_trees)
    take(page, "Tree")
    stroke(page, (3, 1))
    shows(page, "[data-problems]", "no trees today")
    problem = page.get_by_role("button", name="row 2, column 4: no trees today")
    expect(problem).to_be_visible()
    problem.click()
    expect(page.locator("[data-where]")).to_have_text("row 2, column 4: tree with 5 apples")
    take(page, "Grass")
    stroke(page, (3, 1))
    shows(page, "[data-state]", "Valid map")


def test_a_map_by_chance_takes_the_place_of_what_was_there_and_can_be_undone(editor):
    page = editor()
    page.get_by_text("Generate", exact=True).click()
    for name, value in {"width": 8, "height": 6, "rocks": 0, "homes": 8, "seed": 4}.items():
        page.locator(f'[name="g-{name}"]').fill(str(value))
    page.get_by_role("button", name="Generate a map").click()
    board = MEADOW.maps.generate({"width": 8, "height": 6, "rocks": 0, "homes": 8}, 4)
    text_is(page, MEADOW.maps.write(board))
    expect(page.locator("[data-made]")).to_contain_text("Seed 4.")
    expect(page.locator("[data-fits]")).to_contain_text("Eight can be played on it")
    page.keyboard.press("Control+z")
    text_is(page, FIELD)


def test_a_file_is_chosen_or_dropped(editor, tmp_path):
    page = editor()
    file = tmp_path / "map.txt"
    file.write_text(EMPTY)
    page.locator('input[type="file"]').set_input_files(file)
    text_is(page, EMPTY)
    expect(page.locator("[data-said]")).to_have_text("The text of map.txt is now in the field.")
    shows(page, "[data-facts]", "Homes0")
    assert pixel(page, 2, 2) == GRASS
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "other.txt"));
          const how = { dataTransfer: data, bubbles: true, cancelable: true };
          const event = new DragEvent("drop", how);
          document.querySelector("[data-stage]").dispatchEvent(event);
        }""",
        FIELD,
    )
    text_is(page, FIELD)
    shows(page, "[data-facts]", "Homes2")
    assert pixel(page, 2, 2) == ROCK
    file.write_bytes(b"\xff\xfe\x00")
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.locator("[data-said]")).to_have_text("map.txt is not a text file.")
    text_is(page, FIELD)


def test_nothing_is_lost_when_saving_is_refused(editor, alice):
    make_map(alice, "taken")
    page = editor()
    take(page, "Rock")
    stroke(page, (1, 0))
    page.get_by_label("Name").fill("taken")
    page.get_by_label("Title").fill("A title that took a while")
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator(".error")).to_have_text("You already have a map named “taken”.")
    expect(page.get_by_label("Title")).to_have_value("A title that took a while")
    text_is(page, FIELD.replace("h .", "h #", 1))
    page.get_by_label("Name").fill("free")
    page.get_by_role("button", name="Save").first.click()
    expect(page).to_have_url(re.compile(r"/maps/\d+/$"))
    assert Map.objects.get(name="free").board["cells"][1] == "#"


def test_nothing_is_lost_when_the_map_was_changed_elsewhere(editor):
    page = editor()
    take(page, "Rock")
    stroke(page, (1, 0))
    found = Map.objects.get()
    Map.objects.update(revision=5)
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator(".form-errors")).to_contain_text("is at revision 5 now")
    page.get_by_role("button", name="Save").first.click()
    expect(page).to_have_url(re.compile(r"/maps/\d+/$"))
    found.refresh_from_db()
    assert (found.revision, found.board["cells"][1]) == (6, "#")


def test_nothing_is_lost_when_the_site_is_away_or_the_session_over(editor, alice):
    page = editor()
    take(page, "Rock")
    page.route("**/api/v1/maps/check/", lambda route: route.abort())
    stroke(page, (1, 0))
    shows(page, "[data-state]", "cannot be reached")
    page.unroute("**/api/v1/maps/check/")
    stroke(page, (2, 0))
    shows(page, "[data-state]", "Valid map")
    cookies = page.context.cookies()
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator("[data-saving]")).to_contain_text("Not saved. Log in again")
    page.context.add_cookies([cookie for cookie in cookies if cookie["name"] == "sessionid"])
    page.get_by_role("button", name="Save").first.click()
    expect(page).to_have_url(re.compile(r"/maps/\d+/$"))
    assert Map.objects.get().board["cells"][1:3] == ["#", "#"]


def test_too_many_checks_wait_and_go_on_by_themselves(editor, monkeypatch):
    page = editor()
    answer = {"status": 429, "headers": {"Retry-After": "1"}, "json": {"detail": "Wait."}}
    page.route("**/api/v1/maps/check/", lambda route: route.fulfill(**answer), times=1)
    take(page, "Rock")
    stroke(page, (1, 0))
    shows(page, "[data-state]", "The next check is in 1 s")
    shows(page, "[data-state]", "Valid map")


def test_without_scripts_the_form_makes_maps_all_the_same(visit, alice):
    page = visit(alice, java_script_enabled=False)
    page.goto("/games/meadow/maps/new/")
    page.get_by_label("Name").fill("mine")
    page.get_by_label("Text", exact=True).fill(FIELD.replace("#", "oak"))
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator(".error")).to_contain_text("row 3, column 3: “oak” is nothing")
    expect(page.get_by_label("Name")).to_have_value("mine")
    page.get_by_text("Generate", exact=True).click()
    for name, value in {"width": 6, "height": 5, "homes": 3, "seed": 9}.items():
        page.locator(f'[name="g-{name}"]').fill(str(value))
    page.get_by_role("button", name="Generate a map").click()
    expect(page.get_by_label("Name")).to_have_value("mine")
    board = MEADOW.maps.generate({"width": 6, "height": 5, "homes": 3}, 9)
    expect(page.get_by_label("Text", exact=True)).to_have_value(MEADOW.maps.write(board))
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("heading", name="mine")).to_be_visible()
    assert Map.objects.get().board == board


def test_a_game_whose_maps_are_no_grids_shows_what_one_types(visit, alice):
    page = visit(alice)
    page.goto("/games/snake/maps/new/")
    shows(page, "[data-state]", "Valid map")
    canvas = page.locator("[data-canvas]")
    before = canvas.evaluate("c => c.toDataURL()")
    area = page.locator('textarea[name="text"]')
    area.fill("3 3 1 0 2\n3 3 4 0 x\n")
    shows(page, "[data-problems]", "row 2, column 5: “x” is no number")
    area.fill("3 3 1 0 2\n4 3 4 ray 512\n")
    shows(page, "[data-facts]", "Rays1")
    assert canvas.evaluate("c => c.toDataURL()") != before
    expect(page.get_by_role("toolbar")).to_be_hidden()


def test_lists_and_pages_draw_boards_and_the_page_enlarges_them(visit, alice):
    found = make_map(alice, "big", rows(*["#" + "." * 99] * 100), public=True)
    archive(make_map(alice, "old"), alice)
    page = visit()
    page.goto("/games/meadow/maps/")
    thumb = page.locator("[data-map-thumb] canvas")
    expect(thumb).to_have_count(1)
    middle = "c => [...c.getContext('2d').getImageData(c.width / 2, c.height / 2, 1, 1).data]"
    until(lambda: tuple(thumb.evaluate(middle)[:3]) == GRASS)
    page.get_by_role("link", name="big").first.click()
    view = page.locator("[data-map-view] canvas")
    expect(page.locator("[data-map-zoom]")).to_be_visible()
    until(lambda: tuple(view.evaluate(middle)[:3]) == GRASS)
    edge = "c => [...c.getContext('2d').getImageData(c.width / 2, 2, 1, 1).data]"
    assert view.evaluate(edge)[3] == 0, "there is a margin around the whole map"
    for _ in range(4):
        page.get_by_role("button", name="Larger").click()
    page.wait_for_function(f"({edge})(document.querySelector('[data-map-view] canvas'))[3] === 255")
    assert found.public
