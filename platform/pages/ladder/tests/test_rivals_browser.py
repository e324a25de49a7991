"""The page of rivals in a real browser: it fits, and axe finds nothing."""

from __future__ import annotations

import pytest

from ladder import tasks
from ladder.tests.ring import play_ring
from pages.ladder.tests.test_rivals import PAGE
from tests.browsing import check_page, context_for, open_page


@pytest.mark.browser
def test_the_page_fits_and_axe_finds_nothing(
    browser, live_server, transactional_db, redis_client, alice, bob, charlie
):
    play_ring((alice, bob, charlie))
    tasks.report_rivals()
    context = context_for(browser, live_server, alice)
    errors: list[str] = []
    page = open_page(context, errors)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 850})
        page.goto(PAGE)
        check_page(page, width)
    context.close()
    assert errors == []
