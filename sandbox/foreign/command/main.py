"""The command line of a judger for game logic programs: a match between programs, or test mode.

    python -m sandbox.judger LOGIC AI0 AI1 ... CONFIG REPLAY
    python -m sandbox.judger test_mode

A command is one argument, with ``+`` for spaces; paths are relative to the current directory.  The
programs are the author's own and run as plain processes, without a sandbox.

Exit status 0: the match ended in order, and the last line of standard output has the scores.  1: it
came to no result, which is no player's fault.  2: the command line is wrong.  130 and 143: stopped.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from games.engine import JSON
from sandbox.foreign.command.children import Child
from sandbox.foreign.command.console import Console
from sandbox.foreign.command.guardian import keep
from sandbox.foreign.command.lobby import Lobby
from sandbox.foreign.command.loop import Loop
from sandbox.foreign.command.match import LocalMatch, report
from sandbox.foreign.command.programs import LOGIC, PLAYER, is_runnable, parse_config, start
from sandbox.foreign.wire.effects import SeatKind
from sandbox.foreign.wire.players import RelayLimits
from sandbox.foreign.wire.relay import Relay

USAGE = 2
TEST_MODE = "test_mode"


def main(argv: Sequence[str]) -> int:
    """Play what the command line asks for; the exit status."""
    parser = _parser()
    given = parser.parse_args(argv)
    limits = RelayLimits(given.silence, given.match_time)
    if given.words == [TEST_MODE]:
        return keep(Console(limits).run)
    try:
        players, config = split(given.words, given.players)
    except ValueError as error:
        print(f"error: {error}\n{parser.format_usage()}", end="", file=sys.stderr)
        return USAGE
    logic, replay = given.words[0], given.words[-1]
    return keep(lambda: play(logic, players, config, replay, limits))


def split(words: Sequence[str], players: int | None) -> tuple[list[str], JSON]:
    """The commands of the players and the config, which may be missing."""
    rest = list(words[1:])
    if players is None:
        # An old example has no config: then a program stands where it would be.
        bare = len(rest) >= 2 and is_runnable(rest[-2])
        players = len(rest) - (1 if bare else 2)
    if players < 1 or len(rest) - players not in (1, 2):
        wanted = "LOGIC, a command for each player, CONFIG and REPLAY"
        raise ValueError(f"{wanted} are wanted; {len(words)} arguments came")
    config = parse_config(rest[players]) if len(rest) == players + 2 else {}
    return rest[:players], config


def play(logic: str, players: Sequence[str], config: JSON, replay: str, limits: RelayLimits) -> int:
    """Start the programs, play the match, print the scores; the exit status."""
    loop = Loop()
    programs: dict[int, Child] = {}
    for seat, command in enumerate(players):
        child = start(loop, PLAYER, command, seat)
        if child is not None:
            programs[seat] = child
    kinds = [SeatKind(seat in programs) for seat in range(len(players))]
    program = start(loop, LOGIC, logic)
    if program is None:
        print("error: the logic cannot be started", file=sys.stderr)
        return 1
    relay = Relay(kinds, config, replay, limits)
    return report(LocalMatch(loop, relay, program, programs, Lobby(loop)).play())


def _parser() -> argparse.ArgumentParser:
    defaults = RelayLimits()
    parser = argparse.ArgumentParser(
        prog="python -m sandbox.judger",
        usage="%(prog)s [options] LOGIC AI0 AI1 ... CONFIG REPLAY\n       %(prog)s test_mode",
        description="Play a match of a game logic program.  A command is one argument, with + for "
        "spaces; LOGIC may be the name of a game of ours.  CONFIG is any text or JSON; REPLAY is "
        "where the logic writes its replay.  test_mode takes its commands on standard input; one "
        "of them is help.  Programs run without a sandbox.",
    )
    parser.add_argument("words", metavar="WORD", nargs="+", help=argparse.SUPPRESS)
    players = "how many players there are; what is left after them is [CONFIG] REPLAY"
    parser.add_argument("--players", metavar="N", type=int, help=players)
    silence = f"how long a logic may say nothing while nobody thinks ({defaults.silent_s:g})"
    parser.add_argument(
        "--silence", metavar="S", type=float, default=defaults.silent_s, help=silence
    )
    time = f"how long a match may take ({defaults.match_s:g})"
    parser.add_argument(
        "--match-time", metavar="S", type=float, default=defaults.match_s, help=time
    )
    return parser
