"""Notices in a real browser, on a desk and on a phone: from the bell to a webhook that works."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from notices import webhooks
from notices.models import Delivery, Kind, Notice, Webhook
from notices.outbox import send_due
from notices.services import tell
from notices.tests.receiver import Reply, receiving
from tests.browsing import context_for, keep_picture, later, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("notices")]
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LONG = "https://hooks.example.org/" + "a-very-long-path-of-some-program/" * 7


@pytest.fixture(
    params=[
        pytest.param(DESK, id="desk", marks=pytest.mark.nightly),
        pytest.param(PHONE, id="phone"),
    ]
)
def page(request, browser, live_server, redis_client, alice):
    """Alice's page, on a phone, which has less room, or on a desk; it has no errors in the end."""
    errors: list[str] = []
    context = context_for(browser, live_server, alice, **request.param)
    page = open_page(context, errors)
    yield page
    context.close()
    assert errors == []


def look(page: Page, name: str) -> None:
    """Check that the page is no wider than the window."""
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    keep_picture(page, f"{name}-{page.evaluate('innerWidth')}", whole=True)
    assert wide <= 0, f"{name} scrolls sideways by {wide} px"


def test_from_the_bell_to_what_it_is_about(page, alice):
    for number in range(3):
        text = f"Version {number} of alice/worm failed in its build: " + "no-end-" * 20
        tell(Kind.VERSION_FAILED, [alice], text, "/help/limits/", {})
    page.goto("/about/")
    page.get_by_role("link", name="Notices, 3 unread").click()
    expect(page.get_by_role("heading", name="Notices")).to_be_visible()
    expect(page.get_by_text("new", exact=True)).to_have_count(3)
    look(page, "list")
    page.get_by_role("link", name="Version 2 of alice/worm").click()
    expect(page.get_by_role("heading", name="Limits of bots")).to_be_visible()
    page.get_by_role("link", name="Notices, 2 unread").click()
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.get_by_text("All read")).to_be_visible()
    assert not Notice.objects.unread().exists()


def test_what_one_hears_is_chosen_in_a_table(page, alice):
    webhooks.create(alice, LONG[:300], list(Kind)[:5])
    page.goto("/settings/")
    page.get_by_role("link", name="Notices", exact=True).last.click()
    box = page.get_by_role("checkbox", name="A version failed, by mail")
    expect(box).to_be_checked()
    box.uncheck()
    look(page, "wishes")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_role("checkbox", name="A version failed, by mail")).not_to_be_checked()


def test_a_webhook_is_added_tried_and_mended(page, alice, settings):
    settings.WEBHOOK_PRIVATE = True
    page.clock.install()
    with receiving() as receiver:
        receiver.replies = [Reply(500, b"Traceback: " + b"x" * 500), Reply(200, b"thanks")]
        page.goto("/settings/notices/")
        page.get_by_role("link", name="Add a webhook").click()
        page.get_by_label("Address").fill(receiver.url)
        page.get_by_label("A bot is paused (bot.paused)").check()
        look(page, "new")
        page.get_by_role("button", name="Add webhook").click()
        page.get_by_label("Password").fill("alice-secret-1")
        page.get_by_role("button", name="Go on").click()
        expect(page.locator("#secret")).to_be_visible()
        expect(page.locator("#secret")).to_have_text(Webhook.objects.get().secret)
        look(page, "secret")
        page.get_by_role("button", name="Send a test").click()
        expect(page.get_by_text("waiting", exact=True)).to_be_visible()
        send_due()
        later(page, 2)
        expect(page.get_by_text("given up", exact=True)).to_be_visible()
        expect(page.get_by_text("It answered 500.")).to_be_visible()
        look(page, "delivery")
        page.reload()
        page.get_by_role("button", name="Send again").click()
        expect(page.get_by_text("waiting", exact=True)).to_be_visible()
        send_due()
        later(page, 2)
        expect(page.get_by_text("arrived", exact=True)).to_be_visible()
        expect(page.get_by_text("thanks")).to_be_visible()
    assert Delivery.objects.get().state == "sent"


def test_a_webhook_that_fails_says_so_and_can_be_deleted(page, alice):
    hook = webhooks.create(alice, LONG[:300], [Kind.BOT_PAUSED])
    tell(Kind.BOT_PAUSED, [alice], "worm is paused.", "/", {})
    Delivery.objects.update(state="failed", attempt=3, error="It answered 500.", status=500)
    Webhook.objects.update(failing_since="2026-11-20T08:00:00Z", failures=3)
    page.goto(f"/settings/notices/webhooks/{hook.pk}/")
    expect(page.get_by_text("Deliveries fail.")).to_be_visible()
    look(page, "webhook")
    page.get_by_role("link", name="All deliveries").click()
    expect(page.get_by_role("heading", name="Deliveries")).to_be_visible()
    look(page, "deliveries")
    page.goto(f"/settings/notices/webhooks/{hook.pk}/")
    page.get_by_text("Delete…").click()
    look(page, "deleting")
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("A webhook sends signed events")).to_be_visible()
    assert not Webhook.objects.exists()


def test_the_help_page_fits(page):
    page.goto("/help/webhooks/")
    expect(page.get_by_role("heading", name="Verify the signature")).to_be_visible()
    look(page, "help")
