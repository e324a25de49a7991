"""Bots that are withdrawn after the start: in every format, without blame."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from audit.models import AuditEntry
from ladder.core.contest.plan import Feed, Kind, Seeding
from ladder.events.entrants import dropping, entering
from ladder.events.kinds.registry import groups
from ladder.events.mending.rulings import Disqualify, Reinstate
from ladder.events.models import EntryRules, Event, Stage
from ladder.events.planning import acts
from ladder.events.reading.stages.standings import final_tables
from ladder.events.reading.viewer import EventViewer
from ladder.events.tests.steps import begin, names, open_event, play, play_all, stage, waiting
from ladder.events.tests.test_series_stages import countries, series  # noqa: F401  a fixture
from ladder.tests.play import make_bot
from matches.models import Match
from notices.models import Notice

pytestmark = pytest.mark.django_db
WHY = "A bug that I cannot find in time"


def entry(event, name):
    return event.entries.get(bot__name=name)


def drop(event, name, why=WHY):
    found = entry(event, name)
    dropping.withdraw(found, found.bot.owner, why)


def games_of(name):
    going = Match.objects.filter(seats__version__bot__name=name)
    return going.filter(state__in=("queued", "running")).count()


@pytest.mark.parametrize("kind", [Kind.ROUND_ROBIN, Kind.SWISS, Kind.SINGLE, Kind.DOUBLE])
def test_in_every_format_the_others_win_what_it_has_not_played(olga, bots, kind):
    event = begin(olga, bots[:6], stage("main", kind, options={"games": 1}))
    play(waiting(event)[0])
    drop(event, "b0")
    assert games_of("b0") == 0
    play_all(event)
    assert event.state == Event.State.FINISHED
    places = names(event.stages.get())
    assert (places[0][0], places[-1][0]) == ("b1", "b0")
    assert entry(event, "b0").left_as == "withdrew"
    told = Notice.objects.filter(user=olga).latest("pk")
    assert told.text == f"author-0 withdrew author-0/b0 from Open: {WHY}"
    assert told.path == f"/events/{event.slug}/organize/entrants/"
    assert entry(event, "b0").disqualified_at is None


def test_in_a_series_its_seat_goes_to_the_house(olga, countries):  # noqa: F811  a fixture
    event = begin(olga, countries[:3], series())
    play_all(event, most=2)
    drop(event, "b0")
    play_all(event)
    assert names(event.stages.get()) == [("b1", 1), ("b2", 2), ("b0", 3)]


def test_in_a_season_of_the_ladder_it_is_last(olga, bots, pit):
    season = stage("season", Kind.LADDER, ends=60)
    event = begin(olga, bots[:3], season)
    play(pit(event.stages.get().season, bots[1], bots[2]))
    drop(event, "b0")
    Stage.objects.update(ends=timezone.now() - timedelta(seconds=1))
    play_all(event)
    assert names(event.stages.get())[-1] == ("b0", 3)


def test_a_stage_that_is_over_keeps_its_table_and_the_next_bot_goes_on(olga, bots):
    cup = stage("cup", Kind.SINGLE, Feed("league", 2), begins=60, seeding=Seeding.ORDER)
    event = begin(olga, bots[:4], stage("league", Kind.ROUND_ROBIN), cup)
    play_all(event)
    drop(event, "b1")
    Stage.objects.update(begins=None)
    play_all(event)
    assert names(event.stages.get(key="league"))[:2] == [("b0", 1), ("b1", 2)]
    assert [name for name, _ in names(event.stages.get(key="cup"))] == ["b0", "b2"]


def test_in_the_final_table_it_keeps_the_stage_that_it_reached(olga, bots):
    """A disqualified bot is behind all; this one is behind those of its last stage alone."""
    cup = stage("cup", Kind.SINGLE, Feed("league", 3), seeding=Seeding.ORDER)
    event = begin(olga, bots[:5], stage("league", Kind.ROUND_ROBIN), cup)
    while not event.stages.filter(key="cup", state="running"):
        play(waiting(event)[0])
        play_all(event, most=1)
    drop(event, "b0")
    play_all(event)
    (table,) = final_tables(EventViewer(event, olga))
    assert [line.entry.bot.name for line in table.lines] == ["b1", "b2", "b0", "b3", "b4"]
    found = Disqualify(entry(event, "b0")).preview()
    (final,) = (each for each in found.differences if each.stage is None)
    assert {c.entry.bot.name: (c.before, c.after) for c in final.moved} == {
        "b0": (3, 5),
        "b3": (4, 3),
        "b4": (5, 4),
    }


FORMATS = [kind for kind in Kind if kind is not Kind.SERIES]


@pytest.mark.parametrize("kind", FORMATS)
def test_a_disqualified_bot_is_behind_one_that_withdrew_and_two_of_them_are_equal(
    olga, bots, pit, kind
):
    options = {"games": 1, "rounds": 3 if kind in (Kind.SWISS, Kind.SCHEDULE) else 0}
    more = {"ends": 60} if kind is Kind.LADDER else {}
    event = begin(olga, bots[:6], stage("main", kind, options=options, **more))
    held = event.stages.get()
    if kind is Kind.LADDER:
        for pair in ((0, 2), (1, 4), (3, 5)):
            play(pit(held.season, *(bots[n] for n in pair)))
    else:
        play(waiting(event)[0])
    _leave(event, olga)
    if kind is Kind.LADDER:
        Stage.objects.update(ends=timezone.now())
    play_all(event)
    assert names(held)[3:] == [("b4", 4), ("b0", 5), ("b2", 5)]
    (table,) = final_tables(EventViewer(event, olga))
    assert [(line.entry.bot.name, line.place) for line in table.lines] == names(held)


def test_also_in_a_series(olga, countries):  # noqa: F811  a fixture
    event = begin(olga, countries, series(options={"winners": 2}))
    play_all(event, most=2)
    _leave(event, olga)
    play_all(event)
    assert names(event.stages.get())[3:] == [("b4", 4), ("b0", 5), ("b2", 5)]


def _leave(event, judge):
    """b4 withdraws, b0 is disqualified, and b2 as its preview says."""
    drop(event, "b4")
    Disqualify(entry(event, "b0")).do(judge, "two authors")
    second = entry(event, "b2")
    words = Disqualify(second).preview().places
    where = event.stages.get().name
    assert words == [f"author-2/b2 gets place 5 of 6 in {where}, shared with author-0/b0."]
    Disqualify(second).do(judge, "two authors")


def test_what_has_gone_on_is_said_before_a_winner_of_a_series_comes_back(olga, countries):  # noqa: F811
    event = begin(olga, countries[:4], series(options={"winners": 2}))
    while not any(line.left for line in _state(event).lines):
        play_all(event, most=1)
    Disqualify(entry(event, "b0")).do(olga, "two authors")
    assert not Reinstate(entry(event, "b0")).preview().since, "nothing was played since"
    play_all(event, most=1)
    (since,) = Reinstate(entry(event, "b0")).preview().since
    assert since == "Round went on without the bot: games that were played since: 1."
    play_all(event)
    (since,) = Reinstate(entry(event, "b0")).preview().since
    assert since == (
        "Round went on for another winner. Then 3 bots have won, where 2 were to win: "
        "author-0/b0, author-1/b1 and author-2/b2."
    )
    Reinstate(entry(event, "b0"), agreed=True).do(olga, "they were one")
    won = event.stages.get().entries.filter(won=True).values_list("entry__bot__name", flat=True)
    assert set(won) == {"b0", "b1", "b2"}


def _state(event):
    state = groups(event.stages.get())[0].state
    assert state is not None
    return state


def test_what_has_gone_on_is_said_before_a_bot_comes_back_into_a_bracket(olga, bots):
    cup = stage("cup", Kind.SINGLE, Feed("main", 2), options={"games": 1})
    event = begin(olga, bots[:4], stage("main", Kind.SINGLE, options={"games": 1}), cup)
    Disqualify(entry(event, "b3")).do(olga, "two authors")
    while not event.stages.get(key="cup").started:
        play_all(event, most=1)
    found = Reinstate(entry(event, "b3")).preview().since
    assert found[-1] == "Cup has begun without the bot, and stays without it."


def test_it_needs_a_reason_and_a_manager_and_the_time_of_the_rules(olga, alice, charlie, bots):
    event = begin(olga, bots[:4], stage("league", Kind.ROUND_ROBIN))
    found = entry(event, "b0")
    owner = found.bot.owner
    with pytest.raises(PermissionDenied, match="Only managers"):
        dropping.withdraw(found, charlie, WHY)
    with pytest.raises(ValidationError, match="Say why"):
        dropping.withdraw(found, owner, " ")
    EntryRules.objects.create(event=event, withdraw_until=timezone.now() - timedelta(hours=1))
    with pytest.raises(ValidationError, match="Ask an organizer"):
        dropping.withdraw(found, owner, WHY)
    dropping.withdraw(found, olga, WHY)
    with pytest.raises(ValidationError, match="plays no more"):
        dropping.withdraw(found, olga, WHY)
    told = Notice.objects.get(user=owner, kind="event.entry")
    assert told.text == f"olga withdrew author-0/b0 from Open: {WHY}"
    last = AuditEntry.objects.latest("number")
    assert (last.actor_name, last.act, last.reason) == ("olga", "withdrawn after the start", WHY)


def test_an_organizer_takes_a_withdrawal_back(olga, bots):
    event = begin(olga, bots[:3], stage("league", Kind.ROUND_ROBIN))
    drop(event, "b0")
    Reinstate(entry(event, "b0"), agreed=True).do(olga, "It was a mistake")
    play_all(event)
    assert names(event.stages.get())[0] == ("b0", 1)
    assert entry(event, "b0").left_as == ""


def test_before_the_start_and_after_the_end_there_is_another_way(olga, alice, bots, redis_client):
    event = open_event(olga, stage("league", Kind.ROUND_ROBIN))
    found = entering.enter(event, make_bot(alice, "worm"), alice)
    with pytest.raises(ValidationError, match="while the event is running"):
        dropping.withdraw(found, alice, WHY)
    entering.enter(event, bots[0], bots[0].owner)
    acts.start(event, olga)
    with pytest.raises(ValidationError, match="with a reason instead"):
        entering.leave(found, alice)
