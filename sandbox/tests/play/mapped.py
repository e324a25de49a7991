"""The toy with what it lacks: maps, a third seat, limits of its own, and patience."""

from __future__ import annotations

from pathlib import Path

from games.engine import Ruleset, TurnLimits
from games.maps import MapError, MapFormat, MapProblem, StockMap
from sandbox.tests.toy import Toy


class Signs(MapFormat):
    """Lines of ``.`` and ``#``."""

    stock = (StockMap("corner", "Corner", Path(__file__).parent / "corner.map"),)

    def parse(self, text):
        rows = text.splitlines()
        problems = [
            MapProblem(f"{sign!r} is no sign", y, x)
            for y, row in enumerate(rows, 1)
            for x, sign in enumerate(row, 1)
            if sign not in ".#"
        ]
        if problems:
            raise MapError(problems)
        return {"width": len(rows[0]), "height": len(rows), "cells": list("".join(rows))}

    def write(self, board):
        width, cells = board["width"], "".join(board["cells"])
        return "".join(f"{cells[i : i + width]}\n" for i in range(0, len(cells), width))

    def check(self, board):
        if not isinstance(board, dict) or set(board) != {"width", "height", "cells"}:
            raise MapError("width, height and cells are what a map has")

    def fits(self, board, ruleset):
        if board["width"] < ruleset.seats:
            raise MapError(f"{ruleset.seats} do not fit side by side")

    def generate(self, options, seed):
        return self.parse("...\n...\n")

    def facts(self, board):
        return ()


class Mapped(Toy):
    name = "mapped"
    title = "Mapped"
    maps = Signs()
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
