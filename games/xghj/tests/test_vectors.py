"""The rules reproduce every state of the golden games; see ``vectors/README.md``."""

from __future__ import annotations

import numpy as np
import pytest

from games.xghj import frames
from games.xghj.engine import ranks
from games.xghj.frames import sight
from games.xghj.state import NOBODY
from games.xghj.tests import golden


def rows(text, cols):
    return [text[at : at + cols] for at in range(0, len(text), cols)]


def point(rules, place):
    return None if place in (None, NOBODY) else list(rules.ground.point(place))


def told(rules, state):
    """A state in the words of the golden games, but for what single countries see."""
    cols = rules.ground.cols
    counts = [
        "".join("-" if one == other else str(count) for other, count in enumerate(row))
        for one, row in enumerate(state.justify)
    ]
    return {
        "round": state.round,
        "owner": rows(frames.owners(state.owner), cols),
        "sieged": sorted(point(rules, place) for place in np.flatnonzero(state.sieged)),
        "saving": state.saving,
        "income": state.income,
        "area": [state.area(player) for player in state.players],
        "capital": [point(rules, place) for place in state.capital],
        "dip": frames.relations(state),
        "justify": counts,
        "backstab_used": [int(done) for done in state.betrayed],
        "alive": [int(state.alive(player)) for player in state.players],
    }


def known(rules, state):
    """The view of each country, in the same words."""
    visible, info = [], []
    for player in state.players:
        seen = sight(rules, state, player)
        mask = "".join("." if letter == "?" else "#" for letter in seen["owner"])
        visible.append(rows(mask, rules.ground.cols))
        info.append([nation(rules, one) for one in seen["players"]])
    return {"visible": visible, "info": info}


def nation(rules, one):
    area = -1 if one["area"] is None else one["area"]
    flags = [int(one["visible"]), int(one["union"])]
    return [*flags, area, one["wars"] or [], one["saving"], point(rules, one["capital"])]


def expected(state, names):
    """The same members of a prescribed state; a counter against oneself means nothing."""
    wanted = {name: state[name] for name in names if name in state}
    if "justify" in wanted:
        lines = enumerate(wanted["justify"])
        wanted["justify"] = [f"{line[:one]}-{line[one + 1 :]}" for one, line in lines]
    return wanted


@pytest.mark.parametrize("name", golden.GAMES)
def test_every_state_of_a_golden_game_comes_out(name):
    data = golden.game(name)
    rules = golden.rules_of(data)
    state = golden.begun(rules, data)
    for number, wanted in enumerate(data["states"]):
        now = told(rules, state)
        assert now == expected(wanted, now), f"after round {number}"
        if "visible" in wanted:
            seen = known(rules, state)
            assert seen == expected(wanted, seen), f"after round {number}"
        if number < len(data["rounds"]):
            over = rules.play(state, golden.orders_of(data, number)).over
            last = number == len(data["rounds"]) - 1
            assert over == (last and data["result"]["over"])


@pytest.mark.parametrize("name", golden.GAMES)
def test_the_ranking_of_a_golden_game_comes_out(name):
    data = golden.game(name)
    rules = golden.rules_of(data)
    state = golden.begun(rules, data)
    for number in range(len(data["rounds"])):
        rules.play(state, golden.orders_of(data, number))
    assert ranks(state) == data["result"]["rank"]
    fell = [None if turn is None else turn - 1 for turn in state.fell]
    played = data["result"]["rounds_played"]
    assert [played if turn is None else turn for turn in fell] == data["result"]["survived_rounds"]


def test_the_golden_games_are_all_there_and_show_what_countries_see():
    assert len(golden.GAMES) == 4
    states = [state for name in golden.GAMES for state in golden.game(name)["states"]]
    assert sum("visible" in state for state in states) > 15
