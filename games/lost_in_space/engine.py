"""The engine of one game: small turns, questions to the player in turn, and the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine import (
    JSON,
    Action,
    Ask,
    EndState,
    Engine,
    Event,
    Fault,
    IllegalAction,
    Outcome,
    Progress,
    Seat,
    SeatOutcome,
    Setup,
    TurnLimits,
    Wants,
)
from games.lost_in_space import frames, orders, rounds, rules
from games.lost_in_space.frames import round_begin
from games.lost_in_space.news import News
from games.lost_in_space.orders import Refused, Verb, parse
from games.lost_in_space.state import PLAN, PLAYERS, Player, Status, World

AFTERWARDS = TurnLimits(cpu_ms=500, wall_ms=1000)
"""Limits for reading further messages of a program after an action has ended its turn."""
WAITING = TurnLimits(cpu_ms=2500, wall_ms=2500)
"""Limits for a player whose capsule counts down.  They are lower than for an ordinary turn,
because silence is no failure here."""


class LostInSpaceEngine(Engine):
    """A game.  ``params`` may have ``rounds``.

    An action is any message of a player.  A message that is invalid or against the rules gets a
    refusal and has no other effect.
    """

    def __init__(self, setup: Setup) -> None:
        if len(setup.seats) != PLAYERS:
            raise ValueError(f"Lost in Space has {PLAYERS} seats, not {len(setup.seats)}")
        if setup.map is not None:
            raise ValueError("Lost in Space has no maps but the station")
        self.rounds = setup.number_of("rounds", rounds.ROUNDS, rounds.ROUNDS)
        self.world = World()
        self._turns = 1
        self._wants = Wants.ANSWER
        self._limits: TurnLimits | None = None
        self._prompt: JSON = None
        self._entering = False
        """Whether the engine waits only to learn if the program of the next turn has failed."""
        self._ask(Wants.ANSWER)

    def pending(self) -> Mapping[Seat, Ask]:
        if self._outcome is not None:
            return {}
        ask = Ask(self._turns, self._prompt, self._limits, self._wants)
        return {self.world.turn: ask}

    @property
    def afterwards(self) -> bool:
        """Whether the current turn is over and the engine only reads further messages."""
        return self._wants is Wants.REST

    def check(self, seat: Seat, action: Action) -> None:
        if self._outcome is not None or seat != self.world.turn:
            raise IllegalAction("it is not your turn")

    def submit(self, replies: Mapping[Seat, Action | Fault]) -> Sequence[Event]:
        if self._outcome is not None:
            raise ValueError("the game is over: nobody may act any more")
        before, news = self.view(), News(self.world)
        self._prompt = None
        self._take(news, replies[self.world.turn])
        news.record("now", **frames.changes(before, self.view()))
        return news.events

    def _take(self, news: News, reply: Action | Fault) -> None:
        if isinstance(reply, Fault):
            silent = reply.kind in (EndState.SILENT, EndState.TIMEOUT)
            if self._wants is Wants.NOTHING or not (silent and self._wants is not Wants.ANSWER):
                rounds.fail(self.world, news, reply)
            self._next(news)
        elif self._entering:
            if not self._begin(news):
                self._next(news)
        elif self._wants is Wants.NOTHING or (reply is None and self._wants is not Wants.ANSWER):
            self._next(news)
        else:
            self._obey(news, reply)

    def _obey(self, news: News, message: Action) -> None:
        world = self.world
        try:
            order = parse(message)
            if order.verb is Verb.FINISH:
                if order.round in (None, world.round):
                    self._next(news)
                return
            if self.afterwards:
                raise Refused("this turn is over")
            after = rules.act(world, news, order)
        except Refused as refusal:
            news.refuse(world.acting, str(refusal))
            return
        if after is rules.After.OVER:
            self._wants, self._limits = Wants.REST, AFTERWARDS
        elif self._wants is Wants.WORD:
            # The capsule was stopped: this is now an ordinary turn with the same clock.
            self._wants = Wants.ANSWER

    def _next(self, news: News) -> None:
        """Go to the next small turn that takes place, maybe in a later round, or end the game."""
        world = self.world
        if self._wants is Wants.NOTHING:
            rounds.end_skip(world)
        while any(player.playing for player in world.players):
            if world.turn < PLAYERS - 1:
                world.turn += 1
            elif not self._next_round(news):
                break
            self._turns += 1
            self._entering = rounds.enter_turn(world, news)
            if self._entering:
                self._wants, self._limits = Wants.NOTHING, None
                return
            if self._begin(news):
                return
        self._outcome = outcome_of(world)

    def _next_round(self, news: News) -> bool:
        """End the round and begin the next one; False if there is none."""
        world = self.world
        rounds.end_round(world, news)
        if world.round == self.rounds or not any(player.playing for player in world.players):
            return False
        world.round += 1
        world.turn = 0
        rounds.begin_round(world)
        return True

    def _begin(self, news: News) -> bool:
        """Begin the small turn; False if it does not take place."""
        self._entering = False
        wants = rounds.begin_turn(self.world, news)
        if wants is not None:
            self._ask(wants)
        return wants is not None

    def _ask(self, wants: Wants) -> None:
        player = self.world.acting
        self._wants = wants
        self._limits = WAITING if wants is Wants.WORD else None
        message = round_begin(self.world, player)
        self._prompt = {"message": message, "more": orders.seen(self.world, player)}

    def scene(self) -> JSON:
        return {"rounds": self.rounds, "plan": PLAN}

    def view(self, seat: Seat | None = None) -> JSON:
        return frames.view(self.world, self._outcome is not None, seat)

    def progress(self) -> Progress:
        return Progress(self.world.round, self.rounds)


def outcome_of(world: World) -> Outcome:
    """The ranks; a player's points are 1 plus the number of players below it.

    1. players who escaped, the earliest first
    2. players who did not escape: those alive at the end, then the dead, the latest death first
    3. programs that failed, the latest first

    In the same round the higher score is better, then the later seat; only programs that failed
    in the same round with the same score are equal.
    """
    keys = [_key(player) for player in world.players]
    seats = []
    for player, key in zip(world.players, keys, strict=True):
        rank = 1 + sum(other < key for other in keys)
        points = 1 + sum(other > key for other in keys)
        seats.append(_seat(player, rank, points, world.round))
    best = [player for player, seat in zip(world.players, seats, strict=True) if seat.rank == 1]
    return Outcome(tuple(seats), _words(best, world))


def _key(player: Player) -> tuple[int, ...]:
    tie = (-player.score, -player.number)
    if player.status is Status.ESCAPED:
        return (1, player.left, *tie)
    if player.status is Status.ERROR:
        return (3, -player.left, -player.score)
    # Players alive at the end have lasted longer than all who died for good.
    return (2, 0 if not player.finally_dead else 1, -player.left, *tie)


def _seat(player: Player, rank: int, points: int, last: int) -> SeatOutcome:
    return SeatOutcome.after(
        player.fault,
        rank=rank,
        score=points,
        data={"points": player.score, "status": player.status.name.lower(), "left": player.left},
        facts={"round": last, "out": player.finally_dead, "deaths": player.deaths},
    )


def _words(best: list[Player], world: World) -> str:
    winner = best[0]
    if winner.status is Status.ESCAPED:
        return f"escaped in round {winner.left}"
    if winner.status is Status.ERROR:
        together = "" if len(best) == 1 else ", together"
        return f"failed last{together}, in round {winner.left}"
    if winner.finally_dead:
        return f"held out longest, until round {winner.left}"
    return f"was alive after round {world.round}, and nobody escaped"
