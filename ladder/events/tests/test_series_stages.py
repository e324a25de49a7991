"""Stages that are series: 一轮, one game repeated in which winners begin with more."""

from __future__ import annotations

import pytest

from bots.models import Bot
from bots.services import create_bot
from games.tests import stakes
from ladder.core.contest.plan import Feed, Kind, Reveal, Seeding
from ladder.core.series import End
from ladder.events.kinds.registry import groups
from ladder.events.mending.rulings import Disqualify, Reinstate
from ladder.events.models import Event, Series, SeriesGame, Stage
from ladder.events.tests.steps import begin, by_number, names, play, play_all, stage, waiting
from ladder.tests.play import add_version
from matches.models import Match
from matches.recorded.voiding import void
from matches.tests import crowd

pytestmark = pytest.mark.django_db


@pytest.fixture
def countries(bots, monkeypatch, olga):
    """b0 to b5 of a game with handicaps for three, and a house bot."""
    crowd.install(monkeypatch, stakes)
    Bot.objects.update(game="stakes")
    house = create_bot(olga, "stakes", "house")
    add_version(house)
    Bot.objects.filter(pk=house.pk).update(is_house=True)
    made = bots[:6]
    for bot in made:
        bot.refresh_from_db()
    return made


def series(key="round", *feeds, **more):
    given = {"game": "stakes", "ruleset": "three", "seeding": Seeding.ORDER, **more}
    return stage(key, Kind.SERIES, *feeds, **given)


def test_of_six_at_three_seats_the_first_two_go_on(olga, countries):
    cup = stage("cup", Kind.ROUND_ROBIN, Feed("round", 2), game="stakes", ruleset="two")
    event = begin(olga, countries, series(options={"winners": 2}), cup)
    play_all(event)
    assert names(event.stages.get(key="round"))[:2] == [("b0", 1), ("b1", 2)]
    assert [name for name, _ in names(event.stages.get(key="cup"))] == ["b0", "b1"]
    assert event.state == Event.State.FINISHED
    games = SeriesGame.objects.order_by("number")
    assert {len(game.seating) for game in games} == {3}
    assert {seat.handicap for game in games for seat in game.match.seats.all()} >= {1.0, 1.5, 2.25}


def test_groups_play_a_series_each(olga, countries):
    event = begin(olga, countries, series(options={"groups": 2}))
    assert Series.objects.filter(stage__event=event).count() == 2
    play_all(event)
    assert names(event.stages.get())[:2] == [("b0", 1), ("b1", 1)]


def test_who_is_disqualified_leaves_its_seat_to_the_house(olga, countries):
    event = begin(olga, countries[:3], series())
    play_all(event, most=2)
    Disqualify(event.entries.get(bot__name="b0")).do(olga, "two authors")
    play_all(event)
    assert names(event.stages.get()) == [("b1", 1), ("b2", 2), ("b0", 3)]
    last = SeriesGame.objects.filter(lost=False).latest("number").match
    assert "b0" not in {seat.program.bot.name for seat in last.seats.all()}


def test_a_bot_that_is_reinstated_plays_on_and_games_without_it_stand(olga, countries):
    event = begin(olga, countries[:3], series())
    play_all(event, most=2)
    for name, more in (("b1", 2), ("b0", 6)):
        Disqualify(event.entries.get(bot__name=name)).do(olga, "two authors")
        play_all(event, most=more)
        Reinstate(event.entries.get(bot__name=name), agreed=True).do(olga, "they were one")
    play_all(event)
    assert event.state == Event.State.FINISHED
    assert names(event.stages.get())[0][0] in ("b0", "b1")


def test_a_void_game_takes_all_later_ones_along(olga, countries):
    event = begin(olga, countries[:3], series())
    play_all(event, most=3)
    second = SeriesGame.objects.get(number=2)
    void(second.match, olga, "the wrong map")
    kept = SeriesGame.objects.filter(lost=False, match__state="finished")
    assert [game.number for game in kept] == [1]
    play_all(event)
    assert names(event.stages.get())[0] == ("b0", 1)
    assert event.state == Event.State.FINISHED


def test_a_series_that_is_over_goes_on_where_a_game_of_it_is_void(olga, countries):
    event = begin(olga, countries[:3], series())
    play_all(event)
    last = SeriesGame.objects.filter(lost=False).latest("number")
    void(last.match, olga, "the wrong map")
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
    play_all(event, lambda seats: by_number(seats)[::-1])
    assert event.state == Event.State.FINISHED
    assert SeriesGame.objects.filter(lost=False).count() > last.number - 1


def test_games_of_a_hidden_stage_are_hidden(olga, alice, countries):
    event = begin(olga, countries[:3], series(reveal=Reveal.HIDDEN))
    assert waiting(event)
    play(waiting(event)[0])
    assert not Match.objects.visible_to(alice).exists()
    assert Match.objects.visible_to(olga).exists()


def test_after_the_end_of_its_stage_a_disqualification_only_moves_the_places(olga, countries):
    cup = stage("cup", Kind.ROUND_ROBIN, Feed("round", 2), game="stakes", ruleset="two")
    event = begin(olga, countries[:3], series(), cup)
    play_all(event)
    before = Match.objects.count()
    Disqualify(event.entries.get(bot__name="b0")).do(olga, "two authors")
    assert names(event.stages.get(key="round")) == [("b1", 1), ("b2", 2), ("b0", 3)]
    assert names(event.stages.get(key="cup")) == [("b1", 1), ("b0", 2)]
    assert Match.objects.count() == before
    assert set(Stage.objects.values_list("state", flat=True)) == {"finished"}


@pytest.mark.parametrize(("reveal", "counted"), [(Reveal.PUBLIC, False), (Reveal.HIDDEN, True)])
def test_a_series_goes_on_until_enough_have_won_who_are_not_in_the_next_stage(
    olga, countries, client, reveal, counted
):
    brawl = series("brawl", reveal=reveal)
    round_ = series("round", begins=60)
    final = series("final", Feed("brawl", 1, pass_on=False), Feed("round", 1), begins=120)
    event = begin(olga, countries[:3], brawl, round_, final)
    play_all(event)
    event.stages.filter(key="round").update(begins=None)
    play_all(event)
    one = Series.objects.get(stage__key="round")
    won = one.stage.entries.filter(won=True)
    expected = ["b0"] if counted else ["b0", "b1"]
    assert [row.entry.bot.name for row in won.order_by("place")] == expected
    # The same follows from the games alone.
    state = groups(one.stage)[0].state
    assert state is not None
    assert (state.end, state.left) == (End.WON, 1)
    page = " ".join(client.get("/events/open/stages/round/").text.split())
    assert page.count('badge-muted">qualified before<') == (0 if counted else 2)
    assert ("do not count towards the 1 winner." in page) is not counted
    event.stages.filter(key="final").update(begins=None)
    play_all(event)
    assert {name for name, _ in names(event.stages.get(key="final"))} == {"b0", "b1"}
