"""A person's own settings: profile, tokens, teams."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone
from knox.auth import TokenAuthentication

from accounts.members.teams import create_team, invite
from accounts.models import ApiToken, Membership, Team
from accounts.signing.tokens import MAX_TOKENS, create_token

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["", "tokens/", "teams/"])
def test_settings_are_for_people_who_are_logged_in(client, alice, path):
    answer = client.get(f"/settings/{path}")
    assert answer["Location"] == f"/accounts/login/?next=/settings/{path}"
    client.force_login(alice)
    assert client.get(f"/settings/{path}").status_code == 200


def test_the_profile_is_saved(client, alice):
    client.force_login(alice)
    client.post("/settings/", {"about": "I like snakes.", "time_zone": "Europe/Warsaw"})
    alice.refresh_from_db()
    assert (alice.about, alice.time_zone) == ("I like snakes.", "Europe/Warsaw")


def test_an_unknown_time_zone_is_refused_and_the_rest_stays_typed(client, alice):
    client.force_login(alice)
    answer = client.post("/settings/", {"about": "I like snakes.", "time_zone": "Mars/Base"})
    assert answer.status_code == 422
    assert "is not a time zone" in answer.text
    assert 'value="Mars/Base"' in answer.text
    assert "I like snakes." in answer.text
    alice.refresh_from_db()
    assert alice.about == ""


def test_zones_to_choose_from_are_offered(client, alice):
    client.force_login(alice)
    assert '<option value="Europe/Warsaw">' in client.get("/settings/").text


# Tokens


def log_in(client, person):
    """By password, as a person does: only then may a token be made without asking again."""
    cache.clear()
    client.post("/accounts/login/", {"login": person.username, "password": f"{person}-secret-1"})


def form(name, scopes=("read", "bots"), days="30"):
    return {"name": name, "scopes": list(scopes), "days": days}


def test_a_token_is_shown_once_and_works(client, alice, settings):
    log_in(client, alice)
    answer = client.post("/settings/tokens/", form("upload script"))
    secret = answer.context["secret"]
    assert secret.startswith("arb_")
    assert secret in answer.text
    assert "no-store" in answer["Cache-Control"]
    assert secret not in client.get("/settings/tokens/").text
    user, token = TokenAuthentication().authenticate_credentials(secret.encode())
    assert (user, token.name, token.scopes) == (alice, "upload script", ["read", "bots"])
    assert timedelta(days=29) < token.expiry - timezone.now() <= timedelta(days=30)


def test_scopes_and_expiry_are_chosen_and_shown(client, alice, olga):
    log_in(client, alice)
    page = client.get("/settings/tokens/").text
    assert 'value="read" ' in page
    assert 'value="organize"' not in page
    answer = client.post("/settings/tokens/", form("reader", ["read"], "never"))
    assert ApiToken.objects.get().scopes == ["read"]
    assert ApiToken.objects.get().expiry is None
    assert "<td>read</td>" in answer.text
    client.force_login(olga)
    assert 'value="organize"' in client.get("/settings/tokens/").text


@pytest.mark.parametrize(
    ("scopes", "objection"),
    [([], "Choose at least one scope."), (["organize"], "organize is not one of the available")],
)
def test_scopes_that_one_cannot_give_are_refused(client, alice, scopes, objection):
    log_in(client, alice)
    answer = client.post("/settings/tokens/", form("script", scopes))
    assert answer.status_code == 422
    assert objection in answer.text
    assert 'value="script"' in answer.text
    assert not ApiToken.objects.exists()


def test_an_expired_token_is_marked(client, alice):
    create_token(alice, "old", ["read"], timedelta(seconds=-1))
    client.force_login(alice)
    assert ">expired<" in client.get("/settings/tokens/").text


def test_a_token_without_a_name_is_refused(client, alice):
    log_in(client, alice)
    assert client.post("/settings/tokens/", form(" ")).status_code == 422
    assert not ApiToken.objects.exists()


def test_too_many_tokens_are_refused_with_what_to_do(client, alice):
    for number in range(MAX_TOKENS):
        create_token(alice, f"t{number}", ["read"])
    log_in(client, alice)
    answer = client.post("/settings/tokens/", form("one more"))
    assert answer.status_code == 422
    assert "revoke one first" in answer.text
    assert 'value="one more"' in answer.text


def test_revoking_ends_only_a_token_of_mine(client, alice, charlie):
    mine, _ = create_token(alice, "mine", ["read"])
    client.force_login(charlie)
    assert client.post(f"/settings/tokens/{mine.digest}/revoke/").status_code == 404
    client.force_login(alice)
    assert client.get(f"/settings/tokens/{mine.digest}/revoke/").status_code == 405
    assert client.post(f"/settings/tokens/{mine.digest}/revoke/").status_code == 302
    assert not ApiToken.objects.exists()


def test_a_list_of_tokens_says_when_each_was_used(client, alice, django_assert_max_num_queries):
    for number in range(10):
        create_token(alice, f"t{number}", ["read"])
    ApiToken.objects.filter(name="t3").update(last_used=timezone.now())
    client.force_login(alice)
    with django_assert_max_num_queries(9):  # fewer than the tokens: no query for each
        page = client.get("/settings/tokens/").text
    assert page.count("never</span>") == 9 + 10  # used, expires


# Teams


def test_a_team_grows_by_invitation(client, alice, bob):
    client.force_login(alice)
    client.post("/settings/teams/", {"name": "wonderland"})
    team = Team.objects.get()
    client.post(f"/settings/teams/{team.pk}/invite/", {f"t{team.pk}-username": "bob"})
    assert not Membership.objects.get(user=bob).accepted
    client.force_login(bob)
    assert "invites you" in client.get("/settings/teams/").text
    client.post(f"/settings/teams/{team.pk}/accept/")
    assert Membership.objects.get(user=bob).accepted
    client.post(f"/settings/teams/{team.pk}/leave/")
    assert not Membership.objects.filter(user=bob).exists()


def test_who_is_only_invited_sees_an_invitation_and_no_team(client, alice, bob, team, charlie):
    invite(team, alice, "charlie")
    client.force_login(charlie)
    answer = client.get("/settings/teams/")
    assert [each.team.name for each in answer.context["invitations"]] == ["wonderland"]
    assert answer.context["cards"] == []


def test_each_team_is_listed_once_and_no_invitation_of_others_is_mine(client, alice, team, charlie):
    invite(team, alice, "charlie")
    client.force_login(alice)
    answer = client.get("/settings/teams/")
    assert [card.team.name for card in answer.context["cards"]] == ["wonderland"]
    assert not answer.context["invitations"]


@pytest.mark.parametrize(
    ("name", "objection"), [("nobody", "There is nobody named"), ("bob", "already a member")]
)
def test_a_wrong_invitation_is_explained_beside_its_team(client, alice, team, name, objection):
    client.force_login(alice)
    answer = client.post(f"/settings/teams/{team.pk}/invite/", {f"t{team.pk}-username": name})
    assert answer.status_code == 422
    assert objection in answer.text
    assert f'value="{name}"' in answer.text


@pytest.mark.parametrize("act", ["invite", "accept", "leave"])
def test_strangers_cannot_touch_a_team(client, team, charlie, act):
    client.force_login(charlie)
    form = {f"t{team.pk}-username": "charlie"}
    assert client.post(f"/settings/teams/{team.pk}/{act}/", form).status_code == 404
    assert not Membership.objects.filter(user=charlie).exists()


def test_the_invited_invite_nobody(client, alice, team, charlie, olga):
    invite(team, alice, "charlie")
    client.force_login(charlie)
    form = {f"t{team.pk}-username": "olga"}
    assert client.post(f"/settings/teams/{team.pk}/invite/", form).status_code == 404
    assert not Membership.objects.filter(user=olga).exists()


def test_a_taken_team_name_is_refused_and_stays_typed(client, alice, team):
    client.force_login(alice)
    answer = client.post("/settings/teams/", {"name": "wonderland"})
    assert answer.status_code == 422
    assert 'value="wonderland"' in answer.text
    assert "already exists" in answer.text


def test_the_page_of_teams_does_not_ask_per_team(client, alice, django_assert_max_num_queries):
    for number in range(8):
        create_team(alice, f"group-{number}")
    client.force_login(alice)
    with django_assert_max_num_queries(12):
        client.get("/settings/teams/")


def test_who_leaves_alone_is_told_that_the_team_goes_with_its_invitations(client, alice, charlie):
    team = create_team(alice, "loners")
    invite(team, alice, "charlie")
    client.force_login(alice)
    assert (
        "the team and its invitations are deleted"
        in client.get("/settings/teams/").content.decode()
    )
    client.post(f"/settings/teams/{team.pk}/leave/")
    assert not Team.objects.filter(pk=team.pk).exists()
