"""One seat of one game, played by a person.

To the person go lines ``{"type":"human","seat":index in the match,"message":M}`` of the judger's
output.  M is JSON of the same things as `games.wire.JsonLines` has, whatever the game's own wire:

- ``start``: ``game`` (number in the match), ``seat``, ``index`` (in the match), ``seats`` (each
  with ``name`` and ``team``), ``scene``, ``view``;
- ``events``: ``events`` that this seat may know; ``remark``: a ``text`` for this seat alone;
- ``ask``: ``ask`` (its number in the match), ``turn``, ``prompt``, ``choices`` (of the game),
  ``view``, ``until`` (Unix time in ms), ``seconds`` (that the clock gave); ``note``: ``turn``,
  ``prompt`` and ``view``, to which no answer is wanted;
- ``waiting`` (``until`` people's pages are there, ``seconds``) and ``countdown`` (``until`` the
  first question of the match, ``seconds``), before the clock of anybody runs;
- ``taken``, ``refused`` (with a ``reason``: the question stays open and the clock runs on) and
  ``late`` (it is not open, or its time is over): what became of an action for ``ask``;
- ``left``: a person of the match, maybe this one, has left (``seat`` of the match, ``reason``,
  ``away``: seconds of absence that ended the seat, null for a person who chose to leave);
- ``end`` of a game and ``over`` of the match: ``outcome``.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from games.engine import (
    JSON,
    Action,
    Ask,
    EndState,
    Engine,
    Event,
    Fault,
    IllegalAction,
    Outcome,
    Seat,
    Setup,
    TurnLimits,
    Wants,
)
from games.game import Game, Patience
from games.wire import JsonLines, Wire, encode
from sandbox.isolation.base import Process, Usage
from sandbox.judger.output import Output, SeatLog
from sandbox.judger.seats.human_input import LEFT, MAX_LINE, HumanInput
from sandbox.judger.seats.played import WAITING
from sandbox.judger.turns.record import SeatRecord
from sandbox.judger.turns.starvation import Starvation

_S = 1_000_000_000
_MS = 1_000_000
MAX_REASON = 500
"""Characters of why an action was refused."""
_SILENT = (Wants.NOTHING, Wants.REST)
"""A person notices when their turn is over, and need not be waited for."""


class Mailbox:
    """Sends messages to the person on the match's seat ``index``."""

    def __init__(self, index: Seat, output: Output) -> None:
        self.index = index
        self.output = output

    def envelope(self, kind: str, **members: JSON) -> bytes:
        """A message as a line of the judger's."""
        message = {"type": kind, **members}
        return encode({"type": "human", "seat": self.index, "message": message})

    def post(self, line: bytes) -> None:
        self.output.line(line)

    def say(self, kind: str, **members: JSON) -> None:
        self.post(self.envelope(kind, **members))


class HumanWire(Wire):
    """Lines for a person.  A question is kept in ``asked`` until its clock runs."""

    def __init__(self, setup: Setup, seat: Seat, mailbox: Mailbox) -> None:
        super().__init__(setup, seat)
        self._mailbox = mailbox
        self.asked = Ask(0)

    def begin(self, scene: JSON, view: JSON) -> bytes:
        return self._mailbox.envelope(
            "start",
            game=self.setup.number,
            seat=self.seat,
            index=self._mailbox.index,
            seats=[{"name": s.name, "team": s.team} for s in self.setup.seats],
            scene=scene,
            view=view,
        )

    def ask(self, ask: Ask) -> bytes:
        self.asked = ask
        return b""

    def tell(self, events: Sequence[Event]) -> bytes:
        if not events:
            return b""
        return self._mailbox.envelope("events", events=[event.data for event in events])

    def end(self, outcome: Outcome) -> bytes:
        return self._mailbox.envelope("end", outcome=outcome.to_json())

    def feed(self, data: bytes) -> list[Action | Fault]:
        """A person says nothing in bytes."""
        return []


class HumanLog(SeatLog):
    """The game's remarks go to the person at once."""

    def __init__(self, mailbox: Mailbox) -> None:
        super().__init__(mailbox.index, 0, mailbox.output)
        self._mailbox = mailbox

    def remark(self, text: str, game: int, turn: int) -> None:
        self._mailbox.say("remark", text=text)


class Nobody(Process):
    """The program of a person: there is none."""

    pid = stdin = stdout = stderr = -1

    def cpu_ns(self) -> int:
        return 0

    def usage(self) -> Usage:
        return Usage(0, None, False)

    def poll(self) -> int | None:
        return None

    def kill(self) -> None:
        pass

    def close(self) -> None:
        pass


@dataclass(slots=True)
class HumanClock:
    """Wall time of a person's turns, in ns.  The machine keeps no person waiting."""

    starvation: Starvation = field(default_factory=lambda: Starvation(Nobody()))
    began: int = 0
    due: int = 0
    bound: int = 0
    turns: int = 0
    wall_total: int = 0
    _lapped: int = 0

    def start(self, now: int, patience_ns: int) -> None:
        self.began = self._lapped = now
        self.due = now + patience_ns
        self.turns += 1

    def lap(self, now: int) -> None:
        """Count what has passed since the turn began or since the last lap."""
        self.wall_total += now - self._lapped
        self._lapped = now

    def in_turn(self) -> int:
        return 0

    def running(self) -> int:
        return 0


class HumanSeat:
    """Carries messages between an engine and a person.

    An action of the person answers only the question that is open.  One that cannot be
    read or is against the rules is refused, and costs no more than time.
    """

    spent = 0
    said = b""
    ready = False

    def __init__(
        self,
        wire: HumanWire,
        mailbox: Mailbox,
        game: Game,
        engine: Engine,
        record: SeatRecord,
        human_input: HumanInput,
    ) -> None:
        self.process = Nobody()
        self.wire = wire
        self.clock = HumanClock()
        self.log: SeatLog = HumanLog(mailbox)
        self.record = record
        self._mailbox = mailbox
        self._game = game
        self._engine = engine
        self._patience: Patience = game.patience
        self._human_input = human_input
        self._inbox: deque[str] = deque()
        self._turn: int | None = None
        self._terms: TurnLimits | None = None
        self._wants = Wants.ANSWER
        self._open: int | None = None  # the number of the question that waits for an answer
        self._arrived = False
        self._left: Fault | None = None
        human_input.seat(mailbox.index, self)

    # Actions of the person.

    def take(self, ask: int, text: str) -> None:
        if self._left is not None:
            return
        if ask != self._open:
            self._late(ask)
            return
        self._inbox.append(text)
        self.ready = True

    def arrive(self) -> None:
        self._arrived = True

    def leave(self, fault: Fault = LEFT) -> None:
        self._left = self._left or fault
        self.ready = True

    @property
    def awaited(self) -> bool:
        return not (self._arrived or self.left)

    @property
    def left(self) -> bool:
        return self._left is not None

    # Calls by the game.

    def say(self, kind: str, **members: JSON) -> None:
        self._mailbox.say(kind, **members)

    def begin(self, message: bytes) -> None:
        self._mailbox.post(message)

    def gets_going(self, free_ns: int) -> bool:
        return True

    def open(self, turn: int, limits: TurnLimits, wants: Wants) -> None:
        self._put_question(turn, limits, wants)

    def ask(self, turn: int, limits: TurnLimits, message: bytes, heard: int, wants: Wants) -> None:
        self.send(message)
        self._put_question(turn, limits, wants)

    def send(self, message: bytes) -> None:
        if message:
            self._mailbox.post(message)

    def reply(self, engine: Engine, now: int) -> Action | Fault:
        if self._left is not None:
            return self._fail(self._left, now)
        if self._wants in _SILENT:
            return self._answer(None, now)
        if not self._inbox and now >= self.clock.due:
            # We may have been held up since we last looked, which must cost nobody an answer.
            self._catch_up()
        while self._inbox:
            verdict = self._judged(engine, self._inbox.popleft())
            if verdict is not WAITING:
                self._mailbox.say("taken", ask=self._open)
                return self._answer(verdict, now)
        self.ready = self.left
        if now < self.clock.due:
            return WAITING
        return self._time_over(engine, now)

    def pause(self) -> None:
        pass

    def look_for_exit(self) -> None:
        pass

    def finish(self, message: bytes) -> None:
        self._close()
        self.send(message)

    def _put_question(self, turn: int, limits: TurnLimits, wants: Wants) -> None:
        """Send the person the question, with a clock that runs from here."""
        self._close()
        self._wants = wants
        ask, engine, seat = self.wire.asked, self._engine, self.wire.seat
        about = {"turn": turn, "prompt": ask.prompt, "view": engine.view(seat)}
        if wants in _SILENT:
            self.ready = True
            if wants is Wants.NOTHING:
                self._mailbox.say("note", **about)
            return
        now = time.monotonic_ns()
        seconds = self._seconds(limits, wants)
        if turn != self._turn or (limits is not self._terms and limits != self._terms):
            self.clock.start(now, math.ceil(seconds * _S))
        self._turn, self._terms = turn, limits
        if self.left:
            return
        self.ready = False
        self._open = self._human_input.next_ask()
        until = time.time_ns() // _MS + (self.clock.due - now) // _MS
        choices = self._game.choices(engine, seat)
        more = {"choices": choices, "until": until, "seconds": seconds}
        self._mailbox.say("ask", ask=self._open, **about, **more)

    def _seconds(self, limits: TurnLimits, wants: Wants) -> float:
        """A person who need not answer is not waited for longer than the rules would wait."""
        patience = self._patience.seconds
        return min(patience, limits.wall_ms / 1000) if wants is Wants.WORD else patience

    def _judged(self, engine: Engine, text: str) -> Action:
        """The action, or `WAITING` where it is refused, with the reason told."""
        reader = JsonLines(self.wire.setup, self.wire.seat)
        reader.limit = MAX_LINE
        line = text.replace("\n", " ").encode(errors="surrogatepass")
        (action,) = reader.feed(line + b"\n")
        if isinstance(action, Fault):
            return self._refuse(action.detail)
        try:
            self.said = encode(action)[:-1]
            engine.check(self.wire.seat, action)
        except IllegalAction as error:
            return self._refuse(str(error))
        except Exception as error:
            # Actions of bots come through a wire, which may keep such from the engine.
            return self._refuse(f"this is no action of the game ({type(error).__name__})")
        return action

    def _refuse(self, reason: str) -> Action:
        self._mailbox.say("refused", ask=self._open, reason=reason[:MAX_REASON])
        return WAITING

    def _time_over(self, engine: Engine, now: int) -> Action | Fault:
        if self._open is not None:
            self._late(self._open)
        if self._wants is Wants.WORD:
            return self._answer(None, now)
        otherwise = self._patience.otherwise
        if otherwise is not None:
            try:
                engine.check(self.wire.seat, otherwise)
            except IllegalAction:
                pass
            else:
                return self._answer(otherwise, now)
        detail = f"no answer in {self._patience.seconds:g} seconds"
        return self._fail(Fault(EndState.SILENT, detail), now)

    def _answer(self, action: Action, now: int) -> Action:
        self._close()
        self.clock.lap(now)
        self.said = encode(action)[:-1]
        return action

    def _fail(self, fault: Fault, now: int) -> Fault:
        self._close()
        self.clock.lap(now)
        self.said = encode({"fault": fault.kind.value, "detail": fault.detail})[:-1]
        return fault

    def _close(self) -> None:
        """The question, if one was open, is no more; what else was sent for it is late."""
        if self._open is not None:
            for _ in range(len(self._inbox)):
                self._late(self._open)
        self._inbox.clear()
        self._open = None

    def _late(self, ask: int) -> None:
        self.record.late += 1
        self._mailbox.say("late", ask=ask)

    def _catch_up(self) -> None:
        while self._human_input.read():
            pass
