"""The actions, for the referee of ``play.py``.  Your bot may use it to simulate actions."""

from __future__ import annotations

from typing import Any

from definition import CARRY, DETECT_RESTS, FULL, HIT, KIT_HEALS, MINE_HURTS, NOWHERE, Pos, Status
from protocol import Message
from station import CAPSULE, MACHINES, PASSAGES, STOPS, is_open
from table import REFILL, STOCK, TRAPS, Seat, Table, Waits

COUNTDOWN = 2


class Refused(Exception):
    """The rules do not allow this now."""


class Game(Table):
    """One game.  Call `say` with each message of the player in turn, then deliver the ``post``."""

    def say(self, message: Any) -> None:
        """Apply a message of the player in turn."""
        try:
            if not isinstance(message, dict):
                raise Refused
            if message.get("type") == "finish":
                said = message.get("state")
                if type(said) is not int or said == self.round:
                    self.next_turn()
                return
            words = message.get("action")
            if message.get("type") != "action" or not isinstance(words, list) or not words:
                raise Refused
            self.act(words)
        except Refused:
            self.tell(self.acting, {"type": "action", "success": False})

    def act(self, words: list[Any]) -> None:
        """Carry out an action, or raise `Refused`."""
        if self.waits is Waits.REST:
            raise Refused
        name, rest, seat = words[0], words[1:], self.acting
        first = rest[0] if rest else None
        stops = name == "interact" and first == "EscapeCapsule" and rest[1:2] in ([False], [0])
        require(seat.status is not Status.COUNTDOWN or stops)
        deeds: dict[Any, Any] = {
            "move": (True, self.move),
            "attack": (True, self.attack),
            "interact": (True, self.interact),
            "tool": (first == "Kit", self.tool),
            "trap": (False, self.trap),
            "detect": (False, self.detect),
        }
        require(isinstance(name, str) and name in deeds)
        major, deed = deeds[name]
        require(not (major and self.major))
        ends = deed(seat, rest)
        self.major = self.major or major
        if ends:
            self.waits = Waits.REST
        elif self.waits is Waits.WORD:
            self.waits = Waits.ANSWER

    def move(self, seat: Seat, rest: list[Any]) -> bool:
        to = place_in(rest)
        lift = to in STOPS.get(seat.pos, ())
        require((lift or to in PASSAGES[seat.pos]) and is_open(to, self.round))
        if lift and to[2] == 0:
            self.off(self.others(seat), ["player_enter_top_layer"])
        view = self.sight(seat, to[2]) if to[2] != seat.pos[2] else []
        return self.enter(seat, to, {"view": view})

    def sight(self, seat: Seat, z: int) -> list[Any]:
        found = []
        for node in PASSAGES:
            if node[2] == z:
                there = [o.number for o in self.others(seat) if o.up and o.pos == node]
                found.append([list(node), node in self.boxes, *([there] if there else [])])
        return found

    def enter(self, seat: Seat, to: Pos, more: Message) -> bool:
        """Go to a place and trigger a trap there.  True if that ends the turn."""
        before, seat.pos = seat.pos, to
        gone = [] if before[2] == to[2] else self.watchers(before[2], seat)
        for told, at in ((self.watchers(to[2], seat), to), (gone, NOWHERE)):
            self.off(told, ["see", "pos_update", list(at), seat.number])
        kind, owner = self.traps.get(to, ("", seat.number))
        mine = kind == "LandMine" and owner != seat.number
        slime = kind == "Sticky" and owner != seat.number
        if mine:
            seat.hp = max(0, seat.hp - MINE_HURTS)
        dead = seat.hp == 0
        seat.status = Status.SKIPPING if slime else seat.status
        status = Status.DEAD if dead else seat.status
        self.reply(hp=seat.hp, status=int(status), **more)
        if mine or slime:
            del self.traps[to]
            self.off([self.seats[owner]], ["trap_triggered", kind, list(to)])
        if dead:
            self.dies(seat, self.seats[owner])
        return slime or dead

    def attack(self, seat: Seat, rest: list[Any]) -> bool:
        pos, target = place_in(rest), rest[1] if len(rest) > 1 else None
        victim = next((s for s in self.seats if type(target) is int and s.number == target), seat)
        require(victim is not seat and victim.up and victim.pos == pos)
        require(pos == seat.pos or pos in PASSAGES[seat.pos])
        victim.hp = max(0, victim.hp - HIT)
        self.reply()
        told = self.watchers(seat.pos[2], seat)
        self.off(told, ["see", "attack", list(seat.pos), seat.number])
        self.off([victim], ["hp_update", victim.hp])
        if not victim.hp:
            self.dies(victim, seat)
        return False

    def interact(self, seat: Seat, rest: list[Any]) -> bool:
        what = rest[0] if rest else None
        if what == "KeyMachine":
            key = MACHINES.get(seat.pos)
            require(key is not None and key not in seat.keys)
            seat.coming = key
        elif what == "EscapeCapsule":
            require(rest[1:] and type(rest[1]) in (bool, int) and rest[1] in (0, 1))
            if not rest[1]:
                require(seat.status is Status.COUNTDOWN)
                seat.status, seat.countdown = Status.ALIVE, 0
                self.reply()
                return False
            require(seat.pos == CAPSULE and len(seat.keys) == len(self.seats))
            seat.status, seat.countdown = Status.COUNTDOWN, COUNTDOWN
        elif what in ("Box", "Materials"):
            (self.box if what == "Box" else self.materials)(seat, rest)
            return False
        else:
            raise Refused
        self.reply()
        return True

    def box(self, seat: Seat, rest: list[Any]) -> None:
        require(seat.pos in self.boxes)
        new = sorted(self.boxes.pop(seat.pos) - seat.keys)
        seat.keys.update(new)
        seat.score += 1
        self.reply(keys=sorted(seat.keys), tools=dict(seat.bag))
        self.tell(seat, {"type": "box_disappear", "pos": list(seat.pos)})
        self.box_news(self.watchers(seat.pos[2], seat), seat.pos, "disappear")
        if new:
            self.off(self.others(seat), ["getkey", new])

    def materials(self, seat: Seat, rest: list[Any]) -> None:
        """Take an item.  An empty point also costs the major action."""
        item, pos = item_in(rest[1:], CARRY), seat.pos
        require(pos in self.stock and seat.bag[item] < CARRY[item])
        if not self.stock[pos]:
            self.major = True
            raise Refused
        if self.stock[pos] == STOCK:
            self.refill[pos] = self.round + REFILL
        self.stock[pos] -= 1
        seat.bag[item] += 1
        self.reply(tools=dict(seat.bag))

    def tool(self, seat: Seat, rest: list[Any]) -> bool:
        item = item_in(rest, ("Kit", "Transport"))
        if item == "Kit":
            require(seat.bag[item])
            seat.bag[item] -= 1
            seat.hp = min(FULL, seat.hp + KIT_HEALS)
            self.reply(hp=seat.hp)
            return False
        to = place_in(rest[1:])
        require(seat.bag[item] and to in PASSAGES[seat.pos] and is_open(to, self.round))
        seat.bag[item] -= 1
        return self.enter(seat, to, {})

    def trap(self, seat: Seat, rest: list[Any]) -> bool:
        kind, pos = item_in(rest, TRAPS), seat.pos
        require(seat.bag[kind] and pos not in self.traps)
        require(pos != CAPSULE and pos not in MACHINES and pos not in STOPS)
        seat.bag[kind] -= 1
        self.traps[pos] = (kind, seat.number)
        self.reply()
        return False

    def detect(self, seat: Seat, rest: list[Any]) -> bool:
        pos = place_in(rest)
        require(pos in PASSAGES[seat.pos] and is_open(pos, self.round))
        require(self.round >= seat.rested)
        seat.rested = self.round + DETECT_RESTS
        trap = self.traps.get(pos)
        self.reply(has_trap=trap is not None)
        if trap is not None and trap[1] != seat.number:
            del self.traps[pos]
            self.off([self.seats[trap[1]]], ["trap_destoryed", trap[0], list(pos)])
        return False


def require(condition: object) -> None:
    if not condition:
        raise Refused


def item_in(rest: list[Any], known: Any) -> str:
    item = rest[0] if rest else None
    item = "LandMine" if item == "Landmine" else item
    require(isinstance(item, str) and item in known)
    return str(item)


def place_in(rest: list[Any]) -> Pos:
    pos = rest[0] if rest else None
    require(isinstance(pos, list) and len(pos) == 3 and all(type(n) is int for n in pos))
    assert pos is not None
    x, y, z = pos
    require((x, y, z) in PASSAGES)
    return x, y, z
