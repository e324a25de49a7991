"""Results of events that are taken back, and that count again: in every format, and in series."""

from __future__ import annotations

import random

import pytest
from django.core.exceptions import ValidationError

from audit import services as audit
from games.tests import stakes
from ladder.core.contest.plan import Feed, Kind, Seeding
from ladder.core.stages.contract import Encounter, Standing
from ladder.core.stages.formats import FORMATS
from ladder.events.kinds.encounter_state import encounter_of, terms_of
from ladder.events.kinds.registry import States, groups, table
from ladder.events.mending import results
from ladder.events.mending.rulings import Disqualify, Reinstate, UndoVoid, Void
from ladder.events.models import EncounterGame, Series, SeriesGame, Stage
from ladder.events.planning import acts
from ladder.events.reading.matches import replaced
from ladder.events.running import advancing
from ladder.events.tests.steps import begin, by_number, names, play, play_all, stage, waiting
from ladder.tests.play import add_version
from matches.models import Match
from matches.tests import crowd
from tests.examples import sample

pytestmark = pytest.mark.django_db

Standings = tuple[Standing, ...]


def upset(seats: list[str]) -> list[int]:
    """The bot of the larger number wins."""
    return [len(seats) + 1 - rank for rank in by_number(seats)]


@pytest.fixture
def countries(bots, monkeypatch, olga):
    """b0 to b7, of a game with handicaps for three, and a house bot."""
    crowd.install(monkeypatch, stakes)
    for bot in bots:
        type(bot).objects.filter(pk=bot.pk).update(game="stakes")
        bot.refresh_from_db()
    house = type(bots[0]).objects.create(owner=olga, game="stakes", name="house", is_house=True)
    add_version(house)
    return bots


def series(key="round", *feeds, **more):
    given = {"game": "stakes", "ruleset": "three", "seeding": Seeding.ORDER, **more}
    return stage(key, Kind.SERIES, *feeds, **given)


def entry(event, name):
    return event.entries.get(bot__name=name)


# One after the other ------------------------------------------------------------------------------


def test_undoing_a_void_brings_the_result_back_and_takes_the_new_game_away(olga, bots):
    event = begin(olga, bots[:2], stage("league", Kind.ROUND_ROBIN, options={"games": 1}))
    (first,) = waiting(event)
    play(first, upset)
    play_all(event)
    Void(first).do(olga, "the wrong map")
    play_all(event)
    instead = Match.objects.latest("pk")
    assert names(event.stages.get()) == [("b0", 1), ("b1", 2)]
    assert replaced([first.pk, instead.pk]) == {first.pk}
    first.refresh_from_db()
    seen = UndoVoid(first).preview()
    assert (seen.exchange.back, seen.exchange.away) == ((first.pk,), (instead.pk,))
    assert [c.entry.bot.name for c in seen.differences[0].moved] == ["b1", "b0"]
    assert "counts again. The game that replaced it no longer counts." in seen.summary
    UndoVoid(first).do(olga, "it was the right one")
    play_all(event)
    assert names(event.stages.get()) == [("b1", 1), ("b0", 2)]
    assert replaced([first.pk, instead.pk]) == {instead.pk}
    assert Void(instead).preview().objection == results.REPLACED


def test_a_game_that_waits_instead_is_withdrawn(olga, bots):
    event = begin(olga, bots[:2], stage("league", Kind.ROUND_ROBIN, options={"games": 1}))
    (first,) = waiting(event)
    play(first)
    Void(first).do(olga, "the wrong map")
    advancing.move_all(event.pk)
    (instead,) = waiting(event)
    first.refresh_from_db()
    UndoVoid(first).do(olga, "it was the right one")
    advancing.move_all(event.pk)
    instead.refresh_from_db()
    event.refresh_from_db()
    assert instead.state == Match.State.ABORTED
    assert (waiting(event), event.state) == ([], "finished")


def test_games_that_were_to_come_anyway_stay(olga, bots):
    event = begin(olga, bots[:2], stage("league", Kind.ROUND_ROBIN, options={"games": 4}))
    first, *later = waiting(event)
    play(first)
    Void(first).do(olga, "the wrong map")
    play_all(event)
    assert Match.objects.count() == 5
    first.refresh_from_db()
    UndoVoid(first).do(olga, "it was the right one")
    play_all(event)
    assert States().counting(event.stages.get()) == {match.pk for match in (first, *later)}


def test_in_a_bracket_what_followed_counts_again_and_what_came_instead_does_not(olga, bots):
    event = begin(olga, bots[:4], stage("cup", Kind.SINGLE, options={"games": 1}))
    semi, _ = waiting(event)
    play(semi, upset)
    play_all(event)
    before, places = States().counting(event.stages.get()), names(event.stages.get())
    (final,) = before - {each.pk for each in (semi, _)}
    seen = Void(semi).preview()
    assert seen.exchange.following == (final,)
    assert seen.summary == (
        "This game is played again. If another bot wins, the game after it is played again too."
    )
    Void(semi).do(olga, "the wrong map")
    play_all(event)
    assert final not in States().counting(event.stages.get())
    assert replaced([semi.pk, final]) == {semi.pk, final}
    semi.refresh_from_db()
    assert set(UndoVoid(semi).preview().exchange.back) == {semi.pk, final}
    assert len(UndoVoid(semi).preview().exchange.away) == 2
    UndoVoid(semi).do(olga, "it was the right one")
    play_all(event)
    assert (States().counting(event.stages.get()), names(event.stages.get())) == (before, places)


def test_a_series_gets_all_games_back_that_a_void_one_took_along(olga, countries):
    event = begin(olga, countries[:3], series())
    play_all(event, upset)
    before, places = States().counting(event.stages.get()), names(event.stages.get())
    second = SeriesGame.objects.get(number=2).match
    later = len(before) - 2
    assert Void(second).preview().summary == (
        f"This game and the {later} after it are played again."
    )
    Void(second).do(olga, "the wrong map")
    play_all(event)
    assert names(event.stages.get()) != places
    second.refresh_from_db()
    seen = UndoVoid(second).preview()
    assert seen.summary.startswith(f"This game and the {later} after it count again. The ")
    assert [c.entry.bot.name for c in seen.differences[0].changes] == [n for n, _ in places]
    UndoVoid(second).do(olga, "it was the right one")
    play_all(event)
    assert (States().counting(event.stages.get()), names(event.stages.get())) == (before, places)
    assert event.state == "finished"


def test_a_void_and_its_undoing_are_in_the_log_of_the_stage(olga, countries):
    event = begin(olga, countries[:3], series())
    play_all(event, most=3)
    second = SeriesGame.objects.get(number=2).match
    Void(second).do(olga, "the wrong map")
    second.refresh_from_db()
    UndoVoid(second).do(olga, "it was the right one")
    undone, void = audit.of(event.stages.get())[:2]
    assert void.act == (f"voided match {second.pk}. This game and the 2 after it are played again.")
    assert undone.act.startswith(f"undid the void of match {second.pk}. This game and the one")
    assert (void.reason, undone.reason) == ("the wrong map", "it was the right one")


# Where it is too late -----------------------------------------------------------------------------


def test_once_the_next_stage_has_begun_neither_is_possible(olga, bots):
    cup = stage("cup", Kind.SINGLE, Feed("league", 2), begins=60)
    event = begin(olga, bots[:3], stage("league", Kind.ROUND_ROBIN), cup)
    first, second = waiting(event)[:2]
    play_all(event)
    Void(first).do(olga, "the wrong map")
    play_all(event)
    Stage.objects.update(begins=None)
    play_all(event)
    first.refresh_from_db()
    late = "Cup has begun with the bots that qualified from League"
    assert late in Void(second).preview().objection
    assert late in UndoVoid(first).preview().objection
    for verb, match in ((Void, second), (UndoVoid, first)):
        with pytest.raises(ValidationError, match=late):
            verb(match).do(olga, "too late")
    first.refresh_from_db()
    assert first.voided_at is not None


def test_results_of_an_aborted_event_stay(olga, bots):
    event = begin(olga, bots[:2], stage("league", Kind.ROUND_ROBIN))
    match = play(waiting(event)[0])
    acts.abort(event, olga, "the hall is closed")
    assert "aborted" in Void(match).preview().objection
    with pytest.raises(ValidationError, match="The event was aborted"):
        Void(match).do(olga, "too late")


def test_a_game_in_whose_place_an_older_one_counts_again_does_not_come_back(olga, countries):
    event = begin(olga, countries[:3], series())
    play_all(event, most=2)
    first = SeriesGame.objects.get(number=1).match
    Void(first).do(olga, "the wrong map")
    play_all(event, most=2)
    instead = SeriesGame.objects.get(number=1, lost=False).match
    Void(instead).do(olga, "the wrong map again")
    play_all(event, most=1)
    first.refresh_from_db()
    UndoVoid(first).do(olga, "it was the right one")
    instead.refresh_from_db()
    assert UndoVoid(instead).preview().objection == results.REPLACED


def test_a_game_does_not_come_back_on_results_that_were_played_again(olga, countries):
    event = begin(olga, countries[:3], series())
    play_all(event, most=3)
    first, third = (SeriesGame.objects.get(number=number).match for number in (1, 3))
    Void(third).do(olga, "the wrong map")
    Void(first).do(olga, "the wrong map")
    play_all(event, most=3)
    third.refresh_from_db()
    assert "played again from a game before game 3" in UndoVoid(third).preview().objection
    first.refresh_from_db()
    UndoVoid(first).do(olga, "it was the right one")
    assert UndoVoid(third).preview().objection == ""


# Any order ----------------------------------------------------------------------------------------


def rebuilt(found: Stage) -> list[Standings]:
    """Standings of each group from nothing but the results that count."""
    lines: list[Standings] = []
    for group in groups(found):
        terms = terms_of(found, group.number, group.entries)
        played: dict[str, Encounter] = {}
        while True:
            now = FORMATS[found.kind.value].progress(terms, list(played.values()))
            new = {w.encounter.key for w in now.wanted} & group.rows.keys() - played.keys()
            if not new:
                break
            played |= {
                key: encounter_of(group.rows[key], results.NO_EXCHANGE.without) for key in new
            }
        assert played.keys() == group.rows.keys()
        lines.append(now.standings)
    return lines


def as_kept(found: Stage) -> list[Standings]:
    return [group.progress.standings for group in groups(found) if group.progress is not None]


def chance(rng):
    """Ranks by chance, now and then shared."""
    return lambda seats: [
        1 if rng.random() < 0.1 else rank
        for rank in rng.sample(range(1, len(seats) + 1), len(seats))
    ]


def some_acts(rng) -> list[str]:
    """The acts between the beginning and the end: by chance, or each once or twice."""
    by_chance = rng.choices(("void", "undo", "play"), (2, 1, 1), k=8)
    return sample(by_chance, ["void", "play", "undo", "void"])


def act(event, what, rng, olga) -> None:
    """One void, undoing, or a few games, as there are also where it is not possible."""
    finished = list(Match.objects.finished().order_by("pk"))
    void = [match for match in finished if match.voided_at is not None]
    count = [match for match in finished if not results.objection_to_void(match)]
    undoable = [match for match in void if not results.objection_to_undo(match)]
    match what:
        case "void" if count:
            Void(rng.choice([m for m in count if m.voided_at is None])).do(olga, "void")
        case "undo" if undoable:
            UndoVoid(rng.choice(undoable)).do(olga, "undo")
        case _:
            play_all(event, chance(rng), most=rng.randrange(1, 5))


def check(event) -> None:
    """Stored places follow from counting results, and nothing is left to play."""
    found = event.stages.get()
    count = States().counting(found)
    matches = Match.objects.finished()
    assert not matches.filter(pk__in=count).exclude(voided_at=None).exists()
    assert replaced([m.pk for m in matches]) == {m.pk for m in matches} - count
    kept = [(row.entry_id, row.place) for row in found.entries.exclude(number=None)]
    assert sorted(kept) == sorted((row.entry, row.place) for row in table(found))
    advancing.move_all(event.pk)
    assert States().counting(found) == count
    assert event.state == "finished"


FORMS = {
    "round-robin": stage("league", Kind.ROUND_ROBIN, options={"games": 2}),
    "swiss": stage("league", Kind.SWISS, options={"games": 1, "rounds": 3}),
    "single": stage("league", Kind.SINGLE, options={"games": 2, "third_place": True}),
    "double": stage("league", Kind.DOUBLE, options={"games": 1}),
}


@pytest.mark.parametrize("form", FORMS)
def test_whatever_is_void_and_undone_in_any_order_the_stage_follows_from_what_counts(
    form, olga, bots
):
    rng = random.Random(form)
    event = begin(olga, bots[:4], FORMS[form])
    play_all(event, chance(rng))
    before, places = States().counting(event.stages.get()), names(event.stages.get())
    for what in some_acts(rng):
        act(event, what, rng, olga)
    play_all(event, chance(rng))
    check(event)
    if form != "swiss":  # Its rounds are never drawn again.
        assert rebuilt(event.stages.get()) == as_kept(event.stages.get())
    undo_all(event, olga)
    check(event)
    if form != "swiss":
        assert (States().counting(event.stages.get()), names(event.stages.get())) == (
            before,
            places,
        )


def undo_all(event, olga) -> None:
    """Undo whatever can be, the newest void first, until nothing is left of it."""
    while True:
        void = Match.objects.finished().exclude(voided_at=None).order_by("-voided_at")
        found = next((each for each in void if not results.objection_to_undo(each)), None)
        if found is None:
            break
        UndoVoid(found).do(olga, "undo")
        advancing.move_all(event.pk)
    play_all(event)


def test_a_series_follows_from_what_counts_whatever_was_void_in_between(olga, countries):
    rng = random.Random(8)
    event = begin(olga, countries[:4], series(options={"winners": 2}))
    play_all(event, chance(rng))
    before, places = States().counting(event.stages.get()), names(event.stages.get())
    for what in some_acts(rng):
        act(event, what, rng, olga)
    play_all(event, chance(rng))
    check(event)
    one = Series.objects.get()
    numbers = one.games.filter(lost=False).values_list("number", flat=True)
    assert list(numbers) == [game.number for game in groups(one.stage)[0].played]
    undo_all(event, olga)
    check(event)
    assert (States().counting(event.stages.get()), names(event.stages.get())) == (before, places)


@pytest.mark.parametrize("form", ["round-robin", "swiss", "single", "double", "series"])
def test_voids_and_disqualifications_in_any_order_come_to_an_end(form, olga, request):
    rng = random.Random(form)
    own = request.getfixturevalue("countries" if form == "series" else "bots")
    event = begin(olga, own[:4], series() if form == "series" else FORMS[form])
    every = some_acts(rng)
    for turn, what in enumerate(every, 1):
        act(event, what, rng, olga)
        if turn == len(every) // 2:
            Disqualify(entry(event, f"b{rng.randrange(4)}")).do(olga, "two authors")
        if turn == len(every) // 2 + 2:
            for gone in event.entries.exclude(disqualified_at=None):
                Reinstate(gone, agreed=True).do(olga, "they were one")
    play_all(event, chance(rng))
    check(event)
    assert not EncounterGame.objects.standing().filter(match__state="queued").exists()
