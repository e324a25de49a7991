"""The command line is started as a process, and a person allows it in a real browser."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from accounts.models import ApiToken, DeviceLogin
from accounts.signing import devices
from tests.browsing import context_for, open_page
from tests.site import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("devices")]
ALICES = "alice-secret-1"
PATIENCE_S = 60


@pytest.fixture
def page(browser, live_server, transactional_db, redis_client, alice, monkeypatch):
    cache.clear()
    monkeypatch.setattr(devices, "INTERVAL_S", 1)
    context = context_for(browser, live_server)
    errors: list[str] = []
    page = open_page(context, errors)
    yield page
    context.close()
    assert [text for text in errors if "422" not in text] == []


@pytest.fixture
def home(tmp_path, live_server):
    """The environment of alice's computer."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {
        **kept,
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
        "ARBITER_SITE": live_server.url,
    }


def start(home: dict[str, str], *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "cli", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=home, stdout=pipe, stderr=pipe, text=True)


@pytest.fixture
def program(home) -> Iterator[subprocess.Popen[str]]:
    with start(home, "login", "--no-open") as running:
        yield running
        running.kill()


def told(program: subprocess.Popen[str]) -> tuple[str, str]:
    """The link and the code that the program shows."""
    assert program.stdout is not None
    lines = program.stdout.readline() + program.stdout.readline()
    found = re.match(r"Open (\S+)\nThe page shows the code ([A-Z-]+)\.", lines)
    assert found, lines
    return found[1], found[2]


def sign_in(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("input[name=login]").fill("alice")
    page.locator("input[name=password]").fill(ALICES)
    page.get_by_role("button", name="Log in").click()


@pytest.mark.parametrize("width", [1280, 390])
def test_a_person_allows_the_program_that_shows_a_code(page, home, program, width):
    page.set_viewport_size({"width": width, "height": 800})
    link, code = told(program)
    sign_in(page, link.partition("?")[0])
    page.get_by_label("Code").fill("zzzz zzzz")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("No program waits for this code")).to_be_visible()
    page.get_by_label("Code").fill(code.lower().replace("-", " "))
    page.keyboard.press("Enter")
    expect(page.get_by_text("asks to use this site as alice")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_role("button", name="Allow").click()
    expect(page.get_by_text("logs in now")).to_be_visible()
    out, err = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 0, err
    assert "logged in" in out
    with start(home, "status", "--json") as status:
        assert json.loads(status.communicate(timeout=PATIENCE_S)[0])["person"] == "alice"


def test_a_refused_program_ends_and_says_so(page, program):
    sign_in(page, told(program)[0])
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Refuse").click()
    expect(page.get_by_text("was refused")).to_be_visible()
    _, err = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 4
    assert "refused this program" in err
    assert not ApiToken.objects.exists()


def test_a_code_that_has_expired_is_refused_by_the_page_and_ends_the_program(page, program):
    link, _ = told(program)
    DeviceLogin.objects.update(expires="2026-01-01T00:00Z")
    sign_in(page, link)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("No program waits for this code")).to_be_visible()
    _, err = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 4
    assert "expired" in err
