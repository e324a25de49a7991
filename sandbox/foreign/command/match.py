"""One match here and now: a relay, the processes and people around it, and the loop."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from functools import partial

from sandbox.foreign.command.children import Child
from sandbox.foreign.command.guardian import reap_orphans
from sandbox.foreign.command.lobby import Lobby
from sandbox.foreign.command.loop import Loop
from sandbox.foreign.command.programs import say
from sandbox.foreign.wire.effects import (
    Effect,
    Ended,
    Kill,
    Note,
    StopPlayers,
    ToLogic,
    ToPlayer,
    Watch,
)
from sandbox.foreign.wire.players import BACKLOG
from sandbox.foreign.wire.relay import Relay

GRACE_NS = 2_000_000_000
"""How long a logic may take to leave after the end."""

LOGIC_BACKLOG = 1 << 20
"""Bytes that wait for the logic before players are left unread, which slows them down."""

_LAST_WORDS_NS = 100_000_000
_LOOK_MS = 500
_REAP_NS = 1_000_000_000


class LocalMatch:
    """Plays a match to its end.  The programs run already; all are dead after `play`."""

    def __init__(
        self,
        loop: Loop,
        relay: Relay,
        logic: Child,
        programs: Mapping[int, Child],
        lobby: Lobby,
    ) -> None:
        self._loop = loop
        self._relay = relay
        self._logic = logic
        self._programs = dict(programs)
        self._lobby = lobby
        self._effects: deque[Effect] = deque()
        self._working = False
        self._paused = False
        self._stop_by: int | None = None
        self._result: Ended | None = None
        self._reap_at = 0

    def play(self) -> Ended:
        """The match, from the first packet to the last process."""
        self._do(self._relay.start(time.monotonic_ns()))
        self._logic.listen(self._from_logic, self._logic_end)
        for seat, child in self._programs.items():
            child.listen(partial(self._from_player, seat), partial(self._end, seat))
        self._lobby.hear(self._relay, self._human_says)
        while self._result is None:
            self._round()
        self._finish()
        return self._result

    def _human_says(self, seat: int, text: str) -> None:
        self._do(self._relay.from_player_text(seat, text, time.monotonic_ns()))

    def _round(self) -> None:
        self._wait()
        now = time.monotonic_ns()
        for child in (self._logic, *self._programs.values()):
            child.tick(now)
        self._pause(len(self._logic.inbox) > LOGIC_BACKLOG)
        if self._stop_by is not None and (now >= self._stop_by or not self._alive()):
            self._stop_players()
        self._do(self._relay.tick(now))

    def _wait(self) -> None:
        """Until something happens or is due."""
        children = (self._logic, *self._programs.values())
        times = [self._relay.due, self._stop_by, self._lobby.due, *(c.due for c in children)]
        now = time.monotonic_ns()
        wait = min((due - now for due in times if due is not None), default=_LOOK_MS * 1_000_000)
        self._loop.wait(max(0, min(-(-wait // 1_000_000), _LOOK_MS)))
        self._lobby.tick(time.monotonic_ns())
        if now >= self._reap_at:
            self._reap_at = now + _REAP_NS
            reap_orphans({child.pid for child in children})

    def _from_logic(self, data: bytes) -> None:
        self._do(self._relay.from_logic(data, time.monotonic_ns()))

    def _logic_end(self, status: int | None) -> None:
        self._do(self._relay.logic_ended(status, time.monotonic_ns()))

    def _from_player(self, seat: int, data: bytes) -> None:
        self._do(self._relay.from_player_bytes(seat, data, time.monotonic_ns()))

    def _end(self, seat: int, status: int | None) -> None:
        if self._stop_by is not None and status in (0, None):
            return  # the match is decided: to leave now is in order
        self._do(self._relay.player_ended(seat, status, time.monotonic_ns()))

    def _do(self, effects: list[Effect]) -> None:
        """Carry effects out, in order; what they cause in turn comes after them."""
        self._effects += effects
        if self._working:
            return
        self._working = True
        while self._effects:
            self._carry_out(self._effects.popleft())
        self._working = False

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case ToLogic(data):
                self._logic.inbox.send(data)
            case ToPlayer(seat, data):
                self._give(seat, data)
            case Watch(text):
                self._lobby.watch(text)
            case Note(data):
                say(data)
            case Kill(seat, _, why):
                self._remove(seat, why)
            case StopPlayers():
                self._stop_by = time.monotonic_ns() + _LAST_WORDS_NS
            case Ended():
                self._result = effect

    def _give(self, seat: int, data: bytes) -> None:
        waiting = 0
        if seat in self._programs:
            inbox = self._programs[seat].inbox
            inbox.send(data)
            waiting = len(inbox)
        elif seat in self._lobby.seats:
            waiting = self._lobby.seats[seat].send(data)
        if waiting > BACKLOG:
            self._effects += self._relay.overflowed(seat, time.monotonic_ns())

    def _remove(self, seat: int, why: str) -> None:
        if seat in self._programs:
            self._programs[seat].kill()
        elif seat in self._lobby.seats:
            self._lobby.seats[seat].refuse(why)

    def _pause(self, paused: bool) -> None:
        if paused != self._paused:
            self._paused = paused
            for child in self._programs.values():
                child.pause(paused)
            self._lobby.pause(paused)

    def _alive(self) -> bool:
        return any(child.running for child in self._programs.values())

    def _stop_players(self) -> None:
        """The last messages are out: programs that still run end now, without a fault."""
        for child in self._programs.values():
            child.settle()
        self._stop_by = None
        for child in self._programs.values():
            child.kill()
        self._do(self._relay.players_stopped(time.monotonic_ns()))

    def _finish(self) -> None:
        """End the players, and the logic after its grace."""
        self._lobby.hear(None)
        for child in self._programs.values():
            child.kill()
        self._logic.inbox.finish()
        until = time.monotonic_ns() + GRACE_NS
        while self._logic.running and time.monotonic_ns() < until:
            self._loop.wait(10)
        self._logic.kill()


def report(result: Ended) -> int:
    """Print how it ended, the scores on the last line; the exit status."""
    ends = [end.value for end in result.ends]
    say({"type": "end", "success": int(result.scores is not None), "end_state": ends})
    if result.scores is None:
        say({"type": "error", "success": 0, "reason": result.why})
        with suppress(OSError):
            print(f"error: {result.why}", file=sys.stderr, flush=True)
        return 1
    say({str(seat): score for seat, score in sorted(result.scores.items())})
    return 0
