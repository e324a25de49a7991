"""Rows: programs that do not play as one should."""

from __future__ import annotations

from dataclasses import replace

from games.engine import EndState
from sandbox.tests.hostile.kinds import Hostile
from sandbox.tests.hostile.playing import BOT, Player, Rules

_QUICK: Rules = {"wall_ms": 300, "cpu_ms": 300, "rounds": 2}
_PATIENT: Rules = {"wall_ms": 10_000, "cpu_ms": 10_000, "rounds": 1}
_SLOW = (EndState.SILENT,)
_CRASHED = (EndState.CRASH,)
_LEFT = (EndState.EXIT,)
_UNREADABLE = (EndState.MALFORMED,)
_FINE = (EndState.OK,)

PLAYERS: tuple[Hostile, ...] = (
    Player(
        name="silent",
        tries="hold up the match by no answer",
        program="silent.py",
        ends=_SLOW,
        rules=_QUICK,
        harm="hung",
    ),
    Player(
        name="slow writer",
        tries="hold up the match by an answer that comes byte by byte",
        program="slow_writer.py",
        ends=_SLOW,
        rules=_QUICK,
        lifted=(_PATIENT, BOT),
    ),
    Player(
        name="sleeper",
        tries="hold up the match without any use of the processor",
        program="sleeper.py",
        ends=_SLOW,
        rules=_QUICK,
        lifted=(_PATIENT, BOT),
    ),
    Player(
        name="thinker",
        tries="think longer than it may",
        program="thinker.py",
        ends=(EndState.TIMEOUT,),
        rules={**_QUICK, "wall_ms": 10_000},
        lifted=(_PATIENT, BOT),
    ),
    Player(
        name="hidden thinker",
        tries="think in children whose time is never counted",
        program="hidden_thinker.py",
        ends=(EndState.TIMEOUT,),
        rules={"cpu_ms": 200, "wall_ms": 20_000},
        lifted=(_PATIENT, BOT),
    ),
    Player(
        name="thinking orphans",
        tries="think in children of children whose parents are gone",
        program="thinking_orphans.py",
        ends=(EndState.TIMEOUT,),
        rules={"cpu_ms": 200, "wall_ms": 20_000},
        lifted=(_PATIENT, BOT),
    ),
    Player(
        name="hoarder of files",
        tries="hold up the match with all files open that it may",
        program="hoards_files.py",
        ends=(EndState.FILES,),
        rules=_QUICK,
        lifted=(_PATIENT, replace(BOT, open_files=1000)),
    ),
    Player(
        name="dead of its files",
        tries="open more files than it may, which it takes for granted",
        program="dies_of_files.py",
        ends=(EndState.FILES,),
        lifted=(_PATIENT, replace(BOT, open_files=1000)),
    ),
    Player(
        name="dead at start",
        tries="be dead before its first question",
        program="dies_at_start.py",
        ends=_CRASHED,
        harm="broke",
    ),
    Player(
        name="leaver",
        tries="be gone at once, with an exit status of 0",
        program="leaves.py",
        ends=_LEFT,
        harm="broke",
    ),
    Player(
        name="dead in the middle",
        tries="crash between two answers",
        program="dies_midgame.py",
        ends=_CRASHED,
        harm="broke",
    ),
    Player(
        name="outliver",
        tries="play in order, and leave children behind",
        program="outlives.py",
        ends=_FINE,
        harm="processes outlive",
    ),
    Player(
        name="orphan",
        tries="be gone, while a child keeps its pipes open",
        program="orphan.py",
        ends=_LEFT,
        harm="hung",
    ),
    Player(
        name="stopped",
        tries="hold up the match by a signal to itself",
        program="stops_itself.py",
        ends=_SLOW,
        rules=_QUICK,
        harm="hung",
    ),
    Player(
        name="closer of its input",
        tries="let whoever writes to it fail",
        program="closes_stdin.py",
        ends=_SLOW,
        rules=_QUICK,
        harm="broke: BrokenPipeError",
    ),
    Player(
        name="closer of its output",
        tries="let whoever reads from it fail, and live on",
        program="closes_stdout.py",
        ends=(EndState.CLOSED,),
        harm="broke: JSONDecodeError",
    ),
    Player(
        name="closer of standard error",
        tries="seem dead",
        program="closes_stderr.py",
        ends=_FINE,
        points=12,
        harm="broke: EOFError",
    ),
    Player(
        name="deaf",
        tries="let whoever writes to it wait until it reads",
        program="deaf.py",
        ends=(EndState.UNREAD,),
        rules={**_QUICK, "forgiving": 1, "blob": 100_000, "rounds": 3},
        limits=replace(BOT, unread_bytes=200_000),
        harm="hung",
    ),
    Player(
        name="early",
        tries="have answered before the question is known",
        program="early.py",
        ends=_FINE,
        points=4,
        harm="played: (?!4$)",
    ),
    Player(
        name="late",
        tries="have an answer counted that came too late",
        program="late.py",
        ends=_SLOW,
        points=3,
        rules={"wall_ms": 300, "forgiving": 1, "rounds": 4},
        harm="played: 12",
    ),
    Player(
        name="flood at all times",
        tries="answer without end, above all in the turns of the opponent",
        program="floods_always.py",
        ends=(EndState.OUTPUT,),
        rules={"rounds": 200},
        limits=replace(BOT, turn_bytes=100_000),
        harm="hung",
    ),
    Player(
        name="endless line",
        tries="fill the referee's memory with an answer that does not end",
        program="endless_line.py",
        ends=(EndState.OUTPUT,),
        harm="hung|broke",
    ),
    Player(
        name="padded answers",
        tries="fill the record of the match with spaces",
        program="padded.py",
        ends=(EndState.OUTPUT,),
        rules={"rounds": 8},
        limits=replace(BOT, match_bytes=100_000),
        lifted=({"rounds": 8}, BOT),
    ),
    Player(
        name="shouter",
        tries="fill the logs, or the pipe of whoever does not read them",
        program="shouts.py",
        ends=_FINE,
        points=12,
        limits=replace(BOT, stderr_bytes=65_536),
        harm="hung",
    ),
    Player(
        name="flood of standard error",
        tries="keep the judger busy with gigabytes on standard error",
        program="floods_stderr.py",
        ends=(EndState.OUTPUT,),
        rules=_PATIENT,
        harm="hung",
    ),
    Player(
        name="garbage",
        tries="answer with bytes that are no text",
        program="garbage.py",
        ends=_UNREADABLE,
        harm="broke: UnicodeDecodeError",
    ),
    Player(
        name="not a number",
        tries="make every sum meaningless",
        program="not_a_number.py",
        ends=_UNREADABLE,
        harm="played: nan",
    ),
    Player(
        name="huge number",
        tries="answer with a number of 50 000 digits",
        program="huge_number.py",
        ends=_UNREADABLE,
        harm="broke: ValueError",
    ),
    Player(
        name="deep brackets",
        tries="exhaust the parser's stack",
        program="deep_json.py",
        ends=_UNREADABLE,
        harm="broke: RecursionError",
    ),
)
