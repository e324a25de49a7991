"""Moves of stages: reads, writes, and the process that does them."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from ladder.core.contest.plan import Kind
from ladder.core.stages import swiss
from ladder.events.kinds import moves
from ladder.events.kinds.encounters import LEAST_AT_ONCE, Encounters
from ladder.events.kinds.registry import KINDS, groups
from ladder.events.mending.rulings import UndoVoid, Void
from ladder.events.models import Encounter, EncounterGame, Stage, StagePulse
from ladder.events.running import advancing, pulses
from ladder.events.tasks import move_events
from ladder.events.tests.steps import authors, begin, go_on, play, play_all, stage, waiting
from matches.models import Match
from tests.lock_order import is_in_one

pytestmark = pytest.mark.django_db

LONG = {"games": 1, "rounds": 4}


def never(*_, **__):
    raise AssertionError("this was called")


def by_chance(seed):
    rng = random.Random(seed)

    def judge(names):
        order = rng.sample(range(1, len(names) + 1), len(names))
        return [1] * len(names) if rng.random() < 0.2 else order

    return judge


@pytest.fixture
def crowd(olga, redis_client):
    """A Swiss of more bots than have matches at a time."""
    return begin(olga, authors(2 * LEAST_AT_ONCE + 6), stage("swiss", Kind.SWISS, options=LONG))


def test_all_encounters_of_a_round_are_stored_when_it_is_drawn(crowd):
    assert Encounter.objects.count() == LEAST_AT_ONCE + 3
    assert EncounterGame.objects.count() == len(waiting(crowd)) == LEAST_AT_ONCE


def test_nobody_draws_a_round_but_the_move_that_closes_the_one_before(crowd, client, monkeypatch):
    address = crowd.stages.get().get_absolute_url()
    with monkeypatch.context() as patch:
        patch.setattr(swiss, "paired", never)
        for number, match in enumerate(waiting(crowd)):
            play(match)
            if number % 5 == 0:
                go_on(crowd)
                assert client.get(address).status_code == 200
        go_on(crowd)
        for match in waiting(crowd):
            play(match)
        assert "Round 2" not in client.get(address).text
    go_on(crowd)
    assert Encounter.objects.filter(round=2).count() == LEAST_AT_ONCE + 3
    monkeypatch.setattr(swiss, "paired", never)
    assert "Round 2" in client.get(address).text


def test_a_move_in_an_open_round_reads_that_round_alone(crowd, monkeypatch):
    while not Encounter.objects.filter(round=2).exists():
        for match in waiting(crowd):
            play(match)
        go_on(crowd)
    first = Encounter.objects.filter(round=1)
    assert all(len(row.settled or ()) == 1 for row in first)
    monkeypatch.setattr(moves, "groups", never)
    play(waiting(crowd)[0])
    go_on(crowd)
    assert len(waiting(crowd)) == LEAST_AT_ONCE
    assert Encounter.objects.filter(round=2, settled__isnull=False).count() == 1


def test_a_match_that_ends_while_its_stage_is_read_has_a_whole_result_or_none(olga, bots):
    event = begin(olga, bots[:4], stage("cup", Kind.ROUND_ROBIN, options={"games": 1}))
    ends = waiting(event)[:1]

    def meanwhile(execute, sql, *rest):
        found = execute(sql, *rest)
        if ends and sql.startswith("SELECT") and ("encountergame" in sql or "_seat" in sql):
            play(ends.pop())
        return found

    with connection.execute_wrapper(meanwhile):
        [group] = groups(event.stages.get())
    assert not ends, "nothing ended meanwhile"
    assert group.progress is not None
    assert sum(each.played for each in group.progress.standings) in (0, 2)


FORMATS = [kind for kind, each in KINDS.items() if isinstance(each, Encounters)]


@pytest.mark.parametrize("kind", FORMATS)
def test_kept_results_are_those_of_the_matches_whatever_is_voided_and_undone(
    olga, bots, kind, django_capture_on_commit_callbacks
):
    """At any moment, and the stage has the same table when nothing is kept."""
    several = {"groups": 2} if "groups" in KINDS[kind].fields else {}
    event = begin(olga, bots[:6], stage("cup", kind, options={"games": 1, **several}))
    rng, judge, voided = random.Random(5), by_chance(7), []
    for step in range(60):
        with django_capture_on_commit_callbacks(execute=True):
            if not play_all(event, judge, most=2):
                break
            match = rng.choice(Match.objects.filter(state="finished", kind="event"))
            act = (UndoVoid if match.voided_at else Void)(match)
            if step < 12 and not act.preview().objection:
                act.do(olga, "looked at again")
                voided.append(match)
        kept = groups(event.stages.get())
        Encounter.objects.update(settled=None)
        read = groups(event.stages.get())
        assert [group.progress for group in kept] == [group.progress for group in read]
        advancing.outdate(event.stages.get())
        go_on(event)
    assert voided, "the test voids nothing"
    assert event.state == "finished"


def test_the_command_finds_kept_results_that_are_wrong(olga, bots, capsys):
    event = begin(olga, bots[:4], stage("cup", Kind.ROUND_ROBIN, options={"games": 1}))
    play_all(event)
    call_command("rebuild_stages")
    assert "6 encounters, 0 corrected" in capsys.readouterr().out
    row = Encounter.objects.earliest("pk")
    right = row.standing
    Encounter.objects.filter(pk=row.pk).update(settled=[right[0]._replace(ranks=(2, 2))])
    with pytest.raises(CommandError, match="There is no event elsewhere"):
        call_command("rebuild_stages", "elsewhere")
    call_command("rebuild_stages", event.slug)
    assert "6 encounters, 1 corrected" in capsys.readouterr().out
    row.refresh_from_db()
    assert row.settled == right


# Marks and leases -------------------------------------------------------------------------------


def test_the_periodic_task_moves_stages_that_are_marked(olga, bots, monkeypatch):
    event = begin(olga, bots[:4], stage("cup", Kind.SWISS, options={"games": 1}))
    pk = event.stages.get().pk
    moved: list[int] = []
    monkeypatch.setattr(advancing, "move", moved.append)
    move_events()
    assert moved == []
    pulses.mark(pk)
    move_events()
    assert moved == [pk]


def test_a_mark_that_was_lost_costs_a_minute(olga, bots, monkeypatch):
    event = begin(olga, bots[:4], stage("cup", Kind.SWISS, options={"games": 1}))
    pk = event.stages.get().pk
    long_ago = timezone.now() - pulses.REST - timedelta(seconds=1)
    StagePulse.objects.update(moved_at=long_ago)
    moved: list[int] = []
    monkeypatch.setattr(advancing, "move", moved.append)
    move_events()
    assert moved == [pk]


def test_who_finds_a_stage_taken_leaves_and_the_one_who_has_it_looks_again(olga, bots, monkeypatch):
    event = begin(olga, bots[:4], stage("cup", Kind.SWISS, options={"games": 1}))
    pk, advance, calls = event.stages.get().pk, advancing._STAGES.advance, []

    def slow(given):
        advance(given)
        calls.append("moved")
        if len(calls) == 1:
            play(waiting(event)[0])
            advancing.move(given)
            calls.append("left")

    monkeypatch.setattr(advancing._STAGES, "advance", slow)
    play(waiting(event)[0])
    advancing.move(pk)
    assert calls == ["moved", "left", "moved"]
    assert Encounter.objects.filter(round=2).count() == 2
    assert pulses.take(pk) is None


def test_a_process_leaves_a_stage_that_is_marked_without_end(olga, bots, monkeypatch):
    pk = begin(olga, bots[:4], stage("cup", Kind.SWISS)).stages.get().pk
    calls = []

    def marked(given):
        calls.append(given)
        pulses.mark(given)

    monkeypatch.setattr(advancing._STAGES, "advance", marked)
    advancing.move(pk)
    assert calls == [pk] * advancing.MOST_MOVES
    assert pulses.take(pk) is not None


def test_a_process_that_was_lost_holds_a_stage_for_the_lease_alone(olga, bots):
    pk = begin(olga, bots[:4], stage("cup", Kind.SWISS)).stages.get().pk
    pulses.mark(pk)
    assert pulses.take(pk) is not None
    assert pulses.take(pk) is None
    past = timezone.now() - timedelta(seconds=1)
    StagePulse.objects.update(taken_until=past)
    assert pulses.take(pk) is not None


def test_a_failed_move_is_tried_again(olga, bots, monkeypatch):
    event = begin(olga, bots[:2], stage("cup", Kind.SWISS, options={"games": 1}))
    play(waiting(event)[0])
    with monkeypatch.context() as patch:
        patch.setattr(advancing, "_play", never)
        advancing.move(event.stages.get().pk)
    assert event.stages.get().state == Stage.State.RUNNING
    move_events()
    assert event.stages.get().state == Stage.State.FINISHED


def test_rounds_are_drawn_and_games_counted_before_the_stage_is_locked(olga, bots, monkeypatch):
    event = begin(olga, bots[:6], stage("swiss", Kind.SWISS, options=LONG))
    seen, progress, queries = [], swiss.Swiss.progress, []

    def noted(self, terms, played):
        seen.append(is_in_one(connection))
        return progress(self, terms, played)

    def read(execute, sql, *rest):
        if is_in_one(connection) and sql.startswith("SELECT") and '"settled"' in sql:
            queries.append(sql)
        return execute(sql, *rest)

    monkeypatch.setattr(swiss.Swiss, "progress", noted)
    with connection.execute_wrapper(read):
        while not Encounter.objects.filter(round=4).exists():
            for match in waiting(event):
                play(match)
                go_on(event)
    assert len(seen) == 3
    assert not any(seen)
    assert not queries


def test_what_was_found_before_an_act_of_people_is_not_done(olga, bots, monkeypatch):
    event = begin(olga, bots[:4], stage("swiss", Kind.SWISS, options=LONG))
    for match in waiting(event):
        play(match)
    found, thoughts = advancing._thought, []

    def meanwhile(pk):
        thought = found(pk)
        thoughts.append(thought)
        if len(thoughts) == 1:
            advancing.outdate(Stage.objects.get(pk=pk))
        return thought

    monkeypatch.setattr(advancing, "_thought", meanwhile)
    go_on(event)
    assert [each and each.revision for each in thoughts] == [0, 1]
    assert Encounter.objects.filter(round=2).count() == 2


def test_encounters_that_are_read_at_once_are_the_rows_of_the_query(
    olga, bots, django_assert_num_queries
):
    event = begin(olga, bots, stage("cup", Kind.SINGLE, options={"games": 1}))
    play_all(event)
    cup = event.stages.get()
    every = Encounter.objects.filter(stage=cup).order_by("id")
    names = [field.attname for field in Encounter._meta.concrete_fields]
    with django_assert_num_queries(1):
        rows = Encounter.read(every, stage=cup)
        assert {id(row.stage) for row in rows} == {id(cup)}
    values = [[getattr(row, name) for name in names] for row in rows]
    assert values == [[getattr(row, name) for name in names] for row in every]
    final = rows[-1]
    assert len(final.entrants) == len(final.of) == 2
    assert final.basis, "the matches before it"
    Encounter.objects.filter(pk=final.pk).update(entrants=[1, 0])
    assert Encounter.objects.get(pk=final.pk).entrants == (1, 0)
    final.award_reason = "a reason"
    final.save()
    assert Encounter.objects.get(pk=final.pk).award_reason == "a reason"
