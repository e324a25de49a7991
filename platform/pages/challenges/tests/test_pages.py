"""Challenging somebody to a friendly match."""

from __future__ import annotations

import pytest

from bots import services
from bots.tests.steps import ready, version_of
from matches.models import Match
from matches.services import MAX_WAITING, request_match

pytestmark = pytest.mark.django_db
NEW = "/matches/new/?game=snake&ruleset=standard"


@pytest.fixture
def worm(alices_bot):
    return ready(version_of(alices_bot))


@pytest.fixture
def cobra(charlie):
    return ready(version_of(services.create_bot(charlie, "snake", "cobra")))


def challenge(client, version, **changes):
    form = {"version": version.pk, "opponent_1": "charlie/cobra", "seat": "0", "seed": ""}
    return client.post(NEW, form | changes)


def test_a_challenge_leads_to_its_match(client, alice, worm, cobra):
    client.force_login(alice)
    answer = challenge(client, worm, seed="7")
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.pk}/"
    assert (match.kind, match.ruleset, match.seed, match.requested_by) == (
        "friendly", "standard", 7, alice,
    )  # fmt: skip
    assert [seat.version for seat in match.seats.all()] == [worm, cobra]


def test_the_seat_can_be_chosen(client, alice, worm, cobra):
    client.force_login(alice)
    challenge(client, worm, seat="1")
    assert [seat.version for seat in Match.objects.get().seats.all()] == [cobra, worm]


def test_a_seat_at_random_is_not_always_the_same(client, alice, worm, cobra):
    client.force_login(alice)
    for _ in range(MAX_WAITING):
        challenge(client, worm, seat="")
    firsts = {match.seats.get(number=0).version for match in Match.objects.all()}
    assert firsts == {worm, cobra}


def test_an_older_version_may_be_tried(client, alice, alices_bot, worm, cobra):
    ready(version_of(alices_bot))
    client.force_login(alice)
    challenge(client, worm)
    assert Match.objects.get().seats.get(number=0).version == worm


def test_a_bots_name_alone_is_enough_while_it_is_the_only_one(client, alice, bob, worm, cobra):
    client.force_login(alice)
    assert challenge(client, worm, opponent_1="Cobra").status_code == 302
    ready(version_of(services.create_bot(bob, "snake", "cobra")))
    answer = challenge(client, worm, opponent_1="cobra")
    assert answer.status_code == 422
    assert "charlie/cobra, bob/cobra. Write owner/bot." in answer.text


@pytest.mark.parametrize(
    ("changes", "field", "objection"),
    [
        ({"opponent_1": "charlie/nobody"}, "opponent_1", "No bot “charlie/nobody” plays"),
        ({"opponent_1": ""}, "opponent_1", "This field is required"),
        ({"seed": "-1"}, "seed", "greater than or equal to 0"),
        ({"seed": "many"}, "seed", "Enter a whole number"),
        ({"seat": "2"}, "seat", "is not one of the available choices"),
    ],
)
def test_a_refused_challenge_says_why_and_keeps_what_was_typed(
    client, alice, worm, cobra, changes, field, objection
):
    client.force_login(alice)
    answer = challenge(client, worm, **changes)
    assert answer.status_code == 422
    assert objection in " ".join(answer.context["form"].errors[field])
    for value in changes.values():
        assert not value or value in answer.text
    assert not Match.objects.exists()


def test_nobody_sends_a_bot_of_others(client, bob, charlie, worm, cobra):
    client.force_login(charlie)
    ready(version_of(services.create_bot(bob, "snake", "adder")))
    answer = challenge(client, worm, opponent_1="bob/adder")
    assert answer.status_code == 422
    assert not Match.objects.exists()


def test_too_many_waiting_matches_are_refused(client, alice, worm, cobra):
    for _ in range(MAX_WAITING):
        request_match(alice, "snake", "standard", [worm, cobra])
    client.force_login(alice)
    answer = challenge(client, worm)
    assert answer.status_code == 422
    assert "still wait" in answer.text
    assert 'value="charlie/cobra"' in answer.text


def test_who_has_no_bot_is_led_to_one(client, charlie):
    client.force_login(charlie)
    page = client.get(NEW).text
    assert "you need a bot of this game" in page
    assert 'href="/bots/"' in page


def test_an_opponent_named_in_the_address_is_filled_in(client, alice, worm, cobra):
    client.force_login(alice)
    page = client.get(f"{NEW}&opponent=charlie/cobra").text
    assert 'value="charlie/cobra"' in page


def test_opponents_are_found_by_parts_of_both_names(client, alice, worm, cobra):
    client.force_login(alice)
    found = client.get("/matches/new/opponents/?game=snake&opponent_1=char/co").text
    assert found.split() == ["<option", 'value="charlie/cobra"></option>']
    assert "option" not in client.get("/matches/new/opponents/?opponent_1=zzz").text


def test_an_unknown_game_is_not_found(client, alice):
    client.force_login(alice)
    assert client.get("/matches/new/?game=chess").status_code == 404
