"""The page on which a match is played on, and what the match's page offers of its recording."""

from __future__ import annotations

import pytest

from games.bundle import read
from matches import services, tasks
from matches.audience import Audience
from matches.models import Match
from matches.recorded import verification


@pytest.fixture
def ready(make_ready, alices_bot):
    return make_ready(alices_bot)


@pytest.fixture
def origin(ready, alice) -> Match:
    match = services.request_match(alice, "snake", "blitz", [ready, ready], seed=5)
    tasks.play("matches")
    match.refresh_from_db()
    return match


def fork(client, origin, **changes):
    form = {"frame": "12", "seat_0": "recorded", "seat_1": "recorded"}
    return client.post(f"/matches/{origin.pk}/fork/", form | changes)


def test_the_form_names_the_place_and_the_recorded_players(client, alice, origin):
    client.force_login(alice)
    page = client.get(f"/matches/{origin.pk}/fork/?frame=12").content.decode()
    assert "Play on from game 1, turn" in page
    assert "(as recorded)" in page
    assert "Myself" in page


def test_the_form_says_what_a_new_bot_is_fed(client, alice, origin, monkeypatch):
    client.force_login(alice)
    address = f"/matches/{origin.pk}/fork/?frame=12"
    assert "its own are ignored until the turn" in client.get(address).text
    monkeypatch.setattr(type(origin.played_game).wire, "whole", True)
    assert "gets no question about the past" in client.get(address).text


def test_a_fork_is_made_shown_with_its_origin_and_with_its_family(client, alice, origin):
    client.force_login(alice)
    answer = fork(client, origin)
    made = Match.objects.get(origin=origin)
    assert answer["Location"] == f"/matches/{made.pk}/"
    tasks.play("matches")
    page = client.get(f"/matches/{made.pk}/").content.decode()
    assert f"of match {origin.pk}</a>" in page
    assert "2 related matches" in page
    assert "answered its past differently" not in page
    assert "2 related matches" in client.get(f"/matches/{origin.pk}/").content.decode()


def test_a_person_who_takes_a_seat_is_led_to_play(client, charlie, origin):
    client.force_login(charlie)
    answer = fork(client, origin, seat_0="me", seat_1="other", other_1="alice/worm")
    made = Match.objects.get(origin=origin)
    assert answer["Location"] == f"/matches/{made.pk}/play/0/"
    assert made.seats.get(number=1).program.bot.name == "worm"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seat_0": "other"}, "Name the bot"),
        ({"seat_0": "other", "other_0": "nobody/none"}, "No bot"),
        ({"frame": "99999"}, "Choose a frame"),
        ({"seat_0": "me", "seat_1": "me"}, "one seat"),
        ({"seat_0": "17"}, "valid choice"),
    ],
)
def test_bad_choices_come_back_with_a_reason(client, alice, origin, changes, said):
    client.force_login(alice)
    answer = fork(client, origin, **changes)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Match.objects.filter(origin=origin).exists()


def test_a_visitor_logs_in_first_and_a_hidden_match_is_not_there(client, charlie, origin):
    assert "/login/" in fork(client, origin)["Location"]
    Match.objects.filter(pk=origin.pk).update(audience=Audience.HIDDEN)
    client.force_login(charlie)
    assert client.get(f"/matches/{origin.pk}/fork/").status_code == 404
    assert fork(client, origin).status_code == 404


def test_a_bundle_is_downloaded_from_the_page(client, origin):
    page = client.get(f"/matches/{origin.pk}/").content.decode()
    assert f"arbiter replay match-{origin.pk}-seat-2.bundle.gz" in page
    answer = client.get(f"/matches/{origin.pk}/seats/1/bundle/")
    assert read(answer.getvalue()).head["seat"] == 1


def test_the_bundle_of_a_game_that_hides_things_is_offered_to_its_team_alone(
    client, origin, alice, charlie, monkeypatch
):
    monkeypatch.setattr(type(origin.played_game), "hides", True)
    client.force_login(charlie)
    assert "arbiter replay" not in client.get(f"/matches/{origin.pk}/").content.decode()
    assert client.get(f"/matches/{origin.pk}/seats/1/bundle/").status_code == 403
    client.force_login(alice)
    assert "arbiter replay" in client.get(f"/matches/{origin.pk}/").content.decode()


def test_a_verification_is_requested_and_shown(client, charlie, origin):
    client.force_login(charlie)
    answer = client.post(f"/matches/{origin.pk}/verify/", follow=True)
    assert "is being played again…" in answer.content.decode()
    assert client.get(f"/matches/{origin.pk}/verdict/").status_code == 200
    verification.carry_out()
    done = client.get(f"/matches/{origin.pk}/verdict/")
    assert done.status_code == 286
    assert "Verified:" in done.content.decode()


def test_the_page_of_a_match_without_forks_asks_few_questions(
    client, origin, django_assert_max_num_queries
):
    with django_assert_max_num_queries(15):
        client.get(f"/matches/{origin.pk}/")
