"""A person's data and the deletion of the account in a real browser, by keyboard alone."""

from __future__ import annotations

import zipfile

import pytest
from django.core.cache import cache
from playwright.sync_api import expect

from accounts.models import User
from exports.models import Export
from exports.tasks import make
from ladder.tests.play import make_bot
from tests.browsing import check_page, context_for, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("data")]


@pytest.mark.parametrize("width", [1280, 390])
def test_data_are_downloaded_and_the_account_is_deleted(
    browser, live_server, transactional_db, redis_client, alice, width
):
    cache.clear()
    make_bot(alice, "worm")
    context = context_for(browser, live_server)
    errors: list[str] = []
    page = open_page(context, errors)
    page.set_viewport_size({"width": width, "height": 850})
    page.goto("/accounts/login/?next=/settings/data/")
    page.get_by_label("Name or e-mail address").fill("alice")
    page.get_by_label("Password", exact=True).fill("alice-secret-1")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your archives will be listed here.")).to_be_visible()
    check_page(page, width)
    page.get_by_role("button", name="Make an archive").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    make(Export.objects.get().pk)
    link = page.get_by_role("link", name="Download", exact=True)
    expect(link).to_be_visible()
    check_page(page, width)
    with page.expect_download() as download:
        link.focus()
        page.keyboard.press("Enter")
    with zipfile.ZipFile(download.value.path()) as packed:
        assert packed.testzip() is None
        assert "bots.jsonl" in packed.namelist()
    page.get_by_role("link", name="Delete account…").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Bots that retire: worm.")).to_be_visible()
    check_page(page, width)
    page.get_by_label("Your name here").fill("alice")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your account is deleted.")).to_be_visible()
    assert not User.objects.filter(username="alice").exists()
    context.close()
    assert errors == []
