"""Pages of a person and a team in a real browser: at both widths, by keyboard, and with axe."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.members import teams
from accounts.members.teams import TeamText
from bots.models import Bot, BotVersion
from ladder.core.contest.plan import Kind
from ladder.events.tests.steps import begin, by_number, play_all, stage
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, add_version, finish, make_bot, rated
from matches.models import Match
from tests.browsing import box_of, check_page, context_for, keep_picture, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("people")]
WIDTHS = [1280, 390]


@pytest.fixture
def worm(transactional_db, redis_client, alice, charlie, olga, team) -> Bot:
    """A bot of a team with a history, made with an agent."""
    ensure_seasons()
    season = current_season("snake", RULESET)
    assert season is not None
    now = timezone.now()
    type(alice).objects.filter(pk=alice.pk).update(
        date_joined=now - timedelta(days=500),
        about="I write bots that think ahead.",
        affiliation="University of Warsaw",
        link="https://example.org/~alice",
    )
    teams.edit_team(team, alice, TeamText("Friends of snakes.", "https://example.org/team"))
    worm, viper = make_bot(alice, "worm", team), make_bot(charlie, "viper")
    Bot.objects.filter(pk=worm.pk).update(made_with="Claude Code")
    for days in range(1, 60):
        match = finish(rated(season, worm, viper), [1, 2])
        day = now - timedelta(days=days * days % 97)
        Match.objects.filter(pk=match.pk).update(finished=day)
    for days in (3, 20, 50):
        version = add_version(worm, active=False)
        BotVersion.objects.filter(pk=version.pk).update(created=now - timedelta(days=days))
    event = begin(olga, [worm, viper], stage("league", Kind.ROUND_ROBIN))
    play_all(event, by_number)
    return worm


@pytest.fixture
def page(browser, live_server, worm, alice):
    context = context_for(browser, live_server, alice)
    errors: list[str] = []
    page = open_page(context, errors)
    yield page
    context.close()
    assert [text for text in errors if "WebSocket" not in text] == []


def check(page: Page, width: int, name: str) -> None:
    """It fits, and axe finds nothing, in light and dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        check_page(page, width)
        keep_picture(page, f"{name}-{width}-{scheme}", whole=True)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_persons_page_shows_bots_results_events_and_days(page, width):
    page.set_viewport_size({"width": width, "height": 850})
    page.goto("/people/alice/")
    expect(page.get_by_text("University of Warsaw")).to_be_visible()
    bots = page.get_by_role("region", name="Bots", exact=True)
    expect(bots.get_by_text("Claude Code")).to_be_visible()
    days = page.get_by_role("region", name="Activity in")
    expect(days.get_by_role("row").nth(1)).to_be_visible()
    box = box_of(days.locator(".day-upload, .day-1, .day-4").first)
    assert box["width"] >= 7
    expect(page.get_by_role("region", name="Events").get_by_text("League")).to_be_visible()
    check(page, width, "person")
    page.get_by_role("navigation", name="alice").get_by_role("link", name="Events").click()
    expect(page.get_by_role("link", name="Open", exact=True)).to_be_visible()
    check(page, width, "person-events")


@pytest.mark.parametrize("width", WIDTHS)
def test_a_teams_page_shows_members_with_roles(page, width):
    page.set_viewport_size({"width": width, "height": 850})
    page.goto("/teams/wonderland/")
    members = page.get_by_role("region", name="Members")
    expect(members.get_by_role("row", name="alice owner 1")).to_be_visible()
    expect(members.get_by_role("row", name="bob developer 0")).to_be_visible()
    check(page, width, "team")
    page.get_by_role("link", name="Rights of the roles").click()
    expect(page.get_by_role("heading", name="Roles in teams")).to_be_visible()
    check(page, width, "help")


@pytest.mark.parametrize("width", WIDTHS)
def test_years_are_chosen_by_keyboard_alone(page, width):
    page.set_viewport_size({"width": width, "height": 850})
    page.goto("/people/alice/")
    year = timezone.localtime().year - 1
    earlier = page.get_by_role("navigation", name="Year").get_by_role("link", name=str(year))
    press_to(page, earlier)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"Activity in {year}")).to_be_visible()
    assert page.url.endswith(f"?year={year}#activity")


@pytest.mark.parametrize("width", WIDTHS)
def test_an_owner_gives_a_role_and_hands_the_team_over_by_keyboard(page, width, team, bob, alice):
    page.set_viewport_size({"width": width, "height": 850})
    page.goto("/settings/teams/")
    check(page, width, "settings")
    choice = page.get_by_role("combobox", name="Role of bob in wonderland")
    press_to(page, choice)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("bob is manager of wonderland.")).to_be_visible()
    row = page.get_by_role("listitem").filter(has_text="bob")
    press_to(page, row.locator("summary", has_text="Hand over"))
    page.keyboard.press("Enter")
    press_to(page, row.get_by_role("button", name="Hand over"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("bob owns wonderland now. You are its manager.")).to_be_visible()
    assert team.memberships.get(user=bob).role == "owner"
    check(page, width, "settings-manager")


@pytest.mark.parametrize("width", WIDTHS)
def test_the_ladder_is_filtered_by_agent(page, width):
    page.set_viewport_size({"width": width, "height": 850})
    page.goto(f"/games/snake/ladder/{RULESET}/")
    table = page.locator(".ladder-table")
    expect(table.get_by_text("Claude Code")).to_be_visible()
    check(page, width, "ladder")
    field = page.get_by_label("Made with")
    press_to(page, field)
    page.keyboard.type("by hand")
    page.keyboard.press("Enter")
    expect(table.locator("a[href='/bots/charlie/viper/']")).to_be_visible()
    expect(table.locator("a[href='/bots/alice/worm/']")).to_have_count(0)
    check(page, width, "ladder-by-hand")


def press_to(page: Page, target) -> None:
    """Press Tab until the target has the focus."""
    for _ in range(120):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{target} is not reached by the Tab key")
