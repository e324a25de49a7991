"""One half: whose turn it is, from round 1 to the end."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import (
    JSON,
    Action,
    Ask,
    EndState,
    Engine,
    Event,
    Fault,
    Outcome,
    Progress,
    Seat,
    SeatOutcome,
    Setup,
    TurnLimits,
    Wants,
)
from games.snake import events, rules
from games.snake.board import NONE, POINTS, SIDE, Board, Snake
from games.snake.events import EndReason
from games.snake.items import MAX_PARAM, Item, generate, parse
from games.snake.rules import IllegalOp, Op, Refusal

PLAYERS = 2
DEFAULT_ROUNDS = 512
_AFTERWARDS = TurnLimits(cpu_ms=500, wall_ms=1000)


class SnakeEngine(Engine):
    """A half of snake.  Seat 0 is player 0, the first mover.

    ``params`` may have ``rounds``; ``map`` is None, and the items come from the seed, or it is
    ``{"items": [[x, y, time, type, param], ...]}``.  An action is an op, a number from 1 to 6, of
    the snake in `acting`.  ``board``, ``items``, ``round`` and ``player`` are there to be read.
    """

    def __init__(self, setup: Setup) -> None:
        if len(setup.seats) != PLAYERS:
            raise ValueError(f"snake has {PLAYERS} seats, not {len(setup.seats)}")
        self.rounds = setup.number_of("rounds", DEFAULT_ROUNDS, MAX_PARAM)
        self.items: tuple[Item, ...] = (
            generate(setup.seed, self.rounds) if setup.map is None else parse(setup.map)
        )
        self._by_round: dict[int, list[int]] = {}
        for number, item in enumerate(self.items):
            self._by_round.setdefault(item.time, []).append(number)
        self.board = Board.start()
        self.round = 0
        self.player = 0
        self._queue: list[int] = []
        self._failed: Fault | None = None
        """Of the player in turn: the engine waits only to learn if the other has failed, too."""
        self._wants = Wants.REST
        """Of the other then: it goes on first, as it may be about to fail, then is looked at."""
        self._begin_round([])

    def __deepcopy__(self, memo: dict[int, Any]) -> SnakeEngine:
        """Share what never changes: searching bots copy engines by the thousand."""
        twin = copy.copy(self)
        twin.board = self.board.copy()
        twin._queue = self._queue[:]
        return twin

    @property
    def acting(self) -> Snake | None:
        """The snake that must act now; None when the half is over."""
        return self.board.alive[self._queue[-1]] if self._outcome is None else None

    def pending(self) -> Mapping[Seat, Ask]:
        if self._outcome is not None:
            return {}
        if self._failed is not None:
            other = 1 - self.player
            return {other: Ask(2 * (self.round - 1) + other, None, _AFTERWARDS, self._wants)}
        return {self.player: Ask(2 * (self.round - 1) + self.player, self._queue[-1])}

    def check(self, seat: Seat, action: Action) -> None:
        snake = self.acting
        if self._failed is not None and seat in self.pending():
            return
        if snake is None or seat != self.player:
            raise IllegalOp(Refusal.NOT_ASKED, f"{action!r:.40}")
        if type(action) is not int or not 1 <= action <= len(Op):
            raise IllegalOp(Refusal.NO_OP, f"{action!r:.40}", snake.id)
        code = rules.refusal(self.board, snake, action, self.round)
        if code is not None:
            raise IllegalOp(code, f"{action} ({Op(action).name.lower()})", snake.id)

    def legal(self) -> list[Op]:
        """The ops that `check` accepts now; none when the half is over, else at least one."""
        snake = self.acting
        if snake is None:
            return []
        return [op for op in Op if rules.refusal(self.board, snake, op, self.round) is None]

    def submit(self, replies: Mapping[Seat, Action | Fault]) -> Sequence[Event]:
        if self._outcome is not None:
            raise ValueError("the half is over: nobody may act any more")
        log: list[JSON] = []
        if self._failed is not None and self._wants is Wants.REST:
            self._wants = Wants.NOTHING
        elif self._failed is not None:
            reply = replies[1 - self.player]
            self._end_by_fault(self._failed, reply if isinstance(reply, Fault) else None, log)
        elif isinstance(reply := replies[self.player], Fault):
            # Nothing is wanted any more from a player without snakes.
            if reply.kind is EndState.ILLEGAL or not self.board.order[1 - self.player]:
                self._end_by_fault(reply, None, log)
            else:
                self._failed = reply
        else:
            snake = self.board.alive[self._queue.pop()]
            rules.act(self.board, self.items, snake, reply, self.round, log)
            self._pass_on(log)
        return [Event(data) for data in log]

    def _pass_on(self, log: list[JSON]) -> None:
        """Find the snake that acts next, through turns without snakes, or the end."""
        if not self.board.alive:
            words = f"no snake is left in round {self.round}"
            self._end(EndReason.NO_SNAKES, words, log)
            return
        while not self._someone_left():
            if self.player == 0:
                self._begin_turn(1)
            elif self.round < self.rounds:
                self._begin_round(log)
            else:
                self._end(EndReason.ROUNDS, f"all {self.rounds} rounds are played", log)
                return
        log.append(events.next_is(self.player, self._queue[-1], self.board.scores()))

    def _someone_left(self) -> bool:
        """Whether a snake has yet to act in this turn; sisters killed meanwhile are skipped."""
        while self._queue and self._queue[-1] not in self.board.alive:
            self._queue.pop()
        return bool(self._queue)

    def _begin_round(self, log: list[JSON]) -> None:
        self.round += 1
        coming = self._by_round.get(self.round, ())
        rules.begin_round(self.board, self.items, coming, self.round, log)
        self._begin_turn(0)

    def _begin_turn(self, player: int) -> None:
        """The snakes of this moment act, last in the queue first; those born later wait."""
        self.player = player
        self._queue = self.board.order[player][::-1]

    def _end(self, reason: EndReason, words: str, log: list[JSON]) -> None:
        scores = self.board.scores()
        winner = NONE if scores[0] == scores[1] else int(scores[1] > scores[0])
        self._finish(winner, scores, words, reason)
        log.append(events.ended(reason, winner, scores))

    def _end_by_fault(self, fault: Fault, others: Fault | None, log: list[JSON]) -> None:
        """The offender keeps nothing; the other side keeps the board as it stands, and wins, unless
        it has failed, too."""
        offender, other = self.player, 1 - self.player
        scores = [0, 0] if others else self.board.scores()
        scores[offender] = 0
        winner = NONE if others else other
        illegal = fault.kind is EndState.ILLEGAL
        what = "made an illegal move" if illegal else f"failed ({fault.kind})"
        words = f"player {offender} {what} in round {self.round}"
        words = f"{words}: {fault.detail}" if fault.detail else words
        if others:
            words = f"{words}; player {other} had failed ({others.kind}) as well"
        reason = EndReason.ILLEGAL if illegal else EndReason.FAULT
        self._finish(winner, scores, words, reason, {offender: fault, other: others})
        log.append(events.ended(reason, winner, scores, offender, fault))

    def _finish(
        self,
        winner: int,
        scores: list[int],
        words: str,
        reason: EndReason,
        faults: Mapping[int, Fault | None] | None = None,
    ) -> None:
        self._queue = []
        seats = tuple(
            SeatOutcome.after(
                (faults or {}).get(player),
                rank=1 if winner in (player, NONE) else 2,
                score=scores[player],
                data={"first_item": self.board.first_item[player]},
                facts={"round": self.round, "how": reason.value},
            )
            for player in range(PLAYERS)
        )
        self._outcome = Outcome(seats, words)

    def scene(self) -> JSON:
        items = [item.to_json() for item in self.items]
        return {"width": SIDE, "height": SIDE, "rounds": self.rounds, "items": items}

    def view(self, seat: Seat | None = None) -> JSON:
        """The whole state; nothing is hidden from anyone."""
        snake = self.acting
        return {
            "round": self.round,
            "player": NONE if snake is None else self.player,
            "acting": NONE if snake is None else snake.id,
            "snakes": [
                _snake_view(snake) for player in (0, 1) for snake in self.board.snakes_of(player)
            ],
            "walls": self.board.walls.decode("ascii"),
            "items": sorted(self.board.lying.values()),
            "next": self.board.next_id,
            "scores": [int(seat.score) for seat in self._outcome.seats]
            if self._outcome
            else self.board.scores(),
            "over": self._outcome is not None,
        }

    def progress(self) -> Progress:
        return Progress(self.round, self.rounds)


def _snake_view(snake: Snake) -> JSON:
    return {
        "id": snake.id,
        "owner": snake.owner,
        "bank": snake.bank,
        "ray": snake.ray,
        "body": [list(POINTS[cell]) for cell in snake.body],
    }
