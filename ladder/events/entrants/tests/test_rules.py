"""Caps and conditions of entry: each refusal says what is missing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from accounts import moderation
from audit.models import AuditEntry
from bots.models import Bot
from ladder.core.contest.plan import Kind
from ladder.events.entrants import entering
from ladder.events.entrants.terms import rules
from ladder.events.entrants.terms.eligibility import MOST_GUESSES
from ladder.events.entrants.terms.rules import RulesDraft, in_words
from ladder.events.entrants.terms.rules_file import document_of
from ladder.events.models import EntryRules, Event
from ladder.events.planning import acts
from ladder.events.tests.steps import open_event, stage
from ladder.tests.play import make_bot

pytestmark = pytest.mark.django_db


def refused(event, bot, words, code_word=""):
    with pytest.raises(ValidationError, match=words):
        entering.enter(event, bot, bot.owner, code_word)
    assert not event.entries.exists()


def test_without_rules_everybody_enters(event, worm, alice):
    assert entering.enter(event, worm, alice).pk
    assert not EntryRules.objects.exists()
    assert in_words(rules.rules_of(event)) == []


def test_the_owner_needs_a_confirmed_address(ruled, worm, alice):
    event = ruled(confirmed=True)
    EmailAddress.objects.filter(user=alice).update(verified=False)
    refused(event, worm, "alice has no confirmed e-mail address")
    EmailAddress.objects.filter(user=alice).update(verified=True)
    assert entering.enter(event, worm, alice)


def test_the_address_is_at_one_of_the_domains(ruled, worm, alice):
    event = ruled(domains="uni.example, @school.example")
    refused(event, worm, "no confirmed e-mail address at uni.example or school.example")
    EmailAddress.objects.create(user=alice, email="a@sub.uni.example", verified=True)
    refused(event, worm, "at uni.example")
    EmailAddress.objects.create(user=alice, email="a@School.example", verified=True)
    assert entering.enter(event, worm, alice)


def test_the_owner_is_in_the_team(ruled, worm, viper, alice, charlie, team):
    event = ruled(team=team.name.upper())
    refused(event, viper, f"charlie is not in the team {team}")
    assert entering.enter(event, worm, alice)


def test_a_team_that_is_gone_lets_nobody_in(ruled, viper, team):
    event = ruled(team=team.name)
    team.delete()
    refused(Event.objects.get(pk=event.pk), viper, "is not in the team")


def test_the_owner_is_on_the_list(ruled, worm, viper, alice):
    event = ruled(people="Alice, bob\n")
    refused(event, viper, "charlie is not on the organizers' list")
    assert entering.enter(event, worm, alice)


def test_people_and_teams_of_replaced_names_are_still_meant(ruled, worm, viper, alice, olga, team):
    event = ruled(people="Alice, charlie", team=team.name)
    moderation.rename_person(alice, olga, "An insult.")
    moderation.rename_team(team, olga, "It, too.")
    event, worm = Event.objects.get(pk=event.pk), Bot.objects.get(pk=worm.pk)
    refused(event, viper, f"charlie is not in the team team-{team.pk}, ")
    assert team.name not in " ".join(in_words(rules.rules_of(event)))
    assert document_of(event)["team"] == f"team-{team.pk}"
    refused(ruled(people="somebody"), worm, "is not on the organizers' list")
    assert entering.enter(ruled(people="Alice", team=f"team-{team.pk}"), worm, worm.owner)


def test_the_account_has_an_age(ruled, worm, alice):
    event = ruled(least_age=7)
    refused(event, worm, "too new for this event. It can enter from")
    alice.date_joined = timezone.now() - timedelta(days=8)
    alice.save()
    worm.refresh_from_db()
    assert entering.enter(event, worm, alice)


def test_the_code_word_is_asked_for_and_stored_as_a_hash(ruled, worm, alice):
    event = ruled(code_word="Quatsch 7")
    assert "Quatsch" not in event.entry_rules.code_word
    refused(event, worm, "Enter the code word")
    refused(event, worm, "not the code word", "quatsch 7")
    assert entering.enter(event, worm, alice, " Quatsch 7 ")


def test_the_code_word_is_not_guessed(ruled, worm):
    event = ruled(code_word="Quatsch")
    for _ in range(MOST_GUESSES):
        refused(event, worm, "not the code word", "wrong")
    refused(event, worm, "Too many wrong code words", "Quatsch")


def test_the_code_word_stays_until_it_is_changed(ruled, worm):
    event = ruled(code_word="Quatsch")
    event = ruled(per_team=2)
    assert event.entry_rules.code_word
    event = ruled(code_word="")
    assert not event.entry_rules.code_word
    assert "Quatsch" not in " ".join(AuditEntry.objects.values_list("reason", flat=True))


def test_a_team_enters_as_many_bots_as_the_rules_say(ruled, alice, bob, team):
    event = ruled(per_team=1, fields={"per_person": 5})
    entering.enter(event, make_bot(alice, "one", team), alice)
    with pytest.raises(ValidationError, match="Each team can enter at most one bot of a game"):
        entering.enter(event, make_bot(bob, "two", team), bob)
    assert entering.enter(event, make_bot(bob, "three"), bob)


def test_organizers_enter_without_conditions(ruled, olga):
    event = ruled(invited_only=True)
    assert entering.enter(event, make_bot(olga, "own"), olga)


def test_the_page_says_the_rules(ruled, team):
    event = ruled(
        confirmed=True,
        domains="uni.example",
        team=team.name,
        people="alice",
        least_age=1,
        code_word="x",
        per_team=1,
        waiting_list=True,
        check_in_opens=90,
        check_in_closes=30,
        withdraw_until=timezone.now(),
    )
    text = "\n".join(in_words(rules.rules_of(event)))
    for words in (
        "confirmed e-mail address at uni.example",
        f"in the team {team}",
        "organizers' list",
        "at least 1 day old",
        "code word",
        "at most 1 bot of each game",
        "wait for a free place",
        "opens 1 hour 30 minutes before the start and closes 30 minutes before it",
        "withdrawn until",
    ):
        assert words in text


@pytest.mark.parametrize(
    ("field", "draft"),
    [
        ("least_age", {"least_age": -1}),
        ("per_team", {"per_team": 99}),
        ("check_in_closes", {"check_in_opens": 10, "check_in_closes": 10}),
        ("domains", {"domains": "nothing"}),
        ("team", {"team": "nobody"}),
        ("people", {"people": " ".join(f"p{n}" for n in range(501))}),
        ("code_word", {"code_word": "x" * 101}),
    ],
)
def test_wrong_rules_are_refused_beside_their_field(event, olga, field, draft):
    with pytest.raises(ValidationError) as error:
        rules.change(event, olga, RulesDraft(**draft))
    assert list(error.value.error_dict) == [field]


def test_rules_are_changed_by_planners_until_the_start(event, alice, charlie, olga, worm, viper):
    with pytest.raises(PermissionDenied):
        rules.change(event, alice, RulesDraft())
    rules.change(event, olga, RulesDraft(least_age=1))
    assert AuditEntry.objects.latest("number").reason == "least age 0 → 1"
    rules.change(event, olga, RulesDraft())
    for bot in (worm, viper):
        entering.enter(event, bot, bot.owner)
    acts.start(event, olga)
    with pytest.raises(ValidationError, match="has started"):
        rules.change(event, olga, RulesDraft())


def test_rules_are_copied_to_another_event_with_another_date(ruled, olga, worm, team):
    until, day = timezone.now() + timedelta(days=1), timedelta(days=1)
    source = ruled(team=team.name, code_word="x", per_team=3, withdraw_until=until)
    EntryRules.objects.update(seeding="random", draw_seed="7", told_for=until)
    target = open_event(olga, stage("league", Kind.ROUND_ROBIN))
    rules.copy(Event.objects.get(pk=source.pk), target, until + day)
    made = EntryRules.objects.get(event=target)
    assert (made.team, made.per_team, made.withdraw_until) == (team, 3, until + day)
    assert made.code_word
    assert (made.seeding, made.draw_seed, made.told_for) == ("", "", None)
    other = open_event(olga, stage("league", Kind.ROUND_ROBIN))
    rules.copy(Event.objects.create(slug="none", plan={}), other, None)
    assert not EntryRules.objects.filter(event=other).exists()
