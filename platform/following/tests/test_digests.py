"""Weekly digests: when, to whom, what is in them, and each once."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from threading import Thread

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as sent_mail
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.utils import timezone

from accounts.models import User
from bots.services import activate
from following import noting, services
from following.models import Digest, Happening
from following.weekly import digest_content, digests
from following.weekly.digest_content import content
from following.weekly.digests import send_due, week_due
from ladder.core.contest.plan import Kind, Reveal
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.tests.steps import begin, open_event, play_all, stage
from ladder.models import RatedMatch, Season
from ladder.seasons.current import current_season
from ladder.tests.play import RULESET, add_version, finish
from matches.models import Match
from matches.services import create_match
from notices import outbox
from notices.models import Channel, Delivery
from notices.models import Kind as NoticeKind
from notices.services import Wish, default, save_wishes, turn_off_mail

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)


@pytest.fixture
def at(monkeypatch):
    """Set the clock of digests."""

    def at(when: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: when)

    return at


def want(person: User, zone: str = "") -> User:
    save_wishes(person, [Wish(NoticeKind.DIGEST, False, True, False)])
    User.objects.filter(pk=person.pk).update(time_zone=zone)
    person.time_zone = zone
    return person


@pytest.fixture
def reader(charlie, worm):
    """Wants a digest, and follows worm, of which a new version plays since Wednesday."""
    services.follow(want(charlie), worm)
    activate(add_version(worm, active=False), worm.owner)
    Happening.objects.update(created=MONDAY - timedelta(days=5))
    return charlie


@pytest.mark.parametrize(
    ("zone", "since", "until"),
    [
        ("", "2026-11-23T08:00:00+00:00", "2026-11-30T08:00:00+00:00"),
        ("Europe/Warsaw", "2026-11-23T07:00:00+00:00", "2026-11-30T07:00:00+00:00"),
        ("Pacific/Kiritimati", "2026-11-22T18:00:00+00:00", "2026-11-29T18:00:00+00:00"),
        ("Pacific/Pago_Pago", "2026-11-23T19:00:00+00:00", "2026-11-30T19:00:00+00:00"),
        ("no/such", "2026-11-23T08:00:00+00:00", "2026-11-30T08:00:00+00:00"),
    ],
)
def test_a_digest_is_due_on_monday_at_eight_in_the_time_zone_of_the_person(zone, since, until):
    due = datetime.fromisoformat(until)
    week = week_due(zone, due)
    assert week is not None
    assert (week.monday, week.since, week.until) == (
        date(2026, 11, 30), datetime.fromisoformat(since), due
    )  # fmt: skip
    assert week_due(zone, due - timedelta(seconds=1)) is None
    assert week_due(zone, due + timedelta(hours=23)) == week
    assert week_due(zone, due + timedelta(hours=24)) is None


def test_weeks_follow_each_other_without_a_gap_where_the_clock_changes():
    """In Warsaw, summer time ended on 25 October 2026."""
    first = week_due("Europe/Warsaw", datetime(2026, 10, 26, 7, 0, tzinfo=UTC))
    second = week_due("Europe/Warsaw", datetime(2026, 11, 2, 7, 0, tzinfo=UTC))
    assert first is not None
    assert second is not None
    assert first.until == second.since
    assert first.until - first.since == timedelta(days=7, hours=1)


def test_a_digest_is_off_by_default_and_never_on_the_site(reader, alice, at):
    assert not any(default(NoticeKind.DIGEST, each) for each in Channel)
    services.follow(alice, reader)
    at(MONDAY)
    assert send_due() == 1
    assert {row.user for row in Delivery.objects.all()} == {reader}
    assert not reader.notices.exists()


def test_a_digest_comes_once_a_week(reader, at):
    at(MONDAY - timedelta(minutes=1))
    assert send_due() == 0
    for minutes in (0, 5, 600):
        at(MONDAY + timedelta(minutes=minutes))
        send_due()
    assert Delivery.objects.count() == 1
    at(MONDAY + timedelta(days=7))
    assert send_due() == 0  # nothing happened
    assert list(Digest.objects.order_by("week").values_list("week", "sent")) == [
        (date(2026, 11, 30), True), (date(2026, 12, 7), False)
    ]  # fmt: skip


def test_people_of_all_time_zones_get_theirs_in_their_morning(reader, alice, bob, olga, worm, at):
    zones = {bob: "Pacific/Auckland", olga: "America/Los_Angeles", reader: "Asia/Kolkata"}
    for person, zone in zones.items():
        services.follow(want(person, zone), worm)
    Happening.objects.update(created=MONDAY - timedelta(days=3))
    got: dict[str, list[str]] = {person.username: [] for person in zones}
    for hour in range(-30, 60):
        now = MONDAY + timedelta(hours=hour, minutes=30)
        at(now)
        before = set(Delivery.objects.values_list("pk", flat=True))
        send_due()
        for row in Delivery.objects.exclude(pk__in=before):
            assert row.user is not None
            local = now.astimezone(digests._zone(row.user.time_zone))
            got[row.user.username].append(f"{local:%A %H}")
    assert got == {name: ["Monday 08"] for name in ("bob", "olga", "charlie")}


def test_a_new_time_zone_brings_no_second_digest_of_a_week(reader, at):
    at(MONDAY)
    assert send_due() == 1
    want(reader, "America/Los_Angeles")
    at(MONDAY + timedelta(hours=9))
    assert send_due() == 0
    assert Digest.objects.count() == 1


@pytest.mark.parametrize("change", ["unconfirmed", "closed", "off"])
def test_people_who_cannot_or_do_not_want_to_read_it_get_none(reader, at, change):
    if change == "unconfirmed":
        EmailAddress.objects.filter(user=reader).update(verified=False)
    elif change == "closed":
        User.objects.filter(pk=reader.pk).update(is_active=False)
    else:
        turn_off_mail(reader, NoticeKind.DIGEST)
    at(MONDAY)
    assert send_due() == 0
    assert not Digest.objects.exists()


def test_a_digest_that_waits_is_not_sent_once_it_is_turned_off(reader, at):
    at(MONDAY)
    send_due()
    turn_off_mail(reader, NoticeKind.DIGEST)
    outbox.send_due()
    assert sent_mail.outbox == []
    assert Delivery.objects.get().state == "given_up"


def test_a_task_that_is_killed_sends_the_digest_the_next_time(reader, at, monkeypatch):
    def killed(*given):
        raise KeyboardInterrupt

    at(MONDAY)
    monkeypatch.setattr(digests, "tell", killed)
    with pytest.raises(KeyboardInterrupt):
        send_due()
    assert not Digest.objects.exists()
    monkeypatch.undo()
    at(MONDAY)
    assert send_due() == 1


@pytest.mark.django_db(transaction=True)
def test_two_tasks_at_once_send_one(reader, at, monkeypatch):
    at(MONDAY)
    waiting = list(digests._waiting(MONDAY))
    monkeypatch.setattr(digests, "_waiting", lambda now: waiting)

    def run():
        send_due()
        connection.close()

    both = [Thread(target=run) for _ in range(2)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert (Digest.objects.count(), Delivery.objects.count()) == (1, 1)


def test_the_mail_has_text_and_html_and_one_click(reader, olga, at, settings):
    settings.SITE_URL = "https://arbiter.example.org"
    open_event(olga, stage("cup", Kind.SINGLE))
    Event.objects.update(name="<Open>", starts=MONDAY + timedelta(days=3))
    at(MONDAY)
    send_due()
    Delivery.objects.update(next_at=MONDAY - timedelta(days=9))
    outbox.send_due()
    (got,) = sent_mail.outbox
    assert isinstance(got, EmailMultiAlternatives)
    assert got.subject == "[Arbiter] Your week from 23 November to 29 November 2026"
    assert got.to == ["charlie@example.org"]
    number = reader.follows.get().target.bot.active_version.number
    said = f"alice/worm now plays with version {number}."
    assert "\n\nNews of your follows\n* " in got.body
    assert f"\n* {said}\n  https://arbiter.example.org/bots/alice/worm/" in got.body
    assert "Next events\n* <Open>: " in got.body
    ((html, kind),) = got.alternatives
    assert kind == "text/html"
    html = str(html)
    assert f'<li><a href="https://arbiter.example.org/bots/alice/worm/versions/{number}/' in html
    assert "&lt;Open&gt;: " in html
    assert "Your bots" not in f"{got.body}{html}"
    off = got.extra_headers["List-Unsubscribe"].strip("<>")
    assert off in got.body
    assert off in html
    assert got.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def rated(*bots) -> Match:
    match = create_match("snake", RULESET, "ladder", [bot.active_version for bot in bots])
    season = current_season("snake", RULESET)
    assert season is not None
    RatedMatch.objects.create(match=match, season=season)
    return finish(match, [1, 2])


def week() -> tuple[datetime, datetime]:
    now = datetime.now(UTC)
    return now - timedelta(days=7), now + timedelta(minutes=1)


def test_own_bots_have_their_matches_ratings_and_places(alice, bots, olga):
    own, other = bots[0], bots[1]
    assert content(own.owner, *week()) is None
    before = rated(own, other)
    Match.objects.filter(pk=before.pk).update(finished=week()[0] - timedelta(days=1))
    rated(own, other)
    play_all(begin(olga, bots[:3], stage("league", Kind.ROUND_ROBIN)))
    noting.sweep()
    data = content(own.owner, *week())
    assert data is not None
    rating = own.ratings.get()
    first, last = rating.changes.earliest("pk"), rating.changes.latest("pk")
    assert first.mu == last.mu_before
    (line,) = data["own"]
    season = Season.objects.get(game="snake", ruleset=RULESET)
    text = line["text"]
    assert text.startswith("author-0/b0: 5 matches, rating ")
    assert text.endswith(f" in {season.name}")
    assert " → " in text
    assert [each["text"] for each in data["places"]] == ["author-0/b0 won Open."]


@pytest.mark.parametrize("level", [Reveal.HIDDEN, Reveal.PARTICIPANTS])
def test_results_that_are_kept_back_are_in_no_digest(charlie, olga, bots, level):
    event = begin(olga, bots[:3], stage("league", Kind.ROUND_ROBIN, reveal=level))
    services.follow(charlie, event)
    play_all(event)
    noting.sweep()
    data = content(charlie, *week())
    assert data is not None
    assert [each["text"] for each in data["followed"]] == ["Open has begun."]
    assert content(bots[0].owner, *week()) is None
    acts.reveal(event.stages.get(), olga, Reveal.PUBLIC)
    noting.sweep()
    acts.reveal(event.stages.get(), olga, Reveal.HIDDEN)
    data = content(charlie, *week())
    assert data is not None
    assert len(data["followed"]) == 1


def test_a_long_section_is_cut_and_counted(charlie, worm, monkeypatch):
    monkeypatch.setattr(digest_content, "MOST", 0)
    services.follow(charlie, worm)
    Happening.objects.all().delete()
    activate(add_version(worm, active=False), worm.owner)
    data = content(charlie, *week())
    assert data is not None
    assert (data["followed"], data["followed_more"]) == ([], 1)
