"""A server of one match's socket that can be told how far the match is, and be cut off."""

from __future__ import annotations

import json
import threading
from bisect import bisect_right
from functools import partial
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from tests.player.match import Recording

BATCH = 200


class MatchSocket:
    """A server of one match's socket that can be told how far the match is, and be cut off."""

    def __init__(self, recording: Recording, *, known: int | None = None, queued: bool = False):
        self.recording = recording
        self.known = len(recording.frames) if known is None else known
        self.state = "queued" if queued else "running" if known is not None else "finished"
        self.asked: list[dict[str, Any]] = []
        self.refuse = False
        self.connections: set[ServerConnection] = set()
        self.left: list[dict[str, Any]] = []
        self._change = threading.Condition()
        self._restarts = 0
        self._server = serve(self._serve, "127.0.0.1", 0, max_size=None)
        self.port = self._server.socket.getsockname()[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/"

    def play_to(self, known: int, state: str = "running") -> None:
        with self._change:
            self.known, self.state = known, state
            self._change.notify_all()

    def leave(self, seat: int, reason: str) -> None:
        """A person has left the match."""
        with self._change:
            self.left.append({"type": "left", "seat": seat, "reason": reason, "away": None})
            self._change.notify_all()

    def finish(self) -> None:
        self.play_to(len(self.recording.frames), "finished")

    def restart(self, recording: Recording, known: int) -> None:
        """The match begins again, with other frames."""
        with self._change:
            self.recording, self.known = recording, known
            self._restarts += 1
            self._change.notify_all()

    def cut(self) -> None:
        for connection in list(self.connections):
            connection.socket.close()

    def close(self) -> None:
        self.play_to(0, "closed")
        self._server.shutdown()

    def _serve(self, connection: ServerConnection) -> None:
        if self.refuse:
            connection.close(1013)
            return
        self.connections.add(connection)
        say = partial(_say, connection)
        known, told = self.known, [self._restarts]
        games = [game for game in self.recording.games if game["first"] < known]
        header = self.recording.header if known else None
        say(
            {
                "type": "header",
                "header": header,
                "state": self.state,
                "frames": known,
                "games": games,
            }
        )
        if self.state == "queued":
            say({"type": "state", "state": "queued", "position": 3})
        followers = [0]
        try:
            for text in connection:
                message = json.loads(text)
                self.asked.append(message)
                if message["type"] == "read":
                    self._read(say, message["from"], message["to"])
                elif message["type"] == "follow":
                    followers.append(len(followers))
                    wanted = partial(_is_last, followers, followers[-1])
                    work = (say, message["from"], wanted, told)
                    threading.Thread(target=self._follow, args=work, daemon=True).start()
        except (ConnectionClosed, OSError):
            pass
        finally:
            followers.append(-1)
            self.connections.discard(connection)
            with self._change:
                self._change.notify_all()

    def _read(self, say: Any, start: int, stop: int) -> None:
        keys = [frame["n"] for frame in self.recording.frames if "key" in frame]
        first = keys[bisect_right(keys, start) - 1]
        self._send(say, first, min(stop, self.known))

    def _send(self, say: Any, first: int, stop: int) -> None:
        for at in range(first, stop, BATCH):
            batch = self.recording.frames[at : min(at + BATCH, stop)]
            say({"type": "frames", "from": at, "frames": batch})

    def _follow(self, say: Any, sent: int, wanted: Any, told: list[int]) -> None:
        """Send what comes; ``told`` holds the restart that this viewer knows of last."""
        state, gone = self.state, 0
        try:
            while wanted() and self.state != "closed":
                if self._restarts != told[0]:
                    told[0], sent = self._restarts, 0
                    say({"type": "restart"})
                if self.state != state:
                    state = self.state
                    say({"type": "state", "state": state, "position": None})
                for message in self.left[gone:]:
                    say(message)
                    gone += 1
                known = self.known
                self._send(say, sent, known)
                sent = max(sent, known)
                if self.state == "finished":
                    say({"type": "end", "state": "finished", "result": self.recording.result})
                    return
                with self._change:
                    if (self.known, self._restarts) == (known, told[0]):
                        self._change.wait(timeout=0.1)
        except (ConnectionClosed, OSError):
            return


def _is_last(followers: list[int], mine: int) -> bool:
    return followers[-1] == mine


def _say(connection: ServerConnection, message: dict[str, Any]) -> None:
    connection.send(json.dumps(message))
