"""Stages that are taken back after the stages that they feed have begun."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from audit.models import AuditEntry
from games.tests import stakes
from ladder.core.contest.plan import Feed, Kind, Reveal, Seeding
from ladder.events import people
from ladder.events.kinds.registry import States
from ladder.events.mending import retaking
from ladder.events.mending.decisions import Decide
from ladder.events.mending.incidents import Choice, PlayAgain
from ladder.events.mending.retaking import TakeBack
from ladder.events.mending.rulings import Disqualify, UndoVoid, Void
from ladder.events.mending.taking_back import Mode, followers, preview
from ladder.events.models import EarlierGame, Encounter, Event, Incident, Stage
from ladder.events.reading.matches import MatchQuery, played, wanted_matches
from ladder.events.reading.viewer import EventViewer
from ladder.events.running import advancing, pausing
from ladder.events.showing import ceremony
from ladder.events.tests.steps import (
    begin,
    by_number,
    end_season,
    names,
    play,
    play_all,
    stage,
    waiting,
)
from ladder.models import Season
from ladder.publishing import Outdated
from ladder.tests.play import add_version
from matches.models import Match
from matches.tests import crowd
from notices.models import Notice

pytestmark = pytest.mark.django_db
WHY = "the judge had the wrong map"


def row(event: Event, key: str) -> Stage:
    return event.stages.select_related("event").get(key=key)


def back(event: Event, key: str, by, mode: Mode = Mode.REPLAY, why: str = WHY) -> Incident:
    found = row(event, key)
    made = TakeBack(found, mode).do(by, why, seen=preview(found, mode).fingerprint)
    event.refresh_from_db()
    return made


def upset(seats: list[str]) -> list[int]:
    """The bot of the larger number wins."""
    return [len(seats) + 1 - rank for rank in by_number(seats)]


GROUPS = {"games": 1, "groups": 2, "group_size": 3}
FORMATS = {
    "groups and a cup": [
        stage("first", Kind.ROUND_ROBIN, options=GROUPS),
        stage("then", Kind.SINGLE, Feed("first", 4), options={"games": 1}),
        stage("last", Kind.DOUBLE, Feed("then", 2), options={"games": 1}),
    ],
    "Swiss with a play-off": [
        stage("first", Kind.SWISS, options={"games": 1, "rounds": 3, "cut": 3}),
        stage("then", Kind.HILL, Feed("first", 3), options={"games": 1, "rounds": 3}),
    ],
    "a schedule": [
        stage("first", Kind.SCHEDULE, options={"games": 1, "rounds": 3}),
        stage("then", Kind.ROUND_ROBIN, Feed("first", 3), options={"games": 1}),
    ],
}


@pytest.mark.parametrize("plan", FORMATS.values(), ids=FORMATS.keys())
def test_a_stage_is_played_again_with_all_that_follow(olga, bots, plan):
    event = begin(olga, bots[:6], *plan)
    play_all(event)
    keys = [each.key for each in plan]
    before = {key: names(row(event, key)) for key in keys}
    counted = {key: States().counting(row(event, key)) for key in keys}
    draws = dict(event.stages.values_list("key", "seed"))
    seeds = set(Match.objects.values_list("seed", flat=True))
    matches = Match.objects.count()
    assert event.state == Event.State.FINISHED
    found = preview(row(event, "first"), Mode.REPLAY)
    assert [each.stage.key for each in found.losses] == keys
    assert {each.stage.key: frozenset(each.counted) for each in found.losses} == counted
    assert [(r.entry.bot.name, r.place) for r in found.losses[-1].placed] == before[keys[-1]]
    assert [each.key for each in found.finals] == keys[-1:]
    incident = back(event, "first", olga)
    assert (event.state, event.ended) == (Event.State.RUNNING, None)
    old = Match.objects.filter(voided_at__isnull=False)
    assert {match.pk for match in old} == set().union(*counted.values())
    assert set(old.values_list("voided_why", flat=True)) == {WHY}
    assert set(incident.matches.all()) == set(old)
    assert [each.state for each in event.stages.all()] == ["running"] + ["waiting"] * len(keys[1:])
    play_all(event)
    assert {key: names(row(event, key)) for key in keys} == before, "the same tables again"
    assert dict(event.stages.values_list("key", "seed")) == draws, "draws stay verifiable"
    again = {key: States().counting(row(event, key)) for key in keys}
    assert not set().union(*again.values()) & {match.pk for match in old}
    assert {key: len(each) for key, each in again.items()} == {
        key: len(each) for key, each in counted.items()
    }
    new = Match.objects.exclude(pk__in=old).exclude(pk__in=EarlierGame.objects.values("match"))
    assert Match.objects.count() - matches == new.count()
    assert not seeds & set(new.values_list("seed", flat=True)), "games have new seeds"
    assert event.state == Event.State.FINISHED
    old_ones_are_listed_and_cannot_count_again(event, olga, old)


def old_ones_are_listed_and_cannot_count_again(event, olga, old):
    viewer = EventViewer(event, olga)
    listed = played(viewer, list(wanted_matches(viewer, MatchQuery())))
    rows = {each.match.pk: each for each in listed}
    assert set(rows) >= {match.pk for match in old}
    assert all(rows[match.pk].marks == ["void", "replaced"] for match in old)
    one = old[0]
    with pytest.raises(ValidationError, match="its stage was taken back"):
        UndoVoid(one).do(olga, "no")
    one.refresh_from_db()
    assert one.voided_at is not None


@pytest.fixture
def countries(bots, monkeypatch, olga):
    """b0 to b7, of a game with handicaps for three, and a house bot."""
    crowd.install(monkeypatch, stakes)
    type(bots[0]).objects.filter(pk__in=[bot.pk for bot in bots]).update(game="stakes")
    for bot in bots:
        bot.refresh_from_db()
    house = type(bots[0]).objects.create(owner=olga, game="stakes", name="house", is_house=True)
    add_version(house)
    return bots


def series(key: str, *feeds: Feed, **more):
    given = {"game": "stakes", "ruleset": "three", "seeding": Seeding.ORDER, **more}
    return stage(key, Kind.SERIES, *feeds, **given)


def test_a_series_that_counted_on_who_had_qualified_goes_back_too(olga, countries):
    """The wins of bots that the first series has brought into the final do not count in the
    second, so it leans on the first, which does not feed it."""
    final = series("final", Feed("one", 1), Feed("two", 2, pass_on=True))
    event = begin(
        olga,
        countries[:5],
        series("one", options={"winners": 1}),
        series("two", begins=60, options={"winners": 2}),
        final,
    )
    play_all(event)
    Stage.objects.filter(key="two").update(begins=None)
    play_all(event)
    assert row(event, "two").series.get().qualified, "somebody had qualified before"
    assert [each.key for each in followers(row(event, "one"))] == ["two", "final"]
    before = names(row(event, "one"))
    back(event, "one", olga)
    assert set(event.stages.values_list("key", "state")) == {
        ("one", "running"), ("two", "running"), ("final", "waiting"),
    }  # fmt: skip
    assert EarlierGame.objects.filter(stage__key="two").exists()
    play_all(event)
    assert names(row(event, "one")) == before
    assert event.state == Event.State.FINISHED


LEAGUE = stage("league", Kind.ROUND_ROBIN, options={"games": 1})
CUP = stage("cup", Kind.SINGLE, Feed("league", 2), options={"games": 1})


def test_only_the_followers_go_back_and_single_results_can_be_voided_then(olga, bots):
    event = begin(olga, bots[:3], LEAGUE, CUP)
    first = waiting(event)[0]
    play(first, upset)
    play_all(event)
    kept = States().counting(row(event, "league"))
    with pytest.raises(ValidationError, match="Take Cup back first"):
        Void(first).do(olga, WHY)
    found = preview(row(event, "league"), Mode.REOPEN)
    assert ([each.stage.key for each in found.losses], found.counted) == (["cup"], 1)
    assert [each.key for each in found.held] == ["cup"]
    back(event, "league", olga, Mode.REOPEN)
    advancing.move_all(event.pk)
    cup = row(event, "cup")
    assert (cup.state, cup.paused) == ("waiting", True), "it waits for the organizer"
    assert States().counting(row(event, "league")) == kept
    Void(Match.objects.get(pk=first.pk)).do(olga, WHY)
    play_all(event)
    assert names(row(event, "league")) == [("b0", 1), ("b1", 2), ("b2", 3)]
    assert row(event, "cup").state == "waiting"
    pausing.resume_stage(cup, olga, "The result is corrected.")
    play_all(event)
    assert names(row(event, "cup")) == [("b0", 1), ("b1", 2)]
    assert event.state == Event.State.FINISHED


def test_running_matches_stop_versions_stay_and_results_hide_again(olga, bots):
    """In the middle of the follower, with hidden results that were shown."""
    plan = [LEAGUE, stage("cup", Kind.SINGLE, Feed("league", 2), reveal=Reveal.HIDDEN)]
    event = begin(olga, bots[:3], *plan)
    play_all(event, most=3)
    advancing.move_all(event.pk)
    game = waiting(event)[0]
    Match.objects.claim(game.pk, "box:1:2")
    ceremony.show_rounds(row(event, "cup"), olga, 1)
    ceremony.open_now(row(event, "cup"), olga)
    fixed = dict(row(event, "cup").entries.values_list("entry", "version"))
    newer = add_version(bots[0])
    found = preview(row(event, "league"), Mode.REPLAY)
    assert (found.counted, found.going, found.running) == (3, 2, 1)
    assert "Everybody has seen its results. The new results are kept back" in found.losses[1].shown
    back(event, "league", olga)
    game.refresh_from_db()
    assert game.state == Match.State.ABORTED
    cup = row(event, "cup")
    assert (cup.reveal, cup.rounds_shown) == ("hidden", 0)
    assert game.audience == "hidden", "also what was played of it"
    assert dict(cup.entries.filter(entry__in=fixed).values_list("entry", "version")) == fixed
    assert cup.entries.count() == 3, "who may qualify now has a fixed version, too"
    play_all(event, upset)
    versions = Match.objects.filter(state="finished", voided_at=None).values("seats__version")
    assert {"seats__version": newer.pk} not in versions
    assert [name for name, _ in names(row(event, "cup"))] == ["b2", "b1"]


def _fails(*_: object) -> None:
    raise ZeroDivisionError


def test_it_is_refused_where_it_is_impossible_or_outdated(olga, alice, bob, bots, monkeypatch):
    event = begin(olga, bots[:3], LEAGUE, CUP)
    cup, league = row(event, "cup"), row(event, "league")
    assert "has not begun" in preview(cup, Mode.REPLAY).objection
    assert "is not finished" in preview(league, Mode.REOPEN).objection
    seen = preview(league, Mode.REPLAY).fingerprint
    play(waiting(event)[0])
    with pytest.raises(Outdated):
        TakeBack(league, Mode.REPLAY).do(olga, WHY, seen=seen)
    play_all(event)
    cup = row(event, "cup")
    assert "No stage that depends on Cup" in preview(cup, Mode.REOPEN).objection
    people.give(event, olga, "alice", "announcer")
    for person in (alice, bob):
        with pytest.raises(PermissionDenied):
            back(event, "league", person)
    with pytest.raises(ValidationError, match="Say why"):
        back(event, "league", olga, why=" ")
    with monkeypatch.context() as patch:
        patch.setattr(retaking, "tell_again", _fails)
        with pytest.raises(ZeroDivisionError):
            back(event, "league", olga)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED, "all of it is done, or nothing"
    assert not EarlierGame.objects.exists()
    assert not Match.objects.exclude(voided_at=None).exists()
    assert names(row(event, "cup"))[0] == ("b0", 1)
    Event.objects.update(state=Event.State.ABORTED)
    assert "is aborted" in preview(row(event, "league"), Mode.REPLAY).objection


def test_the_trail_and_the_people_who_play_get_the_reason_and_a_draft_has_the_facts(
    olga, bob, bots
):
    event = begin(olga, bots[:3], LEAGUE, CUP)
    play_all(event)
    people.give(event, olga, "bob", "judge")
    Notice.objects.all().delete()
    incident = back(event, "league", bob)
    said = AuditEntry.objects.order_by("-number").first()
    assert said is not None
    assert (said.actor_words, said.reason) == ("bob (judge)", WHY)
    assert said.act.startswith("took back League and Cup. 4 results void, 0 matches withdrawn")
    told = list(Notice.objects.values_list("user__username", "text"))
    assert {name for name, _ in told} == {bot.owner.username for bot in bots[:3]}
    assert {text for _, text in told} == {f"Open: League is played again, and so is Cup: {WHY}"}
    assert incident.title == "League is played again, and so is Cup"
    first, second = incident.text.split("\n\n")[:2]
    assert first == "4 results of League and Cup no longer count. The matches are played again."
    assert second == f"Reason: {WHY}"
    assert not event.announcements.exists(), "a draft is not sent"


def test_a_separate_season_of_the_ladder_is_opened_once_more(olga, bots):
    ladder = stage("ladder", Kind.LADDER, ends=60, options={"new_season": True})
    event = begin(olga, bots[:3], ladder, stage("cup", Kind.SINGLE, Feed("ladder", 2)))
    first = row(event, "ladder")
    assert first.season is not None
    Stage.objects.filter(key="ladder").update(started=timezone.now() - timedelta(hours=1))
    end_season(first)
    play_all(event)
    assert row(event, "cup").state == "finished"
    back(event, "ladder", olga)
    again = row(event, "ladder")
    assert again.state == "running"
    assert again.season_id not in (None, first.season_id)
    assert again.ends is not None
    assert timedelta(minutes=59) < again.ends - timezone.now() <= timedelta(hours=1)
    assert again.planned.ends == event.planned.stage("ladder").ends
    assert Season.objects.get(pk=first.season.pk).ends is not None
    assert row(event, "cup").state == "waiting"


def test_decisions_withdrawn_bots_and_a_second_time(olga, bots):
    event = begin(olga, bots[:4], LEAGUE, CUP)
    met = Encounter.objects.filter(stage__key="league")[0]
    Decide(met, met.entrants[1]).do(olga, "a power cut")
    play_all(event)
    assert preview(row(event, "league"), Mode.REPLAY).losses[0].decisions == 1
    back(event, "league", olga)
    play_all(event)
    Disqualify(event.entries.get(bot__name="b0")).do(olga, "two authors")
    back(event, "league", olga, why="again")
    assert row(event, "league").times_taken_back == 2
    play_all(event)
    assert names(row(event, "league")) == [("b1", 1), ("b2", 2), ("b3", 3)]
    assert names(row(event, "cup")) == [("b1", 1), ("b2", 2)]
    assert Incident.objects.count() == 2
    assert event.state == Event.State.FINISHED


@pytest.mark.parametrize("act", ["the stage", "its matches"])
def test_more_results_need_no_more_queries(olga, bots, django_assert_max_num_queries, act):
    spent = []
    for games in (1, 2):
        first = stage("first", Kind.ROUND_ROBIN, options={"games": games})
        event = begin(olga, bots[:3], first, stage("then", Kind.SINGLE, Feed("first"), begins=9999))
        play_all(event)
        pausing.pause(event, olga, "No new games are made.")
        event.refresh_from_db()
        with django_assert_max_num_queries(1_000) as queries:
            if act == "the stage":
                back(event, "first", olga)
            else:
                PlayAgain(event, Choice()).do(olga, WHY)
        spent.append(len(queries))
    assert spent[0] == spent[1]
