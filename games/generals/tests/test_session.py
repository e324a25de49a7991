"""The processor's functions: what they answer, what they refuse, and what stays."""

from __future__ import annotations

import re
import struct

import pytest

from games.generals.codec import blank, decode
from games.generals.log import Level, Log
from games.generals.rules import World
from games.generals.session import FUNCTIONS, Failure, Session
from games.generals.structures import GameState, Replay, Tiles, rankings
from games.generals.tally import PlayerRank, TeamRank
from games.generals.tests.adapter import (
    APPEND,
    CLEAR,
    GET_ERROR,
    GET_ERROR_INFO,
    IMPORT_TERRAIN,
    INIT,
    KEY_FRAME,
    OFFLINE,
    POP,
    RANDOM_TERRAIN,
    SAVE_REPLAY,
    SET_LOG_LEVEL,
    SET_SEED,
    TICK,
    game_info,
    init_info,
    terrain,
)

NOW = 1_700_000_000
YES, NO = b"\1", b"\0"
OPEN = [" "] * 25
CORNERS = ["g", *OPEN[1:24], "g"]
DUEL = init_info([1, 2])
CITY_STATE, MISTY_VEIL, SILENT_WAR = 2, 3, 5


class Processor:
    """A session, its log, and its calls."""

    def __init__(self):
        self.lines = []
        self.session = Session(Log(self._keep), lambda: NOW)

    def _keep(self, line):
        self.lines.append(line.decode())
        return True

    def __call__(self, function, argument=b""):
        return self.session.call(function, argument)

    def error(self):
        return struct.unpack("<i", self(GET_ERROR))[0]

    def tick(self):
        return decode(GameState, self(TICK))

    def board(self, team=0):
        return decode(Tiles, self(KEY_FRAME, bytes([team])))

    def replay(self):
        return decode(Replay, self(SAVE_REPLAY, game_info(1, 2, [(3, 1, "ann")])))

    def warnings(self):
        return [line for line in self.lines if "[W]" in line]


@pytest.fixture
def fresh():
    return Processor()


@pytest.fixture
def playing(fresh):
    """A game on an open board of 5 x 5, the capitals in opposite corners, no half-turn played."""
    assert fresh(IMPORT_TERRAIN, terrain(5, 5, ",".join(CORNERS))) == YES
    assert len(fresh(INIT, DUEL)) == 4 + 25
    return fresh


def capital(processor, player):
    """Row and column of a player's capital."""
    (place,) = [n for n, tile in enumerate(processor.board()) if tile["owner"] == player]
    return divmod(place, 5)


def course(seed):
    """All replies of a game on a random board in which everybody moves somewhere."""
    processor = Processor()
    replies = [
        processor(SET_SEED, struct.pack("<I", seed)),
        processor(RANDOM_TERRAIN, bytes([12, 9, 90, 150, 40, 20])),
        processor(INIT, init_info([1, 2, 1], [(CITY_STATE, 0)])),
    ]
    for _ in range(3):
        replies += [processor(APPEND, bytes([p, 1, 1, 3, 0])) for p in (1, 2, 3)]
        replies.append(processor(TICK))
    replies += [processor(KEY_FRAME, bytes([team])) for team in (0, 1, 2)]
    return [*replies, processor(SAVE_REPLAY, game_info(1, 1, []))]


@pytest.mark.parametrize("seed", [0, 7, 2**31, 2**32 - 1])
def test_equal_seeds_and_equal_calls_give_equal_replies(seed):
    assert course(seed) == course(seed)


def test_seeds_differ_in_every_bit():
    games = {course(seed)[-1] for seed in (0, 1, 2**31, 2**31 + 1, 2**32 - 1)}
    assert len(games) == 5


def test_there_are_fourteen_functions():
    assert sorted(FUNCTIONS) == [0, 1, 2, 3, 10, 11, 20, 21, 22, 23, 30, 31, 40, 50]


def test_before_anything_fails_there_is_no_error(fresh):
    assert (fresh(GET_ERROR), fresh(GET_ERROR_INFO)) == (bytes(4), bytes(4))


def test_an_error_stays_until_the_next_failure(playing):
    playing(99)
    first = playing(GET_ERROR_INFO)
    assert playing.error() == Failure.FUNCTION
    playing.tick()
    assert (playing.error(), playing(GET_ERROR_INFO)) == (Failure.FUNCTION, first)
    playing(KEY_FRAME, bytes([9]))
    assert playing.error() == Failure.TEAM
    assert playing(GET_ERROR_INFO) != first


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda n: FUNCTIONS[n].name)
def test_a_malformed_argument_gives_the_empty_value_and_changes_nothing(playing, function):
    playing(APPEND, bytes([1, 0, 0, 1, 0]))
    before = playing(KEY_FRAME, b"\0"), playing(SAVE_REPLAY, game_info(1, 2, []))
    for argument in (b"\1" * 1000, None):
        assert playing(function, argument) == blank(FUNCTIONS[function].result)
        assert playing.error() == Failure.ARGUMENT
    assert (playing(KEY_FRAME, b"\0"), playing(SAVE_REPLAY, game_info(1, 2, []))) == before
    playing.tick()
    assert len(playing.replay().steps[0].player_moves) == 1


@pytest.mark.parametrize(
    ("function", "argument", "failure"),
    [
        (99, b"", Failure.FUNCTION),
        (2**32 - 1, b"", Failure.FUNCTION),
        (IMPORT_TERRAIN, terrain(4, 5, ",".join([" "] * 20)), Failure.SIZE),
        (IMPORT_TERRAIN, terrain(5, 5, ",".join([" "] * 24)), Failure.MAP),
        (IMPORT_TERRAIN, terrain(5, 5, b"\xff" + b", " * 24), Failure.MAP),
        (RANDOM_TERRAIN, bytes([5, 4, 0, 0, 0, 0]), Failure.SIZE),
        (INIT, init_info([]), Failure.INIT),
        (INIT, init_info([1] * 17), Failure.INIT),
        (INIT, init_info([1, 256]), Failure.INIT),
        (INIT, init_info([1, 0]), Failure.INIT),
        (INIT, init_info([1, -1]), Failure.INIT),
        (INIT, b"\3" + DUEL[1:], Failure.INIT),
        (INIT, b"\1" + DUEL[1:], Failure.INIT),
        (INIT, struct.pack("<BI3iI", 2, 3, 1, 1, 2, 0), Failure.INIT),
        (APPEND, bytes([0, 0, 0, 0, 0]), Failure.PLAYER),
        (APPEND, bytes([3, 0, 0, 0, 0]), Failure.PLAYER),
        (CLEAR, bytes([3]), Failure.PLAYER),
        (POP, bytes([0]), Failure.PLAYER),
        (OFFLINE, bytes([255]), Failure.PLAYER),
        (KEY_FRAME, bytes([3]), Failure.TEAM),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(playing, function, argument, failure):
    before = playing(KEY_FRAME, b"\0")
    result = playing(function, argument)
    assert result == (blank(FUNCTIONS[function].result) if function in FUNCTIONS else b"")
    assert playing.error() == failure
    assert len(playing(GET_ERROR_INFO)) > 4
    assert playing(KEY_FRAME, b"\0") == before
    assert playing.tick().halfturn_id == 0


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (APPEND, bytes([1, 0, 0, 0, 0])),
        (CLEAR, bytes([1])),
        (POP, bytes([1])),
        (OFFLINE, bytes([1])),
        (TICK, b""),
        (KEY_FRAME, b"\0"),
        (SAVE_REPLAY, game_info(1, 1, [])),
    ],
)
def test_before_a_game_there_is_nothing_to_do_or_to_see(fresh, function, argument):
    assert fresh(function, argument) == blank(FUNCTIONS[function].result)
    assert fresh.error() == Failure.GAME


def test_a_game_needs_a_terrain(fresh):
    assert fresh(INIT, DUEL) == bytes(4)
    assert fresh.error() == Failure.TERRAIN


def test_a_game_needs_room_for_its_capitals(fresh):
    fresh(IMPORT_TERRAIN, terrain(5, 5, ",".join([" ", *["m"] * 24])))
    assert fresh(INIT, DUEL) == bytes(4)
    assert fresh.error() == Failure.ROOM


def test_a_failed_terrain_leaves_the_one_before(fresh):
    fresh(IMPORT_TERRAIN, terrain(5, 6, ",".join([" "] * 30)))
    assert fresh(IMPORT_TERRAIN, terrain(5, 5, "x")) == NO
    assert fresh(RANDOM_TERRAIN, bytes([4, 9, 0, 0, 0, 0])) == NO
    assert len(fresh(INIT, DUEL)) == 4 + 30


def test_a_new_terrain_counts_for_the_next_game_and_not_for_the_one_in_play(playing):
    assert playing(RANDOM_TERRAIN, bytes([20, 10, 50, 50, 50, 50])) == YES
    assert len(playing.board()) == 25
    assert len(playing(INIT, DUEL)) == 4 + 200


def test_a_failed_init_leaves_the_game_before(playing):
    playing.tick()
    assert playing(INIT, init_info([1] * 17)) == bytes(4)
    assert playing.tick().halfturn_id == 1


def test_init_starts_afresh(playing):
    x, y = capital(playing, 1)
    playing.tick()
    playing(APPEND, bytes([1, x, y, 0 if x else 1, 0]))
    playing(OFFLINE, bytes([2]))
    assert len(playing(INIT, DUEL)) == 4 + 25
    state = playing.tick()
    assert (state.halfturn_id, state.alive_players, state.defeated_players) == (0, (1, 2), ())
    assert [len(view.diffs) for view in state.diffs] == [0, 0, 0]
    (step,) = playing.replay().steps
    assert (step.player_moves, step.offline_events) == ((), ())


def test_a_beaten_player_takes_no_orders_but_may_be_cleared_and_leave(playing):
    playing(OFFLINE, bytes([2]))
    state = playing.tick()
    assert (state.defeated_players, state.alive_players) == ((2,), (1,))
    for function in (CLEAR, POP, OFFLINE):
        assert playing(function, bytes([2])) == b""
    assert playing.error() == Failure.NONE
    assert playing(APPEND, bytes([2, 0, 0, 0, 0])) == b""
    assert playing.error() == Failure.BEATEN
    playing.tick()
    assert [step.player_moves for step in playing.replay().steps] == [(), ()]
    assert [step.offline_events for step in playing.replay().steps] == [(2,), ()]


def test_the_queue_is_appended_to_popped_and_cleared(playing):
    for x in (1, 2, 3):
        playing(APPEND, bytes([1, x, 0, 0, 0]))
    playing(POP, bytes([1]))
    playing.tick()  # the first order is illegal and takes the rest with it
    playing(APPEND, bytes([1, 9, 9, 9, 1]))
    playing(CLEAR, bytes([1]))
    playing(POP, bytes([1]))
    playing(APPEND, bytes([1, 4, 4, 7, 2]))
    playing.tick()
    moves = [[(m.x, m.y, m.dir, m.half) for m in s.player_moves] for s in playing.replay().steps]
    assert moves == [[(1, 0, 0, False)], [(4, 4, 7, True)]]


def test_each_discarded_move_has_one_warning_in_the_notation(playing):
    (x1, y1), (x2, y2) = capital(playing, 1), capital(playing, 2)
    orders = [(1, 200, 3, 0), (2, x1, y1, 1), (1, x1, y1, 8), (2, x2, y2, 0), (1, 0, 200, 3)]
    for player, x, y, direction in orders:
        playing(APPEND, bytes([player, x, y, direction, 1]))
        playing.tick()
    pattern = r" (\d+) \[W\] .*\((\d+) (\d+)(.)\).*player (\d)"
    assert re.findall(pattern, "".join(playing.warnings())) == [
        ("0", "200", "3", "N", "1"),
        ("1", str(x1), str(y1), "S", "2"),
        ("2", str(x1), str(y1), "?", "1"),
        ("3", str(x2), str(y2), "N", "2"),
        ("4", "0", "200", "E", "1"),
    ]


def test_unknown_modifiers_are_warned_of_and_the_last_value_of_a_key_counts(fresh):
    fresh(IMPORT_TERRAIN, terrain(5, 5, ",".join(CORNERS)))
    fresh(INIT, init_info([1, 2], [(77, 1), (MISTY_VEIL, -1), (0, 0), (MISTY_VEIL, 2)]))
    assert [line.split("] ")[1] for line in fresh.warnings()] == [
        "ignored the unknown modifier 77\n",
        "ignored the unknown modifier 0\n",
    ]
    assert sum(tile["type"] != 0 for tile in fresh.board(1)) == 9
    assert fresh.error() == Failure.NONE


def test_lines_carry_the_half_turn_in_play_or_to_be_played_next(fresh):
    fresh(99)
    fresh(IMPORT_TERRAIN, terrain(5, 5, ",".join(CORNERS)))
    fresh(INIT, DUEL)
    fresh(TICK)
    fresh(OFFLINE, bytes([2]))
    fresh(TICK)
    fresh(99)
    numbers = re.findall(r"^\S+ \S+ (\d+) \[([IEW])\]", "".join(fresh.lines), re.MULTILINE)
    assert numbers == [("0", "E"), ("0", "I"), ("0", "I"), ("1", "I"), ("2", "E")]


def test_the_log_level_is_what_was_set(playing):
    playing(SET_LOG_LEVEL, bytes([Level.F + 1]))
    before = list(playing.lines)
    playing(99)
    assert playing.lines == before


def test_silent_war_keeps_ranking_and_messages_empty(fresh):
    fresh(IMPORT_TERRAIN, terrain(5, 5, ",".join(CORNERS)))
    fresh(INIT, init_info([1, 2], [(SILENT_WAR, 0)]))
    fresh(OFFLINE, bytes([2]))
    state = fresh.tick()
    assert (state.leaderboard, state.msg, state.defeated_players) == ((), (), (2,))


def test_ranking_and_messages_are_shown(playing):
    playing(OFFLINE, bytes([2]))
    state = playing.tick()
    assert [(team.team, team.land, team.unit) for team in state.leaderboard] == [
        (1, 1, 1),
        (2, 0, 0),
    ]
    assert [team.players[0].is_defeated for team in state.leaderboard] == [False, True]
    assert len(state.msg) == 1


def test_sums_beyond_32_bits_are_clamped():
    row = PlayerRank(1, False, 2, -(2**40))
    (team,) = rankings([TeamRank(1, 2, 2**40, [row])])
    assert (team.unit, team.players[0].unit) == (2**31 - 1, -(2**31))


def test_diffs_are_there_for_the_spectator_and_every_team(fresh):
    fresh(IMPORT_TERRAIN, terrain(5, 5, ",".join(OPEN)))
    fresh(INIT, init_info([9, 4, 9, 200]))
    assert [view.team for view in fresh.tick().diffs] == [0, 4, 9, 200]


def test_a_replay_counts_turns_and_says_when_the_game_began(playing):
    for ticks in range(4):
        replay = playing.replay()
        assert (replay.length, len(replay.steps)) == ((ticks + 1) // 2, ticks)
        assert (replay.timestamp, replay.rid, replay.speed) == (NOW, 1, 2)
        assert [(one.uid, one.id, one.name) for one in replay.players] == [(3, 1, "ann")]
        playing.tick()


def test_a_fault_of_the_processor_itself_is_answered_and_told(playing, monkeypatch):
    def broken(world):
        raise RuntimeError("out of order (1 2N)")

    monkeypatch.setattr(World, "play", broken)
    assert playing(TICK) == blank(GameState)
    assert playing.error() == Failure.INTERNAL
    assert "[F]" in playing.lines[-1]
    assert "(1 2N)" not in playing.lines[-1]
