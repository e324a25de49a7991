"""Passkeys and codes in Chromium, whose own authenticator of tests keeps the keys."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from playwright.sync_api import Page, expect

from audit.models import AuditEntry
from notices.tests.steps import mails
from pages.account.tests.test_second_factor import code_of
from tests.browsing import check_page, context_for, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("passkeys")]
KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


@pytest.fixture
def page(browser, live_server, transactional_db, redis_client, alice):
    cache.clear()
    context = context_for(browser, live_server)
    errors: list[str] = []
    page = open_page(context, errors)
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def device(page):
    """Chromium's virtual authenticator: a function that sends it a command."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})

    def send(command: str, **more: Any) -> Any:
        named = {"authenticatorId": made["authenticatorId"], **more}
        return session.send(f"WebAuthn.{command}", named)

    return send


def press(page: Page, name: str, role: Any = "button") -> None:
    """By keyboard alone."""
    element = page.get_by_role(role, name=name, exact=True)
    expect(element).to_be_enabled()  # those of passkeys are when their script is there
    element.focus()
    page.keyboard.press("Enter")


def log_in(page: Page, address: str = "/accounts/login/") -> None:
    page.goto(address)
    page.get_by_label("Name or e-mail address").fill("alice")
    page.get_by_label("Password", exact=True).fill("alice-secret-1")
    page.keyboard.press("Enter")


def log_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    press(page, "Log out")
    expect(page.get_by_role("link", name="Log in")).to_be_visible()


def check(page: Page, width: int, heading: str) -> None:
    """The page of this heading fits, and axe finds nothing."""
    expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    check_page(page, width)


@pytest.mark.parametrize("width", [1280, 390])
def test_a_passkey_replaces_the_password(page, device, width):
    page.set_viewport_size({"width": width, "height": 850})
    log_in(page, "/accounts/login/?next=/accounts/2fa/")
    check(page, width, "Two-factor codes")
    press(page, "Add a passkey", "link")
    check(page, width, "Add a passkey")
    page.get_by_label("Name of the passkey").fill("Laptop")
    press(page, "Add the passkey")
    expect(page.get_by_text("Each code replaces the authenticator app")).to_be_visible()
    assert device("getCredentials")["credentials"][0]["isResidentCredential"]
    log_out(page)
    page.goto("/accounts/login/?next=/settings/sessions/")
    check(page, width, "Log in")
    press(page, "Use a passkey")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    assert page.url.endswith("/settings/sessions/")
    page.goto("/accounts/2fa/webauthn/")
    check(page, width, "Passkeys")
    expect(page.get_by_role("row", name="Laptop")).to_contain_text("just now")


def test_a_passkey_is_renamed_and_removed(page, device):
    log_in(page, "/accounts/login/?next=/accounts/2fa/webauthn/add/")
    press(page, "Add the passkey")
    expect(page.get_by_text("recovery codes").first).to_be_visible()
    page.goto("/accounts/2fa/webauthn/")
    press(page, "Rename Passkey 1", "link")
    page.get_by_label("Name of the passkey").fill("Yellow key")
    page.keyboard.press("Enter")
    press(page, "Remove Yellow key", "link")
    press(page, "Remove the passkey")
    expect(page.get_by_text("You have no passkeys.")).to_be_visible()
    assert not Authenticator.objects.exists()
    acts = set(AuditEntry.objects.values_list("act", flat=True))
    assert {"added a passkey", "removed a passkey"} <= acts
    assert any("somebody added a passkey" in each.body for each in mails())


def test_a_key_that_is_a_second_factor_is_asked_for_after_the_password(page, device):
    log_in(page, "/accounts/login/?next=/accounts/2fa/webauthn/add/")
    page.get_by_label("Log in with this passkey alone").uncheck()
    press(page, "Add the passkey")
    expect(page.get_by_text("recovery codes").first).to_be_visible()
    assert not device("getCredentials")["credentials"][0]["isResidentCredential"]
    log_out(page)
    log_in(page)
    check(page, page.viewport_size["width"], "Second factor")
    press(page, "Use a passkey")
    expect(page.get_by_role("link", name="My bots")).to_be_visible()


def test_a_passkey_that_is_not_used_leaves_the_page_with_its_reason(page, device):
    log_in(page, "/accounts/login/?next=/accounts/2fa/webauthn/add/")
    page.get_by_label("Name of the passkey").fill("Laptop")
    device("setUserVerified", isUserVerified=False)
    press(page, "Add the passkey")
    expect(page.get_by_role("alert")).to_contain_text("No passkey was used")
    expect(page.get_by_label("Name of the passkey")).to_have_value("Laptop")
    assert not Authenticator.objects.exists()
    device("setUserVerified", isUserVerified=True)
    press(page, "Add the passkey")
    expect(page.get_by_text("recovery codes").first).to_be_visible()
    page.goto("/accounts/2fa/webauthn/add/")
    press(page, "Add the passkey")
    expect(page.get_by_role("alert")).to_contain_text("has a passkey of your account already")


@pytest.mark.parametrize("width", [1280, 390])
def test_codes_are_set_up_in_the_browser(page, width):
    page.set_viewport_size({"width": width, "height": 850})
    log_in(page, "/accounts/login/?next=/accounts/2fa/totp/activate/")
    check(page, width, "Set up two-factor codes")
    secret = page.locator("code.break").inner_text()
    page.get_by_label("Code").fill("000")
    page.keyboard.press("Enter")
    expect(page.get_by_text("This code or passkey is not accepted.")).to_be_visible()
    assert page.locator("code.break").inner_text() == secret
    page.get_by_label("Code").fill(code_of(secret))
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Download codes")).to_be_visible()
    check(page, width, "Recovery codes")
    page.goto("/accounts/2fa/")
    check(page, width, "Recovery codes")
    page.goto("/settings/sessions/")
    check(page, width, "Settings")
