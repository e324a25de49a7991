"""Every popover stays inside of the window, on every page that has one, and obeys the keyboard."""

from __future__ import annotations

import re
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.socialaccount.models import SocialAccount
from django.template import Template
from django.test.signals import template_rendered
from django.utils import timezone
from playwright.sync_api import expect

from accounts.members.teams import create_team
from accounts.models import User
from arbiter.working.workers import own_name
from bots.models import Bot
from bots.services import create_bot
from bots.tests.steps import ready, version_of
from controls import services as controls
from controls.reservations import Wanted
from following.models import Follow
from following.targets import target_of
from games.foreign.tests.sample import SMALL
from games.foreign.tests.test_installed import put
from games.registry import GAMES
from ladder.core.contest.plan import EventPlan, Kind, Reveal
from ladder.events import people
from ladder.events.circuits import legs
from ladder.events.circuits import services as circuits
from ladder.events.circuits.services import CircuitDraft
from ladder.events.models import Entry, EntryRules
from ladder.events.planning import acts
from ladder.events.planning.acts import Draft
from ladder.events.running import reserving, upload_freezes
from ladder.events.showing import talk
from ladder.events.tests.steps import authors, begin, open_event, stage, waiting
from ladder.models import Season
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import finish
from maps.tests.steps import add_meadow, make_map
from matches.models import Match
from matches.services import create_match
from news import services as news
from news.models import Announcement
from notices import webhooks
from notices.models import Kind as NoticeKind
from rooms import services as rooms
from rulesets.tests.steps import install, make, plant
from tests.browsing import context_for

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("desk")]
RUN = "/events/open/organize/run/"
POPOVER = re.compile(r'<c-confirm |<details[^>]*class="(?:confirm|menu|player-menu)[ "]')
OPENED = """async () => {
  const found = [];
  const next = () => new Promise((done) => requestAnimationFrame(done));
  const hides = (element) => getComputedStyle(element).position.match(/absolute|fixed/);
  const every = [...document.querySelectorAll("details")];
  for (const each of every) {
    each.hidden = false;
    const summary = each.querySelector("summary");
    if (each.open || !summary.getClientRects().length) continue;
    summary.scrollIntoView({block: "center"});
    summary.click();
    await next();
    await next();
    for (const box of [...each.children].filter((child) => child !== summary && hides(child))) {
      const {left, right, top, bottom} = box.getBoundingClientRect();
      const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      const wide = document.documentElement.scrollWidth > innerWidth;
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const place = [left, top, right, bottom].map(Math.round);
      const name = summary.innerText || summary.title;
      found.push({name, place, good: inside && !wide && box.contains(there)});
    }
    each.open = false;
  }
  return found;
}"""
"""Opens every popover of a page, one after the other, and says where its box is; a good one is
inside of the window, on top of everything, and makes the page no wider."""


def templates_with_popovers() -> set[str]:
    (folder,) = Path(__file__).resolve().parents[3].glob("templates")
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*.html")
        if POPOVER.search(path.read_text())
    }


@contextmanager
def rendered():
    """The names of the templates that were rendered meanwhile."""
    found: set[str] = set()

    def note(template: Template, **kwargs) -> None:
        found.add(template.name or "")

    template_rendered.connect(note)
    yield found
    template_rendered.disconnect(note)


@pytest.fixture
def games(tmp_path, monkeypatch, settings):
    """A foreign game, which can be removed, and one with maps."""
    monkeypatch.setenv("ARBITER_GAMES", str(tmp_path / "games"))
    put(tmp_path / "games", SMALL)
    GAMES.refresh()
    add_meadow(monkeypatch, settings)
    install(monkeypatch, settings)
    yield
    monkeypatch.undo()
    GAMES.refresh()


@pytest.fixture
def event(transactional_db, redis_client, olga):
    ensure_seasons()
    return begin(olga, authors(2), stage("league", Kind.ROUND_ROBIN))


@pytest.fixture
def organized(event, olga):
    """Pages of the people who run an event, each with something to act on."""
    people.let_create(olga, "author-0")
    people.give(event, olga, "author-0", "judge")
    talk.announce(event, olga, talk.Message("Lunch"))
    talk.ask(event, olga, "When is lunch?")
    kept = begin(olga, authors(2, 2), stage("final", Kind.ROUND_ROBIN, reveal=Reveal.HIDDEN))
    now = timezone.now()
    wanted = Wanted(now, now + timedelta(hours=1), workers=1)
    reserving.reserve(event, olga, wanted, "The final.")
    circuit = circuits.create(olga, CircuitDraft("Cups"))
    legs.add(circuit, olga, event)
    met = event.stages.get().encounters.all()[0].pk
    finish(waiting(event)[0], [1, 2])
    soon = timezone.now() + timedelta(minutes=30)
    cup = open_event(olga, stage("cup", Kind.SINGLE), starts=soon, freeze_uploads="entered")
    EntryRules.objects.create(event=cup, check_in_opens=60)
    Entry.objects.create(event=cup, bot=event.entries.all()[0].bot)
    upload_freezes.exempt(cup, olga, "author-0", "the disk broke")
    return [
        f"/events/{cup.slug}/organize/", f"/events/{cup.slug}/organize/freeze/",
        "/events/open/organize/people/", "/events/open/organize/talk/", "/desk/event-creators/",
        "/events/open/organize/stages/league/take-back/",
        "/events/open/organize/incidents/new/?played_by=machine:test",
        f"/events/{kept.slug}/organize/ceremony/", f"/events/open/stages/league/encounters/{met}/",
        "/events/circuits/cups/edit/", "/events/open/organize/workers/",
    ]  # fmt: skip


@pytest.fixture
def addresses(games, event, organized, olga):
    """A page for each popover, of the organizer olga, who has bots as well."""
    draft = acts.create(olga, Draft(name="Draft", plan=EventPlan((stage("a", Kind.SWISS),))))
    own = create_bot(olga, "snake", "a-bot-with-a-name-that-is-long")
    old, new = (ready(version_of(own)) for _ in range(2))
    match = create_match("snake", "standard", "friendly", [new, new])
    Match.objects.filter(pk=match.pk).update(state="failed", failure="no", finished=timezone.now())
    controls.seen(own_name(), "matches")
    news.save(Announcement(title="Maintenance", text="Soon."), olga)
    room = rooms.open_room(olga, "snake", "blitz")
    table = rooms.open_room(olga, "snake", "blitz")
    rooms.sit(table, olga, 0)
    rooms.put_bot(table, olga, 1, new)
    hook = webhooks.create(olga, "https://example.org/", [NoticeKind.VERSION_FAILED])
    fair = make(olga, plant(olga))
    board = make_map(event.entries.first().bot.owner)
    over = create_match("snake", "standard", "friendly", [new, new])
    Match.objects.filter(pk=over.pk).update(state="finished", frames=9, finished=timezone.now())
    played = rooms.start(table, olga)
    create_team(olga, "gardeners")
    closed = User.objects.create_user("closed", is_active=False)
    Follow.objects.create(follower=olga, target=target_of(closed))
    SocialAccount.objects.create(user=olga, provider="openid", uid="olga-there")
    Bot.objects.filter(event_entries=event.entries.last()).update(owner=olga)
    return [
        event.get_absolute_url(), "/events/open/organize/entrants/",
        *organized,
        "/", RUN, f"/events/{draft.slug}/organize/", own.get_absolute_url(),
        old.get_absolute_url(), match.get_absolute_url(), "/desk/", "/desk/queue/",
        "/desk/workers/", "/desk/people/?name=closed", "/desk/announcements/", "/desk/games/",
        "/desk/seasons/",
        room.get_absolute_url(), f"/matches/{played.pk}/play/0/", "/settings/teams/",
        "/settings/sessions/", "/settings/following/", "/accounts/3rdparty/",
        over.get_absolute_url(), board.get_absolute_url(), "/settings/tokens/",
        f"/settings/notices/webhooks/{hook.pk}/", f"/desk/scenarios/{fair.pk}/",
        f"/desk/seasons/{Season.objects.running()[0].pk}/",
    ]  # fmt: skip


@pytest.fixture
def page(browser, live_server, olga):
    context = context_for(browser, live_server, olga)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.nightly), 390])
def test_every_popover_is_inside_of_the_window(page, addresses, width):
    wrong = []
    page.set_viewport_size({"width": width, "height": 800})
    with rendered() as seen:
        for address in addresses:
            page.goto(address)
            found = page.evaluate(OPENED)
            assert found, address
            wrong += [(address, each) for each in found if not each["good"]]
    assert wrong == []
    assert templates_with_popovers() - seen == set()


def test_escape_closes_a_popover_and_returns_the_focus(page, event):
    page.goto(RUN)
    summary = page.get_by_text("Pause…").first
    summary.press("Enter")
    reason = page.get_by_label("Reason").first
    expect(reason).to_be_visible()
    page.keyboard.press("Tab")
    expect(reason).to_be_focused()
    reason.fill("a look at the cameras")
    page.keyboard.press("Escape")
    expect(reason).to_be_hidden()
    expect(summary).to_be_focused()
    summary.press("Enter")
    expect(reason).to_have_value("a look at the cameras")
    page.get_by_text("Abort…").first.click()
    expect(reason).to_be_hidden()
