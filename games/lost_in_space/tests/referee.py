"""Plays a scenario against a logic: the judger's side, with four scripted players."""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from games.lost_in_space.tests.logic import DEADLINE_S, TO_JUDGER, Logic, Message
from games.lost_in_space.tests.patterns import fits
from games.lost_in_space.tests.scenario import FINISH, Scenario

QUIET_S = 1.5
"""The clock of a player who says nothing runs out after this number of seconds in which the logic
is silent as well."""
PERSON = 2
ERRORS = ("runError", "timeOutError", "outputLimitError")

Turn = Generator[None, Message, None]
"""One player's turn: it goes on when the reply to what it said has come."""


@dataclass(frozen=True)
class Heard:
    """A message that a player got; ``listened`` tells whether the logic waits for that player."""

    to: int
    round: int
    message: Message
    listened: bool


@dataclass
class Referee:
    """The messages so far in both directions; ``failures`` are unmet expectations."""

    logic: Logic
    scenario: Scenario
    failures: list[str] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    configs: list[Message] = field(default_factory=list)
    scores: dict[str, float] | None = None
    round: int = 0
    state: int = 0
    listen: list[int] = field(default_factory=list)
    turns: dict[int, Turn] = field(default_factory=dict)
    patient: bool = False

    def play(self) -> None:
        players = list(self.scenario.player_list)
        first = {"player_list": players, "player_num": len(players), "config": {}}
        self.logic.send({**first, "replay": str(self.logic.replay)})
        last = self.scenario.stop_after_round
        while self.scores is None and (last is None or self.round <= last):
            quiet = bool(self.listen) and not self.turns and not self.patient
            packet = self.logic.hear(QUIET_S if quiet else DEADLINE_S)
            if packet is not None:
                self._take(*packet)
                continue
            assert quiet, "the logic says nothing more"
            for player in self.listen:
                self._error(player, 1)
        if self.scores is not None:
            assert self.logic.end() == 0

    def _take(self, target: int, body: bytes) -> None:
        if target != TO_JUDGER:
            news = [self._deliver(target, body.decode())]
        else:
            news = self._obey(json.loads(body))
        last = self.scenario.stop_after_round
        if last is not None and self.round > last:
            return
        for each in news:
            self._react(each)

    def _obey(self, message: Message) -> list[Heard]:
        """A packet for the judger; what it delivers."""
        if "watch" in message:
            return []
        if message["state"] == 0:
            self.configs.append(message)
            return []
        if message["state"] == -1:
            assert isinstance(message["end_info"], str)
            self.scores = json.loads(message["end_info"])
            return []
        if message["state"] < self.state:
            self.failures.append(f"the state went back from {self.state}")
        self.state, self.listen = message["state"], message["listen"]
        if len(self.listen) > 1:
            self.failures.append(f"round {self.round}: {self.listen} are listened to at once")
        return [
            self._deliver(player, content)
            for player, content in zip(message["player"], message["content"], strict=True)
        ]

    def _deliver(self, player: int, content: str) -> Heard:
        if self.scenario.player_list[player] != PERSON:
            digits, content = content[:4], content[4:]
            if digits != f"{len(content.encode()):04}" or "\n" in content:
                self.failures.append(f"to {player}: {digits!r} before {content!r}")
        message = json.loads(content)
        if message["type"] == "roundbegin":
            self.round = max(self.round, message["state"])
        heard = Heard(player, message.get("state", self.round), message, player in self.listen)
        self.heard.append(heard)
        return heard

    def _react(self, heard: Heard) -> None:
        """Let a player whose turn begins, or who has waited for this reply, go on."""
        player, message = heard.to, heard.message
        if message["type"] == "roundbegin" and message["inturn"] == player and heard.listened:
            self.patient = False
            self.turns[player] = self._turn(player, message["state"])
            self._go_on(player, None)
        elif message["type"] == "action" and player in self.turns:
            self._go_on(player, message)

    def _go_on(self, player: int, reply: Message | None) -> None:
        try:
            self.turns[player].send(reply)  # type: ignore[arg-type]  # the first is None
        except StopIteration:
            del self.turns[player]

    def _turn(self, player: int, number: int) -> Turn:
        """A player's script for one turn."""
        for step in self.scenario.steps(player, number):
            if "other" in step:
                self.logic.say(step["other"], json.dumps(step["msg"]))
            elif "error" in step:
                who, stale = step.get("of", player), step.get("stale", False)
                self._error(who, step["error"], stale=stale, log=step.get("log"))
                if who == player and not stale:
                    return
            elif "silent" in step:
                self.patient = step.get("patient", False)
                return
            else:
                self.logic.say(player, _text(step))
                reply = yield
                self._compare(player, step, reply)
                if step.get("ends") and reply["success"]:
                    self._farewell(player, step)
                    return
        self.logic.say(player, FINISH)

    def _compare(self, player: int, step: dict[str, Any], reply: Message) -> None:
        if "expect" in step and not fits(step["expect"], reply):
            what = f"round {self.round}, player {player}, {_text(step)[:200]}"
            self.failures.append(f"{what}: the reply is {reply}")

    def _farewell(self, player: int, step: dict[str, Any]) -> None:
        """Send the messages of a player after the end of its turn."""
        if step.get("then_finish"):
            self.logic.say(player, FINISH)
        for message in step.get("then_send", ()):
            self.logic.say(player, json.dumps(message))

    def _error(
        self, player: int, code: int, *, stale: bool = False, log: str | None = None
    ) -> None:
        state = self.state - stale
        said = {"player": player, "state": state, "error": code, "error_log": log or ERRORS[code]}
        self.logic.send({"player": -1, "content": json.dumps(said)})


def _text(step: dict[str, Any]) -> str:
    """The text of a step."""
    text = step.get("raw")
    if text is None:
        text = json.dumps({"type": "action", "action": step["do"]})
    assert isinstance(text, str)
    return text
