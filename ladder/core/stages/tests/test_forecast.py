"""Stages that are played out with random results come out as the strengths say."""

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest

from ladder.core.stages.contract import Format, StageSetup
from ladder.core.stages.forecast import Lots, played_out
from ladder.core.stages.formats import FORMATS
from ladder.core.stages.tests.plays import play, stronger
from tests.examples import sample

EVEN = dict.fromkeys(range(8), 0.0)


@dataclass(frozen=True)
class Forecast:
    """Games on average and at the 95th percentile, and by entrant the probability of each place."""

    games: float
    most: float
    places: tuple[tuple[float, ...], ...]


def forecast(form, terms, strengths, *, played=(), draws=0.0, runs=200, seed=0):
    lots = Lots([strengths[each] for each in range(terms.entrants)], draws,
                np.random.default_rng(seed))  # fmt: skip
    games, places = np.zeros(runs), np.zeros((terms.entrants, terms.entrants))
    for run in range(runs):
        end, made = played_out(form, terms, played, lots)
        games[run] = sum(len(encounter.games) for encounter in made)
        for line in end.standings:
            places[line.entrant, line.place - 1] += 1
    shares = tuple(tuple(row) for row in (places / runs).tolist())
    return Forecast(float(games.mean()), float(np.percentile(games, 95)), shares)


def places_of(name, terms, strengths, **more):
    return np.array(forecast(FORMATS[name], terms, strengths, **more).places)


@pytest.mark.parametrize("name", FORMATS)
def test_probabilities_of_the_places_of_an_entrant_add_up_to_one(name):
    found = places_of(name, StageSetup(5), EVEN, runs=50, draws=0.3)
    assert found.shape == (5, 5)
    assert found.sum(axis=1) == pytest.approx(np.ones(5))
    assert found[:, 0].sum() >= 1 - 1e-9


@pytest.mark.parametrize("name", FORMATS)
def test_who_is_much_stronger_wins(name):
    strengths = {number: 20.0 * (number == 3) for number in range(6)}
    assert places_of(name, StageSetup(6), strengths, runs=30)[3, 0] == 1.0


def test_between_two_the_odds_are_those_of_their_strengths():
    terms = StageSetup(2, games=1, extra=0)
    runs = sample(4000, 1500)
    found = places_of("single-elimination", terms, {0: 0.0, 1: 1.0}, runs=runs)
    chance = 1 / (1 + math.exp(-1.0))
    assert found[1, 0] == pytest.approx(chance, abs=4 * math.sqrt(chance * (1 - chance) / runs))


def test_of_three_the_first_is_as_plackett_and_luce_say_and_so_is_the_second():
    strengths = {0: 0.0, 1: 1.0, 2: 2.0}
    found = places_of("round-robin", StageSetup(3, sides=3, games=1), strengths, runs=4000)
    weights = np.exp([0.0, 1.0, 2.0])
    first = weights / weights.sum()
    assert found[:, 0] == pytest.approx(first, abs=0.035)
    second = sum(first[a] * weights[1] / (weights.sum() - weights[a]) for a in (0, 2))
    assert found[1, 1] == pytest.approx(second, abs=0.035)


def test_draws_come_as_often_as_they_are_said_to():
    terms = StageSetup(2, games=1, tie_breaks=())
    found = places_of("round-robin", terms, {0: 0.0, 1: 3.0}, runs=2000, draws=0.25)
    # The much weaker entrant shares first place after a draw, and seldom has it alone.
    weak = 0.25 + 0.75 / (1 + math.exp(3.0))
    assert found[0, 0] == pytest.approx(weak, abs=0.045)


def test_guests_never_win():
    terms = StageSetup(2, sides=4, games=1)
    found = forecast(FORMATS["round-robin"], terms, {0: -50.0, 1: 50.0}, runs=20)
    assert found.places == ((0.0, 1.0), (1.0, 0.0))


def test_games_are_counted_with_the_extra_ones_and_the_second_final():
    sure = forecast(FORMATS["single-elimination"], StageSetup(8), EVEN, runs=60, draws=1.0)
    assert (sure.games, sure.most) == (7 * 6, 7 * 6)
    never = forecast(
        FORMATS["double-elimination"], StageSetup(8, games=1, reset=False), EVEN, runs=60
    )
    assert (never.games, never.most) == (14, 14)
    again = forecast(FORMATS["double-elimination"], StageSetup(8, games=1), EVEN, runs=200)
    assert 14.3 < again.games < 14.7
    assert again.most == 15


def test_a_forecast_from_where_a_stage_stands_keeps_what_was_played():
    terms = StageSetup(4, games=1)
    form = FORMATS["single-elimination"]
    played = play(form, terms, decide=stronger)
    half = [played.made["1-1"], played.made["1-2"]]
    found = forecast(form, terms, EVEN, played=half, runs=200)
    assert found.games == 3
    assert found.places[2][2] == found.places[3][2] == 1.0
    assert found.places[0][0] + found.places[1][0] == 1.0
    assert 0.3 < found.places[0][0] < 0.7


def test_the_same_seed_says_the_same_and_another_one_about_the_same():
    one, same, other = (
        forecast(FORMATS["swiss"], StageSetup(6), EVEN, runs=sample(100, 50), draws=0.1, seed=seed)
        for seed in (1, 1, 2)
    )
    assert one == same
    assert one != other
    assert np.array(one.places) == pytest.approx(np.array(other.places), abs=0.3)


@pytest.mark.parametrize("name", ["swiss", "single-elimination", "double-elimination"])
@pytest.mark.parametrize("entrants", [7, 24])
def test_a_stage_from_its_beginning_asks_its_format_once(name, entrants):
    form = Counting(FORMATS[name])
    lots = Lots([0.0] * entrants, 0.3, np.random.default_rng(1))
    end, made = played_out(form, StageSetup(entrants), (), lots)
    assert end.over
    assert form.asked == [len(made)]


class Counting(Format):
    """A format that notes the numbers of encounters that it reads."""

    def __init__(self, form):
        self.form, self.name, self.asked = form, form.name, []

    def progress(self, terms, played):
        self.asked.append(len(played))
        return self.form.progress(terms, played)

    def played_through(self, terms, play):
        return self.form.played_through(terms, play)

    def most_games(self, terms):
        return self.form.most_games(terms)


def test_the_challenges_of_a_hill_are_those_that_its_format_wants():
    lots = Lots([0.0] * 5, 0.3, np.random.default_rng(1))
    form, terms = FORMATS["king-of-the-hill"], StageSetup(5)
    _, made = played_out(form, terms, (), lots)
    assert len(made) == 8
    for number, encounter in enumerate(made):
        (want,) = form.progress(terms, made[:number]).wanted
        assert want.encounter == encounter._replace(games=())


@pytest.mark.parametrize(("entrants", "rounds"), [(32, 8), (31, 8), (9, 6), (8, 7)])
def test_simple_pairings_of_a_swiss_are_new_and_nobody_has_two_byes(entrants, rounds):
    lots = Lots([number / 4 for number in range(entrants)], 0.2, np.random.default_rng(entrants))
    _, made = played_out(FORMATS["swiss"], StageSetup(entrants, rounds=rounds), (), lots)
    met = Counter(frozenset(each.entrants) for each in made)
    # Of few entrants, a repeat may be left at the end.
    assert sum(met.values()) - len(met) <= (entrants < 10)
    playing = Counter(one for each in made for one in each.entrants)
    assert {rounds - count for count in playing.values()} <= {0, 1}
    assert len(made) == rounds * (entrants // 2)


def test_in_a_swiss_the_better_half_meets_the_other_one_and_winners_meet():
    strengths = [-20.0 * number for number in range(8)]
    lots = Lots(strengths, 0.0, np.random.default_rng(1))
    _, made = played_out(FORMATS["swiss"], StageSetup(8, rounds=2), (), lots)
    pairs = [each.entrants for each in made]
    assert pairs[:4] == [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert pairs[4:] == [(0, 2), (1, 3), (4, 6), (5, 7)]
