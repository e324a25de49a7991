"""A bot of the site as a player of a game logic: ``python -m examples.our_games.adapt COMMAND``.

It belongs to ``python -m examples.our_games GAME --fresh``.  Input is framed: a length of four
bytes and as many bytes for the bot, which gets them bare; a frame without a body ends the game, and
the next one starts the bot again.  The bot's output goes out in frames of at most `PIECE` bytes,
cut between characters, as a judger hands each frame on as text.

Exit status: that of a bot that ended before its game did; 0 at the end of the input.
"""

from __future__ import annotations

import codecs
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

from sandbox.foreign.command.loop import CHUNK, READ, Loop, Outbox
from sandbox.foreign.wire.packets import MAX_PACKET, AiDecoder, frame

PIECE = 1024
"""Bytes of one frame of what the bot says: less than what any judger allows."""

_PATIENCE_S = 2


class Adapter:
    """Stands between a judger's pipes and a bot."""

    def __init__(self, argv: Sequence[str]) -> None:
        self._argv = argv
        self._loop = Loop()
        self._decoder = AiDecoder(MAX_PACKET)
        self._out = Outbox(self._loop, os.dup(sys.stdout.fileno()))
        self._bot: subprocess.Popen[bytes] | None = None
        self._inbox: Outbox | None = None
        self._pidfd = -1
        self._text = bytearray()
        self._status: int | None = None
        self._ended_at: float | None = None

    def run(self) -> int:
        """Play until the input ends or the bot fails."""
        stdin = sys.stdin.fileno()
        os.set_blocking(stdin, False)
        self._loop.watch(stdin, READ, self._read)
        while self._status is None and not self._out.closed:
            self._loop.wait(100)
            if self._ended_at is not None and time.monotonic() - self._ended_at > _PATIENCE_S:
                self._status = 0  # its game goes on without it
        self.stop()
        self._drain()
        return self._status or 0

    def _read(self) -> None:
        try:
            data = os.read(sys.stdin.fileno(), CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._status = 0
            return
        for body in self._decoder.feed(data):
            if body:
                self._give(body)
            else:
                self.stop()
        if self._decoder.error is not None:
            print(f"adapt: what came is not framed: {self._decoder.error}", file=sys.stderr)
            self._status = 1

    def _give(self, body: bytes) -> None:
        if self._bot is None:
            self._start()
        if self._ended_at is not None:
            self._status = 0
        elif self._inbox is not None:
            self._inbox.send(body)

    def _start(self) -> None:
        self._bot = subprocess.Popen(
            self._argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert self._bot.stdin is not None
        assert self._bot.stdout is not None
        self._inbox = Outbox(self._loop, os.dup(self._bot.stdin.fileno()))
        self._bot.stdin.close()
        os.set_blocking(self._bot.stdout.fileno(), False)
        self._loop.watch(self._bot.stdout.fileno(), READ, self._hear)
        self._pidfd = os.pidfd_open(self._bot.pid)
        self._loop.watch(self._pidfd, READ, self._on_exit)

    def _hear(self) -> bool:
        """Pass on what the bot says; whether there may be more."""
        assert self._bot is not None
        assert self._bot.stdout is not None
        try:
            data = os.read(self._bot.stdout.fileno(), CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self._loop.remove(self._bot.stdout.fileno())
            return False
        self._text += data
        whole = _whole_characters(self._text)
        for at in _cuts(self._text[:whole]):
            self._out.send(frame(bytes(at)))
        del self._text[:whole]
        return True

    def _on_exit(self) -> None:
        assert self._bot is not None
        while self._hear():
            pass
        self._loop.remove(self._pidfd)
        status = self._bot.wait()
        if status != 0:
            self._status = status if status > 0 else 128 - status
        self._ended_at = time.monotonic()

    def stop(self) -> None:
        """End the bot: its game is over."""
        if self._bot is None:
            return
        assert self._bot.stdout is not None
        self._loop.remove(self._bot.stdout.fileno())
        self._loop.remove(self._pidfd)
        os.close(self._pidfd)
        if self._inbox is not None:
            self._inbox.close()
        self._bot.kill()
        self._bot.wait()
        self._bot.stdout.close()
        self._bot = self._inbox = self._ended_at = None
        self._text.clear()

    def _drain(self) -> None:
        """Let out what waits: the judger must learn of it before it learns of the end."""
        until = time.monotonic() + _PATIENCE_S
        while len(self._out) and not self._out.closed and time.monotonic() < until:
            self._loop.wait(50)


def _whole_characters(data: bytearray) -> int:
    """How many bytes there are without the beginning of a character at the end."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    decoder.decode(bytes(data[-4:]))
    return len(data) - len(decoder.getstate()[0])


def _cuts(data: bytearray) -> list[bytearray]:
    """Pieces of at most `PIECE` bytes, none of which ends within a character."""
    pieces = []
    while data:
        size = min(PIECE, len(data))
        whole = _whole_characters(data[:size]) or size
        pieces.append(data[:whole])
        data = data[whole:]
    return pieces


def main(argv: Sequence[str]) -> int:
    if not argv:
        print("usage: python -m examples.our_games.adapt COMMAND [WORD ...]", file=sys.stderr)
        return 2
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    adapter = Adapter(argv)
    try:
        return adapter.run()
    except OSError as error:
        print(f"adapt: {argv[0]}: {error}", file=sys.stderr)
        return 127
    finally:
        with suppress(OSError):
            adapter.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
