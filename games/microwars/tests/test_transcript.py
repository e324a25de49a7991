"""Transcripts: what both programs read and wrote, and the same game again."""

from __future__ import annotations

import gzip
import io
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import EndState, Fault
from games.microwars.export import transcript
from games.microwars.game import MICROWARS
from games.microwars.maps import MAPS
from games.microwars.tests.boards import setup
from games.microwars.tests.test_properties import engine_setup, replies_of, some_game
from games.microwars.tests.transcripts import replay
from games.replay import FORMAT, ReplayReader, ReplayWriter, write_frames
from games.tests.sampling import Player, outcome_of, record_match, setups, walk

CRASH = Fault(EndState.CRASH, "it has ended:\nexit status 1 – \ud800")
START = setup(MAPS.parse("turns 2\nT . t"))
SHORT = b"".join(transcript(START, [{0: [[1, 1, 2, 1, 2, 1]], 1: []}, {0: [], 1: CRASH}]))


def test_the_lines_of_a_game_are_in_the_order_of_their_events():
    assert SHORT.decode().splitlines() == [
        "microwars 1",
        *("<1 3 1 2", "<2 3 1 2"),
        *("<1 1 1 2 25", "<1 2 1 0 0", "<1 3 1 4 25"),
        *("<2 1 1 4 25", "<2 2 1 0 0", "<2 3 1 2 25"),
        *(">1 1 1 2 1 2 1", ">1 0", ">2 0"),
        *("<1 1 1 0 0", "<1 2 1 2 25", "<1 3 1 4 25"),
        *("<2 1 1 0 0", "<2 2 1 4 25", "<2 3 1 2 25"),
        ">1 0",
        r"!2 crash it has ended: exit status 1 – \ud800",
        *("=1 3 0", "=2 -1 0"),
    ]


def test_what_one_program_read_can_be_taken_out():
    read = b"".join(line[3:] for line in SHORT.splitlines(True) if line.startswith(b"<1 "))
    assert read == b"3 1 2\n1 1 2 25\n2 1 0 0\n3 1 4 25\n1 1 0 0\n2 1 2 25\n3 1 4 25\n"


@settings(deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_a_transcript_is_replayed_to_the_same_result(seed, failing):
    engine, random = some_game(seed)
    steps = []
    while engine.pending():
        replies = replies_of(engine, random)
        if failing and not random.randrange(6):
            replies[random.randrange(2)] = Fault(random.choice([*EndState][1:]), "so it is")
        steps.append(replies)
        engine.submit(replies)
    text = b"".join(transcript(engine_setup(engine), steps))
    outcome = replay(text)
    assert [seat.score for seat in outcome.seats] == [s.score for s in outcome_of(engine).seats]
    assert [seat.end for seat in outcome.seats] == [s.end for s in outcome_of(engine).seats]
    assert [seat.data for seat in outcome.seats] == [s.data for s in outcome_of(engine).seats]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b"microwars 1", b"microwars 2", "line 1"),
        (b"<1 3 1 4 25\n<2 1 1 4", b"<1 3 1 4 25\n<2 1 1 5", "line 7"),
        (b"<1 2 1 2 25", b"<1 2 1 2 24", "line 14"),
        (b"=1 3 0", b"=1 3 1", "line 21"),
        (b"=2 -1 0\n", b"", "line 21: the game has 22"),
        (b"!2 crash", b"!2 crush", "crush"),
        (b"=1 3 0\n", b"=1 3 0\n>1 0\n>2 0\n", "after the end"),
        (b">1 1 1 2 1 2 1", b">1 1 1 2 1 1 1", "line 13"),
        (b">1 1 1 2 1 2 1", b">1 5 1 2 1 2 1", "unit_off_board"),
        (b"<1 3 1 2\n", b"", "not told of a board"),
        (SHORT, b"", "line 1"),
        (SHORT, b"microwars 1\n", "not told of a board"),
    ],
)
def test_a_transcript_that_does_not_hold_is_found_out(old, new, reason):
    assert old in SHORT
    with pytest.raises(ValueError, match=reason):
        replay(SHORT.replace(old, new, 1))


def test_the_download_of_a_match_is_its_transcript():
    for start in setups(MICROWARS):
        data, (outcome,) = record_match(MICROWARS, start, seed=5)
        (export,) = MICROWARS.exports
        written = export.write(ReplayReader(io.BytesIO(data)))
        assert written[4:8] == bytes(4), "no time stamp: the same match gives the same bytes"
        text = gzip.decompress(written)
        again = replay(text)
        assert [seat.score for seat in again.seats] == [seat.score for seat in outcome.seats]


def test_a_match_that_an_offence_ended_can_be_downloaded():
    start = replace(setups(MICROWARS)[1], seed=7)
    engine, file = MICROWARS.engine(start), io.BytesIO()
    writer = ReplayWriter(file)
    head = {"type": "header", "format": FORMAT, "game": "microwars", "engine": "1"}
    writer.header({**head, "ruleset": start.ruleset, "setup": start.to_json()})
    player = Player(MICROWARS, Random(1), {1: Fault(EndState.ILLEGAL, "unit_twice: so it is")})
    write_frames(writer, 0, start, engine, walk(engine, player))
    outcome = outcome_of(engine)
    writer.result({"type": "result", "outcome": outcome.to_json(), "games": 1})
    text = gzip.decompress(MICROWARS.exports[0].write(ReplayReader(io.BytesIO(file.getvalue()))))
    assert text.decode().splitlines()[-3:] == [
        "!2 illegal unit_twice: so it is",
        "=1 3 0",
        "=2 -1 0",
    ]
    assert replay(text) is not None
