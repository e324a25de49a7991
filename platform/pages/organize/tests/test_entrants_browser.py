"""The organizer's pages of entrants in a real browser: by keyboard, by dragging, and on a phone."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from ladder.core.contest.plan import Kind, Seeding
from ladder.events.entrants import check_in, entering, invitations, waiting
from ladder.events.entrants.terms import rules
from ladder.events.entrants.terms.rules import RulesDraft
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.tests.steps import authors, open_event, stage
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import make_bot
from tests.browsing import check_page, context_for, keep_picture, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("events")]
WIDTHS = (390, 1280)


@pytest.fixture
def event(transactional_db, redis_client, olga, alice):
    ensure_seasons()
    event = open_event(olga, stage("cup", Kind.SINGLE, seeding=Seeding.LIST))
    for bot in authors(4):
        entering.enter(event, bot, bot.owner)
    return event


@pytest.fixture
def page(browser, event, live_server, olga):
    errors: list[str] = []
    context = context_for(browser, live_server, olga)
    page = open_page(context, errors)
    yield page
    context.close()
    assert [text for text in errors if "422" not in text] == []


@pytest.fixture
def author(browser, event, live_server, alice):
    errors: list[str] = []
    context = context_for(browser, live_server, alice)
    page = open_page(context, errors)
    yield page
    context.close()
    assert [text for text in errors if "422" not in text] == []


def look(page, name: str) -> None:
    """At a screen's and a phone's width: nothing is broader than its window, and axe finds
    nothing."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        keep_picture(page, f"entrants-{name}-{width}", whole=True)
        check_page(page, width)


def order(page) -> list[str]:
    return [row.get_attribute("data-name") for row in page.locator("[data-reorder] li").all()]


def test_the_list_and_invitations(page, event, olga, charlie):
    Event.objects.update(most_entries=4, starts=timezone.now() + timedelta(minutes=30))
    fresh = Event.objects.get()
    rules.change(fresh, olga, RulesDraft(waiting_list=True, check_in_opens=60, check_in_closes=5))
    waiting.join(Event.objects.get(), make_bot(charlie, "viper"), charlie)
    entry = event.entries.first()
    entering.leave(entry, entry.bot.owner)
    invitations.invite(event, olga, "alice")
    page.goto(f"/events/{event.slug}/organize/entrants/")
    look(page, "list")
    page.get_by_role("button", name="Check in author-1/b1").click()
    expect(page.get_by_text("author-1/b1 is checked in.")).to_be_visible()
    page.get_by_label("Name of a person").fill("nobody-here")
    page.get_by_role("button", name="Invite person").click()
    expect(page.get_by_text("There is nobody named “nobody-here” here.")).to_be_visible()
    look(page, "refused")
    page.get_by_label("Number of teams").fill("3")
    page.get_by_role("button", name="Create link").click()
    expect(page.locator("#secret")).to_contain_text("/join/")
    look(page, "link")
    page.get_by_role("link", name="Back to the entrants").click()
    expect(page.get_by_text("link for teams, 0 of 3 used")).to_be_visible()


def test_a_list_is_corrected_on_the_page_and_its_codes_are_downloaded(page, event):
    page.goto(f"/events/{event.slug}/organize/entrants/import/")
    page.get_by_label("Or paste the list").fill("alice\nzora\nALICE\n")
    page.get_by_role("button", name="Check the list").click()
    expect(page.get_by_text("Line 3: “ALICE” is also in line 1.")).to_be_visible()
    look(page, "import-wrong")
    page.get_by_label("Or paste the list").fill("alice,Ana\nzora,Zora\n")
    page.get_by_role("button", name="Check the list").click()
    look(page, "import")
    page.get_by_role("button", name="Import 2 rows").click()
    expect(page.get_by_role("heading", name="2 codes")).to_be_visible()
    look(page, "codes")
    with page.expect_download() as found:
        page.get_by_role("button", name="Download CSV").click()
    text = Path(found.value.path()).read_text()
    assert re.findall(r"^(\w+),(\w+),[A-Z-]{23}$", text, re.MULTILINE) == [
        ("alice", "Ana"),
        ("zora", "Zora"),
    ]


def test_seeds_are_moved_by_keyboard_and_by_dragging(page, event):
    page.goto(f"/events/{event.slug}/organize/entrants/seeds/")
    assert order(page) == [f"author-{n}/b{n}" for n in range(4)]
    up = page.get_by_role("button", name="Move author-2/b2 up")
    up.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(up).to_be_focused()
    expect(page.locator("[data-reorder-status]")).to_have_text(
        "author-2/b2 is now at place 1 of 4."
    )
    rows = page.locator("[data-reorder] li")
    rows.nth(3).drag_to(rows.nth(1), target_position={"x": 40, "y": 4})
    moved = [f"author-{n}/b{n}" for n in (2, 3, 0, 1)]
    assert order(page) == moved
    page.get_by_role("button", name="Save order").click()
    expect(page.get_by_text("The seeds are saved.")).to_be_visible()
    assert order(page) == moved
    page.get_by_label("Seed of the draw").fill("42")
    page.get_by_role("button", name="Draw seeds").click()
    expect(page.get_by_text("The seeds are drawn with the seed 42.")).to_be_visible()
    look(page, "seeds")
    page.goto(f"/events/{event.slug}/entries/")
    look(page, "entries")


def test_the_rules_and_what_authors_see(page, author, event, olga, alice):
    page.goto(f"/events/{event.slug}/organize/entrants/rules/")
    page.get_by_label("Domains of e-mail addresses").fill("nowhere")
    page.get_by_role("button", name="Save rules").click()
    expect(page.get_by_text("“nowhere” is not a domain such as example.org.")).to_be_visible()
    page.get_by_label("Domains of e-mail addresses").fill("uni.example")
    page.get_by_label("Code word").fill("Quatsch")
    page.get_by_label("Waiting list when all places are taken").check()
    page.get_by_label("Check-in opens before the start").fill("1h")
    page.get_by_role("button", name="Save rules").click()
    expect(page.get_by_text("The rules of entry are saved.")).to_be_visible()
    look(page, "rules")
    invitations.invite(event, olga, "alice")
    make_bot(alice, "worm")
    author.goto(f"/events/{event.slug}/")
    look(author, "invited")
    author.get_by_role("button", name="Accept invitation").click()
    author.get_by_role("button", name="Enter bot").click()
    Event.objects.update(starts=timezone.now() + timedelta(minutes=20))
    author.goto(f"/events/{event.slug}/")
    expect(author.get_by_text("checked in", exact=True)).to_have_count(0)
    author.get_by_role("button", name="Check in alice/worm").click()
    expect(author.get_by_text("alice/worm is checked in.")).to_be_visible()
    look(author, "checked-in")
    for entry in event.entries.all():
        check_in.check_in(entry, olga)
    acts.start(Event.objects.get(), olga)
    author.goto(f"/events/{event.slug}/")
    author.get_by_text("Withdraw…").click()
    look(author, "withdraw")
    author.get_by_label("Reason").fill("It crashes")
    author.get_by_role("button", name="Withdraw", exact=True).click()
    expect(author.get_by_text("alice/worm is withdrawn.")).to_be_visible()
    look(author, "withdrew")
    author.goto(f"/events/{event.slug}/code/")
    look(author, "code")
