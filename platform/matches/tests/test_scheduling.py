"""Kinds of matches share the workers by weight, on a simulated clock."""

from __future__ import annotations

import random
from itertools import count

import pytest

from matches.queueing.scheduling import (
    CREDIT_S,
    SHORT_S,
    Account,
    Floor,
    Heads,
    Running,
    Simulation,
    Waiting,
)

WEIGHTS = {"events": 40, "ladder": 20, "challenges": 15, "comparisons": 5, "first": 20}
WINDOW_S = 600


def floor(slots=2, weights=WEIGHTS, **running):
    accounts = {share: Account(weight) for share, weight in weights.items()}
    numbers = count(-1000)
    playing: dict[int | str, Running] = {
        next(numbers): Running(share, *times) for share, times in running.items()
    }
    return Floor(slots, accounts, playing, frozenset({"first"}))


def waiting(share, expected=5.0, key=1, **more):
    return Waiting(key, share, expected, **more)


class Hall:
    """Keeps kinds supplied with matches while a simulation plays them, and counts the seconds that
    each kind was played in every second of the clock."""

    def __init__(self, lengths, slots=2, weights=WEIGHTS, seed=1, noise=0.3):
        self.rng, self.lengths, self.noise = random.Random(seed), lengths, noise
        self.numbers = count(1)
        self.shares: dict[int | str, str] = {}
        self.lasted: dict[int | str, float] = {}
        used = {share: weights[share] for share in lengths}
        self.weights = used
        self.simulation = Simulation(floor(slots, used), self._duration)

    def _duration(self, each):
        seconds = each.expected * self.rng.uniform(1 - self.noise, 1 + self.noise)
        self.lasted[each.key] = seconds
        return seconds

    def supply(self, share, depth):
        left = depth - sum(
            1 for key, of in self.shares.items()
            if of == share and key not in self.simulation.starts
        )  # fmt: skip
        for _ in range(left):
            key = next(self.numbers)
            self.shares[key] = share
            self.simulation.add(Waiting(key, share, self.rng.choice(self.lengths[share])))

    def play(self, seconds, supplied, depth=6):
        """Let this time pass, in which ``supplied`` kinds always have something waiting."""
        end = self.simulation.now + seconds
        while self.simulation.now < end:
            for share in supplied:
                self.supply(share, depth)
            self.simulation.run(self.simulation.now + 1.0)

    def used(self, share, begin, end):
        """Worker-seconds of a kind between two times."""
        return sum(
            max(0.0, min(end, start + self.lasted[key]) - max(begin, start))
            for key, start in self.simulation.starts.items()
            if self.shares[key] == share
        )

    def assert_fair(self, supplied, begin, end, slots=2):
        total = sum(self.weights[share] for share in supplied)
        longs = any(max(self.lengths[share]) > SHORT_S for share in supplied)
        for share in supplied:
            part = self.weights[share] / total
            longest = max(self.lengths[share]) * (1 + self.noise)
            for at in range(int(begin), int(end) - WINDOW_S + 1, 50):
                all_used = sum(self.used(each, at, at + WINDOW_S) for each in supplied)
                had = self.used(share, at, at + WINDOW_S)
                assert had >= 0.8 * part * all_used - longest, (share, at, had, part * all_used)
            kept = slots > 1 and longs
            assert all_used > (slots - kept) * 0.95 * WINDOW_S


MIXES = {
    "all short": {"events": [3, 8], "ladder": [2, 10], "challenges": [1, 5], "comparisons": [4],
                  "first": [3, 20]},
    "long ladder": {"events": [5], "ladder": [60, 120], "challenges": [10], "comparisons": [8]},
    "two kinds": {"ladder": [3, 20], "comparisons": [3, 20]},
    "long comparisons": {"events": [5, 15], "comparisons": [90], "first": [4]},
    "some long ones everywhere": {"events": [5, 5, 5, 40], "ladder": [5, 5, 45],
                                  "challenges": [5, 35]},
}  # fmt: skip


@pytest.mark.parametrize("slots", [1, 2, 4])
@pytest.mark.parametrize("mix", MIXES)
def test_each_kind_that_waits_gets_its_share_of_every_ten_minutes(mix, slots):
    lengths = MIXES[mix]
    hall = Hall(lengths, slots)
    hall.play(1800, list(lengths))
    hall.assert_fair(list(lengths), 0, 1800, slots)


def test_a_kind_that_comes_back_takes_nothing_that_it_was_not_there_for():
    lengths = {"events": [5], "ladder": [6], "comparisons": [4]}
    hall = Hall(lengths)
    hall.play(1200, ["ladder"])
    hall.play(1200, ["ladder", "comparisons", "events"])
    hall.assert_fair(["ladder", "comparisons", "events"], 1200, 2400)


def test_forty_matches_of_a_comparison_do_not_stop_the_ladder():
    hall = Hall({"ladder": [8], "comparisons": [8]})
    hall.supply("comparisons", 40)
    hall.play(300, ["ladder"])
    assert hall.used("ladder", 0, 300) > 0.6 * 600
    assert hall.used("comparisons", 0, 300) > 0.1 * 600


# Long matches -----------------------------------------------------------------------------------

LONG, SHORT = 90.0, 8.0


@pytest.mark.parametrize("running", [(LONG, 10.0), (SHORT, 40.0)])
def test_a_long_match_never_begins_on_the_last_slot(running):
    """Also where the other one is long only by the time that it has taken."""
    at = floor(ladder=running)
    heads = {"ladder": Heads.of(waiting("ladder", LONG)), "events": Heads.of(waiting("events"))}
    at.accounts["events"].used = 1e6
    assert at.pick(heads).share == "events"
    assert at.pick({"ladder": heads["ladder"]}) is None
    at.slots = 3
    assert at.pick({"ladder": heads["ladder"]}) is not None


def test_slots_of_rooms_and_reserved_ones_are_not_kept():
    heads = {"ladder": Heads.of(waiting("ladder", LONG))}
    at = floor(ladder=(LONG, 10.0))
    at.keeps = False
    assert at.pick(heads) is not None
    at = floor(events=(LONG, 10.0, True, True))  # on a reserved slot: one slot of others is left
    assert at.pick(heads) is not None


def test_a_match_that_is_late_takes_as_long_again_as_it_is_late():
    assert [Running("ladder", 10.0, elapsed).left for elapsed in (0, 4, 9, 11, 14, 300)] == [
        10.0, 6.0, 2.5, 2.5, 4.0, 290.0,
    ]  # fmt: skip
    simulation = Simulation(floor(challenges=(10.0, 300.0), comparisons=(10.0, 400.0)))
    simulation.add(waiting("ladder", 10.0))
    simulation.run()
    assert simulation.starts == {1: 290.0}


def test_a_short_match_overtakes_the_long_ones_of_its_kind_for_the_last_slot():
    at = floor(ladder=(LONG, 10.0))
    chosen = at.pick({"ladder": Heads.of(waiting("ladder", LONG), waiting("ladder", key=2))})
    assert chosen.key == 2


def test_one_slot_alone_plays_long_matches_too():
    assert floor(1).pick({"ladder": Heads.of(waiting("ladder", LONG))}) is not None


def test_an_event_waits_behind_at_most_one_short_match_however_long_the_ladders_are():
    hall, waits = Hall({"ladder": [120], "events": [5]}, noise=0), []
    hall.play(300, ["ladder", "events"])
    for _ in range(20):
        hall.supply("events", 1)
        asked = hall.simulation.now
        hall.play(15, ["ladder"])
        starts = hall.simulation.starts
        waits.append(max(s for key, s in starts.items() if hall.shares[key] == "events") - asked)
    assert max(waits) <= 10


# Caps, credit, order ----------------------------------------------------------------------------


@pytest.mark.parametrize(("slots", "playing", "free"), [(1, 0, True), (2, 1, False), (4, 1, True)])
def test_first_matches_get_half_of_the_slots_and_at_least_one(slots, playing, free):
    at = floor(slots, **({"first": (5.0, 1.0)} if playing else {}))
    assert (at.pick({"first": Heads.of(waiting("first"))}) is not None) == free


def test_long_first_matches_leave_others_a_slot_for_one_short_one():
    at = floor(4)
    at.running = {key: Running("first", 5.0, SHORT_S + 1) for key in (1, 2)}
    long, short = waiting("first", 2 * SHORT_S), waiting("first", key=4)
    assert at.pick({"first": Heads.of(long)}) is None
    assert at.pick({"first": Heads.of(long, short)}) is short
    at.start(short, ["first"])
    assert at.pick({"first": Heads.of(waiting("first", key=3))}) is None
    at.running[2].elapsed = SHORT_S + 1
    assert at.pick({"first": Heads.of(waiting("first", key=3))}) is None


def test_an_endless_game_does_not_hold_the_first_matches_of_others():
    """Each of its first matches takes a minute, which nobody expects."""
    simulation = Simulation(floor(), lambda each: 3.0 if each.key == "other" else 60.0)
    simulation.add(waiting("first", 10.0, "endless"))
    simulation.run(1.0)
    simulation.add(waiting("first", 10.0, "other"))
    simulation.add(waiting("first", 60.0, "endless 2"))
    while simulation.now < 70.0:
        simulation.run(simulation.now + 1.0)
    assert simulation.starts["other"] <= SHORT_S + 2
    assert simulation.starts["endless 2"] == 60.0


def test_the_first_match_that_was_disturbed_comes_before_all_others():
    at = floor()
    at.accounts["first"].used = 1e6
    again = waiting("first", urgent=True)
    heads = {"events": Heads.of(waiting("events")), "first": Heads.of(again)}
    assert at.pick(heads) is again
    at.running[1] = Running("ladder", LONG)  # nor does it wait for the end of a long match
    again = waiting("first", LONG, urgent=True)
    assert at.pick({**heads, "first": Heads.of(again)}) is again


def test_a_kind_that_waits_saves_up_a_little_and_one_that_does_not_nothing():
    at = floor()
    at.accounts["events"].used = 100.0
    changed = at.caught_up(waiting("events"), ["events", "ladder"])
    saved = CREDIT_S / WEIGHTS["ladder"]
    assert changed == {
        "ladder": 100.0 - saved, "challenges": 100.0, "comparisons": 100.0, "first": 100.0
    }  # fmt: skip


def test_nobody_plays_where_nothing_waits_or_there_is_no_slot():
    assert floor().pick({}) is None
    simulation = Simulation(floor(0))
    simulation.add(waiting("events"))
    simulation.run()
    assert simulation.starts == {}


# Forecasts --------------------------------------------------------------------------------------


def queue(rng):
    shares = [rng.choice(list(WEIGHTS)) for _ in range(120)]
    lengths = {"ladder": [5.0, 10.0, 50.0], "events": [3.0, 15.0, 25.0]}
    return [
        waiting(share, rng.choice(lengths.get(share, [3.0, 10.0])), key)
        for key, share in enumerate(shares)
    ]


@pytest.mark.parametrize("seed", range(5))
def test_forecasts_are_within_a_factor_of_two_of_what_happens(seed):
    """Matches take from 70 to 140 % of what their bots' last ones took."""
    rng = random.Random(seed)
    matches = queue(rng)
    forecast = Simulation(floor(ladder=(40.0, 15.0)))
    played = Simulation(floor(ladder=(40.0, 15.0)), lambda e: e.expected * rng.uniform(0.7, 1.4))
    for each in matches:
        forecast.add(each)
        played.add(each)
    forecast.run()
    played.run()
    far = [key for key, start in played.starts.items() if start > 60.0]
    assert len(far) > 80
    within = [k for k in far if 0.5 <= forecast.starts[k] / played.starts[k] <= 2.0]
    assert len(within) >= 0.95 * len(far)


def test_a_ghost_tells_a_time_and_takes_none():
    simulation = Simulation(floor(1))
    for each in (waiting("events", 10.0, 1), waiting("events", 5.0, "new", ghost=True),
                 waiting("events", 10.0, 2)):  # fmt: skip
        simulation.add(each)
    simulation.run()
    assert simulation.starts == {1: 0.0, "new": 10.0, 2: 10.0}


def test_thousands_of_matches_are_forecast_in_a_moment():
    simulation = Simulation(floor(4))
    rng = random.Random(1)
    for key in range(5000):
        share = rng.choice(list(WEIGHTS))
        simulation.add(waiting(share, rng.choice([3.0, 60.0]), key))
    simulation.run()
    assert len(simulation.starts) == 5000
