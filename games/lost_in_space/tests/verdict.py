"""The result of a played scenario, against the expected one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from games.lost_in_space.tests.logic import Message
from games.lost_in_space.tests.patterns import fits
from games.lost_in_space.tests.referee import Heard, Referee
from games.lost_in_space.tests.scenario import Expected


def complaints(played: Referee) -> list[str]:
    """Everything that is not as the scenario has it; empty where all is well."""
    checks = (_configs, _begins, _messages, _orders, _end, _replay)
    return [*played.failures, *(word for check in checks for word in check(played))]


def _configs(played: Referee) -> Iterator[str]:
    scenario = played.scenario
    if scenario.config is not None and not fits(scenario.config, played.configs[0]):
        yield f"the config is {played.configs[0]}"
    if scenario.configs is not None and not fits(scenario.configs, played.configs):
        yield f"the configs are {played.configs}"


def _begins(played: Referee) -> Iterator[str]:
    begins: dict[tuple[int, int], Heard] = {
        (each.round, each.to): each
        for each in played.heard
        if each.message["type"] == "roundbegin" and each.message["inturn"] == each.to
    }
    for each in played.scenario.begin:
        found = begins.get((each["round"], each["player"]))
        if found is None:
            yield f"no turn begins: {each}"
        elif not fits(each.get("expect", {}), found.message):
            yield f"round {each['round']}: the turn begins with {found.message}"
        elif each.get("listened", found.listened) != found.listened:
            yield f"listened to: {found.listened}, not as in {each}"
    for each in played.scenario.no_begin:
        found = begins.get((each["round"], each["player"]))
        if found is not None and found.listened:
            yield f"a turn begins: {each}"


def _hits(played: Referee, expected: Expected) -> list[Message]:
    return [
        each.message
        for each in played.heard
        if each.to == expected.to
        and expected.first <= each.round <= expected.last
        and fits(expected.pattern, each.message)
    ]


def _messages(played: Referee) -> Iterator[str]:
    for data in played.scenario.messages:
        expected = Expected.read(data)
        found = len(_hits(played, expected))
        if found != expected.count if expected.count is not None else not found:
            yield f"{found} messages are {data}"
    for data in played.scenario.absent:
        if hits := _hits(played, Expected.read(data)):
            yield f"forbidden by {data}: {hits[0]}"


def _orders(played: Referee) -> Iterator[str]:
    """Messages of one player in one round that must come in this order."""
    for data in played.scenario.order:
        got = [h.message for h in played.heard if (h.to, h.round) == (data["to"], data["round"])]
        if missing := _out_of_order(data["contains"], got):
            yield f"to {data['to']} in round {data['round']}: no {missing} in order in {got}"


def _end(played: Referee) -> Iterator[str]:
    scenario = played.scenario
    if scenario.scores is not None and played.scores != scenario.scores:
        yield f"the scores are {played.scores}"
    if scenario.rounds_played is not None and played.round != scenario.rounds_played:
        yield f"{played.round} rounds were played"
    if played.scores is not None and list(played.scores) != ["0", "1", "2", "3"]:
        yield f"the keys of the scores are {list(played.scores)}"


def _replay(played: Referee) -> Iterator[str]:
    scenario = played.scenario
    if played.scores is None:
        assert not scenario.replay, "a scenario with a replay is played to its end"
        return
    spawns, *rounds, scores = json.loads(played.logic.replay.read_text())
    if scenario.replay_spawns is not None and spawns != scenario.replay_spawns:
        yield f"the spawns of the replay are {spawns}"
    if scores != played.scores:
        yield f"the scores of the replay are {scores}"
    # A round in which nobody has a turn any more begins without a word.
    if len(rounds) - played.round not in (0, 1) or any(len(turns) != 4 for turns in rounds):
        yield f"the replay has {len(rounds)} rounds of {set(map(len, rounds))} turns"
    for each in scenario.replay:
        turn: list[Any] = rounds[each["round"] - 1][each["seat"]]
        if missing := _out_of_order(each.get("contains", ()), turn):
            yield f"replay {each['round']}/{each['seat']}: no {missing} in order in {turn}"
        if "exact" in each and not fits(each["exact"], turn):
            yield f"replay {each['round']}/{each['seat']} is {turn}"


def _out_of_order(patterns: Any, got: list[Any]) -> Any:
    """The first pattern that nothing fits after what fitted those before; None where all do."""
    at = 0
    for pattern in patterns:
        while at < len(got) and not fits(pattern, got[at]):
            at += 1
        if at == len(got):
            return pattern
        at += 1
    return None
