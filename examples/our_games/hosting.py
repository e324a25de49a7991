"""A match of one of our games, played as a game logic program over a `Judge`."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import inf
from operator import itemgetter
from typing import BinaryIO

from examples.our_games.hosted import WAITING, HostedSeat
from examples.our_games.judge import Failed, First, Judge, Said
from games.engine import JSON, Action, Ask, EndState, Engine, Event, Fault, Outcome, Seat, Setup
from games.game import Game
from games.replay import FORMAT, ReplayWriter, Step, write_frames
from games.wire import Wire
from sandbox.foreign.wire.effects import End, PlayerError
from sandbox.foreign.wire.packets import frame

ENDS = {
    EndState.OK: End.OK,
    EndState.ILLEGAL: End.IA,
    EndState.MALFORMED: End.IA,
    EndState.TIMEOUT: End.TLE,
    EndState.BANK: End.TLE,
    EndState.SILENT: End.TLE,
    EndState.CRASH: End.RE,
    EndState.EXIT: End.EXIT,
    EndState.CLOSED: End.RE,
    EndState.OUTPUT: End.OLE,
    EndState.UNREAD: End.RE,
    EndState.MEMORY: End.MLE,
    EndState.PROCESSES: End.RE,
    EndState.FILES: End.RE,
    EndState.DISK: End.RE,
    EndState.LEFT: End.EXIT,
}
"""Our end states in the words of the protocol."""

ABSENT, PERSON = 0, 2
"""Seats in the first packet: a program that was not started, and somebody who plays by hand."""

NEXT_GAME = frame(b"")
"""To an adapter: this program's game is over, the next bytes are for a fresh process."""


class WatchedWriter(ReplayWriter):
    """A replay whose frames are also told to those who watch."""

    def __init__(self, file: BinaryIO, watch: Callable[[str], None]) -> None:
        super().__init__(file)
        self._watch = watch

    def frame(self, line: bytes, *, key: bool, first: bool = False) -> None:
        super().frame(line, key=key, first=first)
        self._watch(line.decode().rstrip("\n"))


@dataclass(frozen=True, slots=True)
class Telling:
    """A message to a seat; ``moments`` are the numbers of the events that it reports."""

    data: bytes
    moments: Sequence[int] = ()


class Hosting:
    """Plays a match.  ``fresh``: each program is behind an adapter, which frames what it says,
    takes framed messages for it, and starts it again for every game."""

    def __init__(
        self, judge: Judge, game: Game, setup: Setup, first: First, *, fresh: bool
    ) -> None:
        self._judge = judge
        self._game = game
        self._setup = setup
        self._fresh = fresh
        self._kinds = first.seats
        self._limits = game.ruleset(setup.ruleset).limits
        self._time_s: float | None = None
        self._state = 0
        self._seats: list[HostedSeat] = []

    def play(self, file: BinaryIO) -> Outcome:
        """The match; its replay goes to ``file``."""
        writer = WatchedWriter(file, self._judge.watch)
        writer.header(self._header())
        outcomes: list[Outcome] = []
        while (setup := self._game.next_game(self._setup, outcomes)) is not None:
            engine = self._game.engine(setup)
            self._seats = [self._seat(setup, n) for n in range(len(setup.seats))]
            steps = self._steps(engine)
            write_frames(writer, len(outcomes), setup, engine, steps)
            outcome = engine.outcome()
            assert outcome is not None
            self._end(outcome)
            outcomes.append(outcome.in_match_order(setup))
        result = self._game.decide(outcomes)
        games = [outcome.to_json() for outcome in outcomes]
        writer.result({"type": "result", "outcome": result.to_json(), "games": games})
        return result

    def _header(self) -> JSON:
        return {
            "type": "header",
            "format": FORMAT,
            "game": self._game.name,
            "engine": self._game.version,
            "ruleset": self._setup.ruleset,
            "setup": self._setup.to_json(),
            "seats": [{"name": seat.name} for seat in self._setup.seats],
        }

    def _seat(self, setup: Setup, number: int) -> HostedSeat:
        index = setup.seats[number].index
        person = self._kinds[index] == PERSON
        make = self._game.person_wire if person else self._game.wire
        reframe = not self._fresh and wants_frames(make(setup, number))
        seat = HostedSeat(make(setup, number), index, reframe=reframe, person=person)
        if self._kinds[index] == ABSENT:
            seat.fail(Failed(index, 0, PlayerError.RUN, "the program was not started"))
        return seat

    def _steps(self, engine: Engine) -> Iterator[Step]:
        scene = engine.scene()
        asks = engine.pending()
        messages = [
            Telling(seat.wire.begin(scene, engine.view(n))) for n, seat in enumerate(self._seats)
        ]
        while asks:
            self._tell(messages, asks)
            turn = engine.progress().turn
            replies = self._gather(engine, asks)
            events = tuple(engine.submit(replies))
            asks = engine.pending()
            messages = self._messages(events)
            yield Step(turn, replies, events)
        self._tell(messages, {})

    def _messages(self, events: Sequence[Event]) -> list[Telling]:
        """The messages about these events, by seat."""
        messages = []
        for number, seat in enumerate(self._seats):
            moments = [at for at, event in enumerate(events) if event.told_to(number)]
            told = [events[at] for at in moments]
            messages.append(Telling(seat.wire.tell(told) if told else b"", moments))
        return messages

    def _tell(self, messages: Sequence[Telling], asks: Mapping[Seat, Ask]) -> None:
        """Send every seat its message, and each seat in ``asks`` its question with it."""
        anew = [self._seats[number].ask(ask) for number, ask in asks.items()]
        if any(anew):
            self._set_time(asks)
            self._state += 1
        pieces: list[tuple[float, tuple[int, bytes]]] = []
        for number, (seat, message) in enumerate(zip(self._seats, messages, strict=True)):
            question = seat.wire.ask(asks[number]) if number in asks else b""
            parts = self._contents(seat, message.data + question)
            moments = [*message.moments, *([inf] if question else [])]
            pieces += zip(moments if len(moments) == len(parts) else count(), parts, strict=False)
        # Not one seat after the other: what has happened first is told first.
        contents = [content for _, content in sorted(pieces, key=itemgetter(0))]
        if asks or contents:
            self._judge.turn(max(1, self._state), self._listen(asks), contents)

    def _set_time(self, asks: Mapping[Seat, Ask]) -> None:
        """The protocol's clock is wall time, and one for all who are asked together."""
        time_s = max(self._seconds(self._seats[number], ask) for number, ask in asks.items())
        if time_s != self._time_s:
            self._time_s = time_s
            self._judge.limits(time_s, self._game.wire.longest)

    def _seconds(self, seat: HostedSeat, ask: Ask) -> float:
        if seat.person:
            return self._game.patience.seconds
        if self._game.protocol_seconds is not None:
            return self._game.protocol_seconds
        return (ask.limits or self._limits).wall_ms / 1000

    def _listen(self, asked: Mapping[Seat, Ask] | set[Seat]) -> list[int]:
        """The seats waited for, and those that owe a late answer: unread, it would pass for the
        next."""
        return [
            seat.player
            for number, seat in enumerate(self._seats)
            if (number in asked and seat.wanted) or (seat.alive and self._owes(seat))
        ]

    def _owes(self, seat: HostedSeat) -> bool:
        return bool(seat.owed) and not self._game.one_fault_ends

    def _gather(self, engine: Engine, asks: Mapping[Seat, Ask]) -> dict[Seat, Action | Fault]:
        """Wait until every asked seat has answered or failed; their replies, by seat."""
        replies: dict[Seat, Action | Fault] = {}
        waiting = set(asks)
        while True:
            before = len(waiting)
            for number in sorted(waiting):
                reply = self._seats[number].reply(engine)
                if reply is not WAITING:
                    replies[number] = reply
                    waiting.discard(number)
            if not waiting:
                return dict(sorted(replies.items()))
            if 0 < len(waiting) < before:
                # Seats that have answered must not be found late: the clock runs for the others.
                self._judge.turn(self._state, self._listen(waiting))
            dues = [self._seats[n].due for n in waiting]
            self._hear(min((due for due in dues if due is not None), default=None))

    def _hear(self, until: float | None) -> None:
        heard = self._judge.hear(until)
        if heard is None:
            return
        for seat in self._seats:
            if seat.player == heard.player:
                if isinstance(heard, Said):
                    seat.say(heard.text)
                elif heard.state == self._state or heard.error is not PlayerError.TIME_OUT:
                    seat.fail(heard)

    def _end(self, outcome: Outcome) -> None:
        told: list[tuple[int, bytes]] = []
        for seat in self._seats:
            told += self._contents(seat, seat.wire.end(outcome), NEXT_GAME)
        self._judge.turn(max(1, self._state), [], told)

    def _contents(
        self, seat: HostedSeat, data: bytes, farewell: bytes = b""
    ) -> list[tuple[int, bytes]]:
        """The pieces to send a player: one for an adapter, else each message apart."""
        if not self._fresh:
            return [(seat.player, part) for part in seat.wire.split(data)]
        whole = (frame(data) if data else b"") + farewell
        return [(seat.player, whole)] if whole else []


def wants_frames(wire: Wire) -> bool:
    """Whether the game's bots put a length of four bytes, the highest first, before each message.

    Such a wire refuses a length that no message has as soon as it sees it.  ``wire`` is used up.
    """
    return any(isinstance(message, Fault) for message in wire.feed(struct.pack(">I", 1 << 30)))


def scores_of(outcome: Outcome) -> dict[int, float]:
    """Points by seat, more is better: the game's own where they tell the ranks, else from ranks."""
    seats = outcome.seats
    own = all(
        (a.score > b.score) == (a.rank < b.rank) and (a.score == b.score) == (a.rank == b.rank)
        for a in seats
        for b in seats
    )
    points = [seat.score if own else len(seats) - seat.rank for seat in seats]
    return {n: int(p) if float(p).is_integer() else p for n, p in enumerate(points)}


def ends_of(outcome: Outcome) -> list[End]:
    return [ENDS[seat.end] for seat in outcome.seats]
