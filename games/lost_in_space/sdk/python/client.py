"""The calls of the manual.  Your AI is a `Client` with a ``play`` of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from definition import CARRY, NOWHERE, Edge, Node, Player, Pos, Status, Tool, View
from knowledge import Knowledge
from protocol import Connection, Message
from station import CAPSULE, MACHINES, MATERIALS, PASSAGES, SPAWNS, STOPS, ways
from station import place as place_of

_TRAPS = ("LandMine", "Sticky")
_THINGS = ("KeyMachine", "EscapeCapsule")
_SPELT = {"Landmine": "LandMine"}


class Client:
    """One player.  Places are lists, ``[x, y, z]``; you may change those that a call returns.

    An action returns the referee's reply, a dict with ``success``; a refused action changes
    nothing.  After the end of the turn, by `end_turn` or by an action, the client refuses further
    actions and does not send them.
    """

    def __init__(self, connection: Connection):
        self.know = Knowledge()
        self._connection = connection
        self._ended = True
        self._pending = False

    def play(self) -> None:
        """Your turn.  It ends when this returns, or by `end_turn`."""

    def countdown(self) -> None:
        """Your turn while the capsule counts down.

        ``interact("EscapeCapsule", False)`` stops it, which is a major action.  Without that, the
        countdown continues.
        """

    # Your knowledge

    def get_my_num(self) -> int:
        return self.know.id

    def get_my_pos(self) -> Pos:
        return place_of(self.know.me.pos)

    def get_my_hp(self) -> int:
        return self.know.me.hp

    def get_other_pos(self, player_id: int) -> Pos:
        """``[-1, -1, -1]`` if you do not see that player."""
        player = self._player(player_id)
        return place_of(player.pos if player.up else NOWHERE)

    def get_other_hp(self, player_id: int) -> int:
        """0 for a dead player, -1 if you do not see the player."""
        return self._player(player_id).hp

    def get_other_status(self, player_id: int) -> Status:
        return self._player(player_id).status

    def get_keys(self) -> list[int]:
        return list(self.know.me.keys)

    def get_other_keys(self, player_id: int) -> list[int]:
        return list(self._player(player_id).keys)

    def get_tools(self) -> Tool:
        return self.know.me.tools

    def get_landmine_pos(self) -> list[Pos]:
        """The places of your mines, oldest first."""
        return _copies(self.know.me.tools.landmine_pos)

    def get_sticky_pos(self) -> list[Pos]:
        """The places of your slimes, oldest first."""
        return _copies(self.know.me.tools.sticky_pos)

    def get_spawn_pos(self, x: int) -> Pos:
        """The place where player ``x`` starts, and returns after a death."""
        return place_of(SPAWNS[x])

    def get_escape_pos(self) -> Pos:
        return place_of(CAPSULE)

    def get_neighbors(self, pos: Iterable[int]) -> list[Pos]:
        """Open places one move away from ``pos``, by passage or by lift.

        Attacks, detection and blinks reach only those on the layer of ``pos``.
        """
        return _copies(ways(place_of(pos), self.know.round))

    def get_boxes(self) -> list[Pos]:
        """The places of boxes on your layer."""
        return _copies(sorted(self.know.boxes))

    def get_round(self) -> int:
        return self.know.round

    def get_check_cd(self) -> int:
        """Rounds until you can detect again; 0: you can."""
        return max(0, self.know.rested - self.know.round)

    def get_news(self) -> list[Message]:
        """The messages since your last turn about the turns of others, in order."""
        return list(self.know.news)

    @property
    def player(self) -> Player:
        return self.know.me

    @property
    def others(self) -> list[Player]:
        return self.know.others

    @property
    def view(self) -> View:
        z = self.know.me.pos[2]
        nodes = [pos for pos in PASSAGES if pos[2] == z]
        both = [(a, b) for a in nodes for b in ways(a, self.know.round) if b > a or b[2] != z]
        edges = [Edge(place_of(a), place_of(b)) for a, b in both]
        return View([self._node(pos) for pos in nodes], edges)

    def _node(self, pos: Pos) -> Node:
        there = {
            "Box": pos in self.know.boxes,
            "Materials": pos in MATERIALS,
            "KeyMachine": pos in MACHINES,
            "EscapeCapsule": pos == CAPSULE,
            "Elevator": pos in STOPS,
        }
        standing = [player.id for player in self.know.players if player.up and player.pos == pos]
        return Node(place_of(pos), [name for name, is_there in there.items() if is_there], standing)

    def _player(self, player_id: int) -> Player:
        if player_id not in range(len(self.know.players)):
            raise ValueError(f"there is no player {player_id!r}")
        return self.know.players[player_id]

    # Your actions

    @property
    def turn_over(self) -> bool:
        return self.know.over or self._ended

    @property
    def major_used(self) -> bool:
        """Whether the one major action of this turn is used up."""
        return self.know.major

    def move(self, pos: Iterable[int]) -> Message:
        """Major: along a passage or by a lift."""
        return self._act("move", _place(pos))

    def attack(self, pos: Iterable[int], player_id: int) -> Message:
        """Major: strike a player who is at ``pos``, your own place or one passage away."""
        known = player_id in range(len(self.know.players))
        return self._act("attack", _place(pos), int(player_id) if known else None)

    def interact(self, tool_type: str, start: bool | int = True) -> Message:
        """Major: use the ``"KeyMachine"``, or start (True) or stop (False) the ``"EscapeCapsule"``.

        Using a machine and starting the capsule end the turn.
        """
        if tool_type == "EscapeCapsule":
            return self._act("interact", tool_type, bool(start))
        return self._act("interact", tool_type if tool_type in _THINGS else None)

    def view_box(self, box_type: str, tool_type: str = "") -> Message:
        """Major: take the keys of a ``"Box"``, or from ``"Materials"`` the item ``tool_type``.

        ``content`` of the reply is your bag.  An empty material point costs the major action.
        """
        if box_type == "Box":
            reply = self._act("interact", "Box")
        else:
            item = _SPELT.get(tool_type, tool_type)
            known = box_type == "Materials" and item in CARRY
            empty = known and self._will_take(item)
            reply = self._act("interact", "Materials" if known else None, item)
            if empty and not reply["success"] and not self.turn_over:
                self.know.major = True
        return {**reply, "content": self.know.me.tools.counts()}

    def _will_take(self, item: str) -> bool:
        """Whether the action can fail only because the material point is empty."""
        me = self.know.me
        free = not self.turn_over and not self.know.major and me.status is Status.ALIVE
        return free and me.pos in MATERIALS and me.tools.count(item) < CARRY[item]

    def put_trap(self, trap_type: str) -> Message:
        """Minor: ``"LandMine"`` or ``"Sticky"``, at your own place."""
        kind = _SPELT.get(trap_type, trap_type)
        return self._act("trap", kind if kind in _TRAPS else None)

    def use_tool(self, tool_type: str, pos: Iterable[int] | None = None) -> Message:
        """``"Kit"``, which is major, or ``"Transport"``, a blink to ``pos``, which is minor."""
        if tool_type == "Transport":
            return self._act("tool", tool_type, _place(pos))
        return self._act("tool", tool_type if tool_type == "Kit" else None)

    def detect(self, pos: Iterable[int]) -> Message:
        """Minor, every five rounds: ``has_trap`` of the reply.  It destroys a trap of others."""
        return self._act("detect", _place(pos))

    def end_turn(self) -> None:
        if not self._ended:
            self._ended = True
            self._connection.send({"type": "finish", "state": self.know.round})

    def _act(self, *words: Any) -> Message:
        """Send an action and read messages up to its reply."""
        if None in words or self.turn_over:
            if None in words:
                print(f"round {self.know.round}: nothing of the game: {words}", file=sys.stderr)
            return {"type": "action", "success": False}
        self._connection.send({"type": "action", "action": list(words), "state": self.know.round})
        while (message := self._connection.read()).get("type") != "action":
            self._hear(message)
            if message.get("type") == "roundbegin":
                # The referee has continued without an answer.
                self._ended = True
                return {"type": "action", "success": False}
        reply = {**message, "success": message.get("success") is True}
        self.know.done(list(words), reply)
        return reply

    # The loop

    def run(self) -> None:
        """Read messages and play until the referee ends, which raises EOFError."""
        while True:
            self._hear(self._connection.read())
            while self._pending:
                self._pending, self._ended = False, False
                self._turn()

    def _hear(self, message: Message) -> None:
        self.know.hear(message)
        if message.get("type") == "roundbegin" and "status" in message:
            self._pending = not self.know.over

    def _turn(self) -> None:
        if self.know.me.status is Status.COUNTDOWN:
            self.countdown()
        else:
            self.play()
        self.end_turn()


def _copies(places: Iterable[Pos]) -> list[Pos]:
    return [place_of(pos) for pos in places]


def _place(pos: Iterable[int] | None) -> list[int] | None:
    """The place as a list, as on the wire; None if it is not a place of the station."""
    try:
        found = place_of(() if pos is None else pos)
    except (TypeError, ValueError):
        return None
    return list(found) if found in PASSAGES else None
