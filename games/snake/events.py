"""The events of the engine as JSON, all in one place.

One step is one op of one snake.  Its events come in this order: the op; what it changed; the
new round, if one begins; and last who is next, or the end.  Cells are ``[x, y]``.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from games.engine import JSON, Fault
from games.snake.board import NONE, Snake, point


class Death(StrEnum):
    """Why a snake died."""

    EDGE = "edge"
    WALL = "wall"
    SNAKE = "snake"
    ENCLOSED = "enclosed"


class EndReason(StrEnum):
    """Why a half ended."""

    ROUNDS = "rounds"
    NO_SNAKES = "no_snakes"
    ILLEGAL = "illegal"
    FAULT = "fault"


def op_done(player: int, snake: int, op: int) -> JSON:
    """An op was accepted; the wire echoes exactly these."""
    return {"e": "op", "player": player, "snake": snake, "op": int(op)}


def moved(snake: Snake, grow: bool, item: int) -> JSON:
    """A snake moved and lives; ``bank`` and ``ray`` are those after the move."""
    return {
        "e": "move",
        "snake": snake.id,
        "to": point(snake.body[0]),
        "grow": grow,
        "bank": snake.bank,
        "item": item,
        "ray": snake.ray,
    }


def died(snake: int, why: Death, at: list[int]) -> JSON:
    """A snake died; ``at`` is where it went, outside the board too, or its head if enclosed."""
    return {"e": "die", "snake": snake, "why": why.value, "at": at}


def solidified(snake: Snake, at: int, cells: Iterable[int]) -> JSON:
    """A snake became walls on ``cells`` by stepping on its own cell ``at``, and vanished."""
    area = [point(cell) for cell in cells]
    return {"e": "solid", "snake": snake.id, "owner": snake.owner, "at": point(at), "cells": area}


def split(head: Snake, tail: Snake) -> JSON:
    """``head`` kept its first cells; ``tail`` is new and has the bank."""
    keep = len(head.body)
    return {"e": "split", "snake": head.id, "new": tail.id, "keep": keep, "bank": tail.bank}


def fired(snake: Snake, item: int, cells: list[int], melted: list[int]) -> JSON:
    """A ray went over ``cells`` and took the walls on those in ``melted``.

    ``from`` is the head; ``to`` the last cell of the beam, which is the head where it faces the
    edge.
    """
    return {
        "e": "ray",
        "snake": snake.id,
        "item": item,
        "from": point(snake.body[0]),
        "to": point(cells[-1] if cells else snake.body[0]),
        "cells": [point(cell) for cell in melted],
    }


def round_began(
    number: int, gone: list[int], new: list[int], eaten: list[tuple[int, Snake]]
) -> JSON:
    """Items that expired, that lie on the map now, and that appeared on a snake."""
    return {
        "e": "round",
        "round": number,
        "gone": gone,
        "new": new,
        "eaten": [[item, snake.id, snake.bank] for item, snake in eaten],
    }


def next_is(player: int, acting: int, scores: list[int]) -> JSON:
    return {"e": "next", "player": player, "acting": acting, "scores": scores}


def ended(
    reason: EndReason,
    winner: int,
    scores: list[int],
    offender: int = NONE,
    fault: Fault | None = None,
) -> JSON:
    """The half is over; ``winner`` and ``offender`` are players or `NONE`."""
    return {
        "e": "end",
        "reason": reason.value,
        "winner": winner,
        "scores": scores,
        "seat": offender,
        "kind": fault.kind.value if fault else "",
        "detail": fault.detail if fault else "",
    }
