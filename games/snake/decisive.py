"""The events of a lost match of snake that cost most cells: deaths, loops, and slow growth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.decisive import Moment, Place, named, place_of, worst_span
from games.engine import JSON, Action
from games.replayed import Played, Step
from games.snake.board import NEIGHBOURS, NO_WALL, NONE, OFF, WALLS, Board
from games.snake.engine import SnakeEngine
from games.snake.events import Death
from games.snake.rules import Op
from games.snake.wire import CONFIG, ITEM, ITEMS, ITEMS_TAG
from games.texts.sentences import counted, plural, spanned

LOOK = (
    "Ask the board what each move leads to before the bot makes one, and take a move that leads to "
    "a free cell."
)
ROOM = "Count the free cells that each move leaves within reach, and keep more than the body needs."
ESCAPE = "Leave the area that a longer snake can still close, before its loop is complete."
SPLIT_FIRST = "Split before the last snake closes a loop or takes a risk: one part always plays on."
LARGER = "Get a snake into the way of such a loop, or close larger ones: each cell inside counts."
EAT = "Go to where the next items will lie: the list of all of them comes before the first move."
SPLIT = "Split earlier: each snake has an operation of its own in every round."
MELT = "Close the gap again with a loop, or keep long rows of walls out of one line."


@dataclass(slots=True)
class _Half:
    """A half as this seat saw it; ``other`` is the name of the other side."""

    seat: int
    other: str
    number: int
    rounds: int
    found: list[Moment] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    """The first step of each round."""
    leads: list[float] = field(default_factory=list)
    """By how much the other side led then."""
    ops: list[tuple[int, int]] = field(default_factory=list)
    eaten: list[tuple[int, int]] = field(default_factory=list)
    """By round, the operations and the items of this seat and of the other one until then."""
    scores: tuple[int, int] = (0, 0)
    alone: tuple[Place, str, int, int, str] | None = None
    """Where its last snake ended, how, and the scores of the two sides then, and one advice."""


def moments(played: Played) -> list[Moment]:
    """Of the halves that the seat did not win."""
    found: list[Moment] = []
    half, before = None, Board.start()
    for step in played.steps_of(SnakeEngine):
        engine = step.engine
        if half is None or step.begins:
            number = step.frame["game"] + 1
            half = _Half(step.seat, named(step, 1 - step.seat), number, engine.rounds)
            half.scores = _scores(engine, half)
            _note(half, step)
        _take(half, step, before)
        before = engine.board.copy()
        outcome = engine.outcome()
        if outcome is not None and outcome.seats[step.seat].rank > 1:
            found += _ended(half)
    return found


def _take(half: _Half, step: Step[SnakeEngine], before: Board) -> None:
    engine = step.engine
    own, others = half.scores
    half.scores = now = _scores(engine, half)
    cost = (own - now[0]) - (others - now[1])
    by = next((event["player"] for event in step.events if event["e"] == "op"), NONE)
    for event in step.events:
        if event["e"] == "op":
            half.ops[-1] = _one_more(half.ops[-1], by == half.seat)
        elif event["e"] == "move" and event["item"] != NONE:
            half.eaten[-1] = _one_more(half.eaten[-1], by == half.seat)
        elif event["e"] == "round":
            _note(half, step)
            for _, snake, _ in event["eaten"]:
                owner = engine.board.alive[snake].owner
                half.eaten[-1] = _one_more(half.eaten[-1], owner == half.seat)
    if cost > 1 or not engine.board.order[half.seat]:
        _tell(half, step, before, by, cost)


def _one_more(counts: tuple[int, int], mine: bool) -> tuple[int, int]:
    return counts[0] + mine, counts[1] + (not mine)


def _note(half: _Half, step: Step[SnakeEngine]) -> None:
    """A round begins."""
    half.places.append(place_of(step))
    half.leads.append(half.scores[1] - half.scores[0])
    half.ops.append(half.ops[-1] if half.ops else (0, 0))
    half.eaten.append(half.eaten[-1] if half.eaten else (0, 0))


def _scores(engine: SnakeEngine, half: _Half) -> tuple[int, int]:
    scores = engine.board.scores()
    return scores[half.seat], scores[1 - half.seat]


def _tell(half: _Half, step: Step[SnakeEngine], before: Board, by: int, cost: float) -> None:
    """Add what a step cost, unless it is one that ends the seat's last snake: see `_ended`."""
    engine = step.engine
    words, hint = _words(half, step, before, by)
    if before.order[half.seat] and not engine.board.order[half.seat]:
        half.alone = place_of(step), words, *half.scores, hint
    elif words:
        half.found.append(
            Moment(place_of(step), f"In {_when(half, step.turn)} {words}.", cost, hint)
        )


def _when(half: _Half, turn: int, last: int | None = None) -> str:
    return f"half {half.number}, {spanned('round', turn, last or turn)},"


def _words(half: _Half, step: Step[SnakeEngine], before: Board, by: int) -> tuple[str, str]:
    """A step as this seat suffered it, and one advice."""
    for event in step.events:
        if event["e"] == "die" and before.alive[event["snake"]].owner == half.seat:
            if event["why"] != Death.ENCLOSED:
                return _collision(half, before, event)
            if by == half.seat:
                continue
            dead = [
                len(before.alive[each["snake"]].body)
                for each in step.events
                if each["e"] == "die" and before.alive[each["snake"]].owner == half.seat
            ]
            cells = counted(sum(dead), "cell")
            snakes = plural(len(dead), "a snake", f"{len(dead)} snakes")
            return f"{half.other} enclosed {snakes} of {cells}", ESCAPE
        if event["e"] == "solid":
            return _loop(half, before, event)
        if event["e"] == "ray":
            mine = [cell for cell in event["cells"] if _wall(before, cell) == WALLS[half.seat]]
            if mine:
                whose = "its own ray" if by == half.seat else f"a ray of {half.other}"
                return f"{whose} melted {counted(len(mine), 'wall')} of it", MELT
    return "", ""


def _collision(half: _Half, before: Board, event: JSON) -> tuple[str, str]:
    snake = before.alive[event["snake"]]
    what = {
        Death.EDGE: "over the edge of the board",
        Death.WALL: "into a wall",
        Death.SNAKE: "into a snake",
    }[Death(event["why"])]
    if event["why"] == Death.SNAKE:
        x, y = event["at"]
        hit = before.alive[before.occupant[y * 16 + x]].owner
        what = "into a snake of its own" if hit == half.seat else f"into a snake of {half.other}"
    free = _free(before, snake.body[0])
    choice = f"{counted(free, 'other move')} led to a free cell" if free else "no move was safe"
    cells = counted(len(snake.body), "cell")
    return f"it moved a snake of {cells} {what}; {choice}", LOOK if free else ROOM


def _free(board: Board, cell: int) -> int:
    near = [other for other in NEIGHBOURS[cell] if other != OFF]
    return sum(board.walls[each] == NO_WALL and board.occupant[each] == NONE for each in near)


def _wall(board: Board, at: Sequence[int]) -> int:
    x, y = at
    return board.walls[y * 16 + x]


def _loop(half: _Half, before: Board, event: JSON) -> tuple[str, str]:
    cells = counted(len(event["cells"]), "cell")
    if event["owner"] != half.seat:
        lost = sum(_wall(before, cell) == WALLS[half.seat] for cell in event["cells"])
        took = f", {lost} of them its walls" if lost else ""
        return f"{half.other} closed a loop around {cells}{took}", LARGER
    gone = len(before.alive[event["snake"]].body)
    return f"it closed a loop of {cells} with a snake of {gone}", SPLIT_FIRST


def _ended(half: _Half) -> Iterator[Moment]:
    """All moments of a half that is over and was not won."""
    yield from half.found
    if half.alone is not None:
        place, words, own, others, hint = half.alone
        cost = half.scores[1] - others + max(0, own - half.scores[0])
        text = (
            f"From {_when(half, place.turn)} on it had no snake left: {words}. Until the end "
            f"{half.other} went from {others} to {half.scores[1]} points; it stayed at "
            f"{half.scores[0]}."
        )
        yield Moment(place, text, cost + 1, SPLIT_FIRST if "loop" in words else hint)
    yield from _growth(half)


def _growth(half: _Half) -> Iterator[Moment]:
    """The rounds in which the other side grew most beyond what the other moments tell."""
    last = len(half.places) - 1
    if half.alone is not None:
        last = max(n for n, place in enumerate(half.places) if place.frame <= half.alone[0].frame)
    first, end = worst_span(half.leads[: last + 1], max(8, half.rounds // 4))
    known = {half.places[first].frame: 0.0} | {
        each.place.frame: each.cost
        for each in half.found
        if half.places[first].frame <= each.place.frame < half.places[end].frame
    }
    cost = half.leads[end] - half.leads[first] - sum(known.values())
    if cost < 1:
        return
    ops, eaten = (
        [late - early for early, late in zip(counts[first], counts[end], strict=True)]
        for counts in (half.ops, half.eaten)
    )
    text = (
        f"In {_when(half, first + 1, end)} {half.other} gained {cost:.0f} points on it: "
        f"{half.other} ate {counted(eaten[1], 'item')} in {counted(ops[1], 'operation')}, "
        f"it {eaten[0]} in {ops[0]}. In the whole half they ate {half.eaten[-1][1]} and "
        f"{half.eaten[-1][0]}."
    )
    hungry = 3 * eaten[0] < eaten[1] or ops[1] <= 1.3 * ops[0]
    yield Moment(half.places[first], text, cost, EAT if hungry else SPLIT)


def spelled(sent: bytes, reply: Action) -> tuple[str, str]:
    """The operations in a message by name; at the start of a half also the number of items."""
    words = []
    start = CONFIG.size + ITEMS.size
    if len(sent) >= start and sent[CONFIG.size] == ITEMS_TAG:
        _, _, rounds, player = CONFIG.unpack_from(sent)
        _, items = ITEMS.unpack_from(sent, CONFIG.size)
        words.append(f"the start of a half: player {player}, {rounds} rounds, {items} items")
        sent = sent[start + items * ITEM.size :]
    words += [Op(byte).name.lower() for byte in sent]
    answer = Op(reply).name.lower() if reply in list(Op) else str(reply)
    return ", ".join(words) or "nothing new", answer
