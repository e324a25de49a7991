"""One seat of a game of ours whose program sits behind a judger for game logic programs."""

from __future__ import annotations

import time
from collections import deque
from typing import Final

from examples.our_games.judge import Failed
from games.engine import Action, Ask, EndState, Engine, Fault, IllegalAction, Wants
from games.wire import Wire, encode
from sandbox.foreign.wire.effects import PlayerError
from sandbox.foreign.wire.packets import frame

WAITING: Final = object()
"""What `HostedSeat.reply` gives while there is neither an answer nor a failure."""
REST_S = 0.15
"""How long to listen to a program whose turn is over; whether it is idle cannot be seen here."""
TURN_BYTES = 1 << 20
"""All that a program may say in one turn."""

_DETAIL = 500
_FAULTS = {
    PlayerError.RUN: EndState.CRASH,
    PlayerError.TIME_OUT: EndState.SILENT,
    PlayerError.OUTPUT_LIMIT: EndState.OUTPUT,
}


class HostedSeat:
    """The output of a program, as the engine may take it.

    ``player`` is its number in the match.  ``reframe``: the game's bots put a length before each
    message, which the judger has taken off and which the wire wants to see.  ``person``: somebody
    plays by hand, who is always in time with what is no answer.
    """

    due: float | None = None
    """When silence will be the answer, by the monotonic clock; None: not before the judger says
    that time is over."""
    _wants = Wants.ANSWER

    def __init__(self, wire: Wire, player: int, *, reframe: bool, person: bool = False) -> None:
        self.wire = wire
        self.player = player
        self.person = person
        self.owed = 0
        """Answers that came too late so far: they are dropped when they come."""
        self._reframe = reframe
        self._inbox: deque[Action] = deque()
        self._dead: Fault | None = None
        self._late: Fault | None = None
        self._turn: int | None = None
        self._bytes = 0

    @property
    def alive(self) -> bool:
        return self._dead is None

    @property
    def wanted(self) -> bool:
        """Whether an ask must wait for what the program says."""
        return self._dead is None and not self._inbox and self._wants is not Wants.NOTHING

    def ask(self, ask: Ask) -> bool:
        """The seat must answer; whether its clock restarts, which drops what came too early."""
        self._wants = ask.wants
        self.due = self._due(ask)
        if ask.turn == self._turn:
            return False
        self._turn = ask.turn
        if not self.wire.ahead:
            self._inbox.clear()
        self._late = None
        self._bytes = 0
        return True

    def _due(self, ask: Ask) -> float | None:
        if ask.wants in (Wants.ANSWER, Wants.NOTHING) or ask.limits is None:
            return None
        if ask.wants is Wants.REST:
            return time.monotonic() + (0 if self.person else REST_S)
        return None if self.person else time.monotonic() + ask.limits.wall_ms / 1000

    def say(self, text: str) -> None:
        """Take a message of the program."""
        data = text.encode(errors="replace")
        self._bytes += len(data)
        if self._bytes > TURN_BYTES:
            self._die(Fault(EndState.OUTPUT, f"wrote more than {TURN_BYTES} bytes in one turn"))
            return
        if self._reframe:
            # The judger has measured it: what is too long now are signs for what is no text.
            data = frame(data[: self.wire.longest])
        for action in self.wire.feed(data):
            if isinstance(action, Fault):
                self._die(action)
            elif self.owed:
                self.owed -= 1
            else:
                self._inbox.append(action)

    def fail(self, failed: Failed) -> None:
        """Take an error of the program's; a late answer counts only where one is waited for."""
        fault = Fault(_FAULTS[failed.error], _clean(failed.log))
        if failed.error is not PlayerError.TIME_OUT:
            self._die(fault)
        elif self.wanted and self._late is None:
            self._late = fault

    def reply(self, engine: Engine) -> Action | Fault | object:
        """The answer to the ask, or what went wrong with it, or `WAITING`."""
        if self._wants is Wants.NOTHING:
            return self._dead
        if self._inbox:
            return self._checked(engine, self._inbox.popleft())
        if self._dead is not None:
            return self._dead
        late, self._late = self._late, None
        if self._wants is not Wants.ANSWER:
            over = self.due is not None and time.monotonic() >= self.due
            return None if over or late is not None else WAITING
        if late is None:
            return WAITING
        self.owed += 1
        return late

    def _checked(self, engine: Engine, action: Action) -> Action | Fault:
        try:
            # Infinity and lone surrogates get through JSON parsers, and would break the replay.
            encode(action)
        except (ValueError, RecursionError) as error:
            return Fault(EndState.MALFORMED, _clean(f"an answer that JSON cannot carry: {error}"))
        try:
            engine.check(self.wire.seat, action)
        except IllegalAction as error:
            return Fault(EndState.ILLEGAL, _clean(str(error)))
        return action

    def _die(self, fault: Fault) -> None:
        """After this fault the program cannot go on: it comes again at every later ask."""
        if self._dead is None:
            self._dead = Fault(fault.kind, _clean(fault.detail))


def _clean(detail: str) -> str:
    return detail[:_DETAIL].encode(errors="backslashreplace").decode()
