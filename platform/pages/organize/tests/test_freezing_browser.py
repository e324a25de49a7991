"""The freeze of uploads in a real browser: its pages fit, work by keyboard, and pass axe."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from ladder.core.contest.plan import Kind
from ladder.events.models import Entry, EntryRules, Event, FreezeExemption
from ladder.events.tests.steps import begin, open_event, stage
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import make_bot
from tests.browsing import check_page, context_for, keep_picture, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("events")]


@pytest.fixture(params=["light", "dark"])
def page(request, browser, transactional_db, redis_client, live_server, olga):
    errors: list[str] = []
    context = context_for(browser, live_server, olga, color_scheme=request.param)
    page = open_page(context, errors)
    yield page
    context.close()
    assert [text for text in errors if "422" not in text] == []


def look(page, name: str) -> None:
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        check_page(page, width)
        keep_picture(page, f"freeze-{name}-{width}", whole=True)


def test_a_frozen_bot_and_an_exemption_by_keyboard(page, olga, alice):
    ensure_seasons()
    soon = timezone.now() + timedelta(minutes=30)
    event = open_event(olga, stage("cup", Kind.SINGLE), starts=soon, freeze_uploads="people")
    EntryRules.objects.create(event=event, check_in_opens=60)
    bot = make_bot(olga, "viper")
    Entry.objects.create(event=event, bot=bot)
    Event.objects.update(freeze_from=timezone.now())
    page.goto(f"/events/{event.slug}/organize/freeze/")
    page.get_by_label("Name of a person").fill("alice")
    page.get_by_label("Reason").fill("The disk of her computer broke.")
    page.get_by_label("Reason").press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("alice can upload during the freeze now.")).to_be_visible()
    look(page, "exemptions")
    end = page.get_by_text("End…")
    end.focus()
    end.press("Enter")
    page.get_by_role("button", name="End", exact=True).press("Enter")
    expect(page.get_by_text("Nobody is exempt.")).to_be_visible()
    assert not FreezeExemption.objects.exists()
    page.goto(f"{bot.get_absolute_url()}versions/new/")
    expect(page.get_by_text("Uploads are frozen until the event is over")).to_be_visible()
    look(page, "upload")
    page.goto(bot.get_absolute_url())
    expect(page.get_by_text("Uploads are frozen until the event is over")).to_be_visible()
    look(page, "bot")
    page.goto(f"/events/{event.slug}/organize/")
    expect(page.get_by_label("Freeze ends")).to_be_visible()
    page.get_by_text("Start now…").press("Enter")
    expect(page.get_by_text("1 bot that is not checked in")).to_be_visible()
    look(page, "plan")
    page.goto(event.get_absolute_url())
    look(page, "event")
    daily = stage("season", Kind.SCHEDULE, options={"matchday": 1440, "rounds": 2})
    running = begin(olga, [bot, make_bot(alice, "worm")], daily)
    page.goto(f"{running.get_absolute_url()}stages/season/?round=2")
    expect(page.get_by_text("Match day:")).to_be_visible()
    look(page, "match-days")
