"""First steps in generals."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import JSON
from games.generals.engine import GeneralsEngine
from games.generals.terrain import Kind
from games.lessons import Lesson, Played

BOARD = {"width": 12, "height": 12}
"""Small, so that neighbours meet soon."""


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
    for step in played.steps():
        assert isinstance(step.engine, GeneralsEngine)
        for event in step.events:
            if event["e"] == "half":
                yield step.engine, step.seat + 1, event


LESSONS = (
    Lesson(
        name="move",
        title="Move",
        text="You put orders on a queue, and the game carries out one of them in each half-turn. "
        "An illegal one clears the rest of the queue: from a tile with one unit nobody moves, and "
        "nobody enters a mountain. The match has 100 half-turns.",
        opponent="stray",
        needs=50,
        unit=("order carried out", "orders carried out"),
        count=moves,
        params={**BOARD, "halfturns": 100},
    ),
    Lesson(
        name="take-land",
        title="Take land",
        text="Every tile of yours gains a unit every 50 half-turns, and so land is an army that "
        "is yet to come. Own many tiles at once within 200 half-turns: an army that crosses "
        "neutral land leaves one unit on each tile, so plan a path that never crosses itself.",
        opponent="stray",
        needs=55,
        unit=("tile owned at once", "tiles owned at once"),
        count=land,
        params={"halfturns": 200},
    ),
    Lesson(
        name="take-a-city",
        title="Take a city",
        text="A city gains a unit in every turn, as your capital does, and most begin with 40 to "
        "50 neutral units. Gather an army that is larger, and take one. In the fog a city looks "
        "like a mountain until you stand beside it.",
        opponent="stray",
        needs=1,
        unit=("city owned at once", "cities owned at once"),
        count=cities,
        params={"halfturns": 600},
    ),
    Lesson(
        name="take-the-capital",
        title="Take the capital",
        text="A player who takes a capital gets all land of its owner, who is then out. Find "
        "stray's capital: it lies under an echo of 2, and usually far from yours. Then bring an "
        "army that is larger than what stands on it.",
        opponent="stray",
        needs=1,
        unit=("capital taken", "capitals taken"),
        count=capitals,
        params={**BOARD, "halfturns": 400},
    ),
    Lesson(
        name="beat-settler",
        title="Beat settler",
        text="Settler takes all the land that it can reach, and its capital is often nearly "
        "empty. Win one of five matches against it, before its land becomes an army: take land "
        "at first, then let your largest army march in every third half-turn.",
        opponent="settler",
        needs=1,
        matches=5,
        params={**BOARD, "halfturns": 400},
    ),
)
