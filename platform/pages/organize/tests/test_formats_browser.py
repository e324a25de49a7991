"""Pages of new formats in a real browser: they fit, work by keyboard, and axe finds nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ladder.core.contest.plan import EventPlan, Feed, Kind, Seeding
from ladder.events.mending import decisions
from ladder.events.planning import acts
from ladder.events.tests.steps import authors, begin, go_on, play, stage, waiting
from ladder.seasons.current import ensure_seasons
from tests.browsing import box_of, check_page, context_for, keep_picture, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("events")]
WIDTHS = (390, 1280)
GROUPS = stage("groups", Kind.SWISS, options={"group_size": 2, "group_limit": 3, "rounds": 2})
CUP = stage("cup", Kind.SINGLE, Feed("groups", 2, each_group=True), seeding=Seeding.GROUPS)
HILL = stage("hill", Kind.HILL, options={"games": 1})


@pytest.fixture(params=["light", "dark"])
def page(request, browser, transactional_db, redis_client, live_server, olga):
    ensure_seasons()
    errors: list[str] = []
    context = context_for(browser, live_server, olga, color_scheme=request.param)
    page = open_page(context, errors)
    yield page
    context.close()
    assert [text for text in errors if "422" not in text] == []


def look(page, name: str) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        check_page(page, width)
        keep_picture(page, f"formats-{name}-{width}", whole=True)


def test_the_form_shows_what_a_format_reads(page, olga):
    event = acts.create(olga, acts.Draft("Cup", EventPlan((GROUPS, CUP))))
    page.goto(f"/events/{event.slug}/organize/stages/cup/")
    expect(page.get_by_label("Games in the last rounds")).to_be_visible()
    expect(page.get_by_label("Play-off for place")).to_be_hidden()
    pair = [box_of(page.get_by_label(name, exact=True)) for name in ("Begins", "Ends")]
    assert len({box["y"] for box in pair}) == 1, "their helps differ in length"
    look(page, "stage-cup")
    page.get_by_label("Played as").select_option("king-of-the-hill")
    expect(page.get_by_label("Games in the last rounds")).to_be_hidden()
    expect(page.get_by_label("Rounds", exact=True)).to_be_visible()
    expect(page.get_by_label("Maximum number of bots per group")).to_be_hidden()
    page.get_by_label("Played as").select_option("schedule")
    expect(page.get_by_label("Maximum number of bots per group")).to_be_visible()
    expect(page.get_by_label("Play-off for place")).to_be_visible()
    page.goto(f"/events/{event.slug}/organize/")
    look(page, "plan")


def test_a_hill_a_decision_and_a_round_paired_by_hand(page, olga):
    event = begin(olga, authors(6), GROUPS, HILL)
    for match in waiting(event):
        if match.event_game.encounter.stage.key == "hill":
            play(match)
    go_on(event)
    page.goto(f"/events/{event.slug}/stages/hill/")
    expect(page.get_by_role("heading", name="The hill")).to_be_visible()
    look(page, "hill")
    page.goto(f"/events/{event.slug}/organize/stages/groups/pairing/2/")
    look(page, "pairing")
    page.get_by_label("Reason").fill("The sponsor wants to see this one.")
    page.get_by_label("Match 1, first side").select_option(index=1)
    page.get_by_label("Match 1, second side").select_option(index=2)
    page.get_by_role("button", name="Pair the round").press("Enter")
    expect(page.get_by_role("heading", name="Groups")).to_be_visible()
    row = event.stages.get(key="groups").encounters.filter(group=0).first()
    assert row is not None
    page.goto(f"/events/{event.slug}/stages/groups/encounters/{row.pk}/")
    page.get_by_text("Decide this encounter…").press("Enter")
    look(page, "decide")
    page.get_by_label("Reason").fill("A bot broke the rules.")
    page.get_by_role("button", name="Decide this encounter").press("Enter")
    expect(page.get_by_text("The organizers decided this encounter")).to_be_visible()
    look(page, "decided")
    row.refresh_from_db()
    assert row.awarded == decisions.candidates(row)[0].number
