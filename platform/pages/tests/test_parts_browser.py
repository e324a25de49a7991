"""Pages load htmx where they need it, and when."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browsing import context_for, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("desk")]


@pytest.fixture
def page(browser, live_server, olga, redis_client):
    context = context_for(browser, live_server, olga)
    page = open_page(context, [])
    page.clock.install()
    yield page
    context.close()


def has_htmx(page):
    return page.evaluate("'htmx' in window")


def test_a_page_without_parts_does_without_htmx(page):
    page.goto("/about/")
    page.clock.fast_forward(60_000)
    assert not has_htmx(page)


def test_a_page_that_renews_itself_loads_htmx_when_it_is_due_and_goes_on(page):
    page.goto("/")
    page.clock.fast_forward(9_000)
    assert not has_htmx(page)
    for _ in range(2):
        with page.expect_response("**/now/") as answer:
            page.clock.fast_forward(10_000)
        assert answer.value.ok
        expect(page.locator(".htmx-request")).to_have_count(0)
