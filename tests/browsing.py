"""Contexts and pages of the shared browser on Django's live server, for tests of pages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page, expect

PICTURES = os.environ.get("ARBITER_PICTURES", "")
"""A folder for pictures of pages, for somebody who wants to look at them; "" for none."""


def keep_picture(page: Page, name: str, *, whole: bool = False) -> None:
    """Keep a picture of the window, or of the ``whole`` page, where `PICTURES` names a folder."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES, f"{name}.png"), full_page=whole)


def box_of(element: Locator) -> FloatRect:
    """Where an element stands, in pixels of the window, as soon as it is to be seen."""
    expect(element).to_be_visible()
    box = element.bounding_box()
    assert box is not None
    return box


def check_page(page: Page, width: int) -> None:
    """Axe finds nothing on the page, and it is as wide as the window."""
    check_access(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def check_access(page: Page, **how: Any) -> None:
    """Axe finds nothing on the page as its scripts have made it."""
    settle(page)
    found = Axe().run(page, **how)
    assert found.violations_count == 0, found.generate_report()


def settle(page: Page) -> None:
    """Its scripts have run, and have heard how large its parts are.

    To be called when something of the page is in sight already: a click on a link returns before
    there is a page.
    """
    page.wait_for_load_state("load")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def context_for(browser: Browser, live_server: Any, user: Any = None, **how: Any) -> BrowserContext:
    """A browser context in which somebody is logged in."""
    context = browser.new_context(base_url=live_server.url, **how)
    if user is not None:
        log_in(context, live_server, user)
    return context


def log_in(context: BrowserContext, live_server: Any, user: Any) -> None:
    """From now on, the pages of the context are this user's."""
    client = Client()
    client.force_login(user)
    cookie = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])


def later(page: Page, seconds: int) -> None:
    """Let this much time pass for the page at once: what it does at intervals is due then.

    The page's clock is to be installed before it is opened: ``page.clock.install()``.
    """
    page.clock.fast_forward(seconds * 1000)


def open_page(context: BrowserContext, errors: list[str]) -> Page:
    """A page whose errors of scripts are collected, but not those of taking pictures: Playwright
    adds a style for one, which the pages refuse."""

    def note(text: str) -> None:
        if not (PICTURES and text.startswith("Applying inline style")):
            errors.append(text)

    page = context.new_page()
    page.on("pageerror", lambda error: note(str(error)))
    page.on("console", lambda m: note(m.text) if m.type == "error" else None)
    return page
