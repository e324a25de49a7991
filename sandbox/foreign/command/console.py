"""Test mode: commands on standard input, programs and people as players, one match."""

from __future__ import annotations

import os
import sys
import time

from games.engine import JSON
from sandbox.foreign.command.children import Child
from sandbox.foreign.command.lobby import Lobby
from sandbox.foreign.command.loop import CHUNK, READ, Loop
from sandbox.foreign.command.match import LocalMatch, report
from sandbox.foreign.command.programs import HUMAN, LOGIC, PLAYER, parse_config, say, start
from sandbox.foreign.wire.effects import SeatKind
from sandbox.foreign.wire.players import RelayLimits
from sandbox.foreign.wire.relay import Relay

MAX_SEATS = 64
_MAX_LINE = 1 << 16
_LOOK_MS = 500

HELP = {
    "help": "this list",
    "0 <index> <command>": "start a program as player <index>, from 0; + for spaces in <command>",
    "1 <index> <ip> <port> <room_id>": "await a person as player <index> on a WebSocket",
    "4 <command> <config> <replay>": "start the logic, and with it the match",
}


class CommandError(ValueError):
    """A command that cannot be carried out; the message says why."""


class Console:
    """Test mode.  ``limits`` are those of the match."""

    def __init__(self, limits: RelayLimits) -> None:
        self._limits = limits
        self._loop = Loop()
        self._lobby = Lobby(self._loop)
        self._programs: dict[int, Child | None] = {}
        """By seat; None where one could not be started."""
        self._input = bytearray()
        self._ended = False
        self._match: LocalMatch | None = None

    def run(self) -> int:
        """Take commands until a match has been played or nobody can start one; the exit status."""
        self._loop.watch(sys.stdin.fileno(), READ, self._read)
        while self._match is None and not self._ended:
            due = self._lobby.due
            wait = _LOOK_MS
            if due is not None:
                wait = max(0, min(wait, -(-(due - time.monotonic_ns()) // 1_000_000)))
            self._loop.wait(wait)
            self._lobby.tick(time.monotonic_ns())
        if self._match is None:
            self._lobby.close()
            return 0
        result = self._match.play()
        self._lobby.close()
        return report(result)

    def _read(self) -> None:
        data = os.read(sys.stdin.fileno(), CHUNK)
        self._input += data
        if not data:
            self._loop.remove(sys.stdin.fileno())
            self._input += b"\n" if self._input else b""
        *lines, rest = self._input.split(b"\n")
        self._input = rest[:_MAX_LINE]
        for line in lines:
            if text := line.decode(errors="replace").removesuffix("\r"):
                self._command(text)
        self._ended = not data

    def _command(self, line: str) -> None:
        fields = line.split(" ")
        kind: JSON = int(fields[0]) if fields[0] in ("0", "1", "4") else fields[0][:20]
        try:
            if self._match is not None:
                raise CommandError("a match has been started already")
            match fields:
                case ["help"]:
                    say({"type": "help", "success": 1, "commands": HELP})
                case ["0", index, command] if command:
                    self._start_program(_seat(index), command)
                case ["1", index, ip, port, room] if ip and room:
                    self._await_person(_seat(index), ip, _port(port), room)
                case ["4", command, config, replay] if command and replay:
                    self._start_match(command, config, replay)
                case _:
                    raise CommandError(_form(kind))
        except CommandError as error:
            say({"type": kind, "success": 0, "reason": str(error)})

    def _start_program(self, seat: int, command: str) -> None:
        self._vacate(seat)
        self._programs[seat] = start(self._loop, PLAYER, command, seat)

    def _await_person(self, seat: int, ip: str, port: int, room: str) -> None:
        """Success is told when the person has connected."""
        self._vacate(seat)
        try:
            self._lobby.open(seat, ip, port, room)
        except (OSError, UnicodeError, OverflowError) as error:
            reason = f"cannot listen at {ip}:{port}: {error}"
            say({"type": HUMAN, "index": seat, "success": 0, "reason": reason})

    def _vacate(self, seat: int) -> None:
        """The last command for a seat counts."""
        if child := self._programs.pop(seat, None):
            child.kill()
        if seat in self._lobby.seats:
            self._lobby.forget(seat)

    def _start_match(self, command: str, config: str, replay: str) -> None:
        seats = sorted({*self._programs, *self._lobby.seats})
        if not seats:
            raise CommandError("there are no players yet")
        for seat in range(seats[-1] + 1):
            if seat not in seats:
                raise CommandError(f"player {seat} is missing")
            if seat in self._lobby.seats and not self._lobby.seats[seat].met:
                raise CommandError(f"player {seat} has not connected yet")
        logic = start(self._loop, LOGIC, command)
        if logic is None:
            return
        relay = Relay([self._kind(s) for s in seats], parse_config(config), replay, self._limits)
        programs = {seat: child for seat, child in self._programs.items() if child is not None}
        self._match = LocalMatch(self._loop, relay, logic, programs, self._lobby)

    def _kind(self, seat: int) -> SeatKind:
        if seat in self._lobby.seats:
            return SeatKind.HUMAN
        return SeatKind.ABSENT if self._programs[seat] is None else SeatKind.PROGRAM


def _form(kind: JSON) -> str:
    """The correct form of a command that was not understood."""
    for form in HELP:
        if isinstance(kind, int) and form.startswith(f"{kind} "):
            return f"write it so, with single blanks: {form}"
    return "unknown command; help lists them"


def _seat(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 4 and int(text) < MAX_SEATS:
        return int(text)
    raise CommandError(f"an index is a number from 0 to {MAX_SEATS - 1}")


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 1 << 16:
        return int(text)
    raise CommandError("a port is a number from 0 (any that is free) to 65535")
