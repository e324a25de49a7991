"""Results that open at a set time, round by round, and place by place."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from audit import services as audit
from ladder.core.contest.plan import EventPlan, Feed, Kind, Reveal
from ladder.core.contest.problems import problems
from ladder.events.models import Event, EventMember, Stage
from ladder.events.planning import acts
from ladder.events.reading.matches import MatchQuery, games_of, wanted_matches
from ladder.events.reading.stages.pairings import encounter_games
from ladder.events.reading.stages.results import Groups, results
from ladder.events.reading.stages.standings import final_tables
from ladder.events.reading.viewer import EventViewer
from ladder.events.roles import EventRole
from ladder.events.showing import ceremony
from ladder.events.tasks import move_events
from ladder.events.tests.conftest import kept
from ladder.events.tests.steps import begin, play_all, stage
from matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played(kept_cast, eight):
    """The id of an event that is over: a public league of six, a hidden cup of its best four."""
    league = stage("league", Kind.ROUND_ROBIN)
    cup = stage("cup", Kind.SINGLE, Feed("league", 4), reveal=Reveal.HIDDEN)
    event = begin(kept_cast.olga, kept(eight)[:6], league, cup)
    play_all(event)
    return event.pk


@pytest.fixture
def event(played, bots):
    return Event.objects.get(pk=played)


@pytest.fixture
def cup(event):
    return event.stages.get(key="cup")


def with_role(event, person, role: EventRole):
    EventMember.objects.create(event=event, person=person, role=role)
    return person


def seen(event, who) -> EventViewer:
    return EventViewer(type(event).objects.get(pk=event.pk), who)


def rounds_seen(event, who) -> list[int]:
    """The rounds of the cup whose matches a person finds."""
    games = Match.objects.visible_to(who).filter(event_game__encounter__stage__key="cup")
    return sorted(set(games.values_list("event_game__encounter__round", flat=True)))


def shown(event, who) -> list[tuple[int, str]]:
    """The lines of the final table."""
    lines = [line for table in final_tables(seen(event, who)) for line in table.lines]
    return [(line.place, line.entry.bot.name) for line in lines]


def past(stage: Stage) -> None:
    before = timezone.now() - timedelta(hours=3)
    Stage.objects.filter(pk=stage.pk).update(reveals_at=before)


# At a time ----------------------------------------------------------------------------------------


def test_results_open_at_the_time_also_if_the_site_was_off_then(event, cup, olga, alice):
    when = timezone.now() + timedelta(hours=1)
    ceremony.set_time(cup, olga, when)
    move_events()
    assert not seen(event, alice).results(cup)
    past(cup)
    move_events()
    viewer = seen(event, alice)
    assert viewer.results(viewer.stage("cup"))
    assert rounds_seen(event, alice) == [1, 2]
    entry = audit.of(cup)[0]
    assert (entry.actor, entry.actor_name) == (None, audit.SITE)
    assert entry.act == "shown to: public"
    assert entry.reason.startswith("The time that was set: 20")
    assert audit.extent().missing == 0
    cup.refresh_from_db()
    assert cup.reveals_at is None


def test_the_plan_says_when_results_open(olga, alice, bots):
    league = stage("league", Kind.ROUND_ROBIN, reveal=Reveal.HIDDEN, opens=90)
    event = begin(olga, bots[:2], league)
    found = event.stages.get()
    assert event.started is not None
    assert found.reveals_at == event.started + timedelta(minutes=90)
    past(found)
    move_events()
    assert seen(event, alice).results(seen(event, alice).stage("league"))
    wrong = problems(EventPlan((replace(league, reveal=Reveal.PUBLIC),)))
    assert [(each.field, each.text[:29]) for each in wrong] == [
        ("opens", "Everybody sees these results ")
    ]


def test_a_time_can_be_taken_back_and_is_in_the_future(event, cup, olga):
    ceremony.set_time(cup, olga, timezone.now() + timedelta(hours=1))
    ceremony.set_time(cup, olga, None)
    move_events()
    cup.refresh_from_db()
    assert (cup.reveals_at, cup.reveal) == (None, Reveal.HIDDEN)
    with pytest.raises(ValidationError, match="This time has passed"):
        ceremony.set_time(cup, olga, timezone.now() - timedelta(seconds=1))


def test_what_was_shown_before_the_time_can_be_hidden_again(event, cup, olga):
    ceremony.set_time(cup, olga, timezone.now() + timedelta(hours=1))
    acts.reveal(cup, olga, Reveal.PUBLIC)
    acts.reveal(cup, olga, Reveal.HIDDEN)
    past_times = Stage.objects.exclude(reveals_at=None)
    assert not past_times.exists()
    move_events()
    cup.refresh_from_db()
    assert cup.reveal == Reveal.HIDDEN


def test_the_stages_that_lead_to_it_open_too(olga, alice, bots):
    league = stage("league", Kind.ROUND_ROBIN, reveal=Reveal.HIDDEN)
    event = begin(olga, bots[:4], league, stage("cup", Kind.SINGLE, Feed("league", 2)))
    play_all(event)
    Stage.objects.filter(event=event).update(reveal=Reveal.HIDDEN)
    ceremony.open_now(event.stages.get(key="cup"), olga)
    viewer = seen(event, alice)
    assert [viewer.results(each) for each in viewer.stages] == [True, True]


# Round by round -----------------------------------------------------------------------------------


def test_rounds_open_one_by_one(event, cup, olga, alice):
    assert (seen(event, alice).rounds(cup), rounds_seen(event, alice)) == (0, [])
    ceremony.show_rounds(cup, olga, 1)
    viewer = seen(event, alice)
    cup = viewer.stage("cup")
    assert (viewer.rounds(cup), viewer.results(cup), rounds_seen(event, alice)) == (1, False, [1])
    found = results(viewer, cup)
    assert isinstance(found, Groups)
    (table,) = found.parts
    assert {pairing.round for pairing in table.every.values()} == {1}
    assert (table.newest, table.now) == (1, 1)
    assert table.bracket is not None
    final = [box for part in table.bracket.sections for box in part.columns[-1].boxes]
    assert [box.pairing for box in final] == [None]
    assert not any(place.won for box in final for place in box.places)
    assert {line.standing.played for line in table.lines if line.standing} == {1}
    listed = wanted_matches(viewer, MatchQuery())
    assert listed.filter(event_game__encounter__stage=cup).count() == 4
    assert {game.round for game in games_of(viewer, cup)} == {1}


def test_a_later_round_has_no_page(event, cup, olga, alice):
    ceremony.show_rounds(cup, olga, 1)
    viewer = seen(event, alice)
    cup = viewer.stage("cup")
    first, last = cup.encounters.filter(round=1).first(), cup.encounters.get(round=2)
    assert len(encounter_games(viewer, cup, first.pk).played) == 2
    with pytest.raises(type(last).DoesNotExist):
        encounter_games(viewer, cup, last.pk)


def test_nothing_of_a_half_open_stage_is_in_the_final_table(event, cup, olga, alice):
    ceremony.show_rounds(cup, olga, 2)
    tables = final_tables(seen(event, alice))
    assert [line.place for table in tables for line in table.lines] == [1, 2, 3, 4, 5, 6]
    assert [table.decided for table in tables] == [False]


def test_games_of_a_running_stage_keep_to_the_rounds_that_are_shown(olga, alice, bots):
    league = stage("league", Kind.ROUND_ROBIN, reveal=Reveal.HIDDEN)
    event = begin(olga, bots[:4], league)
    ceremony.show_rounds(event.stages.get(), olga, 2)
    play_all(event)
    games = Match.objects.visible_to(alice).filter(event_game__encounter__stage__event=event)
    rounds = set(games.values_list("event_game__encounter__round", flat=True))
    assert rounds == {1, 2}


def test_rounds_of_a_stage_after_a_hidden_one_stay_hidden(olga, alice, bots):
    league = stage("league", Kind.ROUND_ROBIN, reveal=Reveal.HIDDEN)
    cup = stage("cup", Kind.SINGLE, Feed("league", 4), reveal=Reveal.HIDDEN)
    event = begin(olga, bots[:4], league, cup)
    play_all(event)
    ceremony.show_rounds(event.stages.get(key="cup"), olga, 2)
    viewer = seen(event, alice)
    assert viewer.rounds(viewer.stage("cup")) == 0
    assert rounds_seen(event, alice) == []


def test_a_step_of_rounds_is_undone_and_hiding_takes_back_all(event, cup, olga, alice):
    ceremony.show_rounds(cup, olga, 2)
    ceremony.show_rounds(cup, olga, 1)
    assert rounds_seen(event, alice) == [1]
    acts.reveal(cup, olga, Reveal.HIDDEN)
    assert rounds_seen(event, alice) == []
    assert seen(event, alice).rounds(seen(event, alice).stage("cup")) == 0


def test_what_is_public_cannot_be_shown_in_part(event, olga):
    league = event.stages.get(key="league")
    for act in (
        lambda: ceremony.show_rounds(league, olga, 1),
        lambda: ceremony.begin(league, olga),
    ):
        with pytest.raises(ValidationError, match="shown to everybody already"):
            act()


# Place by place -----------------------------------------------------------------------------------


def test_the_ceremony_shows_places_from_the_last_to_the_first(event, cup, olga, alice):
    every = [(1, "b0"), (2, "b1"), (3, "b2"), (3, "b3"), (5, "b4"), (6, "b5")]
    ceremony.begin(cup, olga)
    assert shown(event, alice) == []
    assert [table.kept for table in final_tables(seen(event, alice))] == [6]
    for place, count in ((6, 1), (5, 2), (3, 4), (2, 5)):
        cup.refresh_from_db()
        assert ceremony.step(cup, olga, cup.places_shown)
        assert shown(event, alice) == every[-count:], place
        assert not any(table.decided for table in final_tables(seen(event, alice)))
        assert rounds_seen(event, alice) == []
        assert not seen(event, alice).results(seen(event, alice).stage("cup"))
    cup.refresh_from_db()
    assert ceremony.step(cup, olga, cup.places_shown)
    assert shown(event, alice) == every
    assert [table.decided for table in final_tables(seen(event, alice))] == [True]
    assert rounds_seen(event, alice) == [1, 2]
    cup.refresh_from_db()
    with pytest.raises(ValidationError, match="no step can be undone"):
        ceremony.step_back(cup, olga, cup.places_shown)


def test_two_keys_at_once_show_one_place_and_steps_are_undone(event, cup, olga, alice):
    ceremony.begin(cup, olga, 3)
    assert shown(event, alice) == [(5, "b4"), (6, "b5")]
    assert [ceremony.step(cup, olga, 5), ceremony.step(cup, olga, 5)] == [True, False]
    assert len(shown(event, alice)) == 4
    assert [ceremony.step_back(cup, olga, 3), ceremony.step_back(cup, olga, 3)] == [True, False]
    assert shown(event, alice) == [(5, "b4"), (6, "b5")]
    ceremony.step_back(cup, olga, 5)
    ceremony.step_back(cup, olga, 6)
    assert shown(event, alice) == []
    ceremony.step_back(cup, olga, 7)
    cup.refresh_from_db()
    assert cup.places_shown is None


def test_a_ceremony_needs_a_final_stage_that_is_over(event, cup, olga, bots):
    with pytest.raises(ValidationError, match="from 1 to 6"):
        ceremony.begin(cup, olga, 7)
    league = stage("league", Kind.ROUND_ROBIN, reveal=Reveal.HIDDEN)
    other = begin(olga, bots[:4], league, stage("cup", Kind.SINGLE, Feed("league", 2)))
    with pytest.raises(ValidationError, match="Only a final stage"):
        ceremony.begin(other.stages.get(key="league"), olga)
    Stage.objects.filter(event=other, key="cup").update(reveal=Reveal.HIDDEN)
    with pytest.raises(ValidationError, match="not over"):
        ceremony.begin(other.stages.get(key="cup"), olga)
    with pytest.raises(ValidationError, match="has not begun"):
        ceremony.step(cup, olga, 3)


# Roles --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", list(EventRole))
def test_the_roles_that_reveal_may_and_others_may_not(event, cup, alice, role):
    with_role(event, alice, role)
    acts = [
        lambda: ceremony.set_time(cup, alice, None),
        lambda: ceremony.show_rounds(cup, alice, 1),
        lambda: ceremony.begin(cup, alice),
        lambda: ceremony.step(cup, alice, 7),
        lambda: ceremony.step_back(cup, alice, 6),
        lambda: ceremony.open_now(cup, alice),
    ]
    for act in acts:
        if role in (EventRole.OWNER, EventRole.ORGANIZER, EventRole.ANNOUNCER):
            act()
        else:
            with pytest.raises(PermissionDenied):
                act()


@pytest.mark.parametrize("role", list(EventRole))
def test_people_who_run_the_event_see_what_is_kept_back(event, cup, alice, bob, role):
    with_role(event, alice, role)
    viewer, other = seen(event, alice), seen(event, bob)
    assert (viewer.results(cup), viewer.kept_back(cup), viewer.sees_all) == (True, True, True)
    assert rounds_seen(event, alice) == [1, 2]
    assert (other.results(cup), rounds_seen(event, bob)) == (False, [])
    assert [table.kept_back for table in final_tables(viewer)] == [True]
