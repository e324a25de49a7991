"""Statistics and comparisons in a real browser, on a desk and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ladder.comparisons.models import Comparison
from ladder.comparisons.tests.steps import begin, win
from ladder.statistics.tests.conftest import meet as meet
from tests.browsing import context_for, later, open_page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("statistics"),
    pytest.mark.django_db(transaction=True),
]
BOT = "/bots/alice/ant/"


@pytest.fixture
def page(browser, live_server, bots, alice):
    """A page of alice's; whatever goes wrong in it fails the test."""
    errors: list[str] = []
    context = context_for(browser, live_server, alice)
    page = open_page(context, errors)
    yield page
    context.close()
    assert errors == []


def test_a_comparison_from_the_versions_page_to_its_verdict(page, bots, new):
    page.clock.install()
    page.goto(f"{BOT}versions/2/")
    page.get_by_role("link", name="Is it better than v1?").click()
    page.get_by_text("Certainty and length").click()
    page.get_by_label("Better: a lead of at least").fill("300")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", name="Is v2 better than v1?")).to_be_visible()
    page.evaluate("window.same = true")
    comparison = Comparison.objects.get()
    assert comparison.elo1 == 300, "a few results decide on so large a lead"
    win(comparison, 3)
    later(page, 5)
    expect(page.get_by_text("3 of at most 200 results")).to_be_visible()
    assert page.evaluate("window.same") is True
    win(comparison, 100)
    later(page, 5)
    button = page.get_by_role("button", name="Make version 2 active")
    expect(button).to_be_visible()
    button.click()
    expect(page.get_by_text("Version 2 of ant plays from now on.")).to_be_visible()


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.nightly), 390])
def test_no_page_is_broader_than_its_window(page, bots, new, alice, meet, width):
    for ranks in ([1, 2], [2, 1], [1, 1]):
        meet(["ant", "bee"], ranks)
        meet(["ant", "bee", "cat", "low"], [*ranks, 3, 4], ruleset="four")
    comparison = begin(alice, new, bots["ant"].active_version, pool=[bots["bee"], bots["cat"]])
    win(comparison, 3)
    page.set_viewport_size({"width": width, "height": 900})
    for path in (
        *(f"{BOT}statistics/", f"{BOT}statistics/?matrix=ladder", f"{BOT}against/charlie/bee/"),
        *(f"{BOT}comparisons/", f"{BOT}comparisons/new/", comparison.get_absolute_url()),
        *(BOT, f"{BOT}versions/2/"),
    ):
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
