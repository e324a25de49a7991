"""Lessons by their pages: a list with progress, the editor with a task, and what a check tells."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.utils.html import escape
from playwright.sync_api import Page, expect

from games.lessons import gap_of, lessons_of
from games.package import bot_files
from games.registry import GAMES
from games.tests.kits import kit_of
from tests.browsing import context_for, open_page
from tries import playing, services
from tries.models import LessonPassed, Try
from tries.tests.house import house_bot

pytestmark = pytest.mark.django_db
LESSONS = "/games/snake/lessons/"
FILL = """([gap, lines]) => {
  const editor = ace.edit(document.querySelector(".ace_editor"));
  editor.setValue(editor.getValue().replace(gap, lines));
}"""


@pytest.fixture(autouse=True)
def walls(monkeypatch):
    for module in (services, playing):
        monkeypatch.setattr(module, "watched", tuple)


@pytest.fixture
def drifter(make_ready, redis_client):
    return house_bot(make_ready, "snake")


def send(client, lesson="stay-alive", **more):
    files = bot_files(kit_of(GAMES["snake"], "python"))
    code = json.dumps({path: text.decode() for path, text in files.items()})
    form = {"language": "python", "opponent": "gardener", "code": code, "lesson": lesson}
    return client.post("/games/snake/try/", form | more)


@pytest.mark.parametrize("game", list(GAMES))
def test_each_lesson_of_each_game_has_a_page_with_its_task(client, redis_client, game):
    page = client.get(f"/games/{game}/lessons/")
    assert "0 of" in page.text
    for lesson in lessons_of(GAMES[game]):
        address = f"/games/{game}/lessons/{lesson.name}/"
        assert address in page.text
        text = client.get(address).content.decode()
        assert lesson.title in text
        assert lesson.goal in text
        gap = gap_of(GAMES[game], lesson, kit_of(GAMES[game], "python"))
        assert gap is not None
        assert escape(gap.needed) in text
    assert f'href="/games/{game}/lessons/"' in client.get(f"/games/{game}/").text


@pytest.mark.parametrize(("language", "said"), [("python", False), ("go", True)])
def test_a_lesson_says_where_its_lines_may_not_be_enough(client, redis_client, language, said):
    page = client.get(f"{LESSONS}beat-hunter/?language={language}")
    assert ("the task may need more than these lines" in page.text) == said


@pytest.mark.parametrize("address", [f"{LESSONS}fly/", "/games/chess/lessons/"])
def test_there_is_no_page_of_what_does_not_exist(client, address):
    assert client.get(address).status_code == 404


def test_a_visitor_passes_a_lesson_and_the_pages_know_it(client, drifter):
    told = send(client).json()
    assert Try.objects.get().opponent == "drifter"
    assert (told["passed"], told["next"], told["match"]) == (False, None, 1)
    assert playing.carry_out()
    told = client.get(told["address"]).json()
    assert told["words"] == "Lesson passed: 2 halves survived; needed: 2."
    assert told["passed"]
    assert told["next"] == {
        "url": f"{LESSONS}eat/?language=python",
        "words": "Next: Move and eat",
    }
    page = client.get(LESSONS)
    assert "1 of 6 passed" in page.text
    assert "Go on: Move and eat" in page.text
    assert "passed" in client.get(f"{LESSONS}stay-alive/").text
    assert "0 of 6 passed" in Client().get(LESSONS).text
    board = client.get(told["board"])
    assert [seat["name"] for seat in board.context["player"]["seats"]] == ["your bot", "drifter"]


def test_a_person_sees_what_the_account_has_passed(client, alice, bob):
    for lesson in lessons_of(GAMES["snake"]):
        LessonPassed.objects.create(person=alice, game="snake", lesson=lesson.name)
    client.force_login(alice)
    page = client.get(LESSONS)
    assert "6 of 6 passed" in page.text
    assert "Write a bot of your own" in page.text
    client.force_login(bob)
    assert "0 of 6 passed" in client.get(LESSONS).text


def test_the_last_lesson_leads_back_to_the_list(client, drifter):
    key = send(client).json()["key"]
    result = {"outcome": {"reason": "", "seats": [{"end": "ok", "rank": 1, "score": 1}] * 2}}
    Try.objects.update(lesson="beat-hunter", state="done", count=2, match=3, result=result)
    told = client.get(f"/tries/{key}/state/").json()
    assert told["words"] == "Lesson passed: 2 matches won; needed: 1."
    assert told["next"] == {"url": LESSONS, "words": "This was the last lesson"}


@pytest.mark.parametrize(
    ("state", "count", "words"),
    [
        ("playing", 1, "Your bot plays against drifter: match 2 of 5. 1 match won so far."),
        ("done", 2, "Not yet: 2 matches won; needed: 3."),
    ],
)
def test_a_check_of_several_matches_says_how_far_it_is(client, drifter, state, count, words):
    key = send(client).json()["key"]
    result = {"outcome": {"reason": "", "seats": [{"end": "ok", "rank": 2, "score": 1}] * 2}}
    Try.objects.update(lesson="beat-gardener", state=state, count=count, match=2, result=result)
    told = client.get(f"/tries/{key}/state/").json()
    assert (told["words"], told["passed"]) == (words, False)


def test_an_unknown_lesson_is_refused_with_words(client, drifter):
    answer = send(client, lesson="fly")
    assert answer.status_code == 422
    assert answer.json()["error"] == "Snake has no lesson “fly”."


def test_only_the_same_lesson_is_checked_again_from_the_same_start(client, drifter):
    first = send(client).json()["key"]
    Try.objects.update(state="done", finished="2026-01-01T00:00Z")
    again = send(client, again=first).json()["key"]
    assert Try.objects.get(pk=again).seed == Try.objects.get(pk=first).seed
    Try.objects.update(state="done", finished="2026-01-01T00:00Z")
    other = send(client, lesson="eat", again=first).json()["key"]
    assert Try.objects.get(pk=other).seed != Try.objects.get(pk=first).seed


@pytest.fixture
def page(browser, live_server, transactional_db, redis_client):
    context = context_for(browser, live_server)
    errors: list[str] = []
    page = open_page(context, errors)
    yield page
    context.close()
    assert [text for text in errors if "WebSocket" not in text] == []


def check(page: Page, times: int = 1) -> None:
    for _ in range(times):
        page.get_by_role("button", name="Check my code").click()
        expect(page.locator("[data-words]")).to_contain_text("waits to be built")
        assert playing.carry_out()


@pytest.mark.browser
@pytest.mark.xdist_group("workshop")
@pytest.mark.parametrize("width", [1280, 390])
def test_a_visitor_goes_from_the_game_through_two_lessons(page, drifter, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/games/snake/")
    page.get_by_role("link", name="Lessons", exact=True).click()
    page.get_by_role("link", name="Begin: Do not hit the wall").click()
    expect(page.get_by_label("Task", exact=True)).to_contain_text(
        "2 halves survived against drifter"
    )
    expect(page.locator(".ace_editor").first).to_contain_text("def choose")
    lines = page.get_by_label("Task", exact=True).locator("pre").inner_text()
    page.evaluate(FILL, ["moves = [Op.DOWN]", lines.strip()])
    check(page)
    expect(page.locator("[data-words]")).to_contain_text("Lesson passed", timeout=20_000)
    expect(page.frame_locator("iframe").locator("[data-part=board]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_role("link", name="Next: Move and eat").click()
    expect(page.get_by_role("heading", name="2. Move and eat")).to_be_visible()
    code = page.evaluate("ace.edit(document.querySelector('.ace_editor')).getValue()")
    assert "items: list[int] = []" in code
    page.goto(LESSONS)
    expect(page.get_by_text("1 of 6 passed")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.browser
@pytest.mark.xdist_group("workshop")
def test_the_board_shows_the_match_that_is_played(page, make_ready):
    house_bot(make_ready, "snake", "gardener")
    page.goto(f"{LESSONS}beat-gardener/")
    page.get_by_role("button", name="Check my code").click()
    expect(page.locator("[data-words]")).to_contain_text("waits to be built")
    Try.objects.update(state="playing")
    first = page.locator("iframe").element_handle()
    Try.objects.update(match=2)
    expect(page.locator("[data-words]")).to_contain_text("match 2 of 5")
    assert page.locator("iframe").element_handle() != first
    assert first.evaluate("frame => frame.isConnected") is False
