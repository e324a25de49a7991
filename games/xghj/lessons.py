"""First steps in XGHJ."""

from __future__ import annotations

from games.lessons import Played
from games.xghj.engine import XghjEngine
from games.xghj.orders import Relation
from games.xghj.state import NOBODY


def land(played: Played) -> int:
    """The most cells that the learner owned after a round."""
    return max(
        (engine.state.area(seat) for engine, seat, _ in played.events(XghjEngine, "round")),
        default=0,
    )


def friends(played: Played) -> int:
    """The most countries with which the learner was allied at once."""
    return max(
        (
            engine.state.relation[seat].count(Relation.ALLIED)
            for engine, seat, _ in played.events(XghjEngine, "round")
        ),
        default=0,
    )


def conquered(played: Played) -> int:
    """Cells that the learner took from other countries."""
    taken = 0
    before = None
    for engine, seat, _ in played.events(XghjEngine, "round"):
        owner = engine.state.owner.copy()
        if before is not None:
            taken += int(((owner == seat) & (before != seat) & (before != NOBODY)).sum())
        before = owner
    return taken


def rivals(played: Played) -> int:
    """Other countries that are out at the end."""
    *_, (engine, seat, _) = played.events(XghjEngine, "round")
    return sum(fell is not None for n, fell in enumerate(engine.state.fell) if n != seat)
