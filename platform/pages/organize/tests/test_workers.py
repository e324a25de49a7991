"""The page of reserved workers: organizers of the site reserve and release, others look."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from controls.models import Reservation
from ladder.core.contest.plan import Kind
from ladder.events import people
from ladder.events.tests import steps
from ladder.seasons.current import ensure_seasons
from tests.browsing import check_page, context_for, keep_picture, open_page

LEAGUE = steps.stage("league", Kind.ROUND_ROBIN, options={"games": 1})


def test_only_organizers_of_the_site_reserve_workers(client, db, redis_client, olga, alice):
    ensure_seasons()
    event = steps.begin(olga, steps.authors(3), LEAGUE)
    address = f"/events/{event.slug}/organize/workers/"
    later = f"{timezone.now() + timedelta(hours=3):%Y-%m-%dT%H:%M}"
    form = {"begins": "", "ends": later, "workers": "2", "percent": "", "reason": "The final."}
    client.force_login(alice)
    assert client.get(address).status_code == 404
    people.give(event, olga, "alice", "owner")
    assert "No worker is reserved" in client.get(address).text
    assert 'name="percent"' not in client.get(address).text
    assert client.post(address, form).status_code == 404
    client.force_login(olga)
    refused = client.post(address, {**form, "percent": "10"})
    assert refused.status_code == 422
    assert "not both" in refused.text
    assert client.post(address, {**form, "ends": "soon"}).status_code == 422
    assert client.post(address, form).status_code == 302
    row = Reservation.objects.get()
    assert (row.subject, row.workers, row.by) == (event.pk, 2, olga)
    overlapping = client.post(address, form)
    assert "reserved already at that time" in overlapping.text
    page = client.get(address).text
    assert "Matches of the event, with reserved workers" in page
    for queue in ("/status/queue/", "/desk/queue/"):
        assert "2 workers are reserved for" in " ".join(client.get(queue).text.split()), queue
    end = f"{address}{row.pk}/release/"
    client.force_login(alice)
    assert "Matches of the event, with reserved workers" in client.get(address).text
    assert client.post(end, {"reason": "why"}).status_code == 404
    client.force_login(olga)
    client.post(end, {"reason": "It is over."})
    row.refresh_from_db()
    assert row.ends <= timezone.now()
    assert "reserved for" not in client.get("/status/queue/").text


@pytest.mark.browser
@pytest.mark.xdist_group("events")
def test_workers_are_reserved_in_a_browser(
    browser, transactional_db, redis_client, live_server, olga
):
    ensure_seasons()
    event = steps.begin(olga, steps.authors(3), LEAGUE)
    errors: list[str] = []
    context = context_for(browser, live_server, olga)
    page = open_page(context, errors)
    page.goto(f"{event.get_absolute_url()}organize/run/")
    page.get_by_role("link", name="Plan", exact=True).click()
    page.get_by_role("link", name="Workers", exact=True).click()
    page.get_by_label("To", exact=True).fill(
        f"{timezone.now() + timedelta(hours=3):%Y-%m-%dT%H:%M}"
    )
    page.get_by_label("Or percentage").fill("50")
    page.get_by_label("Reason").fill("The final is on.")
    page.get_by_role("button", name="Reserve").press("Enter")
    expect(page.get_by_role("heading", name="50 % of the workers")).to_be_visible()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        check_page(page, width)
        keep_picture(page, f"workers-{width}", whole=True)
    context.close()
    assert errors == []
