"""The platform's engine for one game of generals: it asks every player in every half-turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from games.engine import (
    JSON,
    Action,
    Ask,
    Engine,
    Event,
    Fault,
    Outcome,
    Progress,
    Seat,
    SeatOutcome,
    Setup,
    ranks_of,
)
from games.generals import frames, orders
from games.generals.founding import Founding, found
from games.generals.maptext import from_grid
from games.generals.options import Options
from games.generals.orders import HalfTurn
from games.generals.rules import World
from games.generals.tally import PlayerRank
from games.generals.terrain import MOST_PLAYERS, clamp


class GeneralsEngine(Engine):
    """Seat i is player ``i + 1``.  Callers may read ``world`` but must not change it.

    An action is a list of operations on the player's queue (`games.generals.orders`).  A player
    whose bot fails leaves the game like a disconnected player.
    """

    def __init__(self, setup: Setup) -> None:
        players = len(setup.seats)
        if not 2 <= players <= MOST_PLAYERS:
            raise ValueError(f"a game has 2 to {MOST_PLAYERS} players, not {players}")
        self.options = Options.from_params(setup.params, setup.seed)
        teams = _teams([seat.team for seat in setup.seats])
        start = _found(setup, self.options, teams)
        self.world = World(start.board, start.capitals, teams, self.options.modifiers)
        self._scene = frames.scene(self.world, self.options.halfturns)
        self._fell: dict[int, int] = {}
        self._takers: dict[int, int] = {}
        """By beaten player: who took the capital; a player who left is not here."""
        self._faults: dict[int, Fault] = {}
        self._asks: dict[Seat, Ask] = {}
        if self.world.winner:
            raise ValueError("all players are of one team: nobody is left to be beaten")
        self._ask(None)

    def pending(self) -> Mapping[Seat, Ask]:
        return self._asks

    def check(self, seat: Seat, action: Action) -> None:
        orders.check(action, len(self.world.queues[seat + 1]))

    def submit(self, replies: Mapping[Seat, Action | Fault]) -> Sequence[Event]:
        if self._outcome is not None:
            raise ValueError("the game is over: nobody may act any more")
        world, events = self.world, []
        for seat in sorted(replies):
            reply, player = replies[seat], seat + 1
            if isinstance(reply, Fault):
                self._faults[player] = reply
                world.leave(player)
            elif reply:
                orders.apply(reply, world.queues[player])
                events.append(Event({"e": "ops", "p": player, "ops": reply}, to=()))
        now = world.play()
        for player in now.beaten:
            self._fell[player] = now.number
        for capture in now.captures:
            self._takers[capture.loser] = capture.taker
        ranking = frames.ranking_json(world.ranking())
        remarks = {one.player - 1: frames.remark(one) for one in now.dropped}
        events.append(Event(frames.half_event(world, now, ranking), to=(), remarks=remarks))
        if world.winner or world.halfturn >= self.options.halfturns:
            self._outcome = outcome = self._ended()
            placed = [seat.rank for seat in outcome.seats]
            events.append(Event({"e": "end", "words": outcome.reason, "ranks": placed}, to=()))
        else:
            self._ask(now, ranking)
        return events

    def _ask(self, now: HalfTurn | None, ranking: JSON = None) -> None:
        """Ask everybody who is not beaten; what their team saw comes with the question."""
        world = self.world
        width = world.board.width
        if ranking is None:
            ranking = frames.ranking_json(world.ranking())
        news = now or HalfTurn(-1)
        diffs = {team: frames.diff_json(diff, width) for team, diff in news.diffs.items()}
        shared = {
            "half": world.halfturn,
            "ranking": [] if world.modifiers.silent_war else ranking,
            "messages": news.messages,
            "beaten": news.beaten,
        }
        dropped = {one.player: one for one in news.dropped}
        self._asks = {}
        for player in world.alive:
            refused = dropped.get(player)
            prompt = {
                **shared,
                "diffs": diffs.get(world.teams[player], []),
                "queue": len(world.queues[player]),
                "dropped": refused
                and {"order": orders.move_of(refused.order), "reason": refused.reason},
            }
            self._asks[player - 1] = Ask(world.halfturn, prompt)

    def _ended(self) -> Outcome:
        world = self.world
        self._asks = {}
        placed = ranks(world, self._fell)
        rows = {row.player: row for team in world.ranking() for row in team.players}
        land = {player: row.land for player, row in rows.items()}
        best = {world.teams[player] for player in land if placed[player - 1] == 1}
        winner = min(best) if len(best) == 1 else 0
        return Outcome(
            tuple(
                self._seat_outcome(player, placed[player - 1], rows[player], winner)
                for player in range(1, len(placed) + 1)
            ),
            self._words(),
        )

    def _seat_outcome(self, player: int, rank: int, row: PlayerRank, winner: int) -> SeatOutcome:
        taker = self._takers.get(player)
        return SeatOutcome.after(
            self._faults.get(player),
            rank=rank,
            score=row.land,
            data={"winner": winner, "fell": self._fell.get(player)},
            facts={
                "half_turns": self.world.halfturn,
                "team": self.world.teams[player],
                "taker": None if taker is None else taker - 1,
                "units": clamp(row.units),
            },
        )

    def _words(self) -> str:
        world = self.world
        if world.winner:
            return f"the last capital of all others fell in half-turn {world.halfturn}"
        return f"all {self.options.halfturns} half-turns are played: land decides, then units"

    def scene(self) -> JSON:
        return self._scene

    def view(self, seat: Seat | None = None) -> JSON:
        if seat is None:
            return frames.key(self.world, self._outcome is not None)
        return {
            "half": self.world.halfturn,
            **frames.picture(self.world, self.world.teams[seat + 1]),
            "queue": [frames.order_json(order) for order in self.world.queues[seat + 1]],
        }

    def progress(self) -> Progress:
        cap = self.options.halfturns
        return Progress(min(self.world.halfturn + 1, cap), cap)


def _teams(given: Sequence[int]) -> list[int]:
    """The team of every player: who is given none has one of his own, the lowest that is free."""
    taken = set(given)
    free = (team for team in range(1, 256) if team not in taken)
    return [team or next(free) for team in given]


def _found(setup: Setup, options: Options, teams: Sequence[int]) -> Founding:
    random = Random(setup.seed)
    if setup.map is None:
        return options.draw(teams, random)
    return found(from_grid(setup.map), teams, options.modifiers, random)


Standing = tuple[float, float, float]
"""The sort key of a team, larger is better: the half-turn of its last defeat (infinite for an
unbeaten team), then land, then units."""

FOREVER = float("inf")


def standings(world: World, fell: Mapping[int, int]) -> dict[int, Standing]:
    """The standing of every team; ``fell`` has the half-turn of each beaten player's defeat.

    Beaten teams own nothing, so teams that were beaten in the same half-turn are equal.
    """
    found: dict[int, Standing] = {}
    for row in world.ranking():
        if all(player.defeated for player in row.players):
            last = max(fell[player.player] for player in row.players)
            found[row.team] = (last, 0, 0)
        else:
            found[row.team] = (FOREVER, row.land, row.units)
    return found


def ranks(world: World, fell: Mapping[int, int]) -> list[int]:
    """The rank of every player, player 1 first: 1 plus the number of players in better teams.

    Members of a team share their rank, and so do equal teams.
    """
    by_team = standings(world, fell)
    return ranks_of([by_team[team] for team in world.teams[1:]])
