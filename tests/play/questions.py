"""Waiting for the questions on a play page."""

from __future__ import annotations

from playwright.sync_api import Page

_NEXT = """([last, seconds]) => new Promise((resolve, reject) => {
  const place = document.querySelector("[data-play]");
  const look = () => {
    const { over, asked } = place.dataset;
    if (over === undefined && (asked === undefined || asked === last)) return;
    seen.disconnect();
    resolve(over === undefined ? asked : null);
  };
  const seen = new MutationObserver(look);
  seen.observe(place, { attributes: true });
  setTimeout(() => reject(new Error(`no question came after ${last}`)), 1000 * seconds);
  look();
})"""
"""The page tells when it changes: to ask it again and again would take much processor time."""


def next_question(page: Page, last: str | None, seconds: float = 120) -> str | None:
    """The number of the question that comes after the last one; None once the match is over."""
    number: str | None = page.evaluate(_NEXT, [last, seconds])
    return number


def asked(page: Page) -> str | None:
    """The number of the open question, once there is one."""
    return next_question(page, None)
