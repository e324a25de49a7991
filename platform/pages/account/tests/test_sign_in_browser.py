"""Sign-in by a provider of OpenID Connect, whose pages a real browser visits."""

from __future__ import annotations

import httpx
import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.cache import cache
from playwright.sync_api import Page, expect

from accounts.models import User
from accounts.tests.openid import CLIENT, SECRET, Provider, provider
from arbiter.tests.hashed import hashed
from tests.browsing import check_page
from tests.server import Server
from tests.site import free_port

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("sign-in")]
__all__ = ["hashed"]


@pytest.fixture(scope="module")
def port():
    return free_port()


@pytest.fixture
def openid(port):
    with provider(port) as running:
        yield running


@pytest.fixture
def site(openid: Provider, transactional_db, redis_client, hashed, alice, serve):
    cache.clear()
    # The server has the hashers of a real site.
    alice.password = PBKDF2PasswordHasher().encode("alice-secret-1", "salt")
    alice.save()
    settings = {
        "ARBITER_OPENID_URL": openid.address,
        "ARBITER_OPENID_ID": CLIENT,
        "ARBITER_OPENID_SECRET": SECRET,
        "ARBITER_OPENID_NAME": "School",
        "ARBITER_GITHUB_ID": "github-client",
        "ARBITER_GITHUB_SECRET": "github-secret",
        "ARBITER_GITLAB_ID": "gitlab-client",
        "ARBITER_GITLAB_SECRET": "gitlab-secret",
        "ARBITER_GITLAB_URL": "https://git.example.org",
        "ARBITER_GOOGLE_ID": "google-client",
        "ARBITER_GOOGLE_SECRET": "google-secret",
    }
    return serve(**settings)


@pytest.fixture
def page(browser, site: Server):
    context = browser.new_context(base_url=site.address.replace("127.0.0.1", "localhost"))
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def press(page: Page, name: str, role="link") -> None:
    page.get_by_role(role, name=name, exact=True).focus()
    page.keyboard.press("Enter")


@pytest.mark.parametrize("width", [1280, 390])
def test_a_new_person_signs_up_by_another_site(page, openid, width):
    page.set_viewport_size({"width": width, "height": 850})
    openid.person |= {"sub": "7", "preferred_username": "alice", "email": "new@example.org"}
    page.goto("/accounts/signup/")
    expect(page.get_by_role("link", name="Sign up by GitHub")).to_be_visible()
    check_page(page, width)
    press(page, "Sign up by School")
    press(page, "Allow")
    expect(page.get_by_text("School knows you.")).to_be_visible()
    check_page(page, width)
    page.get_by_label("Name").fill("a b")
    press(page, "Sign up", "button")
    expect(page.get_by_text("Use 2 to 30 letters")).to_be_visible()
    page.get_by_label("Name").fill("alicia")
    press(page, "Sign up", "button")
    expect(page.get_by_role("link", name="My bots")).to_be_visible()
    made = User.objects.get(username="alicia")
    assert not made.has_usable_password()
    assert EmailAddress.objects.get(user=made).verified
    assert not SocialToken.objects.exists()
    page.goto("/accounts/3rdparty/")
    expect(page.get_by_role("row", name="School")).to_be_visible()
    check_page(page, width)
    page.get_by_role("group").get_by_text("Disconnect…").click()
    press(page, "Disconnect", "button")
    expect(page.get_by_text("This is your only way to log in.")).to_be_visible()
    assert SocialAccount.objects.exists()


def log_in(page: Page) -> None:
    page.goto("/accounts/login/?next=/accounts/3rdparty/")
    page.get_by_label("Name or e-mail address").fill("alice")
    page.get_by_label("Password", exact=True).fill("alice-secret-1")
    page.keyboard.press("Enter")


def test_an_account_is_connected_logs_in_and_is_disconnected(page):
    log_in(page)
    press(page, "Connect School")
    press(page, "Allow")
    expect(page.get_by_role("row", name="School")).to_be_visible()
    page.goto("/accounts/logout/")
    press(page, "Log out", "button")
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    page.goto("/accounts/login/?next=/settings/sessions/")
    press(page, "Log in by School")
    press(page, "Allow")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    assert page.url.endswith("/settings/sessions/")
    page.goto("/accounts/3rdparty/")
    page.get_by_role("group").get_by_text("Disconnect…").click()
    press(page, "Disconnect", "button")
    expect(page.get_by_text("No account of another site logs you in here.")).to_be_visible()
    assert not SocialAccount.objects.exists()


def test_a_refusal_and_a_provider_that_is_away_change_nothing(page, openid):
    page.goto("/accounts/login/")
    press(page, "Log in by School")
    press(page, "Refuse")
    expect(page.get_by_role("heading", name="Sign-in cancelled")).to_be_visible()
    openid.key = None
    page.goto("/accounts/login/")
    press(page, "Log in by School")
    openid.codes.clear()
    press(page, "Allow")
    expect(page.get_by_role("heading", name="Sign-in failed")).to_be_visible()
    openid.server_close()
    openid.shutdown()
    page.goto("/accounts/login/")
    press(page, "Log in by School")
    expect(page.get_by_role("heading", name="Sign-in failed")).to_be_visible()
    assert not SocialAccount.objects.exists()


def test_a_known_address_leads_to_logging_in_and_connecting(page):
    page.goto("/accounts/login/")
    press(page, "Log in by School")
    press(page, "Allow")
    expect(page.get_by_text("An account of this site has it already.")).to_be_visible()
    check_page(page, 1280)
    assert User.objects.count() == 1
    press(page, "Log in and connect it")
    page.get_by_label("Name or e-mail address").fill("alice")
    page.get_by_label("Password", exact=True).fill("alice-secret-1")
    page.keyboard.press("Enter")
    expect(page.get_by_text("logs you in here as alice")).to_be_visible()
    assert not SocialAccount.objects.exists()
    press(page, "Connect School", "button")
    expect(page.get_by_role("row", name="School")).to_be_visible()
    assert SocialAccount.objects.get().user.username == "alice"


def test_somebody_with_the_same_address_is_somebody_else(page, openid):
    before = list(EmailAddress.objects.filter(user__username="alice").values("email", "verified"))
    page.goto("/accounts/login/")
    press(page, "Log in by School")
    press(page, "Allow")
    press(page, "Make another account")
    page.get_by_label("Name").fill("mallory")
    press(page, "Sign up", "button")
    expect(page.get_by_role("link", name="My bots")).to_be_visible()
    assert SocialAccount.objects.get().user.username == "mallory"
    after = EmailAddress.objects.filter(user__username="alice").values("email", "verified")
    assert list(after) == before
    assert not EmailAddress.objects.filter(user__username="mallory", verified=True).exists()


def test_other_sites_cannot_begin_a_sign_in(site):
    address = f"{site.address}/accounts/oidc/openid/login/?process=connect"
    for told in ("cross-site", "same-site"):
        answer = httpx.get(address, headers={"Sec-Fetch-Site": told}, timeout=60)
        assert answer.headers["Location"] == "/accounts/login/"
    answer = httpx.get(address, headers={"Sec-Fetch-Site": "same-origin"}, timeout=60)
    assert "/authorize?" in answer.headers["Location"]


@pytest.mark.parametrize(
    ("provider", "address"),
    [
        ("github", "https://github.com/login/oauth/authorize?"),
        ("gitlab", "https://git.example.org/oauth/authorize?"),
        ("google", "https://accounts.google.com/o/oauth2/"),
    ],
)
def test_each_provider_gets_its_client(site, provider, address):
    answer = httpx.get(f"{site.address}/accounts/{provider}/login/", timeout=60)
    to = httpx.URL(answer.headers["Location"])
    assert str(to).startswith(address)
    assert to.params["client_id"] == f"{provider}-client"
    assert to.params["redirect_uri"].endswith(f"/accounts/{provider}/login/callback/")
    assert to.params["code_challenge_method"] == "S256"


def test_a_site_without_providers_offers_none(client, db):
    page = client.get("/accounts/login/").text
    assert "Log in by" not in page
    assert client.get("/accounts/github/login/").status_code == 404
