"""Organizers' records of people, teams and tokens, and who gets in."""

from __future__ import annotations

import pytest
from django.contrib import admin

from accounts.models import ApiToken, User
from accounts.signing.tokens import create_token
from audit.models import AuditEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def oscar(db):
    """Is an organizer and no superuser."""
    return User.objects.create_user("oscar", "oscar@example.org", "oscar-secret-1", is_staff=True)


def records():
    return sorted(admin.site._registry, key=lambda model: model._meta.label)


@pytest.mark.parametrize("model", records(), ids=lambda model: model._meta.label)
def test_every_organizer_reads_filters_and_searches_every_list(client, oscar, model):
    client.force_login(oscar)
    page = f"/desk/admin/{model._meta.app_label}/{model._meta.model_name}/"
    assert client.get(page).status_code == 200
    assert client.get(page, {"q": "1"}).status_code == 200


@pytest.mark.parametrize("model", records(), ids=lambda model: model._meta.label)
def test_others_read_none(client, alice, model):
    page = f"/desk/admin/{model._meta.app_label}/{model._meta.model_name}/"
    client.force_login(alice)
    assert client.get(page, follow=True).status_code == 403


def test_the_admin_has_no_login_of_its_own(client):
    """A second door would be one without the limits on guessing."""
    answer = client.get("/desk/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/login/?next=")
    answer = client.post("/desk/admin/login/", {"username": "olga", "password": "olga-secret-1"})
    assert answer["Location"].startswith("/accounts/login/")


def change(client, user, **fields):
    return client.post(f"/desk/admin/accounts/user/{user.pk}/change/", fields)


def test_an_account_is_closed_by_an_act_with_a_reason_and_not_by_a_checkbox(client, oscar, alice):
    client.force_login(oscar)
    assert change(client, alice, about="").status_code == 302
    alice.refresh_from_db()
    assert alice.is_active
    page = client.get(f"/desk/admin/accounts/user/{alice.pk}/change/").text
    assert 'name="is_active"' not in page
    act = {"action": "accounts.moderation.close", "_selected_action": alice.pk, "reason": "spam"}
    client.post("/desk/admin/accounts/user/", act | {"reason": " "})
    alice.refresh_from_db()
    assert alice.is_active
    client.post("/desk/admin/accounts/user/", act)
    alice.refresh_from_db()
    assert (alice.is_active, alice.closed_why) == (False, "spam")
    entry = AuditEntry.objects.latest("number")
    assert (entry.actor, entry.target_text) == (oscar, "alice")


def test_organizers_make_no_organizers_and_close_no_colleague(client, oscar, olga, alice):
    client.force_login(oscar)
    change(client, alice, is_active="on", is_staff="on", is_superuser="on")
    alice.refresh_from_db()
    assert not alice.is_staff
    assert not alice.is_superuser
    assert change(client, olga, about="").status_code == 403
    assert change(client, oscar, about="", is_active="on", is_superuser="on").status_code == 403
    oscar.refresh_from_db()
    assert not oscar.is_superuser


def test_superusers_make_organizers(client, olga, alice):
    client.force_login(olga)
    change(client, alice, is_active="on", is_staff="on")
    alice.refresh_from_db()
    assert alice.is_staff


def test_people_are_never_deleted_by_hand(client, olga, alice):
    client.force_login(olga)
    assert client.post(f"/desk/admin/accounts/user/{alice.pk}/delete/").status_code == 403
    assert client.get("/desk/admin/accounts/user/add/").status_code == 403
    assert "delete_selected" not in client.get("/desk/admin/accounts/user/").text


def test_a_stolen_token_is_revoked_and_its_digest_not_shown(client, oscar, alice):
    token, _ = create_token(alice, "laptop", ["read"])
    client.force_login(oscar)
    page = f"/desk/admin/accounts/apitoken/{token.digest}"
    assert f">{token.digest}<" not in client.get(f"{page}/change/").text
    client.post(f"{page}/delete/", {"post": "yes"})
    assert not ApiToken.objects.exists()
    assert AuditEntry.objects.get().actor == oscar


def test_a_team_shows_its_members_and_changes_none(client, oscar, team):
    client.force_login(oscar)
    page = client.get(f"/desk/admin/accounts/team/{team.pk}/change/").text
    assert "bob" in page
    assert 'name="memberships-0-accepted"' not in page
