"""A bot is handed to another person or team, who accepts."""

from __future__ import annotations

import re

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import moderation, permissions
from accounts.deletion import delete
from accounts.models import Membership
from accounts.roles import Role
from audit import services as audit
from bots import identity
from bots.models import Bot, BotOffer
from bots.services import create_bot
from notices.models import Notice

pytestmark = pytest.mark.django_db


def last(person) -> str:
    return Notice.objects.filter(user=person)[0].text


def test_a_person_accepts_a_bot_and_its_old_address_leads_on(client, alice, charlie, alices_bot):
    client.force_login(alice)
    page = "/bots/alice/worm/hand-over/"
    assert page in client.get("/bots/alice/worm/edit/").text
    refused = client.post(page, {"person": "nobody"})
    assert "There is nobody named “nobody” here." in refused.text
    client.post(page, {"person": "Charlie"})
    assert last(charlie) == "alice hands alice/worm over to you. Accept or decline it."
    client.force_login(charlie)
    assert page in client.get("/bots/").text
    assert "alice offers you the bot" in client.get(page).text
    answer = client.post(f"{page}accept/")
    assert answer["Location"] == "/bots/charlie/worm/"
    bot = Bot.objects.get()
    assert (bot.owner, bot.team) == (charlie, None)
    assert not bot.managed_by(alice)
    assert last(alice) == "charlie has taken charlie/worm over."
    assert client.get("/bots/alice/worm/")["Location"] == "/bots/charlie/worm/"
    acts = [entry.act for entry in audit.of(bot)]
    assert acts[:2] == ["took the bot over from alice", "offered it to charlie"]
    create_bot(alice, "snake", "worm")
    assert client.get("/bots/alice/worm/").status_code == 200


def test_a_member_of_a_team_accepts_for_it(alice, bob, charlie, alices_bot, team):
    other = create_bot(charlie, "snake", "viper")
    made = identity.offer(other, charlie, team="Wonderland")
    Membership.objects.filter(user=bob).update(role=Role.MEMBER)
    with pytest.raises(PermissionDenied):
        identity.accept(made, bob)
    identity.accept(made, alice)
    other.refresh_from_db()
    assert (other.owner, other.team) == (alice, team)


def test_an_offer_is_declined_or_taken_back(alice, charlie, alices_bot):
    made = identity.offer(alices_bot, alice, person="charlie")
    with pytest.raises(ValidationError, match="offered already"):
        identity.offer(alices_bot, alice, person="charlie")
    identity.decline(made, charlie)
    assert last(alice) == "charlie declines your bot alice/worm."
    made = identity.offer(alices_bot, alice, person="charlie")
    identity.decline(made, alice)
    assert not BotOffer.objects.exists()
    alices_bot.refresh_from_db()
    assert alices_bot.owner == alice


def test_who_may_offer_and_accept(client, alice, bob, charlie, alices_bot):
    with pytest.raises(PermissionDenied):
        identity.offer(alices_bot, bob, person="charlie")
    for given in ({}, {"person": "charlie", "team": "wonderland"}):
        with pytest.raises(ValidationError, match="a person or a team"):
            identity.offer(alices_bot, alice, **given)
    made = identity.offer(alices_bot, alice, person="charlie")
    with pytest.raises(PermissionDenied):
        identity.accept(made, bob)
    for person in (bob, None):
        client.logout()
        if person:
            client.force_login(person)
        assert client.get("/bots/alice/worm/hand-over/").status_code in (302, 404)
    create_bot(charlie, "snake", "Worm")
    with pytest.raises(ValidationError, match="already have a bot named"):
        identity.accept(made, charlie)


def test_an_offer_that_is_gone_is_said_to_be_so(client, alice, charlie, alices_bot):
    made = identity.offer(alices_bot, alice, person="charlie")
    identity.decline(made, charlie)
    for act, person in ((identity.accept, charlie), (identity.decline, charlie)):
        with pytest.raises(ValidationError, match="This offer is gone"):
            act(made, person)
    with pytest.raises(ValidationError, match="This offer is gone"):
        identity.decline(made, alice)
    for word, person in (("accept", charlie), ("decline", charlie), ("decline", alice)):
        client.force_login(person)
        answer = client.post(f"/bots/alice/worm/hand-over/{word}/", follow=True)
        assert "This offer is gone: it was accepted, declined or taken back." in answer.text


def test_two_people_who_take_over_each_other_s_bots_lock_in_one_order(alice, charlie, alices_bot):
    viper = create_bot(charlie, "snake", "viper")
    offers = [
        (identity.offer(alices_bot, alice, person="charlie"), charlie),
        (identity.offer(viper, charlie, person="alice"), alice),
    ]
    both = {str(person.pk) for person in (alice, charlie)}
    for made, by in offers:
        with CaptureQueriesContext(connection) as queries:
            identity.accept(made, by)
        asked = [each["sql"] for each in queries if each["sql"].startswith("SELECT")]
        first = next(sql for sql in asked if 'FROM "accounts_user" WHERE' in sql)
        (ids,) = re.findall(r'"id" IN \(([^)]*)\) ORDER BY "accounts_user"."id" ASC', first)
        assert set(ids.split(", ")) == both


def test_offers_end_with_the_account(alice, charlie, alices_bot):
    identity.offer(alices_bot, alice, person="charlie")
    delete(charlie, rename=False)
    assert not BotOffer.objects.exists()


def test_offers_of_a_closed_account_are_nobody_s(client, alice, charlie, olga, alices_bot):
    made = identity.offer(alices_bot, alice, person="charlie")
    client.force_login(charlie)
    assert "/bots/alice/worm/hand-over/" in client.get("/bots/").text
    moderation.close(alice, olga, "It copies programs.")
    assert "/bots/alice/worm/hand-over/" not in client.get("/bots/").text
    with pytest.raises(PermissionDenied):
        identity.accept(made, charlie)


def test_nobody_sends_mails_to_a_person_by_offering_again_and_again(
    alice, charlie, alices_bot, monkeypatch
):
    monkeypatch.setattr(permissions, "MOST_MAILED", 1)
    identity.decline(identity.offer(alices_bot, alice, person="charlie"), alice)
    with pytest.raises(ValidationError, match="in an hour"):
        identity.offer(alices_bot, alice, person="charlie")
    assert Notice.objects.filter(user=charlie).count() == 1
