"""The hourly floor: when it asks for matches, and how they are spread."""

from itertools import pairwise

import pytest

from ladder.core.matchmaking.hourly_floor import HOUR, MOST, is_due, spacing
from ladder.core.matchmaking.pairing import MATCHES_PER_PLAN


def made_in(hours, floor, looks_every, before=()):
    """The times of the matches of a season in which all bots rest, in seconds; ``before`` are
    those of earlier matches."""
    times = list(before)
    for look in range(int(hours * HOUR / looks_every) + 1):
        now = look * looks_every
        ages = [now - moment for moment in reversed(times)]
        if is_due(ages[:floor], floor):
            times += [now] * MATCHES_PER_PLAN
    return times


@pytest.mark.parametrize("floor", [2, 7, 30, 100, MOST])
def test_a_season_that_rests_gets_its_floor_in_every_hour_and_hardly_more(floor):
    times = made_in(3, floor, looks_every=5.0)
    for start in (HOUR / 3, HOUR, 1.9 * HOUR):
        inside = sum(start < moment <= start + HOUR + 5.0 for moment in times)
        assert floor <= inside <= floor + MATCHES_PER_PLAN


def test_matches_are_spread_over_the_hour():
    times = made_in(1, 30, looks_every=5.0)[::MATCHES_PER_PLAN]
    gaps = [later - sooner for sooner, later in pairwise(times)]
    assert min(gaps) == spacing(30) == 235.0
    assert max(gaps) <= 1.5 * spacing(30)


def test_matches_that_bots_asked_for_count():
    burst = [-10.0 * number for number in range(30, 0, -1)]
    times = made_in(2, 30, 5.0, before=burst)[len(burst) :]
    # The 30th newest match was made 300 s before the start.
    assert HOUR - 300.0 <= min(times) <= HOUR - 295.0


def test_the_first_matches_of_a_season_are_due_at_once():
    assert is_due([], 30)


def test_a_floor_of_0_asks_for_nothing():
    assert not is_due([], 0)
    assert not is_due([10 * HOUR], 0)
