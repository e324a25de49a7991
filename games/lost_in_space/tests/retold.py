"""A game retold from the texts alone: what players said, and what they were sent.

It shares no code with the game's record, and knows of the rules only what it needs to read the
texts: what an action of success does, and that a death without an attack or a mine is a closing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.engine import Fault

Message = dict[str, Any]
Place = Sequence[int]
SPAWNS = ((0, 0, 1), (6, 0, 1), (6, 6, 1), (0, 6, 1))
MOST = {"LandMine": 3, "Sticky": 3, "Kit": 2, "Transport": 2}
POINTS = {
    *((0, 3, 1), (6, 3, 1), (3, 2, 1), (3, 4, 1), (0, 3, 2), (6, 3, 2), (2, 2, 2), (3, 2, 2)),
    *((4, 2, 2), (2, 4, 2), (3, 4, 2), (4, 4, 2)),
}


def centred(place: Place) -> list[int]:
    x, y, z = place
    return [x - 3, y - 3, z]


@dataclass
class Known:
    """One player by the texts."""

    pos: Place
    keys: set[int]
    hp: int = 200
    bag: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MOST, 0))
    dead: bool = False
    waits_for_key: bool = False


@dataclass
class Retold:
    """Events by turn, and what is known of the players."""

    turns: dict[tuple[int, int], list[Message]] = field(default_factory=dict)
    players: list[Known] = field(
        default_factory=lambda: [Known(pos, {n}) for n, pos in enumerate(SPAWNS)]
    )
    traps: dict[tuple[int, ...], tuple[str, int]] = field(default_factory=dict)
    now: tuple[int, int] = (0, 3)
    number: int | None = None
    major: bool = False

    def asked(self, seat: int, number: int) -> None:
        """It is this seat's turn; ``number`` is that of the clock period."""
        if number != self.number:
            self.number = number
            before, last = self.now
            self.now = (before + (seat <= last), seat)
            self.major = False

    def begun(self, message: Message) -> None:
        """The long message at the beginning of a turn."""
        seat = message["inturn"]
        player = self.players[seat]
        assert message["state"] == self.now[0]
        if player.dead and message["status"] == 0:
            player.dead = False
            player.pos, player.hp = message["pos"], message["hp"]
            self._add("regenerate", seat, pos=centred(message["pos"]))
        elif player.waits_for_key and message["status"] == 0:
            self._add("getkey", seat, keyid=sorted(set(message["keys"]) - player.keys))
        player.waits_for_key = False
        player.keys = set(message["keys"])

    def step(self, seat: int, said: Any, sent: Mapping[int, list[Message]]) -> None:
        """Take a seat's message, and the messages that all seats got for it."""
        replies = [m for m in sent[seat] if m["type"] == "action"]
        if isinstance(said, Fault):
            if self._failed(seat, sent):
                self._add("ai_error", seat, error_log=said.detail)
        elif replies and isinstance(said, dict):
            self._acted(seat, said["action"], replies[0], sent)
        for other, messages in sent.items():
            if any(m["type"] == "escaped" for m in messages):
                self._add("escaped", other)
        self._deaths(sent)

    def _failed(self, seat: int, sent: Mapping[int, list[Message]]) -> bool:
        said = [m for other in sent if other != seat for m in sent[other]]
        return any(m.get("content") == ["ai_error"] for m in said) or not said

    def _acted(
        self, seat: int, words: list[Any], reply: Message, sent: Mapping[int, list[Message]]
    ) -> None:
        if words[:2] == ["interact", "Materials"]:
            self._materials(seat, words[2], reply)
        elif reply["success"]:
            name = "_" + "_".join([words[0], *(w for w in words[1:2] if isinstance(w, str))])
            getattr(self, name.lower())(seat, words, reply, sent)

    def _move(self, seat: int, words: Any, reply: Message, sent: Any, kind: str = "move") -> None:
        player = self.players[seat]
        player.pos = words[-1]
        self.major |= kind == "move"
        self._add(kind, seat, pos=centred(player.pos))
        kind, owner = self.traps.get(tuple(player.pos), ("", seat))
        if owner == seat:
            return
        del self.traps[tuple(player.pos)]
        self._add("map_update", args=["trap_trigger", centred(player.pos), kind])
        if kind == "LandMine":
            assert reply["hp"] == max(0, player.hp - 120)
            player.hp = reply["hp"]
            self._add("hp_update", seat, hp=player.hp)
        else:
            assert reply["status"] == 3

    def _tool_transport(self, seat: int, words: Any, reply: Message, sent: Any) -> None:
        self.players[seat].bag["Transport"] -= 1
        self._move(seat, words, reply, sent, "flink")

    def _tool_kit(self, seat: int, words: Any, reply: Message, sent: Any) -> None:
        player = self.players[seat]
        self.major = True
        player.bag["Kit"] -= 1
        player.hp = reply["hp"]
        self._add("kit", seat, hp=player.hp)

    def _attack(self, seat: int, words: Any, reply: Message, sent: Any) -> None:
        place, victim = words[1:]
        self.major = True
        self._add("attack", seat, attack=[centred(self.players[seat].pos), centred(place)])
        (news,) = [m for m in sent[victim] if m.get("content", [0])[0] == "hp_update"]
        self.players[victim].hp = news["content"][1]
        self._add("hp_update", victim, hp=news["content"][1])

    def _materials(self, seat: int, item: str, reply: Message) -> None:
        """A refusal of what could be refused for nothing else: the point is empty."""
        player = self.players[seat]
        item = "LandMine" if item == "Landmine" else item
        fits = tuple(player.pos) in POINTS and player.bag[item] < MOST[item]
        if not fits or self.major:
            assert not reply["success"]
            return
        self.major = True
        if reply["success"]:
            player.bag = dict(reply["tools"])
        self._add("inspect", seat, pos=centred(player.pos), interprops="Materials")
        self._add("tool_update", seat, tools={**player.bag, "Spine": 0, "Alert": 0})

    def _interact_box(self, seat: int, words: Any, reply: Message, sent: Any) -> None:
        player = self.players[seat]
        self.major = True
        place = centred(player.pos)
        self._add("inspect", seat, pos=place, interprops="Box")
        self._add("getkey", seat, keyid=sorted(set(reply["keys"]) - player.keys))
        self._add("map_update", args=["box_disappear", place])
        player.keys = set(reply["keys"])

    def _interact_keymachine(self, seat: int, words: Any, reply: Message, sent: Any) -> None:
        self.players[seat].waits_for_key = True
        self._add("keymachine", seat, pos=centred(self.players[seat].pos))

    def _interact_escapecapsule(self, seat: int, words: Any, reply: Message, sent: Any) -> None:
        self.major = True
        self._add("escape_capsule", seat, to_escape=bool(words[2]))

    def _detect(self, seat: int, words: Any, reply: Message, sent: Any) -> None:
        place = words[1]
        self._add("detect", seat, tar_pos=centred(place))
        kind, owner = self.traps.get(tuple(place), ("", seat))
        assert reply["has_trap"] == (tuple(place) in self.traps)
        if owner != seat:
            del self.traps[tuple(place)]
            self._add("map_update", args=["trap_destroy", centred(place), kind])

    def _trap_landmine(self, seat: int, words: Any, reply: Message, sent: Any) -> None:
        kind = "LandMine" if words[1] == "Landmine" else words[1]
        player = self.players[seat]
        player.bag[kind] -= 1
        self.traps[tuple(player.pos)] = (kind, seat)
        self._add("place_trap", seat, pos=centred(player.pos), trap_type=kind)

    _trap_sticky = _trap_landmine

    def _deaths(self, sent: Mapping[int, list[Message]]) -> None:
        """Players with news of their own death; boxes that then appear are those of the first."""
        boxes = {
            tuple(m["content"][2])
            for messages in sent.values()
            for m in messages
            if m.get("content", [])[-2:] == ["Box", "appear"] and m["content"][1] != "regenerate"
        }
        for seat, messages in sent.items():
            if not any(m["type"] == "death" for m in messages):
                continue
            player = self.players[seat]
            number, _ = self.now
            at = self.now if player.hp == 0 else (number, 3)
            fresh = tuple(player.pos) in boxes
            boxes.discard(tuple(player.pos))
            event = {"type": "died", "playerid": seat}
            more = {"box": centred(player.pos)} if fresh else {}
            self.turns.setdefault(at, []).append({**event, **more})
            player.dead, player.hp, player.keys = True, 0, set()
            player.bag = dict.fromkeys(MOST, 0)
            player.waits_for_key = False

    def _add(self, kind: str, seat: int | None = None, **fields: Any) -> None:
        who = {} if seat is None else {"playerid": seat}
        self.turns.setdefault(self.now, []).append({"type": kind, **who, **fields})
