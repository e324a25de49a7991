"""Who is told what: the events of one step, in order.

An event's data is one of these:

- ``{"type": …}``: the record's, in the words of the replay format, and ours: ``turn`` (a small turn
  begins) and ``now`` (what changed); told to nobody.
- ``{"begin": round, "playerid": …}``: somebody else's turn begins.
- ``{"say": message}``: a message of its own kind to one player; with ``more`` for those who play by
  hand, and ``reason`` where it is a refusal, neither of which goes over the wire to programs.
- ``{"off": content, "state": round, "playerid": …}``: news from outside of one's own turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from games.engine import JSON, Event
from games.lost_in_space.atlas import Pos
from games.lost_in_space.state import Player, World

NOWHERE = (-1, -1, -1)


class News:
    """Collects the events of a step.  ``by`` is whose small turn it is."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.events: list[Event] = []

    def record(self, kind: str, player: Player | None = None, **fields: JSON) -> None:
        """Something for the replay."""
        who = {} if player is None else {"playerid": player.number}
        self.events.append(Event({"type": kind, **who, **fields}, to=()))

    def begin(self, player: Player) -> None:
        """Everybody else hears whose turn it is."""
        data = {"begin": self._world.round, "playerid": player.number}
        self._add(data, self._world.others(player.number))

    def say(self, player: Player, message: JSON, *, at: int | None = None, **beside: JSON) -> None:
        """A message to one player; ``at`` is its place among the events, the end by default."""
        if player.told:
            event = Event({"say": message, **beside}, to=(player.number,))
            self.events.insert(len(self.events) if at is None else at, event)

    def refuse(self, player: Player, reason: str) -> None:
        """An action that the rules do not allow, or that nobody can read, changes nothing."""
        self.say(player, {"type": "action", "success": False}, reason=reason)

    def off(self, to: Iterable[int], content: list[JSON], by: int | None = None) -> None:
        """News for players; ``by`` is whose turn they name, the one in play by default."""
        world = self._world
        told = {number for number in to if world.players[number].told}
        who = world.turn if by is None else by
        self._add({"off": content, "state": world.round, "playerid": who}, sorted(told))

    def see(self, to: Iterable[int], *content: JSON, by: int | None = None) -> None:
        """News that meets the eye."""
        self.off(to, ["see", *content], by)

    def box(self, to: Iterable[int], pos: Pos, state: str, by: int | None = None) -> None:
        """A box appears or disappears."""
        self.see(to, "interprops_status_update", list(pos), "Box", state, by=by)

    def moved(self, player: Player, before: Pos) -> None:
        """Those who see either place learn where a player is now, or that he is out of sight."""
        world, number = self._world, player.number
        here = set(world.watchers(player.pos[2])) - {number}
        self.see(here, "pos_update", list(player.pos), number, by=number)
        if before[2] != player.pos[2]:
            gone = set(world.watchers(before[2])) - {number}
            self.see(gone, "pos_update", list(NOWHERE), number, by=number)

    def _add(self, data: JSON, to: Collection[int]) -> None:
        if to:
            self.events.append(Event(data, to=tuple(to)))
