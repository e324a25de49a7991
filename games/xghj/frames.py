"""The game as JSON: scene, whole states, events of a round, and the view of a seat.

Boards are strings with a character per cell, row by row.  A capital is a place, or -1.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.engine import JSON
from games.xghj.diplomacy import Change
from games.xghj.ground import Ground, Kernel
from games.xghj.orders import Orders, Relation
from games.xghj.rules import Round, Rules
from games.xghj.state import NOBODY, Owners, State

RELATIONS = "UNAW"
"""Letters of `Relation`: undiscovered, neutral, allied, at war."""
STANCES = "KAJB"
"""Letters of `Stance`: keep neutral, form alliance, justify war, backstab."""
NOT_ONESELF = "-"
UNKNOWN = "?"


def owners(owner: Owners) -> str:
    """A digit per cell, or a dot for free land."""
    letters = np.frombuffer(b"01234567.", np.uint8)
    return letters[owner].tobytes().decode("ascii")


def places(flags: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> list[int]:
    found: list[int] = np.flatnonzero(flags).tolist()
    return found


def ground_json(ground: Ground) -> dict[str, JSON]:
    return {
        "cols": ground.cols,
        "rows": ground.rows,
        "resource": ground.resource.tolist(),
        "attack": ground.attack.tolist(),
        "defence": ground.defence.tolist(),
    }


def scene(rules: Rules, players: int, more: dict[str, JSON]) -> JSON:
    """The facts that never change; ``more`` are those of the scenario."""
    return {
        **ground_json(rules.ground),
        "kernel": kernel_json(rules.kernel),
        "constants": rules.constants.to_json(),
        "players": players,
        **more,
    }


def kernel_json(kernel: Kernel) -> list[list[int]]:
    return [list(row) for row in kernel.weights]


def relations(state: State) -> list[str]:
    """A line per player, with a letter per country."""
    return [
        "".join(
            NOT_ONESELF if one == other else RELATIONS[state.relation[one][other]]
            for other in state.players
        )
        for one in state.players
    ]


def nations(state: State) -> dict[str, JSON]:
    """The state without the board.  It is small, so events hold all of it."""
    return {
        "saving": list(state.saving),
        "income": list(state.income),
        "area": [state.area(player) for player in state.players],
        "capital": list(state.capital),
        "relation": relations(state),
        "justify": [list(row) for row in state.justify],
        "betrayed": [int(done) for done in state.betrayed],
        "alive": [int(state.alive(player)) for player in state.players],
        "reached": list(state.reached),
    }


def key(state: State, phase: str, marks: JSON) -> JSON:
    """The whole state, for spectators; ``marks`` are those of the scenario's parts, as JSON."""
    return {
        "phase": phase,
        "round": state.round,
        "owner": owners(state.owner),
        "sieged": places(state.sieged),
        **nations(state),
        "marks": marks,
        "over": phase == "over",
    }


def round_event(before: Owners, state: State, now: Round, marks: JSON) -> JSON:
    """The event of a round, for spectators; ``before`` are the owners before it."""
    changed = np.flatnonzero(before != state.owner)
    return {
        "e": "round",
        "id": now.number,
        "stances": [stances(orders) for orders in now.orders],
        "changes": [change_json(change) for change in now.changes],
        "homeless": now.homeless,
        "bombs": [[player, *bomb] for player, row in enumerate(now.bombs) for bomb in row],
        "cells": [[place, int(state.owner[place])] for place in changed.tolist()],
        "sieged": places(state.sieged),
        **nations(state),
        "fallen": now.fallen,
        "marks": marks,
    }


def stances(orders: Orders) -> str:
    """A letter per country, a dash for no order."""
    return "".join(NOT_ONESELF if one is None else STANCES[one] for one in orders.stances)


def change_json(change: Change) -> JSON:
    before, after = RELATIONS[change.before], RELATIONS[change.after]
    return [change.one, change.other, before, after, change.traitor]


def sight(rules: Rules, state: State, player: int) -> dict[str, JSON]:
    """The knowledge of a player: the cells in sight, and each country as the relation allows."""
    seen = rules.in_sight(state, player)
    letters = owners(state.owner)
    everything = rules.knows_all(state, player)
    marks = [mark for mark in rules.marks(state) if mark.public or seen[mark.place]]
    return {
        "round": state.round,
        "owner": "".join(
            letter if known else UNKNOWN for letter, known in zip(letters, seen, strict=True)
        ),
        "sieged": places(state.sieged & seen),
        "players": [_nation(state, player, other, everything) for other in state.players],
        "backstab_used": state.betrayed[player],
        "marks": [mark.to_json() for mark in marks],
    }


def _nation(state: State, player: int, other: int, everything: bool) -> JSON:
    """The country ``other`` as ``player`` knows it; unknown facts are null."""
    relation = state.relation[player][other]
    union = state.allied(player, other)
    told = union or everything
    visible = told or relation is Relation.NEUTRAL
    capital = state.capital[other]
    return {
        "status": RELATIONS[relation],
        "visible": visible,
        "union": union,
        "area": state.area(other) if visible else None,
        "wars": wars(state, other) if visible else None,
        "saving": state.saving[other] if told else None,
        "income": state.income[other] if told else None,
        "capital": (None if capital == NOBODY else capital) if told else None,
        "relation": relations(state)[other] if told else None,
    }


def wars(state: State, player: int) -> Sequence[int]:
    """The countries with which the player is at war."""
    return [other for other in state.players if state.relation[player][other] is Relation.AT_WAR]
