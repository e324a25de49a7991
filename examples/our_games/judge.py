"""The judger as a game logic sees it: typed messages over two blocking streams."""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from games.engine import JSON
from sandbox.foreign.wire.effects import End, PlayerError
from sandbox.foreign.wire.packets import LENGTH, TO_JUDGER, from_logic


class JudgeError(RuntimeError):
    """The judger has gone, or said what cannot be understood."""


@dataclass(frozen=True, slots=True)
class First:
    """The first packet.  ``seats``: 0 not started, 1 a program, 2 a human."""

    seats: tuple[int, ...]
    config: JSON
    replay: str


@dataclass(frozen=True, slots=True)
class Said:
    """A message of a player that is listened to."""

    player: int
    text: str


@dataclass(frozen=True, slots=True)
class Failed:
    """A player's error, which happened in period ``state`` of the clock."""

    player: int
    state: int
    error: PlayerError
    log: str


Heard = Said | Failed


class Judge:
    """Speaks the logic's side of the protocol."""

    def __init__(self, reader: BinaryIO, writer: BinaryIO) -> None:
        self._descriptor = reader.fileno()
        self._writer = writer
        self._buffer = bytearray()

    def first(self) -> First:
        """The first packet; `JudgeError` where it is none."""
        data = self._read(None)
        assert data is not None
        try:
            seats = tuple(int(kind) for kind in data["player_list"])
            if data["player_num"] != len(seats):
                raise JudgeError(f"player_num is {data['player_num']}, but {len(seats)} are listed")
            return First(seats, data.get("config"), str(data["replay"]))
        except (LookupError, TypeError, ValueError) as error:
            raise JudgeError(f"the first packet lacks something: {error!r}") from error

    def hear(self, until: float | None = None) -> Heard | None:
        """The next message of a player, or error; None if there is none until that time, by the
        monotonic clock."""
        while True:
            data = self._read(until)
            if data is None:
                return None
            player, content = data.get("player"), data.get("content")
            if type(player) is not int or not isinstance(content, str):
                continue
            if player >= 0:
                return Said(player, content)
            try:
                told = json.loads(content)
                error = PlayerError(told["error"])
                log = str(told.get("error_log", ""))
                return Failed(int(told["player"]), int(told["state"]), error, log)
            except (LookupError, TypeError, ValueError) as problem:
                raise JudgeError(f"an error that cannot be read: {content[:200]}") from problem

    def limits(self, time_s: float, length: int) -> None:
        """From the next period on: seconds, and bytes of one message."""
        self._send({"state": 0, "time": time_s, "length": length})

    def turn(
        self, state: int, listen: Iterable[int], messages: Sequence[tuple[int, bytes]] = ()
    ) -> None:
        """Listen to these players and send these messages.

        A message that is not UTF-8 goes past the judger's JSON, as a packet for its player.
        """
        texts: list[tuple[int, str]] = []
        raw: list[tuple[int, bytes]] = []
        for player, data in messages:
            try:
                texts.append((player, data.decode()))
            except UnicodeDecodeError:
                raw.append((player, data))
        players = [player for player, _ in texts]
        contents = [text for _, text in texts]
        turn = {"state": state, "listen": sorted(listen), "player": players, "content": contents}
        # Listen first: an answer to a raw message may come at once.
        self._write(_packet(turn) + b"".join(from_logic(player, data) for player, data in raw))

    def watch(self, text: str) -> None:
        """A message for everybody who watches."""
        self._send({"watch": text})

    def finish(self, scores: Mapping[int, float], ends: Sequence[End]) -> None:
        """The match is over, its replay is written."""
        info = json.dumps({str(seat): score for seat, score in sorted(scores.items())})
        names = json.dumps([end.value for end in ends])
        self._send({"state": -1, "end_info": info, "end_state": names})

    def _send(self, message: JSON) -> None:
        self._write(_packet(message))

    def _write(self, data: bytes) -> None:
        try:
            self._writer.write(data)
            self._writer.flush()
        except BrokenPipeError as error:
            raise JudgeError("the judger has gone") from error

    def _read(self, until: float | None) -> dict[str, JSON] | None:
        while (body := self._packet()) is None:
            if until is not None:
                left = max(0.0, until - time.monotonic())
                if not select.select([self._descriptor], [], [], left)[0]:
                    return None
            data = os.read(self._descriptor, 1 << 16)
            if not data:
                raise JudgeError("the judger has gone")
            self._buffer += data
        try:
            data = json.loads(body)
        except ValueError as error:
            raise JudgeError(f"a packet that is not JSON: {body[:200]!r}") from error
        if not isinstance(data, dict):
            raise JudgeError(f"a packet that is not an object: {body[:200]!r}")
        return data

    def _packet(self) -> bytes | None:
        """The next packet, once it is there as a whole."""
        if len(self._buffer) < LENGTH.size:
            return None
        (length,) = LENGTH.unpack_from(self._buffer)
        if length < 0:
            raise JudgeError(f"a packet announces {length} bytes")
        end = LENGTH.size + length
        if len(self._buffer) < end:
            return None
        body = bytes(self._buffer[LENGTH.size : end])
        del self._buffer[:end]
        return body


def _packet(message: JSON) -> bytes:
    return from_logic(TO_JUDGER, json.dumps(message, separators=(",", ":")).encode())
