"""Results by decision: who may give them, what they change, and that they can be undone."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from audit import services as audit
from ladder.core.contest.plan import Feed, Kind, Seeding
from ladder.events.kinds.registry import groups
from ladder.events.mending.decisions import Decide, UndoDecision
from ladder.events.models import Event, EventMember
from ladder.events.roles import EventRole
from ladder.events.tests.steps import begin, go_on, names, play, play_all, stage, waiting
from matches.models import Match

pytestmark = pytest.mark.django_db
CUP = stage("cup", Kind.SINGLE)
LEAGUE = stage("league", Kind.ROUND_ROBIN)
WHY = "The bot of b0 used the opponent's source."


def encounter(event, key, stage_key=None):
    stages = event.stages.all() if stage_key is None else event.stages.filter(key=stage_key)
    return stages[0].encounters.get(key=key, obsolete=False)


def test_an_awarded_encounter_counts_as_won_throughout_and_an_undo_brings_its_games_back(
    olga, bots
):
    event = begin(olga, bots[:3], LEAGUE)
    play_all(event)
    league = event.stages.get()
    assert names(league) == [("b0", 1), ("b1", 2), ("b2", 3)]
    row = next(each for each in league.encounters.all() if set(each.entrants) == {0, 1})
    Decide(row, 1).do(olga, WHY)
    play_all(event)
    league.refresh_from_db()
    assert event.state == Event.State.FINISHED
    assert names(league)[0] == ("b1", 1)
    assert row.games.filter(lost=False).count() == 2
    assert Match.objects.filter(state="queued").count() == 0
    UndoDecision(encounter(event, row.key)).do(olga, "It was its own source.")
    play_all(event)
    assert names(league) == [("b0", 1), ("b1", 2), ("b2", 3)]
    acts = dict(audit.of(league).values_list("reason", "act"))
    assert acts["It was its own source."] == f"undid the decision about {row.title}"
    assert acts[WHY].startswith(f"awarded {row.title} to ")


def test_a_decision_of_a_table_has_the_ranks_of_all(olga, bots):
    event = begin(olga, bots[:3], LEAGUE)
    play_all(event)
    row = event.stages.get().encounters.all()[0]
    one, two = row.entrants
    for ranks, why in (
        ({one: 1}, "Rank each"),
        ({one: 0, two: 1}, "from 1 to 2"),
        ({one: 2, two: 2}, "from 1 to 2"),
    ):
        with pytest.raises(ValidationError, match=why):
            Decide(row, ranks).do(olga, WHY)
    Decide(row, dict.fromkeys(row.entrants, 1)).do(olga, WHY)
    row.refresh_from_db()
    assert (row.award_ranks, row.awarded) == ((1, 1), row.entrants[0])
    act = audit.of(row.stage)[0]
    assert act.act == f"ranked the bots of {row.title}"
    assert act.reason.startswith(f"{WHY} (1. ")
    play_all(event)
    halves = {line.drawn for line in groups(row.stage)[0].order if line.entrant in row.entrants}
    assert halves == {1}
    UndoDecision(row).do(olga, WHY)
    row.refresh_from_db()
    assert row.award_ranks == ()


def test_judges_enter_the_ranks_of_a_table_in_its_form(olga, stakes_bots, client):
    table = stage(
        "table", Kind.SWISS, game="stakes", ruleset="three", options={"games": 1, "rounds": 1}
    )
    event = begin(olga, stakes_bots[:3], table)
    row = event.stages.get().encounters.get()
    client.force_login(olga)
    page = f"/events/open/stages/table/encounters/{row.pk}/"
    assert client.get(page).text.count('name="rank-') == 3
    ranks = dict(zip(row.entrants, (3, 1, 1), strict=True))
    form = {f"rank-{number}": rank for number, rank in ranks.items()} | {"reason": WHY}
    act = f"/events/open/organize/encounters/{row.pk}/decide/"
    client.post(act, form | {f"rank-{row.entrants[0]}": "first"})
    row.refresh_from_db()
    assert row.award_ranks == ()
    client.post(act, form)
    row.refresh_from_db()
    assert row.award_ranks == (3, 1, 1)
    assert {names(event.stages.get())[n][1] for n in range(3)} <= {None, 1, 3}


def test_an_encounter_of_a_bracket_has_one_winner_by_decision(olga, bots):
    row = begin(olga, bots[:2], CUP).stages.get().encounters.get()
    with pytest.raises(ValidationError, match="one winner"):
        Decide(row, {0: 1, 1: 1}).do(olga, WHY)


def test_waiting_games_of_a_decided_encounter_are_withdrawn_and_made_again_after_an_undo(
    olga, bots
):
    event = begin(olga, bots[:2], CUP)
    assert len(waiting(event)) == 2
    row = event.stages.get().encounters.get()
    Decide(row, 1).do(olga, WHY)
    go_on(event)
    assert waiting(event) == []
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    assert names(event.stages.get()) == [("b1", 1), ("b0", 2)]
    UndoDecision(encounter(event, row.key)).do(olga, "A mistake.")
    assert play_all(event) == 2
    assert names(event.stages.get()) == [("b0", 1), ("b1", 2)]


def test_in_a_cup_the_awarded_bot_moves_on_and_what_followed_is_played_again(olga, bots):
    event = begin(olga, bots[:4], CUP)
    for match in waiting(event):
        play(match)
    go_on(event)
    final = encounter(event, "2-1")
    assert sorted(final.entrants) == [0, 1]
    Decide(encounter(event, "1-1"), 3).do(olga, WHY)
    go_on(event)
    final.refresh_from_db()
    assert final.obsolete
    assert sorted(encounter(event, "2-1").entrants) == [1, 3]
    UndoDecision(encounter(event, "1-1")).do(olga, "A mistake.")
    go_on(event)
    assert encounter(event, "2-1") == final
    play_all(event)
    assert names(event.stages.get())[0] == ("b0", 1)


def test_only_judges_and_leaders_of_the_event_decide_and_only_with_a_reason(olga, bots, alice, bob):
    event = begin(olga, bots[:2], CUP)
    row = event.stages.get().encounters.get()
    EventMember.objects.create(event=event, person=alice, role=EventRole.JUDGE)
    EventMember.objects.create(event=event, person=bob, role=EventRole.ANNOUNCER)
    for person in (bob, bots[0].owner):
        with pytest.raises(PermissionDenied):
            Decide(row, 1).do(person, WHY)
    with pytest.raises(ValidationError):
        Decide(row, 1).do(alice, " ")
    with pytest.raises(ValidationError, match="one of the bots"):
        Decide(row, 5).do(alice, WHY)
    with pytest.raises(ValidationError, match="nothing to undo"):
        UndoDecision(row).do(alice, WHY)
    Decide(row, 1).do(alice, WHY)
    with pytest.raises(ValidationError, match="decided already"):
        Decide(row, 0).do(alice, WHY)
    with pytest.raises(PermissionDenied):
        UndoDecision(row).do(bob, WHY)


def test_after_the_next_stage_has_begun_a_decision_comes_too_late(olga, bots):
    final = stage("final", Kind.SINGLE, Feed("league", 2), seeding=Seeding.ORDER)
    event = begin(olga, bots[:3], LEAGUE, final)
    while not event.stages.filter(key="final").exclude(started=None).exists():
        play(waiting(event)[0])
        go_on(event)
    row = event.stages.get(key="league").encounters.first()
    assert row is not None
    with pytest.raises(ValidationError, match="has begun"):
        Decide(row, row.entrants[0]).do(olga, WHY)
    row.refresh_from_db()
    assert row.awarded is None


def test_the_page_shows_the_decision_to_everybody_and_the_form_to_judges_alone(
    olga, bots, client, alice
):
    event = begin(olga, bots[:2], LEAGUE)
    row = event.stages.get().encounters.get()
    where = f"/events/open/stages/league/encounters/{row.pk}/"
    act = f"/events/open/organize/encounters/{row.pk}/decide/"
    assert "Decide this encounter" not in client.get(where).text
    client.force_login(alice)
    assert "Decide this encounter" not in client.get(where).text
    assert client.post(act, {"winner": "1", "reason": WHY}).status_code == 404
    EventMember.objects.create(event=event, person=alice, role=EventRole.JUDGE)
    assert "Decide this encounter" in client.get(where).text
    client.post(act, {"winner": "x", "reason": WHY})
    row.refresh_from_db()
    assert row.awarded is None
    page = client.post(act, {"winner": "1", "reason": WHY}, follow=True).text
    assert "is decided." in page
    assert "Undo the decision" in page
    client.logout()
    page = client.get(where).text
    assert "The organizers decided this encounter" in page
    assert "by decision" in page
    go_on(event)
    assert "by decision" in client.get("/events/open/stages/league/").text
    client.force_login(alice)
    undo = f"/events/open/organize/encounters/{row.pk}/undo/"
    assert (
        "The decision is undone." in client.post(undo, {"reason": "A mistake."}, follow=True).text
    )
