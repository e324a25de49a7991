"""Follow and unfollow: who may, what, and how much."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.roles import Role
from audit.models import AuditEntry
from bots.models import Bot
from bots.notifications import managers
from following import services
from following.models import Follow, Target
from following.targets import NothingThere, find, key_of, kind_of, subjects, target_of
from games.registry import GAMES
from ladder.core.contest.plan import Kind
from ladder.events.models import Event
from ladder.events.tests.steps import open_event, stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga, worm):
    return open_event(olga, stage("cup", Kind.SINGLE))


def test_a_person_follows_bots_people_events_and_games_and_unfollows_them(
    charlie, alice, worm, event
):
    things = [worm, alice, event, GAMES["snake"]]
    for each in things:
        services.follow(charlie, each)
        services.follow(charlie, each)
        assert services.is_following(charlie, each)
        assert services.follower_count(each) == 1
    seen = [each.subject for each in services.seen_follows(charlie)]
    assert seen == things
    for each in things:
        assert services.unfollow(charlie, each)
        assert not services.unfollow(charlie, each)
        assert not services.is_following(charlie, each)
    assert Follow.objects.count() == 0


def test_each_thing_is_found_by_its_kind_and_name(charlie, alice, worm, event):
    for each in (worm, alice, event, GAMES["snake"]):
        assert find(kind_of(each), key_of(each), charlie) == each


@pytest.mark.parametrize(
    ("kind", "key"),
    [("bot", "alice/none"), ("bot", "alice"), ("person", "x"), ("event", "x"), ("game", "x"),
     ("map", "1")],
)  # fmt: skip
def test_unknown_things_are_not_found(charlie, worm, kind, key):
    with pytest.raises(NothingThere):
        find(kind, key, charlie)


def test_a_draft_is_found_by_organizers_alone(charlie, olga, event):
    Event.objects.update(state=Event.State.DRAFT)
    assert find("event", event.slug, olga) == event
    with pytest.raises(NothingThere):
        find("event", event.slug, charlie)


def test_a_closed_account_and_its_bots_are_not_found_and_not_listed(charlie, alice, worm):
    services.follow(charlie, alice)
    services.follow(charlie, worm)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    for kind, key in (("person", "alice"), ("bot", "alice/worm")):
        with pytest.raises(NothingThere):
            find(kind, key, charlie)
    assert services.seen_follows(charlie) == []
    assert services.drop_unseen(charlie) == 2
    assert not charlie.follows.exists()


def test_followers_of_closed_accounts_do_not_count(charlie, worm):
    services.follow(charlie, worm)
    User.objects.filter(pk=charlie.pk).update(is_active=False)
    assert services.follower_count(worm) == 0


def test_members_who_change_nothing_get_notices_of_the_teams_bots_without_following(
    alice, bob, team, worm
):
    worm.team = team
    worm.save()
    for role in Role:
        team.memberships.filter(user=bob).update(role=role)
        assert services.is_own(worm, bob)
        assert bob in managers(Bot.objects.filter(pk=worm.pk))


def test_nobody_follows_their_own_bots_or_themselves(alice, bob, team, worm):
    worm.team = team
    worm.save()
    for person, thing in ((alice, worm), (bob, worm), (alice, alice)):
        with pytest.raises(ValidationError, match="without following"):
            services.follow(person, thing)


def test_the_limit_says_what_to_do(charlie, worm, monkeypatch):
    monkeypatch.setattr(services, "MOST", 1)
    services.follow(charlie, worm)
    services.follow(charlie, worm)
    with pytest.raises(ValidationError, match="Unfollow some of them at /settings/following/"):
        services.follow(charlie, GAMES["snake"])


def test_a_target_is_exactly_one_thing(alice, worm):
    for columns in ({}, {"bot": worm, "person": alice}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Target.objects.create(**columns)


def test_a_target_goes_with_its_thing(charlie, event):
    services.follow(charlie, event)
    event.delete()
    assert not Follow.objects.exists()
    assert not Target.objects.filter(event__isnull=False).exists()


def test_a_game_that_is_not_here_now_is_not_seen(charlie, monkeypatch):
    services.follow(charlie, GAMES["snake"])
    target = target_of(GAMES["snake"])
    target.game = "gone"
    target.save()
    assert subjects([target], charlie) == {}
    assert services.seen_follows(charlie) == []


def test_the_address_of_a_feed_is_signed_and_can_be_renewed(charlie, monkeypatch):
    token = services.feed_token(charlie)
    monkeypatch.setattr("time.time", lambda: 1e9)
    assert services.feed_token(charlie) == token
    assert services.feed_owner(token) == charlie
    services.renew_feed(charlie)
    assert services.feed_owner(token) is None
    assert services.feed_owner(services.feed_token(charlie)) == charlie
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.target_text) == (charlie, "the feed address of charlie")
    User.objects.filter(pk=charlie.pk).update(is_active=False)
    assert services.feed_owner(services.feed_token(charlie)) is None


@pytest.mark.parametrize("token", ["", "x", "WzEsImFiYyJd:1vMabc:forged"])
def test_a_token_that_is_not_ours_is_nobodys(token, charlie):
    assert services.feed_owner(token) is None
