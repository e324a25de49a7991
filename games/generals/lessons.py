"""First steps in generals."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import JSON
from games.generals.engine import GeneralsEngine
from games.generals.terrain import Kind
from games.lessons import Played


def moves(played: Played) -> int:
    """Orders of the learner that were carried out."""
    return sum(move[0] == player for _, player, half in _halves(played) for move in half["moves"])


def land(played: Played) -> int:
    """The most tiles that the learner owned at once."""
    most = 0
    for engine, player, _ in _halves(played):
        most = max(most, int((engine.world.board.owners == player).sum()))
    return most


def cities(played: Played) -> int:
    """The most cities that the learner owned at once."""
    most = 0
    for engine, player, _ in _halves(played):
        if engine.outcome() is None:  # the capital that ends a game becomes a city, too
            board = engine.world.board
            most = max(most, int(((board.owners == player) & (board.kinds == Kind.CITY)).sum()))
    return most


def capitals(played: Played) -> int:
    """Capitals that the learner took."""
    return sum(
        taker == player for _, player, half in _halves(played) for _, taker, _ in half["captures"]
    )


def _halves(played: Played) -> Iterator[tuple[GeneralsEngine, int, JSON]]:
    """The engine after each half-turn, the number of the learner, and the half-turn's event."""
    for engine, seat, event in played.events(GeneralsEngine, "half"):
        yield engine, seat + 1, event
