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

CELL = r"<t[dh][ >].*?</t[dh]>"


def made(olga, count: int = 3):
    ensure_seasons()
    league = steps.stage("league", Kind.ROUND_ROBIN, reveal=Reveal.HIDDEN)
    event = steps.begin(olga, steps.authors(count), league)
    for pk in Promise.objects.values_list("pk", flat=True):
        promises.keep(pk)
    steps.play_all(event)
    return event


def rows_of(page: str) -> list[list[str]]:
    """The cells of the table's rows, as text."""
    return [
        [" ".join(re.sub(r"<[^>]+>", "", cell).split()) for cell in re.findall(CELL, row, re.S)]
        for row in re.findall(r"<tr.*?</tr>", page, re.S)
    ]


def test_only_people_with_a_role_see_it(client, db, redis_client, olga, alice):
    event = made(olga)
    address = f"/events/{event.slug}/organize/reality/"
    client.force_login(alice)
    assert client.get(address).status_code == 404
    people.give(event, olga, "alice", "observer")
    page = client.get(address)
    assert rows_of(page.text)[:3] == [
        ["Stage, hour", "Matches", "Hours of workers"],
        ["promised", "real", "promised", "real"],
        ["League", "6", "6", *rows_of(page.text)[2][3:]],
    ]
    assert len(rows_of(page.text)[2]) == 5
    (more,) = rows_of(page.text)[3]
    assert re.fullmatch(
        r"Promised: \d+ \w+, [\d:]+ to \d+ \w+, [\d:]+, hours by a default duration\. "
        r"Real: \d+ \w+, [\d:]+ to \d+ \w+, [\d:]+, matches to come: 0, void matches: 0, "
        r"games played again: 0, CPU hours of bots: 0.00, "
        r"longest wait of a match in the queue: .+\.",
        more,
    ), more
    assert rows_of(page.text)[4] == ["All stages by hour"]
    hours = [row[1:] for row in rows_of(page.text)[5:]]
    assert [round(sum(float(row[at]) for row in hours)) for at in (0, 1)] == [6, 6]
    assert page.text.count("<table") == 1
    assert "The dry run rests on 100 simulations." in page.text
    assert "at the start" in page.text
    assert client.get(address, {"promise": "0"}).status_code == 404
    assert client.get(address, {"promise": str(Promise.objects.latest("pk").pk)}).status_code == 200
    Promise.objects.update(state="queued")
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
    league, more = rows_of(page.text)[2:4]
    assert (league[0], league[2], league[4]) == ("League", "–", "–")
    assert league[1].isdigit()
    assert "Promised: – to –" in more[0]
    assert more[0].endswith("Real: – to –.")
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
    expect(page.get_by_role("heading", name="Load", exact=True)).to_be_visible()
    expect(page.get_by_role("columnheader", name="Hours of workers")).to_be_visible()
    expect(page.get_by_role("rowheader", name="All stages by hour")).to_be_visible()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        check_page(page, width)
        table = page.locator(".reality-table")
        assert table.evaluate("each => each.scrollWidth <= each.parentElement.clientWidth")
        keep_picture(page, f"reality-{width}", whole=True)
    context.close()
    assert errors == []
