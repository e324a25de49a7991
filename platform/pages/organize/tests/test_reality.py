"""The page of plan and reality: for people with a role alone, with and without a promise."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from ladder.core.contest.plan import Kind, Reveal
from ladder.events import people
from ladder.events.models import Promise
from ladder.events.planning import promises
from ladder.events.tests import steps
from ladder.seasons.current import ensure_seasons
from matches.models import Match
from tests.browsing import check_page, context_for, keep_picture, open_page


def made(olga, count: int = 3):
    ensure_seasons()
    league = steps.stage("league", Kind.ROUND_ROBIN, reveal=Reveal.HIDDEN)
    event = steps.begin(olga, steps.authors(count), league)
    for pk in Promise.objects.values_list("pk", flat=True):
        promises.keep(pk)
    steps.play_all(event)
    return event


def test_only_people_with_a_role_see_it(client, db, redis_client, olga, alice):
    event = made(olga)
    address = f"/events/{event.slug}/organize/reality/"
    client.force_login(alice)
    assert client.get(address).status_code == 404
    people.give(event, olga, "alice", "observer")
    page = client.get(address)
    assert "Load by hour" in page.text
    cells = re.findall(
        r'Matches that count</th>\s*<td class="num">(\d+)</td>\s*<td class="num">(\d+)', page.text
    )
    assert cells == [("6", "6")]
    assert "at the start" in page.text
    assert client.get(address, {"promise": "0"}).status_code == 404
    assert client.get(address, {"promise": str(Promise.objects.latest("pk").pk)}).status_code == 200
    Promise.objects.update(state="waiting")
    assert "A worker plays the dry run" in client.get(address).text
    Promise.objects.update(state="failed")
    assert "The dry run of this event failed" in client.get(address).text
    Promise.objects.all().delete()
    assert "published before the site kept" in client.get(address).text


def test_before_the_start_it_has_what_was_promised(client, db, redis_client, olga):
    ensure_seasons()
    event = steps.open_event(olga, steps.stage("league", Kind.ROUND_ROBIN))
    promises.keep(Promise.objects.get().pk)
    client.force_login(olga)
    page = client.get(f"/events/{event.slug}/organize/reality/")
    assert "Longest wait of a match in the queue" in page.text
    assert "at publication" in page.text


@pytest.mark.browser
@pytest.mark.xdist_group("events")
def test_it_is_read_on_screens_and_phones(
    browser, transactional_db, redis_client, live_server, olga
):
    event = made(olga, 4)
    for number, match in enumerate(Match.objects.order_by("pk")):
        begin = timezone.now() + timedelta(minutes=30 * number)
        end = begin + timedelta(minutes=20 + 2 * number)
        Match.objects.filter(pk=match.pk).update(started=begin, finished=end)
    errors: list[str] = []
    context = context_for(browser, live_server, olga)
    page = open_page(context, errors)
    page.goto(f"{event.get_absolute_url()}organize/run/")
    page.get_by_role("link", name="Plan", exact=True).click()
    expect(page.get_by_role("heading", name="Load by hour")).to_be_visible()
    page.get_by_text("Numbers of the chart").press("Enter")
    expect(page.get_by_role("columnheader", name="Hours worked")).to_be_visible()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        check_page(page, width)
        keep_picture(page, f"reality-{width}", whole=True)
    context.close()
    assert errors == []
