"""Entering an event, and leaving it: whose bots, how many, and until when."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from bots import identity
from bots import services as bot_services
from bots.models import Bot
from ladder.core.contest.plan import EventPlan, Kind
from ladder.events.entrants import entering
from ladder.events.entrants.terms import rules
from ladder.events.entrants.terms.consent import set_standing
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.tests.steps import open_event, stage
from ladder.tests.play import make_bot

pytestmark = pytest.mark.django_db

LEAGUE = stage("league", Kind.ROUND_ROBIN)


@pytest.fixture
def event(olga, redis_client):
    return open_event(olga, LEAGUE)


def refused(event, bot, by, words):
    with pytest.raises(ValidationError, match=words):
        entering.enter(event, bot, by)
    assert not event.entries.filter(bot=bot, withdrawn_at=None).exists()


def test_who_manages_a_bot_may_enter_it_also_a_member_of_its_team(event, alice, bob, team):
    entry = entering.enter(event, make_bot(alice, "worm", team), bob)
    assert (entry.entered_by, str(entry)) == (bob, "alice/worm in Open")


def test_nobody_enters_the_bot_of_somebody_else_but_organizers(event, alice, charlie, olga):
    worm = make_bot(alice, "worm")
    with pytest.raises(PermissionDenied):
        entering.enter(event, worm, charlie)
    with pytest.raises(ValidationError, match="has not agreed that organizers enter bots"):
        entering.enter(event, worm, olga)
    set_standing(alice, True)
    assert entering.enter(event, worm, olga).bot == worm


def test_everybody_enters_as_many_bots_as_the_event_says(event, alice):
    entering.enter(event, make_bot(alice, "one"), alice)
    refused(event, make_bot(alice, "two"), alice, "at most one bot of a game")
    Event.objects.update(per_person=2)
    entering.enter(event, alice.bots.get(name="two"), alice)


def test_places_are_limited(event, alice, charlie):
    Event.objects.update(most_entries=1)
    entering.enter(event, make_bot(alice, "worm"), alice)
    refused(event, make_bot(charlie, "viper"), charlie, "All 1 places are taken")


def test_a_bot_enters_once_and_may_leave_and_come_back(event, alice, charlie):
    worm = make_bot(alice, "worm")
    entry = entering.enter(event, worm, alice)
    with pytest.raises(ValidationError, match="has already entered"):
        entering.enter(event, worm, alice)
    with pytest.raises(PermissionDenied):
        entering.leave(entry, charlie)
    entering.leave(entry, alice)
    entry.refresh_from_db()
    assert entry.withdrawn_at is not None
    assert entering.enter(event, worm, alice).pk == entry.pk


def test_a_bot_that_does_not_play_cannot_enter(event, alice):
    bare = bot_services.create_bot(alice, "snake", "bare")
    refused(event, bare, alice, "has no active version")


def test_a_bot_of_another_game_cannot_enter(event, alice):
    other = bot_services.create_bot(alice, "generals", "king")
    refused(event, other, alice, "plays a game that is not part of the event")


def test_entries_are_open_from_one_moment_to_another(event, alice, olga):
    worm, now = make_bot(alice, "worm"), timezone.now()
    hour = timedelta(hours=1)
    for times in (
        {"entries_open": now + hour},
        {"entries_open": None, "entries_close": now - hour},
        {"entries_close": None, "starts": now - hour},
    ):
        Event.objects.update(**times)
        refused(event, worm, alice, "Entries are not open")
    set_standing(alice, True)
    assert entering.enter(event, worm, olga)


def test_nobody_enters_or_leaves_after_the_start(event, alice, charlie, olga):
    entry = entering.enter(event, make_bot(alice, "worm"), alice)
    entering.enter(event, make_bot(charlie, "viper"), charlie)
    acts.start(event, olga)
    refused(event, make_bot(olga, "late"), olga, "Entries are not open")
    with pytest.raises(ValidationError, match="has started"):
        entering.leave(entry, alice)


def test_a_draft_takes_no_entries(olga, alice, redis_client):
    draft = acts.create(olga, acts.Draft("Secret", EventPlan((LEAGUE,))))
    refused(draft, make_bot(alice, "worm"), alice, "Entries are not open")


def test_a_bot_in_an_event_is_handed_to_nobody_who_may_not_enter_it(event, alice, charlie):
    worm, viper = make_bot(alice, "worm"), make_bot(charlie, "viper")
    for bot in (worm, viper):
        entering.enter(event, bot, bot.owner)
    made = identity.offer(worm, alice, person="charlie")
    with pytest.raises(ValidationError, match=r"worm plays in Open.*at most one bot of a game"):
        identity.accept(made, charlie)
    worm.refresh_from_db()
    assert worm.owner == alice
    entering.leave(event.entries.get(bot=viper), charlie)
    assert identity.accept(made, charlie).owner == charlie


def test_a_bot_in_an_event_moves_to_no_team_that_has_enough_bots_there(
    client, event, alice, bob, olga, team
):
    rules.change(event, olga, rules.RulesDraft(per_team=1))
    worm, viper = make_bot(alice, "worm"), make_bot(bob, "viper", team)
    for bot in (worm, viper):
        entering.enter(event, bot, bot.owner)
    client.force_login(alice)
    refused = client.post("/bots/alice/worm/edit/", {"about": "new", "team": team.pk})
    assert refused.status_code == 422
    assert "Each team can enter at most one bot of a game" in refused.text
    worm.refresh_from_db()
    assert (worm.team, worm.about) == (None, "")
    entering.leave(event.entries.get(bot=viper), bob)
    bot_services.edit_bot(worm, alice, "new", team)
    assert Bot.objects.get(pk=worm.pk).team == team
