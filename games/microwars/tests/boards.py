"""Small boards as tests write them."""

from __future__ import annotations

from games.engine import Fault, SeatSetup, Setup
from games.microwars.engine import MicrowarsEngine
from games.microwars.layout import Layout, layout
from games.microwars.maps import MAPS

KINDS = {"T": 0, "C": 1}
SIDES = {"A": 0, "B": 1}


def setup(board, **params):
    seats = (SeatSetup(0, "anna"), SeatSetup(1, "boris"))
    return Setup(seats, 1, "standard", params, board)


def engine_of(text: str, turns: int = 10, points: str = "") -> MicrowarsEngine:
    """A game on this board, written as maps are."""
    return MicrowarsEngine(setup(MAPS.parse(f"turns {turns}\n{points}\n{text}")))


def standing(engine: MicrowarsEngine) -> set[tuple[int, int, int, int, int]]:
    """Owner, kind, x, y and points of every unit."""
    return {(o, k, x, y, hp) for _, o, k, x, y, hp in engine.view()["units"]}


def play(engine: MicrowarsEngine, first=(), second=()):
    """Play one turn; the events' data."""
    replies = {}
    for seat, orders in enumerate((first, second)):
        reply = orders if isinstance(orders, Fault) else [list(order) for order in orders]
        if not isinstance(reply, Fault):
            engine.check(seat, reply)
        replies[seat] = reply
    return [event.data for event in engine.submit(replies)]


def in_json(width, height, turns, blocked, units):
    """The JSON of a map of these parts."""
    return layout(width, height, turns, map(tuple, blocked), map(tuple, units)).to_json()


def layout_of(vector) -> Layout:
    """The map of a golden game, or of the board of a group of answers."""
    units = [
        (SIDES[side], KINDS[kind], x, y, points)
        for side, kind, x, y, points in vector.get("initial", vector.get("units"))
    ]
    blocked = [(x, y) for x, y in vector["blocked"]]
    return layout(vector["n"], vector["m"], vector["t"], blocked, units)
