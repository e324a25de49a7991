"""The calendar of activity: days in the reader's time zone, and only what the reader may see."""

from __future__ import annotations

import re
import zoneinfo
from datetime import UTC, date, datetime

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from bots.models import BotVersion
from bots.tests.steps import version_of
from ladder.tests.play import finish, make_bot
from matches.models import Match
from matches.services import create_match
from pages.people.activity import activity
from pages.people.subjects import of_person, of_team

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]
LATE = datetime(2025, 12, 31, 23, 30, tzinfo=UTC)
"""In Tokyo it is the first of January of the next year."""


@pytest.fixture
def alice(alice):
    type(alice).objects.filter(pk=alice.pk).update(date_joined=datetime(2024, 5, 1, tzinfo=UTC))
    alice.refresh_from_db()
    return alice


@pytest.fixture
def match(alice, charlie, team):
    worm, viper = make_bot(alice, "worm", team), make_bot(charlie, "viper")
    BotVersion.objects.all().update(created=datetime(2024, 7, 1, tzinfo=UTC))
    return ladder_match(worm, viper, LATE)


def ladder_match(worm, viper, when):
    seated = [worm.active_version, viper.active_version]
    match = finish(create_match("snake", "standard", "ladder", seated), [1, 2])
    Match.objects.filter(pk=match.pk).update(finished=when)
    return match


def days_of(found):
    days = [day for month in found.months for day in month.days if day and day.label]
    return {day.date: (day.versions, day.matches) for day in days}


def seen(person, year, user=None):
    return days_of(activity(of_person(person), user or AnonymousUser(), year))


def test_days_are_those_of_the_readers_time_zone(alice, match):
    assert seen(alice, "2025") == {date(2025, 12, 31): (0, 1)}
    with timezone.override(zoneinfo.ZoneInfo("Asia/Tokyo")):
        assert seen(alice, "2025") == {}
        assert seen(alice, "2026") == {date(2026, 1, 1): (0, 1)}


def test_zones_that_differ_by_half_hours_have_their_days(alice, charlie, match):
    worm, viper = alice.bots.get(), charlie.bots.get()
    for minute in (29, 31):
        ladder_match(worm, viper, datetime(2025, 6, 30, 18, minute, 59, 999, tzinfo=UTC))
    with timezone.override(zoneinfo.ZoneInfo("Asia/Kolkata")):
        days = seen(alice, "2025")
    assert days == {date(2025, 6, 30): (0, 1), date(2025, 7, 1): (0, 1)}


def test_days_follow_summer_time(alice, charlie, match):
    worm, viper = alice.bots.get(), charlie.bots.get()
    for month in (1, 7):
        ladder_match(worm, viper, datetime(2025, month, 10, 22, 59, tzinfo=UTC))
    with timezone.override(zoneinfo.ZoneInfo("Europe/Warsaw")):
        days = seen(alice, "2025")
    assert days == {date(2025, 1, 10): (0, 1), date(2025, 7, 11): (0, 1)}


def test_uploads_count_for_the_person_who_uploaded_and_for_the_team(alice, bob, team, match):
    bot = alice.bots.get()
    version = version_of(bot)
    when = datetime(2025, 3, 1, 12, tzinfo=UTC)
    BotVersion.objects.filter(pk=version.pk).update(created=when, uploaded_by=bob)
    type(bob).objects.filter(pk=bob.pk).update(date_joined=datetime(2024, 5, 1, tzinfo=UTC))
    type(team).objects.filter(pk=team.pk).update(created=datetime(2024, 5, 1, tzinfo=UTC))
    bob.refresh_from_db()
    team.refresh_from_db()
    assert date(2025, 3, 1) not in seen(alice, "2025")
    assert seen(bob, "2025") == {date(2025, 3, 1): (1, 0)}
    of = days_of(activity(of_team(team), AnonymousUser(), "2025"))
    assert of == {date(2025, 3, 1): (1, 0), date(2025, 12, 31): (0, 1)}


def test_only_matches_that_the_reader_may_see_count(alice, olga, match):
    Match.objects.filter(pk=match.pk).update(audience="hidden")
    assert seen(alice, "2025") == {}
    assert seen(alice, "2025", olga) == {date(2025, 12, 31): (0, 1)}
    Match.objects.filter(pk=match.pk).update(audience="public", kind="friendly")
    assert seen(alice, "2025", olga) == {}


def test_a_match_counts_once_for_a_bot_on_both_seats(alice, match):
    worm = alice.bots.get()
    ladder_match(worm, worm, datetime(2025, 2, 1, tzinfo=UTC))
    assert seen(alice, "2025")[date(2025, 2, 1)] == (0, 1)


def test_it_is_one_query(alice, match, django_assert_num_queries):
    subject = of_person(alice)
    with django_assert_num_queries(1):
        activity(subject, AnonymousUser(), "2025")


def test_years_reach_from_the_first_to_this_one(alice, match):
    now = timezone.localtime().year
    found = activity(of_person(alice), AnonymousUser(), "2024")
    assert list(found.years) == list(range(now, 2023, -1))
    assert len(found.months) == 12
    for asked in ("", "2023", str(now + 1), "20x4", "٢٠٢٤"):
        assert activity(of_person(alice), AnonymousUser(), asked).year == now


def test_the_page_says_in_words_what_it_draws(alice, match):
    page = Client().get("/people/alice/?year=2025").text
    assert "0 versions uploaded," in page
    cell = re.search(r"<td\s+class=\"day day-(\d)\"\s+title=\"([^\"]+)\"", page)
    assert cell is not None
    assert cell.groups() == ("4", "31 December 2025: 1 match")
    assert '<span\n        class="sr-only">31 December: 1 match</span>' in page
    assert '<a href="/people/alice/?year=2025#activity" aria-current="page">2025</a>' in page
    assert page.count('scope="row" class="small muted"') == 12


def test_the_readers_profile_and_cookie_give_the_zone(alice, bob, match):
    client = Client()
    client.cookies["tz"] = "Asia/Tokyo"
    assert "1 January 2026: 1 match" in client.get("/people/alice/?year=2026").text
    type(bob).objects.filter(pk=bob.pk).update(time_zone="Asia/Tokyo")
    client = Client()
    client.force_login(bob)
    assert "1 January 2026: 1 match" in client.get("/people/alice/?year=2026").text
