"""The toy with what it lacks: maps, a third seat, limits of its own, and patience."""

from __future__ import annotations

from games.engine import Ruleset, TurnLimits
from sandbox.tests.toy import Toy


class Mapped(Toy):
    name = "mapped"
    title = "Mapped"
    maps = ("text",)
    rulesets = (  # type: ignore[assignment]  # the toy has just two
        Ruleset("standard", "Standard", "As the toy.", 2),
        Ruleset("three", "Three", "For three.", 3),
        Ruleset("pieces", "Pieces", "Three answers a turn, two games.", 2, {"asks": 3, "games": 2}),
        Ruleset("patient", "Patient", "A seat may think long.", 2, {"wall_ms": 600_000}),
        Ruleset(
            "small",
            "Small",
            "Other limits.",
            2,
            limits=TurnLimits(700, 4000),
            bank_ms=5000,
            memory_mb=96,
        ),
    )


GAME = Mapped()
