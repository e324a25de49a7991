"""Axe looks at every kind of page, in light and in dark, and at some on a phone.

``make test`` shortens long tables and lists, looks at the colours of pages that have all of them,
and leaves out plain pages.  ``make test-all`` looks at everything.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, ViewportSize

from pages.tests.walking import furnished_site, kind_of, kinds_of_pages
from tests.player.page import drawn, open_browser

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("axe")]
STRANGERS = ("/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/")
"""Pages that are others for visitors who are not logged in."""
ON_A_PHONE = (
    "ladder",
    "event-stage",
    "event-organize-stage",
    "desk-queue",
    "room",
    "limits",
    "docs",
)
"""Kinds of pages with the widest tables and forms."""
WIDE, NARROW = ViewportSize(width=1280, height=900), ViewportSize(width=390, height=844)
TAGS = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa"]}
MORE = {
    name: {"enabled": True} for name in ("heading-order", "region", "scrollable-region-focusable")
}
EVERY = {"resultTypes": ["violations"], "runOnly": TAGS, "rules": MORE}
CONTRAST = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
"""In dark only the colours are others."""
ALL_BUT_CONTRAST = {**EVERY, "rules": {**MORE, "color-contrast": {"enabled": False}}}
"""Looking at the colours takes most of the time."""
SHORTEN = """() => {
  const more = "tbody > tr:nth-child(n+4), ul > li:nth-child(n+7), details.entry ~ details.entry";
  for (const each of document.querySelectorAll(`main :is(${more})`)) each.remove();
}"""
"""Takes out the rows of a table after the third, entries of a list after the sixth, and operations
of the API after the first of each group: they look as those before do."""
COLOURED = {"front", "match", "ladder", "event-stage", "desk", "bot", "play", "room", "limits"}
"""Kinds of pages that show all colours between them."""
PLAIN = {
    *("about", "comparisons", "corrections", "deliveries", "desk-games", "desk-news"),
    *("desk-workers", "event-entries", "event-help", "event-matches", "game-matches", "game-rules"),
    *("ladder-all", "ladder-official", "news", "notices", "rooms", "scenarios", "seasons"),
    *("status-queue",),
}
"""Kinds of pages with a list or prose alone, made of parts that other kinds have as well."""


@pytest.mark.parametrize(
    ("whole", "least"),
    [
        pytest.param(False, 80, id="shortened"),
        pytest.param(True, 150, id="whole", marks=pytest.mark.nightly),
    ],
)
def test_axe_finds_nothing(transactional_db, redis_client, olga, live_server, whole, least):
    client = furnished_site(olga)
    kinds = [path for path in kinds_of_pages(client) if whole or kind_of(path) not in PLAIN]
    tours = [("nobody", list(STRANGERS)), ("olga", kinds)]
    session = client.cookies["sessionid"].value
    found: dict[str, list[Any]] = {}
    # This test has its own browser: while one is open, its event loop keeps the test client from
    # making requests.
    with open_browser() as browser:
        for person, paths in tours:
            context = browser.new_context(base_url=live_server.url, reduced_motion="reduce")
            context.add_init_script(script=AXE_SCRIPT)
            if person == "olga":
                context.add_cookies(
                    [{"name": "sessionid", "value": session, "url": live_server.url}]
                )
            page = context.new_page()
            page.set_viewport_size(WIDE)
            for path in paths:
                for name, rules in look(page, path, whole):
                    found[f"{person}: {name}"] = rules
            context.close()
    if report := os.environ.get("AXE_REPORT"):
        Path(report).write_text(json.dumps(found, indent=1, ensure_ascii=False))
    assert {name: rules for name, rules in found.items() if rules} == {}
    assert len(found) > least, "the walk has found few pages"
    assert {kind_of(path) for _, paths in tours for path in paths} >= COLOURED


def look(page: Page, path: str, whole: bool) -> Iterator[tuple[str, list[Any]]]:
    """The violations that axe finds, for each state of a page, which is wide and light."""
    kind = kind_of(path)
    page.goto(path)
    if not whole:
        page.evaluate(SHORTEN)
    if kind == "docs":
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    coloured = whole or kind in COLOURED
    yield path, violations(page, EVERY if coloured else ALL_BUT_CONTRAST)
    if kind == "match":
        for tab in page.get_by_role("tab").all()[1:]:
            tab.click()
            yield f"{path}, {tab.inner_text()}", violations(page, EVERY)
    if coloured:
        page.emulate_media(color_scheme="dark")
        yield f"{path} in dark", violations(page, CONTRAST)
        page.emulate_media(color_scheme="light")
    if kind in ON_A_PHONE:
        page.set_viewport_size(NARROW)
        drawn(page)  # boxes that scroll from now on become regions
        yield f"{path} on a phone", violations(page, EVERY if whole else ALL_BUT_CONTRAST)
        page.set_viewport_size(WIDE)


def violations(page: Page, options: dict[str, Any]) -> list[Any]:
    found = page.evaluate("async (how) => (await axe.run(how)).violations", options)
    return [
        (rule["id"], [(node["html"][:200], node["failureSummary"]) for node in rule["nodes"][:4]])
        for rule in found
    ]
