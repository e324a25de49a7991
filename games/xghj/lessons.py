"""First steps in XGHJ."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import JSON, Seat
from games.lessons import Lesson, Played
from games.xghj.engine import XghjEngine
from games.xghj.orders import Relation
from games.xghj.state import NOBODY


def land(played: Played) -> int:
    """The most cells that the learner owned after a round."""
    return max((engine.state.area(seat) for engine, seat, _ in _rounds(played)), default=0)


def friends(played: Played) -> int:
    """The most countries with which the learner was allied at once."""
    return max(
        (engine.state.relation[seat].count(Relation.ALLIED) for engine, seat, _ in _rounds(played)),
        default=0,
    )


def conquered(played: Played) -> int:
    """Cells that the learner took from other countries."""
    taken = 0
    before = None
    for engine, seat, _ in _rounds(played):
        owner = engine.state.owner.copy()
        if before is not None:
            taken += int(((owner == seat) & (before != seat) & (before != NOBODY)).sum())
        before = owner
    return taken


def rivals(played: Played) -> int:
    """Other countries that are out at the end."""
    *_, (engine, seat, _) = _rounds(played)
    return sum(fell is not None for n, fell in enumerate(engine.state.fell) if n != seat)


def _rounds(played: Played) -> Iterator[tuple[XghjEngine, Seat, JSON]]:
    """The engine after each round, the learner's seat, and the round's event."""
    for step in played.steps():
        assert isinstance(step.engine, XghjEngine)
        for event in step.events:
            if event["e"] == "round":
                yield step.engine, step.seat, event


LESSONS = (
    Lesson(
        name="settle",
        title="Settle",
        text="Bid for a place, name it, and take free land with bombs: one of size 6 on your own "
        "cell, with nobody near, takes the cells around it. Your place must be at least three "
        "steps away from all others, or you are out. The match has 12 rounds.",
        opponent="turtle",
        needs=20,
        unit=("cell owned at once", "cells owned at once"),
        count=land,
        ruleset="duel",
        params={"constants": {"max_round": 13}},
    ),
    Lesson(
        name="grow",
        title="Grow",
        text="Savings shrink in every round, land pays in every round: spend what you have on "
        "the cells that pay most. A bomb needs an influence of more than 400 on free land, so "
        "one large bomb at your border may take more than two small ones.",
        opponent="turtle",
        needs=188,
        unit=("cell owned at once", "cells owned at once"),
        count=land,
        ruleset="duel",
    ),
    Lesson(
        name="make-friends",
        title="Make friends",
        text="Two countries that both order an alliance in the same round are allied in it: they "
        "defend their land together, and neither can take it from the other. Ask all those that "
        "you have met, and ask again. An alliance lasts as long as both ask for it.",
        opponent="diplomat",
        needs=2,
        unit=("friend at once", "friends at once"),
        count=friends,
        ruleset="four",
    ),
    Lesson(
        name="conquer",
        title="Go to war",
        text="You can take land only from a country with which you are at war. Justify the war "
        "three rounds in a row, and save bombs for the third: the attack is a surprise. Turtle "
        "defends its capital, and the rest of its garden hardly at all.",
        opponent="turtle",
        needs=20,
        unit=("cell taken from another country", "cells taken from other countries"),
        count=conquered,
        ruleset="duel",
    ),
    Lesson(
        name="be-the-last",
        title="Be the last",
        text="A country without land and without a capital is out. Take all of what turtle owns "
        "before the last round: attack its capital with more than what defends it.",
        opponent="turtle",
        needs=1,
        unit=("country that is out", "countries that are out"),
        count=rivals,
        ruleset="duel",
    ),
    Lesson(
        name="beat-expander",
        title="Beat expander",
        text="Expander takes all the land that it can pay for, then goes to war with its smallest "
        "neighbour. Win two of three duels: attack first. A backstab begins a war at once, and "
        "expander hardly defends what it owns, so small bombs take its land like free land.",
        opponent="expander",
        needs=2,
        matches=3,
        ruleset="duel",
    ),
)
