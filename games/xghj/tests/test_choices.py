"""The additional data for a person's controls."""

from __future__ import annotations

import random

from games.engine import Setup
from games.xghj.engine import XghjEngine
from games.xghj.game import XGHJ


def test_a_player_is_sent_its_own_counters_in_rounds_and_no_others():
    ruleset = XGHJ.ruleset("duel")
    stock = next(board for board in XGHJ.maps.stock if board.name == ruleset.pool[0])
    board = XGHJ.maps.parse(stock.path.read_text())
    names = ("ada", "bix")
    engine = XghjEngine(Setup(ruleset.seated(names), 3, "duel", ruleset.params, board))
    choose, seen = random.Random(5).randrange, set()
    while asks := engine.pending():
        for seat, ask in asks.items():
            told = XGHJ.choices(engine, seat)
            if ask.prompt["phase"] == "round":
                assert told == {"justify": engine.state.justify[seat]}
                seen.update(told["justify"])
            else:
                assert told is None
        engine.submit({seat: XGHJ.sample_action(engine, seat, choose) for seat in asks})
    assert max(seen) > 0


def test_a_person_who_misses_a_round_gives_no_orders_in_it():
    ruleset = XGHJ.ruleset("duel")
    stock = next(board for board in XGHJ.maps.stock if board.name == ruleset.pool[0])
    board = XGHJ.maps.parse(stock.path.read_text())
    setup = Setup(ruleset.seated(("ada", "bix")), 3, "duel", ruleset.params, board)
    engine = XghjEngine(setup)
    choose = random.Random(5).randrange
    while any(ask.prompt["phase"] != "round" for ask in engine.pending().values()):
        asks = engine.pending()
        engine.submit({seat: XGHJ.sample_action(engine, seat, choose) for seat in asks})
    engine.check(0, XGHJ.patience.otherwise)
