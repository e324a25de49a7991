"""Actions of organizers at the desk of a whole site."""

from __future__ import annotations

from playwright.sync_api import Page, expect

_OPPOSITE = {"Pause all": "Resume all", "Resume all": "Pause all"}


def all_seasons(desk: Page, word: str) -> None:
    """Pause or resume all seasons; nothing happens where that was done before."""
    desk.goto("/desk/seasons/")
    head = desk.locator("section[aria-labelledby=running] .section-head")
    opposite = head.get_by_text(f"{_OPPOSITE[word]}…")
    if not opposite.count():
        head.get_by_text(f"{word}…").click()
        head.get_by_label("Reason").fill("Nothing else is to be played now.")
        head.get_by_role("button", name=word, exact=True).click()
    expect(opposite).to_be_visible()
