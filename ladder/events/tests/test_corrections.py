"""Void results and disqualifications by organizers, and their previews."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection

from ladder.core.contest.plan import Feed, Kind, Seeding
from ladder.events.mending.rulings import Disqualify, Reinstate, UndoVoid, Void
from ladder.events.models import Encounter, EncounterGame, Entry, Event, Stage
from ladder.events.running import advancing
from ladder.events.tests.steps import begin, by_number, names, play, play_all, stage, waiting
from ladder.publishing import Outdated
from matches.models import Match
from matches.recorded.voiding import void

pytestmark = pytest.mark.django_db


def upset(seats: list[str]) -> list[int]:
    """The bot of the larger number wins."""
    return [len(seats) + 1 - rank for rank in by_number(seats)]


def entry_of(event: Event, name: str) -> Entry:
    return event.entries.get(bot__name=name)


def told(preview) -> dict[str, list[tuple[str, int | None, int | None]]]:
    return {
        each.stage.key if each.stage else "": [
            (change.entry.bot.name, change.before, change.after) for change in each.moved
        ]
        for each in preview.differences
    }


def test_a_void_result_is_played_again_and_the_table_is_as_if_it_had_never_been(olga, bots):
    event = begin(olga, bots[:3], stage("league", Kind.ROUND_ROBIN, options={"games": 1}))
    first = waiting(event)[0]
    play(first, upset)
    play_all(event)
    before = names(event.stages.get())
    void(first, olga, "the wrong map")
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
    play_all(event)
    assert EncounterGame.objects.get(match=first).lost
    assert before != names(event.stages.get()) == [("b0", 1), ("b1", 2), ("b2", 3)]
    assert event.state == Event.State.FINISHED


def test_in_a_cup_what_followed_from_a_void_result_is_void_as_well(olga, bots):
    event = begin(olga, bots[:4], stage("cup", Kind.SINGLE, options={"games": 1}))
    semi = waiting(event)
    for match in semi:
        play(match, upset)
    advancing.move_all(event.pk)
    (final,) = waiting(event)
    assert {seat.program.bot.name for seat in final.seats.all()} == {"b2", "b3"}
    void(semi[0], olga, "the wrong map")
    play_all(event)
    assert Encounter.objects.filter(obsolete=True).count() == 1
    assert EncounterGame.objects.get(match=final).encounter.obsolete
    winners = [name for name, _ in names(event.stages.get())]
    assert set(winners[:2]) in ({"b0", "b2"}, {"b1", "b2"}, {"b0", "b3"}, {"b1", "b3"})
    assert event.state == Event.State.FINISHED


def test_a_result_stands_once_the_next_stage_has_begun_on_it(olga, bots):
    cup = stage("cup", Kind.SINGLE, Feed("league", 2))
    event = begin(olga, bots[:3], stage("league", Kind.ROUND_ROBIN), cup)
    first = waiting(event)[0]
    play_all(event)
    with pytest.raises(
        ValidationError, match="Cup has begun with the bots that qualified from League"
    ):
        void(first, olga, "the wrong map")
    first.refresh_from_db()
    assert first.voided_at is None


def test_who_is_disqualified_is_last_and_the_rest_is_won_without_a_game(olga, bots):
    event = begin(olga, bots[:4], stage("league", Kind.ROUND_ROBIN, options={"games": 1}))
    played = [play(match) for match in waiting(event)[:2]]
    Disqualify(entry_of(event, "b0")).do(olga, "two authors")
    play_all(event)
    assert names(event.stages.get()) == [("b1", 1), ("b2", 2), ("b3", 3), ("b0", 4)]
    counted = Match.objects.filter(kind="event", state="finished")
    assert {match.pk for match in played} <= {match.pk for match in counted}
    later = counted.exclude(pk__in=[match.pk for match in played])
    assert not later.filter(seats__version__bot__name="b0").exists()


def test_who_is_disqualified_does_not_go_on_and_the_next_one_does(olga, bots):
    cup = stage("cup", Kind.SINGLE, Feed("league", 2), begins=60, seeding=Seeding.ORDER)
    event = begin(olga, bots[:4], stage("league", Kind.ROUND_ROBIN), cup)
    play_all(event)
    Disqualify(entry_of(event, "b1")).do(olga, "two authors")
    Stage.objects.update(begins=None)
    play_all(event)
    assert [name for name, _ in names(event.stages.get(key="cup"))] == ["b0", "b2"]
    assert names(event.stages.get(key="league"))[-1] == ("b1", 4)


def test_a_disqualification_can_be_undone(olga, bots):
    event = begin(olga, bots[:4], stage("league", Kind.ROUND_ROBIN))
    entry = entry_of(event, "b0")
    Disqualify(entry).do(olga, "two authors")
    with pytest.raises(ValidationError, match="is disqualified"):
        Disqualify(entry).do(olga, "again")
    Reinstate(entry).do(olga, "they were one")
    play_all(event)
    assert names(event.stages.get())[0] == ("b0", 1)


def test_the_difference_is_shown_before_and_is_what_comes(olga, bots):
    event = begin(olga, bots[:3], stage("league", Kind.ROUND_ROBIN))
    play_all(event)
    entry = entry_of(event, "b0")
    seen = told(Disqualify(entry).preview())
    moves = [("b1", 2, 1), ("b2", 3, 2), ("b0", 1, 3)]
    assert seen == {"league": moves, "": moves}
    assert names(event.stages.get()) == [("b0", 1), ("b1", 2), ("b2", 3)]
    Disqualify(entry).do(olga, "two authors")
    assert names(event.stages.get()) == [("b1", 1), ("b2", 2), ("b0", 3)]
    entry.refresh_from_db()
    assert told(Reinstate(entry).preview())["league"] == [
        ("b0", 3, 1),
        ("b1", 1, 2),
        ("b2", 2, 3),
    ]


def test_the_difference_of_a_void_result_leaves_it_out(olga, bots):
    event = begin(olga, bots[:2], stage("league", Kind.ROUND_ROBIN, options={"games": 1}))
    (match,) = waiting(event)
    play(match, upset)
    play_all(event)
    assert told(Void(match).preview())["league"] == [("b0", 2, 1), ("b1", 1, 2)]
    with pytest.raises(ValidationError, match="not part of an event"):
        Void(Match(pk=0)).preview()


def test_only_organizers_with_a_reason_disqualify(olga, alice, bots):
    event = begin(olga, bots[:2], stage("league", Kind.ROUND_ROBIN))
    entry = entry_of(event, "b0")
    with pytest.raises(PermissionDenied):
        Disqualify(entry).do(alice, "I want to win")
    with pytest.raises(ValidationError, match="Say why: managers of the bot will read it"):
        Disqualify(entry).do(olga, " ")


def test_a_preview_reads_each_state_once(olga, bots, django_assert_max_num_queries):
    event = begin(olga, bots[:3], stage("league", Kind.ROUND_ROBIN, options={"games": 1}))
    match = play(waiting(event)[0])
    entry = match.seats.get(number=0).program.bot.event_entries.get()
    for act in (Void(match), UndoVoid(match), Disqualify(entry), Reinstate(entry, agreed=True)):
        with django_assert_max_num_queries(100) as queries:
            shown = act.preview().fingerprint
        read = sum('FROM "matches_seat"' in each["sql"] for each in queries)
        assert read == 2, "the results as they are, and as they would be"
        act.do(olga, "a mistake", seen=shown)
        for row in (match, entry):
            row.refresh_from_db()


def test_a_preview_from_before_the_lock_counts_while_no_result_comes(olga, bots):
    event = begin(olga, bots[:3], stage("league", Kind.ROUND_ROBIN, options={"games": 1}))
    first, second = waiting(event)[:2]
    play(first)
    locks: list[int] = []

    class Noted(Void):
        def preview(self):
            locks.append(len(connection.savepoint_ids))
            return super().preview()

    shown, around = Void(first).preview().fingerprint, len(connection.savepoint_ids)

    class Late(Noted):
        def locked(self, why):
            play(second)
            return super().locked(why)

    with pytest.raises(Outdated):
        Late(first).do(olga, "a mistake", seen=shown)
    assert locks == [around, around + 1]
    locks.clear()
    Noted(first).do(olga, "a mistake", seen=Void(first).preview().fingerprint)
    assert locks == [around]
