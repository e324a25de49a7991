"""Rounds of a Swiss system that judges pair by hand."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from audit import services as audit
from ladder.core.contest.plan import Kind
from ladder.events.models import Event, EventMember
from ladder.events.roles import EventRole
from ladder.events.running import hand_pairing, pausing
from ladder.events.tests.steps import begin, go_on, play, play_all, stage, waiting
from matches.models import Match

pytestmark = pytest.mark.django_db
SWISS = stage("swiss", Kind.SWISS, options={"rounds": 3})
WHY = "The sponsor wants to see this one."
ASIDE = [(0, 1), (2, 3)]


def pairs(event: Event, number: int) -> list[tuple[int, int]]:
    rows = event.stages.get().encounters.filter(round=number, obsolete=False).order_by("key")
    return [tuple(row.entrants) for row in rows]


def second_round(olga, bots) -> Event:
    """A Swiss system of four bots, whose second round is drawn and waits."""
    event = begin(olga, bots[:4], SWISS)
    for match in waiting(event):
        play(match)
    go_on(event)
    return event


def test_a_round_whose_games_wait_is_paired_again_and_played_so(olga, bots):
    event = second_round(olga, bots)
    # Two halves of the seeds met first, so the drawn round has the winners, 0 and 1.
    assert {frozenset(two) for two in pairs(event, 2)} == {frozenset((0, 1)), frozenset((2, 3))}
    wanted = [(3, 0), (1, 2)]
    old = waiting(event)
    only = event.stages.get()
    hand_pairing.pair(only, 0, 2, wanted, olga, WHY)
    go_on(event)
    assert pairs(event, 2) == wanted
    states = Match.objects.filter(pk__in=[match.pk for match in old]).values_list("state")
    assert set(states) == {("aborted",)}
    assert len(waiting(event)) == 4
    play_all(event)
    assert event.state == Event.State.FINISHED
    assert pairs(event, 2) == wanted
    assert len(pairs(event, 3)) == 2
    met = [frozenset(two) for number in (1, 2, 3) for two in pairs(event, number)]
    assert len(set(met)) == 6
    assert audit.of(only).filter(reason=WHY).exists()


def test_a_paused_stage_has_time_to_be_paired_before_a_game_is_made(olga, bots):
    event = begin(olga, bots[:4], SWISS)
    for match in waiting(event)[:-1]:
        play(match)
    pausing.pause_stage(event.stages.get(), olga, "A round is paired by hand.")
    play(waiting(event)[0])
    go_on(event)
    assert waiting(event) == []
    found = hand_pairing.open_round(event.stages.get())
    assert (found.number, list(found.rows)) == (2, [])
    hand_pairing.pair(event.stages.get(), 0, 2, ASIDE, olga, WHY)
    go_on(event)
    assert waiting(event) == []
    pausing.resume_stage(event.stages.get(), olga, "It is paired.")
    go_on(event)
    assert pairs(event, 2) == ASIDE
    assert len(waiting(event)) == 4


def test_of_an_odd_number_the_bot_that_is_left_over_has_the_bye(olga, bots):
    event = begin(olga, bots[:3], SWISS)
    hand_pairing.pair(event.stages.get(), 0, 1, [(1, 2)], olga, WHY)
    play_all(event)
    assert pairs(event, 1) == [(1, 2)]
    assert event.state == Event.State.FINISHED


def test_a_round_that_has_begun_or_pairs_that_are_no_round_are_refused(olga, bots, alice, bob):
    event = second_round(olga, bots)
    only = event.stages.get()
    for wrong, words in (
        ([(0, 1)], "Pair all bots"),
        ([(0, 1), (1, 2)], "paired once"),
        ([(0, 1), (2, 9)], "of this group"),
    ):
        with pytest.raises(ValidationError, match=words):
            hand_pairing.pair(only, 0, 2, wrong, olga, WHY)
    with pytest.raises(ValidationError, match="has begun"):
        hand_pairing.pair(only, 0, 1, ASIDE, olga, WHY)
    with pytest.raises(ValidationError):
        hand_pairing.pair(only, 0, 2, ASIDE, olga, "")
    EventMember.objects.create(event=event, person=bob, role=EventRole.ANNOUNCER)
    for person in (alice, bob):
        with pytest.raises(PermissionDenied):
            hand_pairing.pair(only, 0, 2, ASIDE, person, WHY)
    play(waiting(event)[0])
    with pytest.raises(ValidationError, match="pause the stage"):
        hand_pairing.pair(only, 0, 2, ASIDE, olga, WHY)


def test_other_formats_are_not_paired_by_hand(olga, bots):
    event = begin(olga, bots[:4], stage("league", Kind.ROUND_ROBIN))
    with pytest.raises(ValidationError, match="Only rounds of a Swiss system"):
        hand_pairing.open_round(event.stages.get())


def test_the_page_shows_the_drawn_round_and_pairs_another(olga, bots, client, alice):
    event = second_round(olga, bots)
    where = "/events/open/organize/stages/swiss/pairing/1/"
    client.force_login(alice)
    assert client.get(where).status_code == 404
    EventMember.objects.create(event=event, person=alice, role=EventRole.JUDGE)
    page = client.get(where).text
    assert "pair round 2 by hand" in page
    data = {"first-0": 3, "second-0": 0, "first-1": 1, "second-1": 1, "reason": WHY}
    answer = client.post(where, data)
    assert answer.status_code == 422
    assert "paired once" in answer.text
    answer = client.post(where, data | {"second-1": 2})
    assert answer.status_code == 302
    assert pairs(event, 2) == [(3, 0), (1, 2)]
    client.force_login(olga)
    assert "Pair by hand" in client.get("/events/open/organize/run/").text
    go_on(event)
    play(waiting(event)[0])
    assert "has begun" in client.get(where).text
