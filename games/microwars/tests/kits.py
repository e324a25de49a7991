"""The starter kits as they are downloaded, and games in which their sight is put to the test."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from games.engine import JSON, SeatSetup, Setup
from games.microwars.engine import MicrowarsEngine
from games.microwars.game import MICROWARS
from games.microwars.tests.test_properties import some_board
from games.package import Kit
from games.tests.pipes import Command, Played, play

KITS: dict[str, Kit] = {kit.language: kit for kit in MICROWARS.kits}


@dataclass
class Sight:
    """One seat's turn: its view, the true state, and the effects.

    ``units`` have x, y, kind, points, whether it is the seat's own, and its id.  ``own`` are the
    seat's orders, ``all_orders`` those of both sides, its own first; ``after`` is what comes of
    them.  ``odd`` are orders of the seat of which nearly all are against the rules.
    """

    lines: bytes
    turn: int
    score: list[int]
    units: list[JSON]
    own: list[JSON]
    all_orders: list[JSON]
    odd: list[JSON]
    allowed: list[bool]
    after: list[JSON] = field(default_factory=list)


@dataclass
class Followed:
    """A game by chance as one seat sees it."""

    start: bytes
    blocked: set[tuple[int, int]]
    sights: list[Sight]


def small_setup(seed: int) -> Setup:
    """Any board: crowded, narrow, with units that soon fall."""
    random = Random(seed)
    seats = (SeatSetup(0), SeatSetup(1))
    return Setup(seats, seed, "skirmish", {}, some_board(random).to_json())


def follow(seed: int, seat: int) -> Followed:
    """Play a game on such a board with orders by chance."""
    setup, random = small_setup(seed), Random(seed)
    engine = MicrowarsEngine(setup)
    wire = MICROWARS.wire(setup, seat)
    blocked = {(x, y) for x, y in engine.scene()["blocked"]}
    found = Followed(wire.begin(engine.scene(), engine.view(seat)), blocked, [])
    while engine.pending():
        replies = {
            each: MICROWARS.sample_action(engine, each, random.randrange)
            for each in engine.pending()
        }
        own = replies[seat]
        odd = [odd_order(engine, random) for _ in range(30)] + own
        found.sights.append(
            Sight(
                lines=wire.ask(engine.pending()[seat]),
                turn=engine.turn,
                score=[engine.score[seat], engine.score[1 - seat]],
                units=seen(engine, seat),
                own=own,
                all_orders=own + replies[1 - seat],
                odd=odd,
                allowed=[is_allowed(engine, seat, order) for order in odd],
            )
        )
        engine.submit(replies)
        found.sights[-1].after = seen(engine, seat)
    return found


def seen(engine: MicrowarsEngine, seat: int) -> list[JSON]:
    """The units by x, then y, as kits list them."""
    units = engine.army.units.values()
    return sorted([x, y, kind, hp, owner == seat, n] for n, owner, kind, x, y, hp in units)


def as_shown(units: list[JSON]) -> list[JSON]:
    """The same where the enemy's ids are not known."""
    return [[*unit[:5], unit[5] if unit[4] else -1] for unit in units]


def odd_order(engine: MicrowarsEngine, random: Random) -> JSON:
    """An order on and around the board; its unit mostly exists."""
    units = list(engine.army.units.values())
    x, y = random.choice(units)[3:5] if units and random.random() < 0.9 else _anywhere(random, 6, 6)
    shot = random.choice(([0, 0], _anywhere(random, x, y, 5)))
    goal = random.choice(([x, y], _anywhere(random, x, y, 2)))
    return [x, y, *shot, *goal]


def _anywhere(random: Random, x: int, y: int, spread: int = 6) -> list[int]:
    return [max(0, n + random.randint(-spread, spread)) for n in (x, y)]


def is_allowed(engine: MicrowarsEngine, seat: int, order: JSON) -> bool:
    try:
        engine.check(seat, [order])
    except ValueError:
        return False
    return True


def duel(first: Command, second: Command, setup: Setup) -> Played:
    return play(MICROWARS, [first, second], setup)
