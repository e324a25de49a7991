"""The judger between a game logic and its players: a state machine without I/O or clock.

Every input takes the time, ``now``, in ns of one monotonic clock, and returns the effects that its
driver must carry out, in their order.  Nothing that a logic or a player sends raises.  When ``due``
has come, `Relay.tick` must be called; calling it early does no harm.

It leaves processes and sockets to its driver.  A driver drains every stream at all times, keeps
what a player has not read up to `BACKLOG` bytes and then calls `Relay.overflowed`.  Messages of a
program that is not listened to wait here; see `Player.read_early`.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import JSON
from sandbox.foreign.wire.effects import (
    Effect,
    Effects,
    End,
    Ended,
    Kill,
    PlayerError,
    SeatKind,
    StopPlayers,
    ToPlayer,
    Watch,
    end_of,
    exit_words,
    shortened,
)
from sandbox.foreign.wire.messages import (
    BadMessage,
    BadPacket,
    Finish,
    Message,
    NewLimits,
    Turn,
    WatchText,
    parse,
)
from sandbox.foreign.wire.packets import TO_JUDGER, LogicDecoder, to_logic
from sandbox.foreign.wire.players import (
    BACKLOG,
    DEFAULT_LENGTH,
    DEFAULT_TIME_S,
    Player,
    RelayLimits,
)
from sandbox.judger.turns.faults import too_early

SILENT, ENDLESS = "the game's program said nothing", "the game's program did not end the match"
_STOP_NS = 2_000_000_000
_SECOND = 1_000_000_000


class Relay:
    """One match.  ``seats`` says who plays; ``config`` and ``replay`` go to the logic as they are.

    ``notes``: whether there is a `Note` for all that happens.
    """

    def __init__(
        self,
        seats: Sequence[SeatKind],
        config: JSON,
        replay: str,
        limits: RelayLimits | None = None,
        *,
        notes: bool = True,
    ) -> None:
        self.state = 0
        """The period of the clock: the highest state so far."""
        self.listen: tuple[int, ...] = ()
        self.ended = False
        self._config = config
        self._replay = replay
        self._limits = limits or RelayLimits()
        self._seats = [Player(kind) for kind in seats]
        self._length = DEFAULT_LENGTH
        self._period_ns = int(DEFAULT_TIME_S * _SECOND)
        self._logic = LogicDecoder()
        self._clock_began = 0
        self._clock_ends = 0
        self._heard = 0
        self._match_ends: int | None = None
        self._stopping: int | None = None
        self._stopped = False
        self._out = Effects(notes=notes)

    # Inputs

    def start(self, now: int) -> list[Effect]:
        """The logic runs: send it the first packet.  Call it once, before all other inputs."""
        self._heard = self._clock_began = self._clock_ends = now
        self._match_ends = now + int(self._limits.match_s * _SECOND)
        kinds = [int(seat.kind) for seat in self._seats]
        first = {"player_list": kinds, "player_num": len(kinds), "config": self._config}
        self._out.send({**first, "replay": self._replay})
        return self._out.flush()

    def from_logic(self, data: bytes, now: int) -> list[Effect]:
        """Bytes of the logic's standard output, in any fragmentation."""
        if self.ended:
            return []
        for packet in self._logic.feed(data):
            self._heard = now
            if packet.target == TO_JUDGER:
                self._judger_packet(packet.body, now)
            else:
                self._deliver(packet.target, packet.body)
            if self.ended:
                return self._out.flush()
        if self._logic.error is not None:
            self._fail(f"the output of the game's program cannot be read: {self._logic.error}")
        return self._out.flush()

    def from_player_bytes(self, seat: int, data: bytes, now: int) -> list[Effect]:
        """Bytes of an AI's standard output, in any fragmentation."""
        player = self._seats[seat]
        if self._deaf(player):
            return []
        full = player.say(data)
        if seat in self.listen:
            self._hear(seat, player.read(), now)
        elif full:
            self._hear_early(seat, now, asked=True)
        else:
            why = f"{len(data)} bytes wait until the game listens"
            self._out.note("from_player", success=0, index=seat, reason=why)
        return self._out.flush()

    def from_player_text(self, seat: int, text: str, now: int) -> list[Effect]:
        """A message of a human.  One that is too long is refused; the human plays on."""
        player = self._seats[seat]
        if self._deaf(player):
            return []
        size = len(text.encode(errors="replace"))
        if size > self._length:
            why = f"a message of {size} bytes; at most {self._length} may be"
            player.mark(End.OLE)
            self._tell_error(seat, PlayerError.OUTPUT_LIMIT, why, now)
        else:
            self._pass_on(seat, text, now)
        return self._out.flush()

    def player_ended(
        self, seat: int, status: int | None, now: int, end: End | None = None, why: str = ""
    ) -> list[Effect]:
        """A program has ended by itself, with an exit status, or minus the signal's number.

        A status of None means that it lives, but has closed its standard output.  ``end`` and
        ``why`` override what follows from the status, where the driver knows more (memory).
        """
        player = self._seats[seat]
        if self.ended or player.dead is not None:
            return []
        self._die(seat, end or end_of(status), PlayerError.RUN, why or exit_words(status), now)
        return self._out.flush()

    def overflowed(self, seat: int, now: int) -> list[Effect]:
        """More than `BACKLOG` bytes wait for this player."""
        player = self._seats[seat]
        if self.ended or player.dead is not None:
            return []
        why = f"left more than {BACKLOG} bytes of messages unread"
        self._die(seat, End.RE, PlayerError.RUN, why, now)
        self._out.add(Kill(seat, player.end, why))
        return self._out.flush()

    def players_stopped(self, now: int) -> list[Effect]:
        """Answer to `StopPlayers`: every program has ended, the reports are in."""
        if self._stopping is not None and not self.ended:
            self._stopping = None
            self._heard = now
            self._send_ends()
        return self._out.flush()

    def logic_ended(self, status: int | None, now: int) -> list[Effect]:
        """The logic has ended or closed its standard output; no harm once the match is over."""
        if not self.ended:
            self._fail(f"the game's program {exit_words(status)} before the match was over")
        return self._out.flush()

    def tick(self, now: int) -> list[Effect]:
        """Do what is due by now."""
        if self.ended or self._match_ends is None:
            return []
        if now >= self._match_ends:
            self._fail(f"{ENDLESS} within {self._limits.match_s:g} s", endless=True)
        elif self._stopping is not None:
            if now >= self._stopping:
                return self.players_stopped(now)
        elif asked := self.thinking():
            self._time_out([seat for seat in asked if now >= self._seats[seat].ends], now)
        elif now >= self._silent_ends():
            self._fail(f"{SILENT} for {self._limits.silent_s:g} s", endless=True)
        return self._out.flush()

    def excuse(self, seat: int, until: int) -> None:
        """The clock of this player ends later in this period: its program could not run."""
        self._seats[seat].ends = until

    def _time_out(self, seats: Sequence[int], now: int) -> None:
        why = f"no answer in {(self._clock_ends - self._clock_began) / _SECOND:g} s"
        for seat in seats:
            self._seats[seat].time_out()
            dropped = too_early(self.dropped(seat))
            self._tell_error(seat, PlayerError.TIME_OUT, f"{why}{dropped}", now)

    # Queries of its driver

    @property
    def due(self) -> int | None:
        """When to call `tick`; None before the start and after the end."""
        if self.ended or self._match_ends is None:
            return None
        if self._stopping is not None:
            return min(self._stopping, self._match_ends)
        ends = [self._seats[seat].ends for seat in self.thinking()] or [self._silent_ends()]
        return min(*ends, self._match_ends)

    @property
    def clock(self) -> tuple[int, int]:  # when this period began, and when it ends
        return self._clock_began, self._clock_ends

    @property
    def ends(self) -> tuple[End, ...]:
        """How every seat's program stands, as far as the judger knows."""
        return tuple(seat.end for seat in self._seats)

    def dropped(self, seat: int) -> int:
        """Messages from before the newest time that it was listened to, which nobody got."""
        return self._seats[seat].dropped

    def time_left(self, now: int) -> int:
        """Milliseconds that this period of the clock still has."""
        return max(0, self._clock_ends - now) // 1_000_000

    # The logic's packets

    def _judger_packet(self, body: bytes, now: int) -> None:
        try:
            for message in parse(body, len(self._seats)):
                self._handle(message, now)
        except BadPacket as error:
            self._fail(f"the game's program broke the protocol: {error}")
        except BadMessage as error:
            self._out.note("logic", success=0, reason=str(error))

    def _handle(self, message: Message, now: int) -> None:
        match message:
            case NewLimits(time, length):
                self._set_limits(time, length)
            case Turn():
                self._turn(message, now)
            case WatchText(text):
                self._out.add(Watch(text))
            case Finish():
                if message.refused:
                    self._out.note("end_state", success=0, reason=message.refused)
                self._end(Ended(message.scores, message.ends or self.ends))
            case _:
                self._request_ends(now)

    def _set_limits(self, time: float | None, length: int | None) -> None:
        """A new time counts from the next start of the clock, a new length at once."""
        if time is not None:
            self._period_ns = int(time * _SECOND)
        if length is not None:
            self._length = length
            for seat in self._seats:
                seat.decoder.limit = length

    def _turn(self, turn: Turn, now: int) -> None:
        if turn.state > self.state:
            self.state = turn.state
            self._clock_began = now
            self._clock_ends = now + self._period_ns
            for seat in self._seats:
                seat.told.clear()
                seat.ends = self._clock_ends
        elif turn.state < self.state:
            reason = f"state {turn.state} after {self.state}: the clock goes on"
            self._out.note("logic", success=1, reason=reason)
        # Before anything is delivered: an answer may come at once.
        before, self.listen = self.listen, () if self._stopped else self._known(turn.listen)
        for number, data in turn.contents:
            self._deliver(number, data)
        asked = {number for number, data in turn.contents if data}
        for number in set(before).difference(self.listen):
            self._seats[number].dropped = 0
        for number in self.listen:
            player = self._seats[number]
            if number not in before:  # also of one that has ended since
                self._hear_early(number, now, asked=number in asked)
            # Once a period: what it was told when the player died is enough for that one.
            if player.dead is not None:
                self._tell_error(number, player.dead, player.log, now)

    def _known(self, listen: tuple[int, ...]) -> tuple[int, ...]:
        seats = range(len(self._seats))
        unknown = [number for number in listen if number not in seats]
        if unknown:
            self._out.note("listen", success=0, reason=f"there is no seat {unknown[0]}")
        return tuple(sorted({number for number in listen if number in seats}))

    def _deliver(self, seat: int, data: bytes) -> None:
        if not 0 <= seat < len(self._seats):
            self._out.note("to_player", success=0, reason=f"there is no seat {seat}")
            return
        alive = self._seats[seat].dead is None and not self._stopped
        if alive and data:
            self._out.add(ToPlayer(seat, data))
        self._out.note("to_player", success=int(alive), index=seat, content=shortened(data))

    def _request_ends(self, now: int) -> None:
        if self._stopped:
            if self._stopping is None:
                self._send_ends()
            return
        self._stopped = True
        self._stopping = now + _STOP_NS
        self.listen = ()
        self._out.add(StopPlayers())

    def _send_ends(self) -> None:
        names = "[" + ",".join(f'"{end}"' for end in self.ends) + "]"
        self._out.send({"end_state": names})

    # Players

    def _deaf(self, player: Player) -> bool:
        return self.ended or self._stopped or player.dead is not None

    def _hear_early(self, seat: int, now: int, *, asked: bool) -> None:
        """Take what a player said before it is listened to; see `Player.read_early`."""
        player = self._seats[seat]
        messages = player.read_early(asked=asked)
        if player.dropped:
            why = too_early(player.dropped)[2:]
            self._out.note("from_player", success=0, index=seat, reason=why)
        self._hear(seat, messages, now)

    def _hear(self, seat: int, messages: Sequence[bytes], now: int) -> None:
        """Pass on the messages of a program, and end it if it cannot be read on."""
        player = self._seats[seat]
        for body in messages:
            self._pass_on(seat, body.decode(errors="replace"), now)
        if player.decoder.error is not None:
            self._die(seat, End.OLE, PlayerError.OUTPUT_LIMIT, player.decoder.error, now)
            self._out.add(Kill(seat, player.end, player.decoder.error))

    def _pass_on(self, seat: int, text: str, now: int) -> None:
        heard = seat in self.listen
        self._out.note("from_player", success=int(heard), index=seat, content=shortened(text))
        if heard:
            time = (now - self._clock_began) // 1_000_000
            content = text.encode(errors="replace").decode()
            self._out.send({"player": seat, "content": content, "time": time}, seat)

    def _die(self, seat: int, end: End, error: PlayerError, log: str, now: int) -> None:
        player = self._seats[seat]
        player.mark(end)
        player.dead = error
        player.log = log
        self._tell_error(seat, error, log, now)

    def _tell_error(self, seat: int, error: PlayerError, log: str, now: int) -> None:
        """Tell the logic, once per player and period; once it wants the end states, no more."""
        told = self._seats[seat].told
        if error in told:
            return
        told.add(error)
        self._heard = now
        self._out.note("error", success=0, index=seat, error=error.value, reason=log)
        if not self._stopped:
            content = {"player": seat, "state": self.state, "error": error.value, "error_log": log}
            self._out.send({"player": -1, "content": to_logic(content)[4:].decode()})

    def thinking(self) -> list[int]:
        """The seats listened to that have neither died nor been reported late in this period."""
        return [number for number in self.listen if self._seats[number].thinking]

    # The end

    def _silent_ends(self) -> int:
        """When a logic has said nothing for too long.  Each error that is sent to it gives it the
        time again: there are few of them in a period."""
        return self._heard + int(self._limits.silent_s * _SECOND)

    def _fail(self, why: str, *, endless: bool = False) -> None:
        self._end(Ended(None, tuple(End.UE for _ in self._seats), why, endless))

    def _end(self, ended: Ended) -> None:
        if not self.ended:
            self.ended = True
            self._out.add(ended)
