"""Rules that all formats of stages keep, for any results and disqualifications."""

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ladder.core.stages.contract import Encounter, Game, StageSetup, TieBreak
from ladder.core.stages.formats import FORMATS
from ladder.core.stages.tests.plays import play, result, wants, with_games
from ladder.core.standings import Left
from tests.examples import examples

BRACKETS = [name for name, form in FORMATS.items() if form.bracket]
EXAMPLES = settings(examples(25), suppress_health_check=list(HealthCheck))


@st.composite
def stages(draw, names=tuple(FORMATS)):
    """A format and terms that it can be played by."""
    form = FORMATS[draw(st.sampled_from(names))]
    entrants = draw(st.integers(2, 9))
    terms = StageSetup(
        entrants=entrants,
        sides=2 if form.two_sides else draw(st.sampled_from([2, 2, 3, 4])),
        games=draw(st.integers(1, 3)),
        rounds=draw(st.sampled_from([0, 0, 2, 3])),
        cycles=draw(st.integers(1, 2)),
        third_place=draw(st.booleans()),
        reset=draw(st.booleans()),
        extra=draw(st.integers(0, 3)),
        last_games=draw(st.lists(st.integers(1, 4), max_size=3).map(tuple)),
        early=draw(st.booleans()),
        accelerated=draw(st.booleans()),
        out=(out := draw(st.frozensets(st.integers(0, entrants - 1), max_size=entrants // 2))),
        disqualified=draw(st.frozensets(st.sampled_from(sorted(out)))) if out else out,
        seed=draw(st.integers(0, 3)),
    )
    return form, terms


seeds = st.integers(0, 1000)
NOBODY: dict[str, frozenset[int]] = {"out": frozenset(), "disqualified": frozenset()}


@EXAMPLES
@given(stages(), seeds)
def test_a_stage_is_over_exactly_when_it_wants_nothing_and_so_it_ends(stage, seed):
    form, terms = stage

    def holds(terms, made, now):
        assert now.over == (not now.wanted)
        assert all(want.games for want in now.wanted)
        assert 1 <= now.round <= now.rounds

    played = play(form, terms, seed, on_step=holds)
    assert played.games <= form.most_games(terms) + terms.extra * len(played.made)


@EXAMPLES
@given(stages(), seeds)
def test_only_entrants_who_are_in_are_wanted_on_all_the_sides_of_a_game(stage, seed):
    form, terms = stage

    def holds(terms, made, now):
        assert len(wants(now)) == len(now.wanted)
        for want in now.wanted:
            for sides in want.games:
                seated = [one for one in sides if one is not None]
                assert len(sides) == terms.sides
                assert set(seated) == set(want.encounter.entrants) - terms.out
                assert len(seated) == len(set(seated)) >= 2

    play(form, terms, seed, on_step=holds)


@EXAMPLES
@given(stages(), seeds)
def test_the_order_of_what_was_played_does_not_matter_and_asking_again_says_the_same(stage, seed):
    form, terms = stage
    rng = random.Random(seed)

    def holds(terms, made, now):
        shuffled = rng.sample(made, len(made))
        turned = [each._replace(games=each.games[::-1]) for each in shuffled]
        again = form.progress(terms, turned)
        assert (again.standings, again.over, again.obsolete) == (
            now.standings,
            now.over,
            now.obsolete,
        )
        assert {key: want.games for key, want in wants(again).items()} == {
            key: want.games for key, want in wants(now).items()
        }
        assert form.progress(terms, made) == now

    play(form, terms, seed, on_step=holds)


@EXAMPLES
@given(stages(), seeds)
def test_places_are_those_of_a_contest_and_who_is_out_comes_last(stage, seed):
    form, terms = stage

    def holds(terms, made, now):
        assert sorted(line.entrant for line in now.standings) == list(range(terms.entrants))
        for index, line in enumerate(now.standings):
            before = now.standings[max(index - 1, 0)]
            shared = before.place == line.place
            assert shared or line.place == index + 1
            assert not shared or before.out == line.out
            assert line.left == terms.left(line.entrant)
            assert line.played == line.won + line.drawn + line.lost
        assert now.standings[0].place == 1
        behind = [list(Left).index(line.left) for line in now.standings]
        assert behind == sorted(behind)
        gone = [line for line in now.standings if line.left is Left.DISQUALIFIED]
        assert {line.place for line in gone} <= {terms.entrants - len(gone) + 1}
        assert not any(line.tied for line in gone)

    play(form, terms, seed, on_step=holds)


@EXAMPLES
@given(stages(), seeds)
def test_of_what_is_wanted_any_part_may_be_made_and_the_rest_stays_wanted(stage, seed):
    form, terms = stage
    rng = random.Random(seed)

    def holds(terms, made, now):
        some = [want for want in now.wanted if rng.random() < 0.5]
        keys = {each.key for each in made}
        new = [want.encounter for want in some if want.encounter.key not in keys]
        later = form.progress(terms, [*made, *new])
        assert {
            key: (want.encounter.entrants, want.games) for key, want in wants(later).items()
        } == {key: (want.encounter.entrants, want.games) for key, want in wants(now).items()}

    play(form, terms, seed, on_step=holds)


@EXAMPLES
@given(stages(), seeds)
def test_a_game_that_is_taken_back_is_wanted_again_as_it_was(stage, seed):
    form, terms = stage
    played = play(form, replace(terms, **NOBODY, extra=0, early=False), seed)
    rng = random.Random(seed)
    chosen = rng.choice(played.encounters)
    gone = rng.choice(chosen.games)
    games = list(chosen.games)
    games.remove(gone)
    others = [each for each in played.encounters if each.key != chosen.key]
    now = form.progress(played.terms, [*others, chosen._replace(games=tuple(games))])
    assert not now.obsolete
    (want,) = now.wanted
    assert (want.encounter.key, want.games) == (chosen.key, (gone.sides,))
    assert form.progress(played.terms, [*others, with_games(want, [gone])]).standings == (
        played.end.standings
    )


@EXAMPLES
@given(stages(), seeds, st.data())
def test_who_is_disqualified_on_the_way_changes_nothing_that_was_played(stage, seed, data):
    form, terms = stage
    terms = replace(terms, **NOBODY)
    steps = data.draw(st.lists(st.integers(0, 12), min_size=1, max_size=3, unique=True))
    out = {step: data.draw(st.integers(0, terms.entrants - 1)) for step in steps}
    seen = []

    def holds(terms, made, now):
        assert not now.obsolete
        seen.append({each.key: each.games for each in made})

    played = play(form, terms, seed, out=out, on_step=holds)
    for state in seen:
        for key, games in state.items():
            assert played.made[key].games[: len(games)] == games


@EXAMPLES
@given(stages(), seeds, st.data())
def test_when_a_disqualification_is_undone_the_stage_goes_on_from_where_it_is(stage, seed, data):
    form, terms = stage
    one = data.draw(st.integers(0, terms.entrants - 1))
    without = play(form, replace(terms, **NOBODY | {"out": frozenset({one})}), seed)
    played = play(form, replace(terms, **NOBODY), seed, made=without.encounters)
    assert not any(line.out for line in played.end.standings)
    if not form.bracket:
        assert {each.key for each in without.encounters} <= set(played.made)


@pytest.mark.parametrize("name", BRACKETS)
def test_a_bracket_is_for_games_of_two_sides(name):
    assert FORMATS[name].two_sides
    with pytest.raises(ValueError, match="two sides"):
        FORMATS[name].progress(StageSetup(4, sides=3), [])


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    "wrong",
    [
        Encounter("1-1", 1, (0, 9)),
        Encounter("1-1", 1, (0, 0)),
        Encounter("1-1", 1, (0,)),
        Encounter("1-1", 1, (0, 1, 2)),
        Encounter("nowhere", 1, (0, 1)),
        Encounter("1-1", 1, (0, 3), games=(Game((0, 1), (1, 2)),)),
        Encounter("1-1", 1, (0, 3), games=(Game((0, 0), (1, 2)),)),
        Encounter("1-1", 1, (0, 3), games=(Game((0, 3, None), (1, 2, 3)),)),
    ],
)
def test_what_cannot_be_of_a_stage_is_refused(name, wrong):
    with pytest.raises(ValueError, match=r"\w"):
        FORMATS[name].progress(StageSetup(4), [wrong])


@pytest.mark.parametrize("name", FORMATS)
def test_an_encounter_that_is_there_twice_is_refused(name):
    first = FORMATS[name].progress(StageSetup(4), []).wanted[0].encounter
    with pytest.raises(ValueError, match="twice"):
        FORMATS[name].progress(StageSetup(4), [first, first])


@pytest.mark.parametrize("name", FORMATS)
def test_a_stage_whose_entrants_are_all_out_is_over_with_everybody_last(name):
    end = FORMATS[name].progress(StageSetup(5, out=frozenset(range(5))), [])
    assert end.over
    assert all(line.out and line.points == 0 for line in end.standings)


@pytest.mark.parametrize("name", FORMATS)
def test_who_alone_is_left_has_won(name):
    end = FORMATS[name].progress(StageSetup(5, out=frozenset({0, 1, 2, 4})), [])
    assert end.over
    assert (end.standings[0].place, end.standings[0].entrant) == (1, 3)


@pytest.mark.parametrize("name", FORMATS)
def test_with_an_even_number_of_games_everybody_has_been_on_each_side_as_often(name):
    played = play(FORMATS[name], StageSetup(6, games=2, extra=2))
    for each in played.encounters:
        assert sum(game.sides[0] == each.entrants[0] for game in each.games) * 2 == len(each.games)


def test_formats_are_known_by_their_names():
    assert {name: form.name for name, form in FORMATS.items()} == {
        name: name
        for name in (
            "round-robin",
            "swiss",
            "single-elimination",
            "double-elimination",
            "king-of-the-hill",
            "schedule",
        )
    }
    assert len({form.title for form in FORMATS.values()}) == len(FORMATS)


def test_every_tie_break_can_be_asked_of_a_table():
    rng = random.Random(5)
    for name in ("round-robin", "swiss"):
        terms = StageSetup(6, tie_breaks=tuple(TieBreak))
        end = play(FORMATS[name], terms, decide=lambda sides: result(rng, sides)).end
        assert all(len(line.breaks) == len(TieBreak) for line in end.standings)
