"""Pages load htmx where they need it, and when; and their head is as high as one line."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from notices.models import Notice
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


def test_a_long_name_and_unread_notices_fit_into_the_line_of_the_site(page, olga):
    User.objects.filter(pk=olga.pk).update(username="olga-of-the-long-name")
    Notice.objects.bulk_create(Notice(user=olga, text="News", path="/") for _ in range(101))
    tops = (
        "[...document.querySelectorAll('.brand, .site-tools > *')].map((e) => {"
        "const b = e.getBoundingClientRect(); return Math.round(b.top + b.height / 2)})"
    )
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto("/about/")
        expect(page.locator(".site-tools")).to_contain_text("olga-of-the-long-name")
        middles = page.evaluate(tops)
        assert max(middles) - min(middles) <= 2, (width, middles)
        assert page.evaluate("document.documentElement.scrollWidth") == width
