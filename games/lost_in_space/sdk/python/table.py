"""Turns, rounds and the recipients of messages, for the referee of ``play.py``."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from definition import AWAY, CARRY, FULL, LAST_CLOSING, NOWHERE, ROUNDS, UP, Pos, Status
from protocol import Message
from station import MATERIALS, SPAWNS, ZONES

STOCK = 2
REFILL = 8
SPAWN_LAYER = 1
TRAPS = ("LandMine", "Sticky")


class Waits(Enum):
    """The kinds of answers that the referee waits for from the player in turn."""

    ANSWER = "an action or the end of the turn"
    WORD = "the same, but silence is no failure"
    REST = "what a player may still say whose turn is over"


@dataclass
class Seat:
    """The full state of a player."""

    number: int
    pos: Pos
    keys: set[int]
    hp: int = FULL
    status: Status = Status.ALIVE
    bag: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CARRY, 0))
    score: int = 0
    countdown: int = 0
    coming: int | None = None
    rested: int = 1
    died: int = 0
    left: int = 0

    @property
    def up(self) -> bool:
        return self.status in UP

    @property
    def told(self) -> bool:
        return self.status not in (Status.ESCAPED, Status.ERROR)

    @property
    def lost(self) -> bool:
        return self.status is Status.DEAD and self.died > LAST_CLOSING


class Table:
    """One game.  ``post`` collects the messages to the players, who are numbers from 0."""

    def __init__(self, rounds: int = ROUNDS):
        self.rounds = rounds
        self.seats = [Seat(n, pos, {n}) for n, pos in enumerate(SPAWNS)]
        self.round, self.turn = 1, 0
        self.major = self.over = False
        self.waits = Waits.ANSWER
        self.traps: dict[Pos, tuple[str, int]] = {}
        self.boxes: dict[Pos, set[int]] = {}
        self.boxed: set[Pos] = set()
        self.stock = dict.fromkeys(MATERIALS, STOCK)
        self.refill: dict[Pos, int] = {}
        self.post: list[tuple[int, Message]] = []
        for seat in self.seats:
            x, y, _ = seat.pos
            self.tell(seat, {"type": "id", "id": seat.number, "birth_pos": [x, y]})
        self.begin_turn()

    @property
    def acting(self) -> Seat:
        return self.seats[self.turn]

    def silence(self) -> None:
        """The player in turn has not answered in time."""
        if self.waits is Waits.ANSWER:
            self.fail()
        else:
            self.next_turn()

    def fail(self) -> None:
        """The program of the player in turn has failed."""
        seat = self.acting
        if not seat.lost:
            seat.status, seat.left, seat.countdown, seat.coming = Status.ERROR, self.round, 0, None
            self.off(self.others(seat), ["ai_error"])
        self.next_turn()

    def ranks(self) -> list[int]:
        """The rank of every player, from 1."""
        merits = [self._merit(seat) for seat in self.seats]
        return [1 + sum(other < merit for other in merits) for merit in merits]

    def _merit(self, seat: Seat) -> tuple[int, ...]:
        tie = (-seat.score, -seat.number)
        if seat.status is Status.ESCAPED:
            return (1, seat.left, *tie)
        if seat.status is Status.ERROR:
            return (3, -seat.left, -seat.score)
        return (2, seat.left and ROUNDS + 1 - seat.left, *tie)

    # Messages and their recipients

    def tell(self, seat: Seat, message: Message) -> None:
        if seat.told:
            self.post.append((seat.number, message))

    def reply(self, **fields: Any) -> None:
        self.tell(self.acting, {"type": "action", "success": True, **fields})

    def off(self, to: list[Seat], content: list[Any], by: int | None = None) -> None:
        who = {"state": self.round, "playerid": self.turn if by is None else by}
        for seat in to:
            self.tell(seat, {"type": "offround", **who, "content": content})

    def others(self, seat: Seat) -> list[Seat]:
        return [other for other in self.seats if other is not seat]

    def watchers(self, z: int, seat: Seat | None = None) -> list[Seat]:
        """The players who see a layer, except ``seat``."""
        return [each for each in self.seats if each.pos[2] == z and each is not seat]

    def box_news(self, to: list[Seat], pos: Pos, state: str, by: int | None = None) -> None:
        self.off(to, ["see", "interprops_status_update", list(pos), "Box", state], by)

    # Turns and rounds

    def next_turn(self) -> None:
        """Go to the next turn that a player plays, or to the end of the game."""
        while any(seat.told and not seat.lost for seat in self.seats):
            self.turn += 1
            if self.turn == len(self.seats) and not self.next_round():
                break
            if self.begin_turn():
                return
        self.over = True

    def next_round(self) -> bool:
        """End the round and begin the next one; False if there is none."""
        self.turn = len(self.seats) - 1
        for zone in ZONES:
            if zone.closes == self.round:
                for seat in self.seats:
                    if seat.up and seat.pos in zone.nodes:
                        self.dies(seat, None)
        left = any(seat.told and not seat.lost for seat in self.seats)
        if self.round == self.rounds or not left:
            return False
        self.round, self.turn = self.round + 1, 0
        for pos, due in list(self.refill.items()):
            if due == self.round:
                self.stock[pos] += 1
                del self.refill[pos]
                if self.stock[pos] < STOCK:
                    self.refill[pos] = self.round + REFILL
        return True

    def begin_turn(self) -> bool:
        """Begin the turn; True if the player acts in it."""
        seat, self.major = self.acting, False
        if not seat.told:
            return False
        if seat.status is Status.DEAD and not seat.lost and self.round >= seat.died + AWAY:
            self.comes_back(seat)
        elif seat.status is Status.COUNTDOWN:
            seat.countdown -= 1
            if not seat.countdown:
                self.tell(seat, {"type": "escaped"})
                self.off(self.others(seat), ["escaped"])
                seat.status, seat.left = Status.ESCAPED, self.round
        elif seat.coming is not None:
            seat.keys.add(seat.coming)
            seat.score += 1
            self.off(self.others(seat), ["getkey", [seat.coming]])
            seat.coming = None
        for other in self.others(seat):
            begun = {"type": "roundbegin", "state": self.round, "inturn": self.turn}
            self.tell(other, begun)
        if seat.status is Status.ESCAPED:
            return False
        self.tell(seat, self.long_begin(seat))
        plays = seat.status in (Status.ALIVE, Status.COUNTDOWN)
        self.waits = Waits.WORD if seat.status is Status.COUNTDOWN else Waits.ANSWER
        if seat.status is Status.SKIPPING:
            seat.status = Status.ALIVE
        return plays

    def long_begin(self, seat: Seat) -> Message:
        tools: dict[str, Any] = {}
        for kind, count in seat.bag.items():
            placed = [list(p) for p, trap in self.traps.items() if trap == (kind, seat.number)]
            tools[kind] = [count, len(placed), *placed] if kind in TRAPS else count
        others = [
            {
                "player_id": other.number,
                "status": int(other.status),
                "keys": sorted(other.keys),
                "hp": self.hp_seen(seat, other),
            }
            for other in self.others(seat)
        ]
        return {
            "type": "roundbegin",
            "state": self.round,
            "inturn": seat.number,
            "status": int(seat.status),
            "hp": seat.hp,
            "keys": sorted(seat.keys),
            "tools": tools,
            "others": others,
            "pos": list(seat.pos),
        }

    def hp_seen(self, seat: Seat, other: Seat) -> int:
        if other.status is Status.DEAD:
            return 0
        return other.hp if other.up and other.pos[2] == seat.pos[2] else -1

    def comes_back(self, seat: Seat) -> None:
        seat.pos, seat.hp = SPAWNS[seat.number], FULL
        seat.status, seat.keys = Status.ALIVE, {seat.number}
        for kind in ("regenerate", "pos_update"):
            told = self.watchers(SPAWN_LAYER, seat)
            self.off(told, ["see", kind, list(seat.pos), seat.number])
        for other in self.others(seat):
            there = other.up and other.pos[2] == SPAWN_LAYER
            at = list(other.pos if there else NOWHERE)
            self.off([seat], ["see", "pos_update", at, other.number], other.number)
        for pos in sorted(self.boxed):
            if pos[2] == SPAWN_LAYER:
                self.box_news([seat], pos, "appear" if pos in self.boxes else "disappear")

    def dies(self, seat: Seat, killer: Seat | None) -> None:
        """A player dies.  Without a killer, a closing zone is the cause."""
        by = len(self.seats) - 1 if killer is None else None
        actor = None if killer is None else self.acting
        fresh = seat.pos not in self.boxes
        self.boxes.setdefault(seat.pos, set()).update(seat.keys)
        self.boxed.add(seat.pos)
        seat.keys, seat.bag = set(), dict.fromkeys(CARRY, 0)
        seat.hp = seat.countdown = 0
        seat.coming, seat.status, seat.died = None, Status.DEAD, self.round
        seat.left = self.round if seat.lost else 0
        seat.score -= 3
        if killer is not None:
            killer.score += 2
        self.off([s for s in self.seats if s is not actor], ["died", seat.number], by)
        if actor is not None and actor is not seat:
            self.tell(actor, {"type": "other_death", "playerid": seat.number})
        self.tell(seat, {"type": "death", "box": False})
        if fresh:
            told = [s for s in self.seats if s.pos[2] == seat.pos[2] or s in (seat, actor)]
            self.box_news(told, seat.pos, "appear", by)
