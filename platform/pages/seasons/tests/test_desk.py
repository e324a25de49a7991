"""Seasons at the organizers' desk."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from ladder.models import Season
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET

pytestmark = pytest.mark.django_db
INDEX, NEW = "/desk/seasons/", "/desk/seasons/new/"


@pytest.fixture
def season(db):
    ensure_seasons()
    return current_season("snake", RULESET)


def fields(**more):
    given = {
        "rules": f"snake/{RULESET}",
        "name": "Spring cup",
        "starts": "2031-05-01T18:00",
        "ends": "2031-06-01T18:00",
        "zone": "Asia/Shanghai",
        "scoring": "points",
        "window": "40",
    }
    return {**given, **more}


def soon(hours):
    return (timezone.now() + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M")


def planned(client, **more):
    form = fields(starts=soon(2), ends=soon(50), zone="UTC", **more)
    assert client.post(NEW, form)["Location"] == INDEX
    return Season.objects.get(name=form["name"])


def test_an_organizer_plans_a_season_in_a_time_zone(client, olga, season):
    client.force_login(olga)
    starts = timezone.now() + timedelta(days=3)
    words = starts.strftime("%Y-%m-%dT18:00")
    ends = (starts + timedelta(days=30)).strftime("%Y-%m-%dT18:00")
    assert client.post(NEW, fields(starts=words, ends=ends))["Location"] == INDEX
    made = Season.objects.get(name="Spring cup")
    assert (made.starts.hour, made.starts.minute) == (10, 0)
    assert (made.scoring, made.window, made.automatic) == ("points", 40, False)
    season.refresh_from_db()
    assert season.ends == made.starts
    page = client.get(INDEX).text
    assert "points of 40" in page
    assert "18:00" not in page.split("Running")[0]  # the reader's zone is UTC
    assert "10:00 UTC" in page


def test_without_a_beginning_it_begins_at_once(client, olga, season):
    client.force_login(olga)
    client.post(NEW, fields(starts="", ends=soon(48), zone="UTC"))
    running = current_season("snake", RULESET)
    assert running is not None
    assert running.name == "Spring cup"


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (
            {"starts": "2020-01-01T00:00", "ends": "2020-02-01T00:00"},
            "This time has passed. Choose a later one.",
        ),
        ({"starts": "soon"}, "Write a date and a time"),
        ({"ends": ""}, "This field is required."),
        ({"zone": "Mars/Base"}, "There is no such time zone"),
        ({"rules": "chess/standard"}, "Select a valid choice."),
        ({"window": "0"}, "greater than or equal to 1"),
    ],
)
def test_what_is_wrong_is_said_beside_the_field(client, olga, season, wrong, complaint):
    client.force_login(olga)
    answer = client.post(NEW, fields(**wrong))
    assert answer.status_code == 422
    assert complaint in answer.text
    assert 'value="Spring cup"' in answer.text
    assert not Season.objects.filter(name="Spring cup").exists()


def test_an_overlap_is_refused_with_what_is_there(client, olga, season):
    client.force_login(olga)
    planned(client)
    answer = client.post(NEW, fields(name="Other", starts=soon(3), ends=soon(9), zone="UTC"))
    assert answer.status_code == 422
    assert "there is “Spring cup” from" in answer.text


def test_a_planned_season_is_changed_and_withdrawn(client, olga, season):
    client.force_login(olga)
    made = planned(client)
    page = f"{INDEX}{made.pk}/"
    assert 'value="Spring cup"' in client.get(page).text
    form = fields(name="Summer cup", starts=soon(4), ends=soon(20), zone="UTC")
    assert client.post(page, form)["Location"] == INDEX
    made.refresh_from_db()
    assert made.name == "Summer cup"
    assert "planned again" in client.get(page).text
    client.post(f"{page}withdraw/", {"reason": ""})
    assert Season.objects.filter(pk=made.pk).exists()
    answer = client.post(f"{page}withdraw/", {"reason": "nobody came"}, follow=True)
    assert "is withdrawn" in answer.text
    assert not Season.objects.filter(pk=made.pk).exists()


def test_a_running_season_is_ended_for_a_reason(client, olga, season):
    client.force_login(olga)
    page = f"{INDEX}{season.pk}/"
    assert "settings that affect results cannot be changed" in client.get(page).text
    answer = client.post(f"{page}end/", {"reason": "finals"}, follow=True)
    assert "has ended" in answer.text
    season.refresh_from_db()
    assert season.has_ended
    assert "ended: finals" in client.get(page).text
    answer = client.post(f"{page}end/", {"reason": "again"}, follow=True)
    assert "Nothing was done" in answer.text


def test_a_season_that_has_begun_has_no_form(client, olga, season):
    client.force_login(olga)
    client.post(f"{INDEX}{season.pk}/", fields())
    season.refresh_from_db()
    assert season.name != "Spring cup"


def test_others_do_not_find_these_pages(client, alice, season):
    client.force_login(alice)
    for page in (INDEX, NEW, f"{INDEX}{season.pk}/"):
        assert client.get(page).status_code == 404
    for act in ("end", "withdraw"):
        assert client.post(f"{INDEX}{season.pk}/{act}/", {"reason": "x"}).status_code == 404
    assert client.post(NEW, fields()).status_code == 404
    season.refresh_from_db()
    assert season.ends is None


def test_the_desk_leads_here(client, olga, season):
    client.force_login(olga)
    assert f'href="{reverse("seasons")}"' in client.get("/desk/").text
    client.logout()
    assert client.get(INDEX)["Location"].startswith("/accounts/login/")


def floor_of(season):
    return f"{INDEX}{season.pk}/floor/"


def test_an_organizer_sets_the_hourly_floor_of_a_running_season(client, olga, season):
    client.force_login(olga)
    page = client.get(f"{INDEX}{season.pk}/").text
    assert "<dd>30 matches</dd>" in page
    assert "resting bots play, too" in page
    given = {"floor": "45", "reason": "a busy week"}
    answer = client.post(floor_of(season), given, follow=True)
    assert "is 45 now" in answer.text
    assert "<dd>45 matches</dd>" in answer.text
    assert "given an hourly floor of 45 instead of 30: a busy week" in answer.text
    assert '<td class="num opt">45</td>' in client.get(INDEX).text


def test_a_planned_season_has_the_field_beside_its_plan(client, olga, season):
    client.force_login(olga)
    made = planned(client)
    assert 'name="floor"' in client.get(f"{INDEX}{made.pk}/").text
    client.post(floor_of(made), {"floor": "0", "reason": "a small disk"})
    made.refresh_from_db()
    assert made.hourly_floor == 0
    answer = client.post(floor_of(made), {"floor": "x", "reason": "again"})
    assert answer.status_code == 422
    assert 'value="Spring cup"' in answer.text


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"floor": "241", "reason": "more"}, "The hourly floor is a whole number from 0 to 240."),
        ({"floor": "-1", "reason": "less"}, "The hourly floor is a whole number from 0 to 240."),
        ({"floor": "", "reason": "none"}, "The hourly floor is a whole number from 0 to 240."),
        ({"floor": "30", "reason": "same"}, "The hourly floor is 30 already."),
        ({"floor": "60", "reason": ""}, "This field is required."),
    ],
)
def test_a_wrong_floor_changes_nothing_and_the_page_says_why(
    client, olga, season, given, complaint
):
    client.force_login(olga)
    answer = client.post(floor_of(season), given)
    assert answer.status_code == 422
    assert complaint in answer.text
    season.refresh_from_db()
    assert season.hourly_floor == 30


def test_a_season_that_is_over_has_no_field_for_the_floor(client, olga, season):
    Season.objects.filter(pk=season.pk).update(ends=timezone.now())
    client.force_login(olga)
    assert 'name="floor"' not in client.get(f"{INDEX}{season.pk}/").text
    answer = client.post(floor_of(season), {"floor": "60", "reason": "too late"})
    assert answer.status_code == 422
    assert "The season has ended: it gets no more matches." in answer.text
    season.refresh_from_db()
    assert season.hourly_floor == 30


def test_others_do_not_set_the_floor(client, alice, season):
    client.force_login(alice)
    given = {"floor": "60", "reason": "more of mine"}
    assert client.post(floor_of(season), given).status_code == 404
    season.refresh_from_db()
    assert season.hourly_floor == 30
