"""Engines on drawn boards, and answers for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine import JSON, Fault, SeatSetup, Setup
from games.generals.engine import GeneralsEngine


def cells(text: str) -> JSON:
    """A map from a drawing: tokens separated by blanks, a blank tile written as a dot."""
    rows = [line.split() for line in text.strip().splitlines()]
    tokens = [" " if token == "." else token.replace("_.", "_ ") for row in rows for token in row]
    return {"width": len(rows[0]), "height": len(rows), "cells": tokens}


CORNERS = """
gA . . . m
. . 40 . .
. s . . .
. . . L_. .
n3 . . . gB
"""


def engine_of(
    text: str | None = CORNERS, teams: Sequence[int] = (0, 0), seed: int = 1, **params: JSON
) -> GeneralsEngine:
    """Seat i is named ``bot i``."""
    seats = tuple(SeatSetup(i, f"bot {i}", team) for i, team in enumerate(teams))
    board = None if text is None else cells(text)
    return GeneralsEngine(Setup(seats, seed, "duel", params, board))


def step(engine: GeneralsEngine, replies: Mapping[int, JSON | Fault] | None = None) -> list[JSON]:
    """One half-turn: who is not mentioned does nothing.  The data of the events."""
    given = replies or {}
    answers = {seat: given.get(seat, []) for seat in engine.pending()}
    for seat, answer in answers.items():
        if not isinstance(answer, Fault):
            engine.check(seat, answer)
    return [event.data for event in engine.submit(answers)]
