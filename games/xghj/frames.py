"""The game as JSON: scene, whole states, events of a round, and the view of a seat.

Boards are strings with a character per cell, row by row.  A capital is a place, or -1.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.engine import JSON
from games.xghj.diplomacy import ALLIED, AT_WAR, NEUTRAL, Change
from games.xghj.ground import Flags
from games.xghj.orders import NOT_ONESELF, RELATIONS, STANCES, Orders
from games.xghj.rules import Round, Rules
from games.xghj.state import NOBODY, Owners, State

UNKNOWN = "?"

_OWNERS = np.frombuffer(b"01234567.", np.uint8)
_NO_FACTS = dict.fromkeys(("area", "wars", "saving", "income", "capital", "relation"))


def owners(owner: Owners) -> str:
    """A digit per cell, or a dot for free land."""
    return _OWNERS[owner].tobytes().decode("ascii")


def places(flags: Flags) -> list[int]:
    return np.flatnonzero(flags).tolist()


def scene(rules: Rules, players: int, more: dict[str, JSON]) -> JSON:
    """The facts that never change; ``more`` are those of the scenario."""
    ground = rules.ground
    return {
        "cols": ground.cols,
        "rows": ground.rows,
        "resource": ground.resource.tolist(),
        "attack": ground.attack.tolist(),
        "defence": ground.defence.tolist(),
        "kernel": [list(row) for row in rules.kernel.weights],
        "constants": rules.constants.to_json(),
        "players": players,
        **more,
    }


def relations(state: State) -> list[str]:
    """A line per player, with a letter per country."""
    lines = []
    for one, row in enumerate(state.relation):
        letters = [RELATIONS[relation] for relation in row]
        letters[one] = NOT_ONESELF
        lines.append("".join(letters))
    return lines


def nations(state: State) -> dict[str, JSON]:
    """The state without the board.  It is small, so events hold all of it."""
    return {
        "saving": list(state.saving),
        "income": list(state.income),
        "area": state.areas(),
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
    return sights(rules, state, [player])[0]


def sights(rules: Rules, state: State, players: Sequence[int]) -> list[dict[str, JSON]]:
    """`sight` of each of the players.

    All of them at once, because most of the work is the same for all.
    """
    seen = rules.bits.flags_each([rules.in_sight(state, player) for player in players])
    boards = np.where(seen, _OWNERS[state.owner], ord(UNKNOWN)).tobytes().decode("ascii")
    sieged = np.flatnonzero(state.sieged)
    known_sieged = seen[:, sieged]
    marks = [(mark, mark.to_json()) for mark in rules.marks(state)]
    countries = _countries(state)
    size = rules.ground.size
    return [
        {
            "round": state.round,
            "owner": boards[row * size : (row + 1) * size],
            "sieged": sieged[known_sieged[row]].tolist(),
            "players": _nations(countries, state, player, rules.knows_all(state, player)),
            "backstab_used": state.betrayed[player],
            "marks": [each for mark, each in marks if mark.public or seen[row, mark.place]],
        }
        for row, player in enumerate(players)
    ]


def _countries(state: State) -> list[tuple[dict[str, JSON], dict[str, JSON]]]:
    """The facts of each country: all of them, and those that neutral countries know."""
    found = []
    lines = zip(state.areas(), state.relation, relations(state), strict=True)
    for country, (area, row, relation) in enumerate(lines):
        capital = state.capital[country]
        open_facts = {"area": area, "wars": [n for n, one in enumerate(row) if one is AT_WAR]}
        secrets = {
            "saving": state.saving[country],
            "income": state.income[country],
            "capital": None if capital == NOBODY else capital,
            "relation": relation,
        }
        found.append(({**open_facts, **secrets}, {**open_facts, **dict.fromkeys(secrets)}))
    return found


def _nations(
    countries: Sequence[tuple[dict[str, JSON], dict[str, JSON]]],
    state: State,
    player: int,
    everything: bool,
) -> list[JSON]:
    """The ``countries`` as ``player`` knows them; unknown facts are null."""
    found: list[JSON] = []
    for other, relation in enumerate(state.relation[player]):
        union = other == player or relation is ALLIED
        told = union or everything
        visible = told or relation is NEUTRAL
        every_fact, open_facts = countries[other]
        facts = every_fact if told else open_facts if visible else _NO_FACTS
        status = RELATIONS[relation]
        found.append({"status": status, "visible": visible, "union": union, **facts})
    return found
