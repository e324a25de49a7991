"""The organizers' pages in a real browser: no broader than a phone, and acts that work there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts import moderation
from accounts.models import Report
from accounts.signing import sign_up
from arbiter.working.workers import own_name
from audit import services as audit
from bots.tests.steps import ready, version_of
from controls import services as controls
from controls.models import Hold
from controls.tests.boxes import machine
from exports import services as exports
from exports.options import Options
from ladder.models import RatedMatch
from ladder.seasons.current import ensure_seasons
from ladder.statistics import fairness_reports
from ladder.statistics.fairness_reports import Scope
from matches.models import Match, Seat
from matches.services import create_match
from news import services as news
from news.models import Announcement
from tests.browsing import context_for, keep_picture, open_page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("desk")]
PAGES = {
    "/desk/": "Desk",
    "/desk/queue/": "Queue",
    "/desk/workers/": "Workers",
    "/desk/fairness/?rules=snake/standard": "Fairness",
    "/desk/announcements/": "Announcements",
    "/desk/announcements/new/": "Announce something",
    "/desk/export/": "Export",
    "/desk/audit/": "Audit trail",
    "/desk/people/?name=a": "People",
    "/report/?of=/bots/alice/worm/": "Report alice/worm",
    "/status/queue/": "Queue",
    "/news/": "News",
    "/": "Programs play.",
}


@pytest.fixture
def busy(transactional_db, redis_client, alices_bot, olga):
    """Something on every page."""
    worm = ready(version_of(alices_bot))
    (season,) = (s for s in ensure_seasons() if (s.game, s.ruleset) == ("snake", "standard"))
    for n in range(24):
        match = Match.objects.create(
            game="snake", ruleset="standard", kind="ladder", state="finished", seed=n,
            finished=timezone.now(), claimed_by=own_name(), frames=100,
        )  # fmt: skip
        for number in range(2):
            Seat.objects.create(match=match, number=number, version=worm, rank=1 + number, end="ok")
        RatedMatch.objects.create(match=match, season=season, order=n + 1)
    fairness_reports.make(fairness_reports.of(Scope("snake", "standard")).pk)
    controls.seen(own_name(), "matches")
    far = "a-machine-with-a-long-name-in-the-cellar.example.org"
    why = f"The site's stored file probe/{64 * 'f'} cannot be read. Give this machine the files."
    lacks = "/usr/bin/rustc is missing; an organizer can install it: apt-get install rustc"
    machine(far, builds=True, problem=why, rust=lacks, go="no\n" + 400 * "x")
    soon = timezone.now() + timedelta(minutes=9)
    Hold.objects.create(of="builds", name=far, until=soon, reason="3 faults in a row. " * 6)
    for _ in range(2):
        waiting = create_match("snake", "standard", "friendly", [worm, worm])
    controls.hold("share", "rooms", olga, "a look at the cameras, which takes a little longer")
    made = Announcement(title="A long weekend of maintenance is ahead of us", text="*Soon.*")
    news.save(made, olga)
    news._forget()
    exports.ask(olga, Options())
    audit.record(olga, waiting, "looked at", "words " * 20)
    moderation.report(olga, Report.Kind.BOT, "alice/worm", "/bots/alice/worm/", "words " * 30)
    sign_up.invite(olga, "the course of this winter", 30)
    return waiting


@pytest.fixture
def context(browser, live_server, olga, busy):
    context = context_for(browser, live_server, olga)
    yield context
    context.close()


def page_of_width(context, errors, width=1280):
    page = open_page(context, errors)
    page.set_viewport_size({"width": width, "height": 800})
    return page


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.nightly), 390])
def test_every_page_fits_and_says_nothing_to_the_console(context, width):
    errors: list[str] = []
    page = page_of_width(context, errors, width)
    for path, title in PAGES.items():
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_contain_text(title)
        assert page.evaluate("document.documentElement.scrollWidth") == width, path
        keep_picture(page, f"{title}-{width}", whole=True)
        if path == "/desk/workers/":
            tables = "[...document.querySelectorAll('.table-scroll')]"
            assert page.evaluate(f"{tables}.every(each => each.scrollWidth <= each.clientWidth)")
    assert errors == []


def test_a_tick_outlives_the_lists_renewal_and_the_act_is_done(context, busy):
    errors: list[str] = []
    page = page_of_width(context, errors)
    page.clock.install()
    page.goto("/desk/queue/?state=queued")
    tick = page.get_by_label(f"Match {busy.pk}", exact=True)
    tick.check()
    page.get_by_label("Reason").last.fill("the machine is needed")
    with page.expect_response(lambda r: r.request.headers.get("hx-request") == "true"):
        page.clock.fast_forward(10_000)
    expect(tick).to_be_checked()
    page.get_by_label("Do", exact=True).select_option("abort")
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_text("1 match aborted.")).to_be_visible()
    busy.refresh_from_db()
    assert (busy.state, busy.failure) == ("aborted", "the machine is needed")
    assert errors == []


def test_a_text_is_shown_as_it_is_typed_and_a_banner_goes_away(context, busy):
    errors: list[str] = []
    page = page_of_width(context, errors)
    page.goto("/desk/announcements/new/")
    page.get_by_label("Text").fill("Play **more**.")
    expect(page.locator("#preview strong")).to_have_text("more")
    banner = page.get_by_role("link", name="A long weekend of maintenance")
    expect(banner).to_be_visible()
    page.get_by_role("button", name="Dismiss").click()
    expect(banner).to_have_count(0)
    page.goto("/matches/")
    expect(banner).to_have_count(0)
    assert errors == []
