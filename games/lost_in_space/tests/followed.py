"""Games of bots as processes, with what every bot may have known when it said something."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from games.engine import JSON, Action, Fault, Outcome, Setup, Wants
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.wire import LostInSpaceWire
from games.tests.pipes import Bot, Command, SeatReport


@dataclass(frozen=True)
class Moment:
    """When a bot has said something: its seat's view, and whether its turn was still in play.

    ``began_on`` is the layer on which the turn began.
    """

    view: JSON
    mine: bool
    began_on: int


@dataclass
class Followed:
    """A game to its end; ``told`` are all messages to a seat, ``counted`` what happened."""

    moments: list[list[Moment]] = field(default_factory=lambda: [[] for _ in range(4)])
    told: list[list[JSON]] = field(default_factory=lambda: [[] for _ in range(4)])
    counted: Counter[str] = field(default_factory=Counter)
    reports: list[SeatReport] = field(default_factory=list)
    outcome: Outcome | None = None


class _Game:
    def __init__(self, commands: Sequence[Command], setup: Setup) -> None:
        self.engine = LostInSpaceEngine(setup)
        self.found = Followed()
        self.bots = [Bot(each, LostInSpaceWire(setup, n)) for n, each in enumerate(commands)]
        self.began_on = 1
        for seat, bot in enumerate(self.bots):
            self._tell(seat, bot.wire.begin(self.engine.scene(), self.engine.view(seat)))

    def _tell(self, seat: int, data: bytes) -> None:
        self.bots[seat].tell(data)
        self.found.told[seat] += [json.loads(part[4:]) for part in self.bots[seat].wire.split(data)]

    def step(self) -> None:
        engine = self.engine
        ((seat, ask),) = engine.pending().items()
        reply: Action | Fault = None
        if ask.prompt is not None:
            self.began_on = engine.world.players[seat].pos[2]
        self._tell(seat, self.bots[seat].wire.ask(ask))
        if ask.wants is not Wants.NOTHING:
            reply = self.bots[seat].answer()
            moment = Moment(engine.view(seat), not engine.afterwards, self.began_on)
            self.found.moments[seat].append(moment)
        for event in engine.submit({seat: reply}):
            for told in event.to or ():
                self._tell(told, self.bots[told].wire.tell([event]))
            self._count(event.data)

    def _count(self, data: JSON) -> None:
        content = data.get("off", ())
        self.found.counted.update(word for word in content[:2] if isinstance(word, str))
        if "type" in data:
            self.found.counted[data["type"]] += 1
        if "say" in data and data["say"].get("success") is False:
            self.found.counted["refused"] += 1


def follow(commands: Sequence[Command], setup: Setup) -> Followed:
    """Play a game of bots that end their turns themselves."""
    game = _Game(commands, setup)
    while game.engine.pending():
        game.step()
    game.found.reports = [bot.close() for bot in game.bots]
    game.found.outcome = game.engine.outcome()
    return game.found


def differences(told: JSON, moment: Moment, seat: int) -> JSON:
    """The errors in a bot's view, by key: the bot's value and the true one.

    Facts that a bot learns only at its next turn are left out, and so is the score, which no bot
    learns.
    """
    true, own = moment.view, moment.view["players"][seat]
    del own["score"]
    told["traps"].sort()
    true["traps"].sort()
    for number, (a, b) in enumerate(zip(told["players"], true["players"], strict=True)):
        if number == seat:
            continue
        unseen = own["pos"][2] != moment.began_on and a["hp"] == -1
        if not moment.mine or unseen:
            a["hp"] = b["hp"]
        if not moment.mine:
            a["keys"], a["status"] = b["keys"], b["status"]
    told["finished"] = told["finished"] == (not moment.mine)
    if not moment.mine:
        told["major"] = true["major"]
    return {
        key: (told[key], value)
        for key, value in {**true, "finished": True}.items()
        if told[key] != value
    }
