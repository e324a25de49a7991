"""The golden games and their files, read for tests; see ``vectors/README.md``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from games.xghj.constants import Constants
from games.xghj.ground import Ground, Kernel, kernel_of
from games.xghj.maptext import read
from games.xghj.orders import STANCES, Orders, Stance
from games.xghj.rules import Rules
from games.xghj.state import NOBODY, State

FOLDER = Path(__file__).parent / "vectors"
GAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


def game(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text())


def ground(name: str) -> Ground:
    return read((FOLDER / "maps" / f"{name}.map.txt").read_text())


def kernel(name: str) -> Kernel:
    lines = (FOLDER / "kernels" / f"{name}.txt").read_text().splitlines()
    return kernel_of([line.replace("|", " ") for line in lines if line.startswith("|")])


def rules_of(data: Any) -> Rules:
    given = data["rules"]
    numbers = Constants(max_round=given["max_round"], suppress_limit=given["suppress_limit"])
    return Rules(ground(data["map"]), numbers, kernel(data["kernel"]))


def begun(rules: Rules, data: Any) -> State:
    """The world after everybody has chosen a place."""
    money = data["rules"]["initial_money"]
    state = State.start(rules.ground.size, money)
    places = [NOBODY] * data["players"]
    chosen: list[tuple[int, int]] = []
    for player in data["pick_order"]:
        x, y = data["spawns"][player]
        if rules.accepts(x, y, chosen):
            chosen.append((x, y))
            places[player] = rules.ground.place(x, y)
    bids = [max(0, min(bid, most)) for bid, most in zip(data["bids"], money, strict=True)]
    rules.settle(state, bids, places)
    return state


def orders_of(data: Any, number: int) -> list[Orders]:
    """Everybody's orders for a round, from 0."""
    given = data["rounds"][number]
    return [
        Orders(
            tuple(None if letter == "-" else Stance(STANCES.index(letter)) for letter in stances),
            tuple((x, y, size) for x, y, size in bombs),
            capital and tuple(capital),
        )
        for stances, bombs, capital in zip(
            given["dip"], given["bombs"], given["capital"], strict=True
        )
    ]
