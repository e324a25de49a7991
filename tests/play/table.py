"""A table: the socket of one person's seat, and behind it a real game that goes on.

The other seats answer at once, by `Game.sample_action` or as a test says.  The table can refuse,
be late, lose the connection, end a question's time, and begin again.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from games.engine import EndState, Engine, Fault, IllegalAction, Outcome, Setup, Wants
from games.game import Game

Act = Callable[[Engine, int], Any]


class Closed(Exception):
    """The test is over."""


@dataclass
class Table:
    """Plays a match in a thread of its own; the person has the match's seat ``index``.

    One that is ``queued`` waits for `start`.
    """

    game: Game
    setup: Setup
    index: int = 0
    act: Act | None = None
    patience: float | None = None
    told: list[dict[str, Any]] = field(default_factory=list)
    """Everything since the match began."""
    heard: list[dict[str, Any]] = field(default_factory=list)
    """Every message of the person's."""
    refuse: bool | int = False
    """Whether new connections are turned away, for now or, with a code, for good."""
    hold: bool = False
    """Whether what the person sends is left lying."""
    state: str = "running"
    clock_ms: int = 0
    """How far its clock is ahead of this machine's."""
    countdown: float = 0
    """Seconds from the page's ``ready`` to the first question; 0: the match does not wait."""

    def __post_init__(self) -> None:
        self._change = threading.Condition()
        self._connections: set[ServerConnection] = set()
        self._inbox: list[dict[str, Any]] = []
        self._closed = self._ready = self._timed_out = False
        self._left: Fault | None = None
        self._asks = self._attempt = 0
        choose = random.Random(self.setup.seed).randrange
        self._act = self.act or partial(self.game.sample_action, choose=choose)
        self._server = serve(self._serve, "127.0.0.1", 0, max_size=None)
        self.port = self._server.socket.getsockname()[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        if self.state != "queued":
            self.start()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/"

    def start(self) -> None:
        with self._change:
            self._attempt += 1
            self.told, self._inbox, self.state = [], [], "running"
            self._change.notify_all()
        threading.Thread(target=self._play, args=(self._attempt,), daemon=True).start()

    def cut(self) -> None:
        """The line breaks."""
        for connection in list(self._connections):
            connection.socket.close()

    def release(self) -> None:
        with self._change:
            self.hold = False
            self._change.notify_all()

    def time_out(self) -> None:
        """The time for the open question is over at once."""
        with self._change:
            self._timed_out = True
            self._change.notify_all()

    def say(self, **message: Any) -> None:
        """Tell the page something of a test's own."""
        self._tell(self._attempt, **message)

    def give_up(self, seconds: float) -> None:
        """The person was away for too long."""
        reason = f"was away for more than {seconds:g} seconds"
        self.say(type="left", seat=self.index, reason=reason, away=seconds)
        with self._change:
            self._left = Fault(EndState.LEFT, reason)
            self._change.notify_all()

    def close(self) -> None:
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._server.shutdown()

    # The match.

    def _play(self, attempt: int) -> None:
        outcomes: list[Outcome] = []
        following: Setup | None = self.setup
        try:
            while following is not None:
                outcomes.append(self._play_game(following, attempt).in_match_order(following))
                following = self.game.next_game(self.setup, outcomes)
            self._tell(attempt, type="over", outcome=self.game.decide(outcomes).to_json())
            self.state = "finished"
        except Closed:
            return

    def _play_game(self, setup: Setup, attempt: int) -> Outcome:
        engine = self.game.engine(setup)
        seat = next(i for i, s in enumerate(setup.seats) if s.index == self.index)
        seats = [{"name": s.name, "team": s.team} for s in setup.seats]
        start = {"game": setup.number, "seat": seat, "index": self.index, "seats": seats}
        self._tell(attempt, type="start", **start, scene=engine.scene(), view=engine.view(seat))
        if self.countdown and not setup.number:
            self._open(attempt)
        while asks := engine.pending():
            replies = {s: self._act(engine, s) for s in asks if s != seat}
            if seat in asks:
                replies[seat] = self._ask(engine, seat, asks[seat], attempt)
            events = [e.data for e in engine.submit(replies) if e.told_to(seat)]
            if events:
                self._tell(attempt, type="events", events=events)
        outcome = engine.outcome()
        assert outcome is not None
        self._tell(attempt, type="end", outcome=outcome.to_json())
        return outcome

    def _open(self, attempt: int) -> None:
        self._tell(attempt, type="waiting", seconds=20, until=int(1000 * time.time()) + 20_000)
        with self._change:
            self._change.wait_for(lambda: self._ready or self._closed, 20)
        until = int(1000 * (time.time() + self.countdown)) + self.clock_ms
        self._tell(attempt, type="countdown", seconds=self.countdown, until=until)
        time.sleep(self.countdown)

    def _ask(self, engine: Engine, seat: int, ask: Any, attempt: int) -> Any:
        about = {"turn": ask.turn, "prompt": ask.prompt, "view": engine.view(seat)}
        if getattr(ask, "wants", Wants.ANSWER) is Wants.NOTHING:
            self._tell(attempt, type="note", **about)
            return None
        self._asks += 1
        number = self._asks
        self._timed_out = False
        patience = self.patience or self.game.patience.seconds
        deadline = time.time() + patience
        more = {
            "choices": self.game.choices(engine, seat),
            "until": int(1000 * deadline) + self.clock_ms,
        }
        self._tell(attempt, type="ask", ask=number, seconds=patience, **about, **more)
        while True:
            message = self._next(attempt, deadline)
            if self._left:
                return self._left
            if message is None:
                self._tell(attempt, type="late", ask=number)
                otherwise = self.game.patience.otherwise
                return Fault(EndState.SILENT) if otherwise is None else otherwise
            if message["ask"] != number:
                self._tell(attempt, type="late", ask=message["ask"])
                continue
            try:
                engine.check(seat, message["action"])
            except IllegalAction as error:
                self._tell(attempt, type="refused", ask=number, reason=str(error))
                continue
            self._tell(attempt, type="taken", ask=number)
            return message["action"]

    def _next(self, attempt: int, deadline: float) -> dict[str, Any] | None:
        """The next action that the person sends; None when the time is over or they left."""
        with self._change:
            while True:
                if self._closed or attempt != self._attempt:
                    raise Closed
                if self._left:
                    return None
                if self._inbox and not self.hold:
                    return self._inbox.pop(0)
                left = deadline - time.time()
                if left <= 0 or self._timed_out:
                    return None
                self._change.wait(min(left, 0.5))

    # The line.

    def _tell(self, attempt: int, **message: Any) -> None:
        with self._change:
            if self._closed or attempt != self._attempt:
                raise Closed
            self.told.append(message)
            self._change.notify_all()

    def _serve(self, connection: ServerConnection) -> None:
        if self.refuse:
            connection.close(1013 if self.refuse is True else self.refuse)
            return
        self._connections.add(connection)
        threading.Thread(target=self._pour, args=(connection,), daemon=True).start()
        try:
            for text in connection:
                message = json.loads(text)
                with self._change:
                    self.heard.append(message)
                    if message["type"] == "leave":
                        self._left = Fault(EndState.LEFT, "left the match")
                    elif message["type"] == "ready":
                        self._ready = True
                    else:
                        self._inbox.append(message)
                    self._change.notify_all()
        except (ConnectionClosed, OSError):
            pass
        finally:
            self._connections.discard(connection)

    def _pour(self, connection: ServerConnection) -> None:
        """Everything so far, then what comes."""
        now = int(1000 * time.time()) + self.clock_ms
        hello = {"type": "hello", "state": self.state, "now": now, "seat": self.index}
        sent, attempt = 0, self._attempt
        try:
            connection.send(json.dumps(hello))
            while connection in self._connections:
                with self._change:
                    restarted = attempt not in (0, self._attempt)
                    if attempt != self._attempt:
                        attempt, sent = self._attempt, 0
                    fresh = self.told[sent:]
                    if not fresh and not restarted:
                        if self._closed:
                            return
                        self._change.wait(0.2)
                        continue
                if restarted:
                    connection.send(json.dumps({"type": "restart"}))
                for message in fresh:
                    connection.send(json.dumps(message))
                sent += len(fresh)
        except (ConnectionClosed, OSError):
            return


def setup_for(game: Game, names: tuple[str, ...], ruleset: str = "", **params: Any) -> Setup:
    """A match of a game by one of its rulesets, with parameters of the test's own."""
    rules = game.ruleset(ruleset) if ruleset else game.rulesets[0]
    merged = {**rules.params, **params}
    board = None
    if rules.pool and not rules.generated and game.maps is not None:
        stock = {each.name: each for each in game.maps.stock}
        board = game.maps.parse(stock[rules.pool[0]].path.read_text())
    return replace(Setup(rules.seated(names), 7, rules.name, merged), map=board)
