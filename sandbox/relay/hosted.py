"""One seat of a game of ours whose program sits behind a judger for game logic programs."""

from __future__ import annotations

from collections import deque

from games.engine import Action, EndState, Engine, Fault, IllegalAction
from games.wire import Wire, encode
from sandbox.relay.effects import PlayerError
from sandbox.relay.judge import Failed
from sandbox.relay.packets import frame

TURN_BYTES = 1 << 20
"""All that a program may say in one turn."""

_DETAIL = 500
_FAULTS = {
    PlayerError.RUN: EndState.CRASH,
    PlayerError.TIME_OUT: EndState.SILENT,
    PlayerError.OUTPUT_LIMIT: EndState.OUTPUT,
}


class HostedSeat:
    """What a program has said, as the engine may take it.

    ``player`` is its number in the match.  ``reframe``: the game's bots put a length before each
    message, which the judger has taken off and which the wire wants to see.
    """

    def __init__(self, wire: Wire, player: int, *, reframe: bool) -> None:
        self.wire = wire
        self.player = player
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
        return self._dead is None and not self._inbox

    def ask(self, turn: int) -> bool:
        """The seat must answer; whether its clock starts anew, which drops what came too early."""
        if turn == self._turn:
            return False
        self._turn = turn
        self._inbox.clear()
        self._late = None
        self._bytes = 0
        return True

    def say(self, text: str) -> None:
        """Take a message of the program."""
        data = text.encode(errors="replace")
        self._bytes += len(data)
        if self._bytes > TURN_BYTES:
            self._die(Fault(EndState.OUTPUT, f"wrote more than {TURN_BYTES} bytes in one turn"))
            return
        for action in self.wire.feed(frame(data) if self._reframe else data):
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

    def reply(self, engine: Engine) -> Action | Fault | None:
        """The answer to the ask, or what went wrong with it; None while there is neither."""
        if self._inbox:
            return self._checked(engine, self._inbox.popleft())
        if self._dead is not None:
            return self._dead
        late, self._late = self._late, None
        if late is not None:
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
