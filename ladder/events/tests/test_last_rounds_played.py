"""Brackets with longer last rounds, and play-offs at a cut, played by an event."""

from __future__ import annotations

import pytest

from ladder.core.contest.plan import Feed, Kind, Seeding
from ladder.events.mending.rulings import UndoVoid, Void
from ladder.events.models import Event
from ladder.events.planning.forecasts import forecast
from ladder.events.tests.steps import begin, by_number, go_on, names, play, play_all, stage, waiting

pytestmark = pytest.mark.django_db
CUP = stage(
    "cup",
    Kind.SINGLE,
    options={"games": 1, "last_games": (5, 3), "early": True, "third_place": True},
)


def lengths(event: Event) -> dict[str, int]:
    return {
        row.name: row.games.filter(lost=False).count()
        for row in event.stages.get().encounters.filter(obsolete=False)
    }


def test_a_cup_ends_encounters_when_they_are_decided(olga, bots):
    event = begin(olga, bots, CUP)
    assert play_all(event) == 4 * 1 + 2 * 2 + 2 + 3
    assert lengths(event) == {
        **{f"Quarter-final {n}": 1 for n in range(1, 5)},
        **{f"Semi-final {n}": 2 for n in range(1, 3)},
        "Third place": 2,
        "Final": 3,
    }
    assert [name for name, _ in names(event.stages.get())[:4]] == ["b0", "b1", "b2", "b3"]


def test_a_final_goes_on_until_one_of_them_has_won_three_of_five(olga, bots):
    def first_seat_wins(seats):
        return [1, 2]

    event = begin(olga, bots[:2], CUP)
    assert play_all(event, first_seat_wins) == 5
    row = event.stages.get().encounters.get()
    sides = [game.sides for game in row.games.all()]
    assert (sides.count([0, 1]), sides.count([1, 0])) == (3, 2)


def test_a_void_of_a_decided_encounter_is_played_again_and_its_undo_needs_no_more_games(olga, bots):
    cup = stage("cup", Kind.SINGLE, options={"games": 3, "early": True})
    event = begin(olga, bots[:4], cup)
    for match in waiting(event):
        play(match)
    go_on(event)
    final = event.stages.get().encounters.get(name="Final")
    (match, *_) = waiting(event)
    play(match)
    play_all(event)
    Void(match).do(olga, "The wrong map was used.")
    play_all(event)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    counted = final.games.filter(lost=False)
    assert counted.count() == 2
    assert names(event.stages.get())[0] == ("b0", 1)
    UndoVoid(match).do(olga, "It was right.")
    play_all(event)
    assert final.games.filter(lost=False).count() in (2, 3)
    assert names(event.stages.get())[0] == ("b0", 1)


def test_the_page_of_a_short_encounter_says_that_it_is_over(olga, bots, client):
    event = begin(olga, bots[:2], CUP)
    play_all(event)
    row = event.stages.get().encounters.get()
    page = client.get(f"/events/open/stages/cup/encounters/{row.pk}/")
    assert page.status_code == 200
    assert "finished" in page.text


def test_equal_points_at_the_cut_are_played_off_before_the_cup(olga, bots, client):
    swiss = stage("swiss", Kind.SWISS, options={"cut": 2, "rounds": 3})
    cup = stage("cup", Kind.SINGLE, Feed("swiss", 2), seeding=Seeding.ORDER)

    def judge(seats):
        # All games are drawn, but b2 wins the play-off.
        rows = event.stages.get(key="swiss").encounters.filter(key="cut")
        if rows.exists():
            return [1 if name == "b2" else 2 for name in seats] if "b2" in seats else [1, 2]
        return [1] * len(seats)

    event = begin(olga, bots[:4], swiss, cup)
    play_all(event, judge)
    first, second = event.stages.all()
    row = first.encounters.get(key="cut")
    assert (row.name, row.round) == ("Play-off for place 2", 4)
    assert names(first) == [("b0", 1), ("b2", 2), ("b1", 3), ("b3", 4)]
    assert {name for name, _ in names(second)} == {"b0", "b2"}
    page = client.get("/events/open/stages/swiss/?round=4").text
    assert "Play-off for place 2" in page
    assert "Bye" not in page


def test_without_equal_points_at_the_cut_there_is_no_play_off(olga, bots):
    swiss = stage("swiss", Kind.SWISS, options={"cut": 1, "accelerated": True})
    event = begin(olga, bots, swiss)
    play_all(event)
    assert not event.stages.get().encounters.filter(key="cut").exists()
    assert names(event.stages.get())[0] == ("b0", 1)


def test_a_dry_run_reckons_with_encounters_that_end_early(olga, bots):
    sure = stage("sure", Kind.SINGLE, options={"games": 3, "early": True, "extra": 0})
    event = begin(olga, bots[:2], sure)
    found = forecast(event).lines[0]
    assert 2 <= found["matches"] <= 3
    assert found["most"] <= 3
    assert play_all(event, by_number) == 2
