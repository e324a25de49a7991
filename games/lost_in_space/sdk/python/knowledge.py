"""Your knowledge of the game, updated by every message; the order of messages does not matter.

An invalid message is ignored.  The message at the beginning of your next turn corrects the state.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from definition import (
    AWAY,
    DETECT_RESTS,
    FULL,
    HIT,
    KIT_HEALS,
    LAST_CLOSING,
    NOWHERE,
    UNKNOWN,
    Player,
    Pos,
    Status,
    Tool,
)
from protocol import Message
from station import MACHINES, SPAWNS, place

PLAYERS = 4
SPAWN_LAYER = 1
COUNTDOWN = 2


class Knowledge:
    """All knowledge of a player, who sees only their own layer.

    In your turn it is complete and current, with one exception.  If you change layers in this
    turn, you do not know the hit points of the players on the new layer until your next turn.
    """

    def __init__(self) -> None:
        self.id = 0
        self.round = 1
        self.inturn = 0
        self.players = [Player(n, pos, keys=[n]) for n, pos in enumerate(SPAWNS)]
        self.boxes: set[Pos] = set()
        self.major = False
        """Whether the major action of your turn is used up."""
        self.over = True
        """Whether it is not your turn, or your turn is over."""
        self.rested = 1
        """The first round in which you can detect again."""
        self.died = 0
        """The round of your last death."""
        self.countdown = 0
        """Your turns until the capsule leaves; 0: you have not started it."""
        self.coming: int | None = None
        """The key that a machine makes for you, which arrives in your next turn."""
        self.news: list[Message] = []
        """The messages outside your turns since your last turn."""
        self._heard: list[Message] = []
        self._skipped = False

    @property
    def me(self) -> Player:
        return self.players[self.id]

    @property
    def others(self) -> list[Player]:
        return [player for player in self.players if player.id != self.id]

    @property
    def returns(self) -> int | None:
        """The round in which you return; None if you are alive, or dead for good."""
        dead = self.me.status is Status.DEAD and self.died <= LAST_CLOSING
        return self.died + AWAY if dead else None

    def hear(self, message: Message) -> None:
        """Apply any message except the reply to an action."""
        _guarded(self._hear, message)

    def done(self, words: list[Any], reply: Message) -> None:
        """Apply the reply to an action of yours."""
        _guarded(self._done, words, reply)

    def _hear(self, message: Message) -> None:
        kind = message["type"]
        if kind == "roundbegin":
            if "status" in message:
                self._own_turn(message)
            else:
                self._other_turn(message)
        elif kind == "offround":
            self._heard.append(message)
            self._off(message["content"], self._other(message["playerid"]), message)
        elif kind == "id":
            self.id = self._other(message["id"])
        elif kind == "other_death":
            self._dies(self._other(message["playerid"]), self.round)
        elif kind == "death":
            self._dies(self.id, self.round)
        elif kind == "escaped":
            self._leaves(self.id, Status.ESCAPED)
        elif kind == "box_disappear":
            self.boxes.discard(place(message["pos"]))

    def _other(self, number: Any) -> int:
        if type(number) is not int or not 0 <= number < PLAYERS:
            raise ValueError(f"there is no player {number!r}")
        return number

    def _other_turn(self, message: Message) -> None:
        self.inturn = self._other(message["inturn"])
        self.round = int(message["state"])
        self.over = True
        if self._skipped and self.me.status is Status.SKIPPING:
            self.me.status = Status.ALIVE
        self._skipped = False

    def _own_turn(self, message: Message) -> None:
        me, tools, before = self.me, message["tools"], self.me.status
        status, others = Status(message["status"]), message["others"]
        bag = Tool(kit=int(tools["Kit"]), transport=int(tools["Transport"]))
        bag.landmine_number, bag.landmine_pos = _traps(tools["LandMine"])
        bag.sticky_number, bag.sticky_pos = _traps(tools["Sticky"])
        hp, keys = int(message["hp"]), sorted(map(int, message["keys"]))
        now, pos = int(message["state"]), me.pos
        if "pos" in message:
            pos = place(message["pos"])
        elif before is Status.DEAD and status is not Status.DEAD:
            pos = SPAWNS[me.id]
        self.inturn, self.round, self.major = me.id, now, False
        self.over = status not in (Status.ALIVE, Status.COUNTDOWN)
        self._skipped = status is Status.SKIPPING
        self.countdown = max(1, self.countdown - 1) if status is Status.COUNTDOWN else 0
        self.coming = None
        self.news, self._heard = self._heard, []
        me.pos, me.status, me.hp, me.keys, me.tools = pos, status, hp, keys, bag
        for other in others:
            self._about(other)
        self._forget()

    def _about(self, other: Message) -> None:
        player = self.players[self._other(other["player_id"])]
        player.status, player.hp = Status(other["status"]), int(other["hp"])
        player.keys = sorted(map(int, other["keys"]))
        if not player.up or player.hp == UNKNOWN:
            player.pos = NOWHERE

    def _forget(self) -> None:
        """Forget players and boxes of other layers."""
        z = self.me.pos[2]
        self.boxes = {pos for pos in self.boxes if pos[2] == z}
        for other in self.others:
            if other.pos[2] != z:
                self._lose(other)

    def _lose(self, other: Player) -> None:
        """Forget place and hit points of a player who is out of sight."""
        other.pos = NOWHERE
        other.hp = 0 if other.status is Status.DEAD else UNKNOWN

    def _dies(self, number: int, now: int) -> None:
        player = self.players[number]
        player.status, player.hp, player.keys = Status.DEAD, 0, []
        if number != self.id:
            player.pos = NOWHERE
            return
        bag = player.tools
        bag.landmine_number[0] = bag.sticky_number[0] = bag.kit = bag.transport = 0
        self.countdown, self.coming, self.died = 0, None, now
        self.over, self._skipped = True, False

    def _leaves(self, number: int, status: Status) -> None:
        player = self.players[number]
        player.status, player.pos = status, NOWHERE
        if number == self.id:
            self.over, self.countdown = True, 0
        else:
            player.hp = UNKNOWN

    def _off(self, content: list[Any], by: int, message: Message) -> None:
        kind = content[0]
        if kind == "see":
            self._see(*content[1:5])
        elif kind == "died":
            self._dies(self._other(content[1]), int(message["state"]))
        elif kind == "escaped":
            self._leaves(by, Status.ESCAPED)
        elif kind == "ai_error":
            self._leaves(by, Status.ERROR)
        elif kind == "hp_update":
            self.me.hp = int(content[1])
        elif kind == "getkey":
            player = self.players[by]
            player.keys = sorted({*player.keys, *map(int, content[1])})
        elif kind in ("trap_triggered", "trap_destroyed", "trap_destoryed"):
            self._gone(content[1], place(content[2]))

    def _see(self, kind: str, where: list[int], who: Any, state: Any = None) -> None:
        pos = place(where)
        if kind == "interprops_status_update":
            if who == "Box" and state in ("appear", "disappear"):
                (self.boxes.add if state == "appear" else self.boxes.discard)(pos)
            return
        player = self.players[self._other(who)]
        if player.id == self.id:
            return
        if kind == "regenerate":
            player.status, player.hp, player.keys = Status.ALIVE, FULL, [player.id]
        elif kind == "pos_update" and pos == NOWHERE:
            self._lose(player)
            return
        player.pos = pos

    def _gone(self, kind: str, pos: Pos) -> None:
        """Remove a trap of yours."""
        number, placed = self._placed(kind)
        if pos in placed:
            placed.remove(pos)
            number[1] -= 1

    def _placed(self, kind: str) -> tuple[list[int], list[Pos]]:
        bag = self.me.tools
        if kind == "Sticky":
            return bag.sticky_number, bag.sticky_pos
        return bag.landmine_number, bag.landmine_pos

    def _done(self, words: list[Any], reply: Message) -> None:
        name, *rest = words
        if not reply["success"]:
            return
        blinks = rest[0] == "Transport"
        self.major = self.major or not (blinks or name in ("trap", "detect"))
        if name == "move" or blinks:
            self._arrive(place(rest[-1]), reply, name == "move")
        elif name == "attack":
            self._hit(self.players[self._other(rest[1])])
        elif name == "trap":
            number, placed = self._placed(rest[0])
            number[0] -= 1
            number[1] += 1
            placed.append(self.me.pos)
        elif name == "tool":
            self.me.tools.kit -= 1
            self.me.hp = int(reply.get("hp", min(FULL, self.me.hp + KIT_HEALS)))
        elif name == "detect":
            self.rested = self.round + DETECT_RESTS
        else:
            self._used(rest, reply)

    def _used(self, rest: list[Any], reply: Message) -> None:
        """Apply the use of a thing of the station."""
        me, bag = self.me, self.me.tools
        if rest[0] == "KeyMachine":
            self.coming, self.over = MACHINES.get(me.pos), True
        elif rest[0] == "EscapeCapsule":
            me.status = Status.COUNTDOWN if rest[1] else Status.ALIVE
            self.countdown = COUNTDOWN if rest[1] else 0
            self.over = bool(rest[1])
        elif rest[0] == "Box":
            me.keys = sorted(map(int, reply["keys"]))
            self.boxes.discard(me.pos)
        elif rest[0] == "Materials":
            tools = reply["tools"]
            bag.landmine_number[0], bag.sticky_number[0] = tools["LandMine"], tools["Sticky"]
            bag.kit, bag.transport = tools["Kit"], tools["Transport"]

    def _arrive(self, pos: Pos, reply: Message, moved: bool) -> None:
        me = self.me
        me.pos, me.hp = pos, int(reply.get("hp", me.hp))
        if not moved:
            me.tools.transport -= 1
        if view := reply.get("view"):
            self.boxes = {place(node[0]) for node in view if node[1]}
            for other in self.others:
                self._lose(other)
            for node in view:
                for number in node[2] if len(node) > 2 else ():
                    self.players[self._other(number)].pos = place(node[0])
        me.status = Status(reply.get("status", me.status))
        if me.status is Status.DEAD:
            # The message about the death comes next.
            self._dies(self.id, self.round)
            self.boxes.add(pos)
        self.over = me.status is not Status.ALIVE

    def _hit(self, victim: Player) -> None:
        at = victim.pos
        victim.hp = max(0, victim.hp - HIT)
        if victim.hp == 0:
            self._dies(victim.id, self.round)
            self.boxes.add(at)


def _traps(numbers: list[Any]) -> tuple[list[int], list[Pos]]:
    unplaced, placed, *where = numbers
    return [int(unplaced), int(placed)], [place(pos) for pos in where]


def _guarded(take: Callable[..., None], *given: Any) -> None:
    try:
        take(*given)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        print(f"not understood: {given!s:.200}: {error!r:.80}", file=sys.stderr)
