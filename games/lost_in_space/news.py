"""The events of one step and their recipients, in order.

The data of an event is one of these:

- ``{"type": …}``: an entry of the record, which no player gets.  The types are those of the replay
  format, and also ``turn`` (a small turn begins) and ``now`` (the changes of the state).
- ``{"begin": round, "playerid": …}``: the turn of another player begins.
- ``{"say": message}``: a message to one player.  ``more`` has additional fields for people, and
  ``reason`` is the reason of a refusal.  Programs get neither of them.
- ``{"off": content, "state": round, "playerid": …}``: news about actions of other players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from games.engine import JSON, Event
from games.lost_in_space.state import Player, Pos, World

NOWHERE = (-1, -1, -1)


class News:
    """Collects the events of a step.  ``by`` is the player in turn."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.events: list[Event] = []

    def record(self, kind: str, player: Player | None = None, **fields: JSON) -> None:
        """Add an entry to the record, for the replay."""
        who = {} if player is None else {"playerid": player.number}
        self.events.append(Event({"type": kind, **who, **fields}, to=()))

    def begin(self, player: Player) -> None:
        """Tell the other players that the turn of ``player`` begins."""
        data = {"begin": self._world.round, "playerid": player.number}
        self._add(data, self._world.others(player.number))

    def say(self, player: Player, message: JSON, *, at: int | None = None, **beside: JSON) -> None:
        """Send a message to one player; ``at`` is its index in the events, by default the end."""
        if player.told:
            event = Event({"say": message, **beside}, to=(player.number,))
            self.events.insert(len(self.events) if at is None else at, event)

    def refuse(self, player: Player, reason: str) -> None:
        """Answer an unreadable message, or an action that the rules do not allow."""
        self.say(player, {"type": "action", "success": False}, reason=reason)

    def off(self, to: Iterable[int], content: list[JSON], by: int | None = None) -> None:
        """Send news to players; ``by`` is the player named in it, by default the one in turn."""
        world = self._world
        told = {number for number in to if world.players[number].told}
        who = world.turn if by is None else by
        self._add({"off": content, "state": world.round, "playerid": who}, sorted(told))

    def see(self, to: Iterable[int], *content: JSON, by: int | None = None) -> None:
        """Send news of something that the players see."""
        self.off(to, ["see", *content], by)

    def box(self, to: Iterable[int], pos: Pos, state: str, by: int | None = None) -> None:
        """Send news that a box appears or disappears."""
        self.see(to, "interprops_status_update", list(pos), "Box", state, by=by)

    def moved(self, player: Player, before: Pos) -> None:
        """Tell all who see the old or the new place where the player is, or that it is unseen."""
        world, number = self._world, player.number
        here = set(world.watchers(player.pos[2])) - {number}
        self.see(here, "pos_update", list(player.pos), number, by=number)
        if before[2] != player.pos[2]:
            gone = set(world.watchers(before[2])) - {number}
            self.see(gone, "pos_update", list(NOWHERE), number, by=number)

    def _add(self, data: JSON, to: Collection[int]) -> None:
        if to:
            self.events.append(Event(data, to=tuple(to)))
