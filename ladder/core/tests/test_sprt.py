"""The sequential test: closed cases, and its errors in thousands of simulated comparisons."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ladder.core.sprt import (
    CONTRAST,
    DUEL,
    Estimate,
    Hypotheses,
    SprtReport,
    Verdict,
    contrast,
    decide,
    duel,
    elo_of,
    log_ratio,
    score_of,
)
from tests.examples import sample

TERMS = Hypotheses()
MEANS = (0.5, float(score_of(50)))
SLOW = Hypotheses(-1, 1, 1e-12, 1e-12)
"""A test that decides nothing in a few thousand units."""
RUNS = sample(2000, 600)


def slack(runs: int) -> float:
    """Three standard errors of a share of 5 % in ``runs`` runs."""
    return 3 * math.sqrt(0.05 * 0.95 / runs)


def lead(report: SprtReport) -> Estimate:
    assert report.estimate is not None
    return report.estimate


# Closed cases -------------------------------------------------------------------------------------


def test_bounds_are_walds():
    assert Hypotheses(alpha=0.05, beta=0.05).upper == pytest.approx(math.log(19))
    assert Hypotheses(alpha=0.05, beta=0.05).lower == pytest.approx(-math.log(19))
    uneven = Hypotheses(alpha=0.01, beta=0.2)
    assert uneven.upper == pytest.approx(math.log(80))
    assert uneven.lower == pytest.approx(math.log(0.2 / 0.99))


@pytest.mark.parametrize(
    "wrong",
    [{"elo1": 0.0}, {"elo0": 60.0}, {"alpha": 0.0}, {"beta": 0.5}, {"alpha": 1.0}],
)
def test_terms_that_make_no_test_are_refused(wrong: dict[str, float]):
    with pytest.raises(ValueError, match=r"difference|error"):
        Hypotheses(**wrong)


def test_elo_is_logistic():
    assert float(score_of(0)) == 0.5
    assert float(score_of(400)) == pytest.approx(10 / 11)
    assert float(elo_of(score_of(123.0))) == pytest.approx(123.0)


def test_two_values_alone_give_the_ratio_of_coin_tosses():
    """Where every pair is won or lost whole, the most probable distributions are known."""
    counts = [[1200, 0, 0, 0, 3000]]
    m0, m1 = MEANS
    tossed = 3000 * math.log(m1 / m0) + 1200 * math.log((1 - m1) / (1 - m0))
    assert log_ratio(counts, DUEL, m0, m1)[0] == pytest.approx(tossed, rel=0.001)


def test_the_fitted_distribution_has_the_mean_and_no_other_of_it_is_more_probable():
    """Checked against many other distributions of the same mean."""
    rng = np.random.default_rng(5)
    counts = np.array([7.0, 11.0, 31.0, 14.0, 17.0])
    values = np.array(DUEL)
    free = (counts * np.log(counts / counts.sum())).sum()
    m0 = 0.5
    # Against the hypothesis that is true of the counts the ratio is that of the best fit at m0.
    seen = (counts @ values) / counts.sum()
    best = free - log_ratio(counts, DUEL, m0, seen)
    found = []
    for _ in range(20_000):
        shares = rng.dirichlet(counts + 1)
        above = values @ shares - m0
        # Moved onto the hypothesis by a share of the end that pulls the mean there.
        end = 0 if above > 0 else 4
        weight = above / (above - (values[end] - m0))
        shares = (1 - weight) * shares
        shares[end] += weight
        found.append((counts * np.log(shares)).sum())
    assert max(found) <= best + 1e-9
    assert max(found) == pytest.approx(best, abs=0.5)


def test_exchanging_the_versions_and_the_hypotheses_turns_the_ratio_round():
    counts = np.array([3.0, 9.0, 20.0, 15.0, 8.0])
    there = log_ratio(counts, DUEL, *MEANS)
    back = log_ratio(counts[::-1], DUEL, 1 - MEANS[1], 1 - MEANS[0])
    assert there == pytest.approx(-back)


def test_many_units_go_the_way_of_the_normal_approximation():
    """For small differences the ratio is n (m1 − m0)(2 mean − m0 − m1) / 2 variance."""
    counts = np.array([400.0, 1100.0, 2000.0, 1200.0, 500.0])
    values = np.array(DUEL)
    n = counts.sum()
    mean = counts @ values / n
    variance = counts @ (values - mean) ** 2 / n
    m0, m1 = 0.5, float(score_of(5))
    normal = n * (m1 - m0) * (2 * mean - m0 - m1) / (2 * variance)
    assert log_ratio(counts, DUEL, m0, m1) == pytest.approx(normal, rel=0.02)


def test_who_wins_everything_is_better_after_a_few_pairs_and_not_after_one():
    report = duel([1.0] * 100, TERMS)
    assert report.verdict is Verdict.BETTER
    assert 15 <= report.units <= 30
    assert report.counts == (0, 0, 0, 0, report.units)
    assert duel([1.0], TERMS).verdict is Verdict.OPEN


def test_who_loses_everything_is_not_better():
    report = duel([0.0] * 100, TERMS)
    assert report.verdict is Verdict.NOT_BETTER
    assert lead(report).high < 0


def test_versions_that_share_every_pair_are_told_to_be_even():
    """Of deterministic bots the one that begins may always win: then pairs do not vary."""
    report = duel([0.5] * 200, TERMS)
    assert report.verdict is Verdict.NOT_BETTER
    assert report.units < 30


def test_pairs_after_the_decision_do_not_count():
    long = duel([1.0] * 60 + [0.0] * 60, TERMS)
    assert long == duel([1.0] * 60, TERMS)
    assert decide([0.0, 3.0, -9.0], TERMS) == (Verdict.BETTER, 2)
    assert decide([0.1, -3.0, 9.0], TERMS) == (Verdict.NOT_BETTER, 2)


def test_before_the_first_pair_there_is_nothing_to_tell():
    for report in (duel([], TERMS), contrast([], [], [], TERMS)):
        assert (report.verdict, report.units, report.estimate) == (Verdict.OPEN, 0, None)
        assert report.ratio == 0.0


def test_results_that_no_pair_has_are_refused():
    for wrong in (0.3, 1.25, -0.25):
        with pytest.raises(ValueError, match="no such result"):
            duel([wrong], TERMS)


# The estimate ------------------------------------------------------------------------------------


def test_a_side_that_won_everything_has_a_finite_lead_that_grows():
    few, many = lead(duel([1.0] * 3, TERMS)), lead(duel([1.0] * 12, TERMS))
    # By the rule: half a pair of the other side is added.
    assert few.elo == pytest.approx(400 * math.log10(3.5 / 0.5))
    assert few.elo < many.elo < 700
    assert math.isfinite(few.low)
    assert math.isfinite(few.high)
    assert few.low < few.elo < few.high


def test_one_pair_tells_next_to_nothing():
    one = lead(duel([1.0], TERMS))
    assert one.low < 0 < one.high
    assert 0.5 < one.likelihood < 0.95


def test_even_results_give_no_lead_and_even_odds():
    even = lead(duel([0.25, 0.75] * 20, TERMS))
    assert even.elo == pytest.approx(0)
    assert even.likelihood == pytest.approx(0.5)
    assert even.high == pytest.approx(-even.low)


def test_the_interval_holds_the_truth_about_95_times_in_100():
    rng = np.random.default_rng(11)
    shares = _shares(0.56)
    truth = float(elo_of(np.array(DUEL) @ shares))
    held = 0
    runs = sample(1000, 400)
    for _ in range(runs):
        scores = rng.choice(DUEL, 60, p=shares)
        found = lead(duel(list(scores), SLOW))
        held += found.low <= truth <= found.high
    assert abs(held / runs - 0.95) <= slack(runs) * 1.2


def test_a_contrast_is_the_difference_of_two_leads():
    """75 % against 50 %: 191 points, but for the pair that is added."""
    report = contrast([0.75] * 400, [0.5] * 400, [0] * 400, SLOW)
    assert lead(report).elo == pytest.approx(400 * math.log10(3), abs=5)
    assert report.counts[CONTRAST.index(0.25)] == report.units == 400


def test_a_lead_is_told_alike_whatever_the_opponents_are():
    """An average over easy and hard opponents would tell of less than there is."""
    level = np.array([-300.0, 0.0, 300.0])
    b, a = np.asarray(score_of(level + 50)), np.asarray(score_of(level - 50))
    rng = np.random.default_rng(3)
    opponents = [n % 3 for n in range(6000)]
    played = [(rng.random((2, 6000)) < each[opponents]).mean(axis=0) for each in (b, a)]
    found = lead(contrast(list(played[0]), list(played[1]), opponents, SLOW))
    assert found.low < 100 < found.high
    assert found.high - found.low < 40


def test_who_beats_all_that_the_other_loses_to_has_a_finite_lead():
    found = lead(contrast([1.0] * 9, [0.0] * 9, [0, 1, 2] * 3, TERMS))
    assert 0 < found.low < found.elo < found.high < 3000


def test_opponents_that_beat_or_lose_to_both_alike_say_that_none_is_better():
    """That the games hang on the opponent does not widen the interval: it goes for both."""
    scores = [0.0, 0.5, 1.0, 0.5] * 60
    report = contrast(scores, scores, [0, 1, 2, 3] * 60, TERMS)
    assert lead(report).elo == pytest.approx(0, abs=1e-6)
    assert lead(report).high < 80
    assert report.verdict is Verdict.NOT_BETTER


def test_a_lead_counts_alike_against_weak_opponents():
    """90 % against 85 % is a lead of 80 points, though only 5 % of the score."""
    b, a = [1.0, 1.0, 1.0, 1.0, 0.5] * 100, [1.0, 1.0, 1.0, 0.75, 0.5] * 100
    assert contrast(b, a, [0] * 500, TERMS).verdict is Verdict.BETTER


# Simulated errors --------------------------------------------------------------------------------


def _shares(mean: float, draws: float = 0.3, tied: float = 0.25) -> np.ndarray:
    """A pentanomial distribution of this mean: two games with draws, but a share of pairs go to
    who has the better seat."""
    win = (mean - tied / 2) / (1 - tied) - draws / 2
    game = np.array([1 - draws - win, draws, win])
    pair = (1 - tied) * np.convolve(game, game)
    pair[2] += tied
    assert np.array(DUEL) @ pair == pytest.approx(mean)
    return pair


def _simulate(shares, values, means, terms, runs=RUNS, most=1500, seed=1):
    """Shares of runs that said "better" and "not better", and the mean length."""
    rng = np.random.default_rng(seed)
    counts = np.zeros((runs, len(values)))
    verdict, length = np.zeros(runs), np.full(runs, most)
    going = np.arange(runs)
    for unit in range(1, most + 1):
        drawn = rng.choice(len(values), going.size, p=shares)
        counts[going, drawn] += 1
        ratio = log_ratio(counts[going], values, *means)
        over = (ratio >= terms.upper) | (ratio <= terms.lower)
        verdict[going[over]] = np.sign(ratio[over])
        length[going[over]] = unit
        going = going[~over]
        if not going.size:
            break
    return (verdict > 0).mean(), (verdict < 0).mean(), length.mean()


@pytest.mark.parametrize(
    ("draws", "tied"),
    [
        (0.3, 0.25),
        (0.1, 0.6),
        pytest.param(0.0, 0.0, marks=pytest.mark.nightly),
        pytest.param(0.7, 0.1, marks=pytest.mark.nightly),
    ],
)
def test_errors_stay_within_the_bounds_of_the_test(draws, tied):
    better, _, _ = _simulate(_shares(MEANS[0], draws, tied), DUEL, MEANS, TERMS)
    assert better <= TERMS.alpha + slack(RUNS)
    _, worse, _ = _simulate(_shares(MEANS[1], draws, tied), DUEL, MEANS, TERMS, seed=2)
    assert worse <= TERMS.beta + slack(RUNS)


def test_uneven_errors_are_kept_each():
    terms = Hypotheses(alpha=0.02, beta=0.15)
    better, _, _ = _simulate(_shares(MEANS[0]), DUEL, MEANS, terms)
    _, worse, _ = _simulate(_shares(MEANS[1]), DUEL, MEANS, terms, seed=2)
    assert better <= 0.02 + slack(RUNS)
    assert 0.05 < worse <= 0.15 + 2 * slack(RUNS)


def test_a_clear_lead_needs_fewer_pairs_than_a_test_of_fixed_length():
    """One of fixed length with these errors needs (2 · 1.645)² variance / difference² pairs."""
    shares = _shares(MEANS[1])
    values = np.array(DUEL)
    variance = shares @ (values - MEANS[1]) ** 2
    fixed = (2 * 1.6449) ** 2 * variance / (MEANS[1] - MEANS[0]) ** 2
    _, _, at_once = _simulate(shares, DUEL, MEANS, TERMS, runs=600)
    _, _, far = _simulate(_shares(float(score_of(150))), DUEL, MEANS, TERMS, runs=600)
    assert at_once < 0.75 * fixed
    assert far < 0.3 * fixed


def test_the_test_against_a_pool_keeps_its_errors_too():
    """Both versions meet opponents of different strength; what they share does not count."""
    rng = np.random.default_rng(7)
    opponents = [n % 3 for n in range(1200)]
    level = np.array([-250.0, 0.0, 150.0])[opponents]
    runs = sample(300, 100)
    said: dict[int, list[Verdict]] = {0: [], 50: []}
    for lead, verdicts in said.items():
        for _ in range(runs):
            b, a = (
                (rng.random((2, 1200)) < np.asarray(score_of(level + half))).mean(axis=0)
                for half in (lead / 2, -lead / 2)
            )
            verdicts.append(contrast(list(b), list(a), opponents, TERMS).verdict)
    assert said[0].count(Verdict.BETTER) / runs <= 0.05 + slack(runs)
    assert said[50].count(Verdict.NOT_BETTER) / runs <= 0.05 + slack(runs)
    assert said[50].count(Verdict.BETTER) / runs >= 0.85
