"""Every registered game keeps the promises of the interface, and the checks notice when not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.engine import (
    Ask,
    EndState,
    Event,
    Fault,
    IllegalAction,
    Progress,
    Ruleset,
    SeatSetup,
    Setup,
    TurnLimits,
)
from games.registry import GAMES
from games.tests import conformance, declared
from games.tests.conformance import CHECKS, check_game
from games.tests.crowd import Crowd
from games.tests.sampling import ConformanceError, record, setups
from games.tests.toy import TURNS, Toy, ToyEngine, toy
from games.wire import JsonLines

DEAR = (conformance.check_deepcopy, conformance.check_junk, conformance.check_faults)
"""Checks that take long."""
FOREMOST = {"generals": ("pairs", "mixed"), "xghj": ("machines",), "microwars": ("standard",)}
"""Rulesets on which `make test` runs them; on all rulesets of a game that is not listed."""


def registered() -> Iterator[Any]:
    """Every check on every ruleset of every game."""
    for game in GAMES.values():
        for setup in setups(game):
            foremost = setup.ruleset in FOREMOST.get(game.name, (setup.ruleset,))
            for check in CHECKS:
                marks = () if foremost or check not in DEAR else pytest.mark.nightly
                name = f"{game.name}-{setup.ruleset}-{check.__name__}"
                yield pytest.param(game, setup, check, id=name, marks=marks)


@pytest.mark.parametrize(("game", "setup", "check"), [*registered()])
def test_a_registered_game_conforms(game, setup, check):
    check(game, setup)


def test_a_sound_game_with_secrets_and_simultaneous_answers_conforms():
    check_game(Toy())


def test_a_game_with_sixteen_seats_and_with_teams_conforms():
    check_game(Crowd())


class Divided(ToyEngine):
    """Ranks every seat by its own points, whatever its team."""

    def outcome(self):
        outcome = super().outcome()
        if outcome is None:
            return None
        ranks = [1 + sum(p > mine for p in self.points) for mine in self.points]
        seats = [replace(s, rank=r) for s, r in zip(outcome.seats, ranks, strict=True)]
        return replace(outcome, seats=tuple(seats))


def test_a_team_whose_members_have_ranks_of_their_own_is_found_out():
    game = toy(Divided, rulesets=Crowd.rulesets[1:2])
    with pytest.raises(ConformanceError, match=r"members of team \d have the ranks"):
        conformance.check_match(game, setups(game)[0])


@pytest.mark.parametrize(
    ("ruleset", "what"),
    [
        (Ruleset("x", "X", "", 4, teams=(1, 1, 2)), "for 4 seats"),
        (Ruleset("x", "X", "", 2, teams=(1, 1)), "the teams"),
        (Ruleset("x", "X", "", 2, teams=(1, 3)), "the teams"),
        (Ruleset("x", "X", "", 2, teams=(0, 1)), "the teams"),
    ],
)
def test_teams_that_are_none_are_found_out(ruleset, what):
    game = toy(rulesets=(ruleset,))
    seats = [SeatSetup(i, team=team) for i, team in enumerate((*ruleset.teams, 0))][: ruleset.seats]
    with pytest.raises(ConformanceError, match=what):
        declared.check_package(game, Setup(tuple(seats), 1, "x"))


def test_a_setup_that_seats_other_teams_than_declared_is_found_out():
    (pairs,) = [setup for setup in setups(Crowd()) if setup.ruleset == "pairs"]
    seats = [replace(seat, team=1 + seat.index % 2) for seat in pairs.seats]
    with pytest.raises(ConformanceError, match="seated as"):
        declared.check_package(Crowd(), replace(pairs, seats=tuple(seats)))


def test_turns_in_which_not_everybody_can_use_their_time_are_found_out():
    game = toy(rulesets=(Ruleset("x", "X", "", 16, limits=TurnLimits(1000, 15_000)),))
    with pytest.raises(ConformanceError, match="16 seats may use 16000 ms"):
        declared.check_patience(game, setups(game)[0])


@pytest.mark.parametrize(("ruleset", "what"), [("trio", "for two seats"), ("duel", "one side")])
def test_a_game_that_does_not_exchange_sides_as_it_says_is_found_out(ruleset, what):
    game = toy(exchanges_sides=True)
    (given,) = [setup for setup in setups(game) if setup.ruleset == ruleset]
    with pytest.raises(ConformanceError, match=what):
        declared.check_exchange(game, given)


def test_a_setup_of_the_callers_own_is_used_instead():
    game = Toy()
    (duel,) = [setup for setup in setups(game) if setup.ruleset == "duel"]
    check_game(game, [replace(duel, seed=99)])


class Moody(ToyEngine):
    """Draws from a generator that the setup does not seed."""

    def __init__(self, setup):
        super().__init__(setup)
        self.prizes = [random.randrange(10**9) for _ in range(TURNS)]


class Entangled(ToyEngine):
    """Keeps state where copies share it."""

    points_of_all: list[int] = []

    def __init__(self, setup):
        super().__init__(setup)
        type(self).points_of_all = self.points

    def submit(self, replies):
        events = super().submit(replies)
        self.points_of_all[0] += 1
        return events

    def view(self, seat=None):
        return {**super().view(seat), "points": self.points_of_all[:]}


class Tuples(ToyEngine):
    def view(self, seat=None):
        return {**super().view(seat), "points": tuple(self.points)}


class Leaky(ToyEngine):
    """Hands out its own lists."""

    def view(self, seat=None):
        return {**super().view(seat), "points": self.points}


class Numbered(ToyEngine):
    def submit(self, replies):
        return [Event({1: "a key that is no string"}), *super().submit(replies)]


class Crashing(ToyEngine):
    """Trusts its bots."""

    def check(self, seat, action):
        if not 1 <= action["bid"] <= 3:
            raise IllegalAction("a bid is a number from 1 to 3")


class Sullen(ToyEngine):
    def check(self, seat, action):
        try:
            super().check(seat, action)
        except IllegalAction:
            raise IllegalAction from None


class Gullible(ToyEngine):
    """Lets pass what it cannot play."""

    def check(self, seat, action):
        if not isinstance(action, dict):
            raise IllegalAction("an action is an object")


class Careless(ToyEngine):
    """Changes during a question."""

    def check(self, seat, action):
        self.points[seat] += 1
        super().check(seat, action)


class Forgiving(ToyEngine):
    """Forgets how a seat failed."""

    def submit(self, replies):
        events = super().submit(replies)
        self.ends = [end if end is EndState.OK else EndState.CRASH for end in self.ends]
        return events


class Endless(ToyEngine):
    def over(self):
        return False

    def prize(self):
        return 1

    def submit(self, replies):
        self.turn = 1
        return super().submit(replies)

    def progress(self):
        return Progress(1, TURNS)


class Overrunning(ToyEngine):
    def progress(self):
        return Progress(self.turn, TURNS - 2)


class Asking(ToyEngine):
    """Asks on when all is over."""

    def pending(self):
        return super().pending() or {0: Ask(TURNS, "bid")}


class Silent(ToyEngine):
    """Goes on, but asks nobody."""

    def pending(self):
        return {} if self.turn == 3 else super().pending()


class Unranked(ToyEngine):
    """Gives the second of two winners rank 2 and the third rank 2 as well."""

    def outcome(self):
        outcome = super().outcome()
        if outcome is None:
            return None
        ranks = [0, *range(1, self.seats)]
        return replace(
            outcome,
            seats=tuple(replace(s, rank=r) for s, r in zip(outcome.seats, ranks, strict=True)),
        )


@pytest.mark.parametrize(
    ("engine", "check"),
    [
        (Moody, "check_determinism"),
        (Entangled, "check_deepcopy"),
        (Tuples, "check_json"),
        (Leaky, "check_json"),
        (Numbered, "check_json"),
        (Crashing, "check_junk"),
        (Sullen, "check_junk"),
        (Careless, "check_junk"),
        (Forgiving, "check_faults"),
        (Endless, "check_match"),
        (Overrunning, "check_match"),
        (Asking, "check_match"),
        (Silent, "check_match"),
        (Unranked, "check_match"),
    ],
)
def test_a_broken_engine_is_found_out(engine, check):
    game = toy(engine)
    with pytest.raises(ConformanceError):
        getattr(conformance, check)(game, setups(game)[0])


def test_an_exception_of_a_game_is_told_with_its_place():
    with pytest.raises(ConformanceError, match=r"toy, trio, check_junk: KeyError\('bid'\)"):
        check_game(toy(Gullible))


class Fragile(JsonLines):
    def feed(self, data):
        return [int(line) for line in data.split()]


class Hoarding(JsonLines):
    def feed(self, data):
        self.kept = getattr(self, "kept", b"") + data
        return super().feed(data)


class Chunky(JsonLines):
    """Takes every read for a message."""

    def feed(self, data):
        return [data.hex()] if data else []


class Persistent(JsonLines):
    """Reads on after a fault."""

    def feed(self, data):
        messages = super().feed(data)
        self._broken = False
        return messages


class Mute(JsonLines):
    def tell(self, events):
        return None


class Alarmist(JsonLines):
    """Finds faults that a wire cannot know of."""

    def feed(self, data):
        faults = [m for m in super().feed(data) if isinstance(m, Fault)]
        return [Fault(EndState.CRASH, fault.detail) for fault in faults]


@pytest.mark.parametrize(
    ("wire", "check", "error"),
    [
        (Fragile, "check_wire_junk", ValueError),
        (Hoarding, "check_wire_junk", ConformanceError),
        (Chunky, "check_wire_junk", ConformanceError),
        (Persistent, "check_wire_junk", ConformanceError),
        (Alarmist, "check_wire_junk", ConformanceError),
        (Mute, "check_wire", ConformanceError),
    ],
)
def test_a_broken_wire_is_found_out(wire, check, error):
    game = toy(wire=wire)
    with pytest.raises(error):
        getattr(conformance, check)(game, setups(game)[0])


def test_a_game_without_its_page_is_found_out(tmp_path):
    with pytest.raises(ConformanceError, match=r"toy, trio, check_package: .* no RULES.md"):
        check_game(toy(folder=tmp_path))


def test_a_match_that_is_never_decided_is_found_out():
    game = toy(next_game=lambda self, setup, outcomes: setup)
    with pytest.raises(ConformanceError, match="no decision"):
        conformance.check_match(game, setups(game)[0])


def test_an_engine_whose_result_depends_on_the_run_before_breaks_its_replay():
    class Ageing(ToyEngine):
        runs = 0

        def __init__(self, setup):
            super().__init__(setup)
            Ageing.runs += 1
            self.prizes[-1] = Ageing.runs

    game = toy(Ageing)
    with pytest.raises(ConformanceError, match="frame"):
        conformance.check_replay(game, setups(game)[0])


def test_a_recording_is_the_same_every_time():
    game = Toy()
    setup = setups(game)[0]
    assert record(game, setup, 5) == record(game, setup, 5)
    assert record(game, setup, 5) != record(game, setup, 6)
