"""The rules of snake as a value: build a `State`, feed it every operation, ask it anything.

The referee echoes bare operation codes, so a bot has to know the rules to know whose snake moved.
`State` does that exactly, and being copyable it also answers "what if": ``state.after(op)``.

Cells are numbers 0..255: ``cell = y * 16 + x``, x to the right, y upwards, cell 0 bottom-left.
"""

from __future__ import annotations

from collections import deque, namedtuple
from collections.abc import Iterable
from enum import Enum, IntEnum

SIZE = 16
CELLS = SIZE * SIZE
MAX_SNAKES = 4
AUTO_GROWTH_ROUNDS = 8
ITEM_LIFETIME = 16
NOTHING = -1


class Op(IntEnum):
    """One operation of one snake; the values are the codes on the wire."""

    RIGHT = 1
    UP = 2
    LEFT = 3
    DOWN = 4
    RAY = 5
    SPLIT = 6


MOVES = (Op.RIGHT, Op.UP, Op.LEFT, Op.DOWN)


class ItemType(IntEnum):
    """``LENGTH`` adds its param to the bank of a snake; ``RAY`` can be held and fired once."""

    LENGTH = 0
    RAY = 2


class Item(namedtuple("Item", "cell time type param")):
    """An item lies on the map in rounds ``time .. time + 15``.  Its id is its index in the list."""

    __slots__ = ()
    cell: int
    time: int
    type: ItemType
    param: int


class Result(Enum):
    """The effect of a move of the acting snake (see `State.foresee`)."""

    ILLEGAL = "loses the half at once"
    DIES = "the snake runs into something and is gone"
    SOLIDIFIES = "the snake closes a loop and becomes wall"
    MOVES = "the snake moves on"


class IllegalOp(ValueError):
    """The rules forbid this operation now.  Sent to the referee, it would lose the half."""


def cell_at(x: int, y: int) -> int:
    return y * SIZE + x


def position(cell: int) -> tuple[int, int]:
    """The (x, y) of a cell."""
    return cell % SIZE, cell // SIZE


def _step(cell: int, dx: int, dy: int) -> int:
    x, y = cell % SIZE + dx, cell // SIZE + dy
    return cell_at(x, y) if 0 <= x < SIZE and 0 <= y < SIZE else NOTHING


STEP = {
    op: tuple(_step(cell, dx, dy) for cell in range(CELLS))
    for op, (dx, dy) in zip(MOVES, ((1, 0), (0, 1), (-1, 0), (0, -1)), strict=True)
}
"""``STEP[op][cell]`` is the cell next to ``cell``, or `NOTHING` beyond the edge."""

NEIGHBOURS = tuple(
    tuple(STEP[op][cell] for op in MOVES if STEP[op][cell] != NOTHING) for cell in range(CELLS)
)


class Snake:
    """``body`` runs from head to tail, ``bank`` is growth to come, ``ray`` an item id or -1."""

    __slots__ = ("bank", "body", "id", "owner", "ray")

    def __init__(self, id: int, owner: int, body: list[int], bank: int = 0, ray: int = NOTHING):
        self.id = id
        self.owner = owner
        self.body = body
        self.bank = bank
        self.ray = ray

    @property
    def head(self) -> int:
        return self.body[0]

    def copy(self) -> Snake:
        return Snake(self.id, self.owner, self.body.copy(), self.bank, self.ray)


class State:
    """One half, from its first operation to its end.

    ``round``, ``player``   the round in play and whose turn it is; ``over`` when the half ended
    ``snakes[p]``           the live snakes of player p in the order in which they act
    ``walls[cell]``         0 or 1, the wall's owner, else `NOTHING`
    ``occupant[cell]``      the id of the snake there, else `NOTHING`
    ``item_at[cell]``       the id of the item that lies there, else `NOTHING`
    ``items``, ``rounds``   all items of the half, ordered by time; the number of its last round
    """

    def __init__(self, items: list[Item], rounds: int = 512):
        self.items = items
        self.rounds = rounds
        self.round = 0
        self.player = 0
        self.over = False
        self.next_id = 2
        self.snakes = [
            [Snake(0, 0, [cell_at(0, SIZE - 1)])],
            [Snake(1, 1, [cell_at(SIZE - 1, 0)])],
        ]
        self.walls = [NOTHING] * CELLS
        self.item_at = [NOTHING] * CELLS
        self.occupant = [NOTHING] * CELLS
        for snake in self.all_snakes():
            self.occupant[snake.head] = snake.id
        self._queue: list[int] = []
        self._expired = 0
        self._appeared = 0
        self._begin_round()

    # What is so?

    def all_snakes(self) -> list[Snake]:
        return self.snakes[0] + self.snakes[1]

    def snake(self, id: int) -> Snake | None:
        return next((s for s in self.all_snakes() if s.id == id), None)

    @property
    def acting(self) -> Snake | None:
        """The snake whose operation comes next; None after the end."""
        return self.snake(self._queue[0]) if self._queue else None

    def score(self, player: int) -> int:
        """Cells of the player's live snakes and walls."""
        return sum(len(s.body) for s in self.snakes[player]) + self.walls.count(player)

    def grows(self, snake: Snake) -> bool:
        """Whether the snake's next move keeps its tail."""
        return snake.bank > 0 or self._auto_growth(snake)

    def _auto_growth(self, snake: Snake) -> bool:
        return snake.id < 2 and self.round <= AUTO_GROWTH_ROUNDS

    def foresee(self, op: Op, snake: Snake | None = None) -> Result:
        """The effect of the move ``op``, made now by a snake (by default the acting one)."""
        snake = snake or self._actor()
        body = snake.body
        target = STEP[op][snake.head]
        grows = self.grows(snake)
        if len(body) >= 2 and target == body[1] and (len(body) >= 3 or grows):
            return Result.ILLEGAL
        if target == NOTHING or self.walls[target] != NOTHING:
            return Result.DIES
        if self.occupant[target] == NOTHING or (target == body[-1] and not grows):
            return Result.MOVES
        return Result.SOLIDIFIES if self.occupant[target] == snake.id else Result.DIES

    def refusal(self, op: Op) -> str | None:
        """Why the acting snake may not do this now; None where it may."""
        snake = self._actor()
        if op == Op.SPLIT:
            if len(self.snakes[snake.owner]) >= MAX_SNAKES:
                return f"player {snake.owner} already has {MAX_SNAKES} snakes"
            return "a snake of length 1 cannot split" if len(snake.body) < 2 else None
        if op == Op.RAY:
            if snake.ray == NOTHING:
                return f"snake {snake.id} holds no ray"
            return "a snake of length 1 has no direction to fire" if len(snake.body) < 2 else None
        if self.foresee(op) is Result.ILLEGAL:
            return f"snake {snake.id} may not turn back onto its second cell"
        return None

    def legal_ops(self) -> list[Op]:
        """Never empty while the half runs; it includes moves that kill the snake."""
        return [op for op in Op if self.refusal(op) is None]

    def solid_area(self, op: Op) -> set[int]:
        """The cells that would become wall where `foresee` says that ``op`` solidifies."""
        body = self._actor().body
        return enclosed(body[: body.index(STEP[op][body[0]]) + 1])

    def beam(self, snake: Snake) -> list[int]:
        """The cells that the snake's ray would cross, up to the edge of the board."""
        op = next(op for op in MOVES if STEP[op][snake.body[1]] == snake.head)
        cells = []
        cell = STEP[op][snake.head]
        while cell != NOTHING:
            cells.append(cell)
            cell = STEP[op][cell]
        return cells

    # What if?

    def copy(self) -> State:
        """An independent state; only the item list is shared."""
        twin = State.__new__(State)
        twin.__dict__.update(self.__dict__)
        twin.snakes = [[s.copy() for s in side] for side in self.snakes]
        for name in ("walls", "item_at", "occupant", "_queue"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def after(self, op: Op) -> State:
        """The state after the acting snake did ``op``; this one stays as it is."""
        twin = self.copy()
        twin.apply(op)
        return twin

    # What happens?

    def apply(self, op: Op) -> None:
        """Do the acting snake's operation and pass to whoever acts next."""
        refusal = self.refusal(op)
        if refusal:
            raise IllegalOp(refusal)
        snake = self._actor()
        self._queue.pop(0)
        if op == Op.SPLIT:
            self._split(snake)
        elif op == Op.RAY:
            snake.ray = NOTHING
            for cell in self.beam(snake):
                self.walls[cell] = NOTHING
        else:
            self._move(snake, op)
        # Sisters that were walled in a moment ago do not get to act.
        self._queue = [id for id in self._queue if self.snake(id)]
        if not self._queue:
            self._end_turn()

    def _actor(self) -> Snake:
        snake = self.acting
        if snake is None:
            raise IllegalOp("the half is over")
        return snake

    def _end_turn(self) -> None:
        if not self.all_snakes():
            self.over = True
            return
        self.player += 1
        if self.player > 1:
            self._end_round()
        else:
            self._begin_turn()

    def _end_round(self) -> None:
        if self.round == self.rounds:
            self.over = True
        else:
            self._begin_round()

    def _begin_round(self) -> None:
        self.round += 1
        self.player = 0
        self._expire_items()
        self._add_items()
        self._begin_turn()

    def _begin_turn(self) -> None:
        # A snapshot: snakes born in this turn act from the next round on.
        self._queue = [s.id for s in self.snakes[self.player]]
        if not self._queue:
            self._end_turn()

    def _expire_items(self) -> None:
        items = self.items
        while self._expired < len(items) and (
            items[self._expired].time + ITEM_LIFETIME <= self.round
        ):
            cell = items[self._expired].cell
            if self.item_at[cell] == self._expired:
                self.item_at[cell] = NOTHING
            self._expired += 1

    def _add_items(self) -> None:
        while self._appeared < len(self.items) and self.items[self._appeared].time <= self.round:
            id = self._appeared
            cell = self.items[id].cell
            snake = self.snake(self.occupant[cell])
            if snake:
                self._eat(snake, id)
            else:
                self.item_at[cell] = id
            self._appeared += 1

    def _eat(self, snake: Snake, id: int) -> None:
        if self.items[id].type == ItemType.LENGTH:
            snake.bank += self.items[id].param
        else:
            snake.ray = id

    def _move(self, snake: Snake, op: Op) -> None:
        result = self.foresee(op, snake)
        if result is Result.DIES:
            self._remove(snake)
            return
        target = STEP[op][snake.head]
        if self._auto_growth(snake):
            pass
        elif snake.bank:
            snake.bank -= 1
        else:
            self.occupant[snake.body.pop()] = NOTHING
        if result is Result.SOLIDIFIES:
            self._solidify(snake, enclosed(snake.body[: snake.body.index(target) + 1]))
            return
        snake.body.insert(0, target)
        self.occupant[target] = snake.id
        if self.item_at[target] != NOTHING:
            self._eat(snake, self.item_at[target])
            self.item_at[target] = NOTHING

    def _solidify(self, snake: Snake, area: set[int]) -> None:
        self._remove(snake)
        for victim in self.all_snakes():
            # A snake cannot cross the loop, so its head tells for all of it.
            if victim.head in area:
                self._remove(victim)
        for cell in area:
            self.walls[cell] = snake.owner

    def _remove(self, snake: Snake) -> None:
        for cell in snake.body:
            self.occupant[cell] = NOTHING
        self.snakes[snake.owner].remove(snake)

    def _split(self, snake: Snake) -> None:
        keep = (len(snake.body) + 1) // 2
        tail = Snake(self.next_id, snake.owner, snake.body[keep:][::-1], snake.bank)
        self.next_id += 1
        snake.body = snake.body[:keep]
        snake.bank = 0
        for cell in tail.body:
            self.occupant[cell] = tail.id
        side = self.snakes[snake.owner]
        side.insert(side.index(snake) + 1, tail)


def enclosed(loop: list[int]) -> set[int]:
    """The cells of a closed loop and all cells inside of the curve.

    A cell is inside when a line from it to the left edge crosses the curve an odd number of times.
    (Flooding from the outside would also fill the pocket of a C-shaped loop, which stays open.)
    """
    crossings: list[list[int]] = [[] for _ in range(SIZE)]
    for a, b in zip(loop, loop[1:] + loop[:1], strict=True):
        if abs(a - b) == SIZE:
            crossings[min(a, b) // SIZE].append(a % SIZE)
    area = set(loop)
    for y, columns in enumerate(crossings):
        columns.sort()
        for left, right in zip(columns[::2], columns[1::2], strict=True):
            area.update(range(cell_at(left + 1, y), cell_at(right, y)))
    return area


def distances(sources: Iterable[int], blocked: list[bool]) -> list[int]:
    """Steps from the nearest source to every cell, never through blocked ones; -1 out of reach."""
    steps = [-1] * CELLS
    queue = deque(sources)
    for cell in queue:
        steps[cell] = 0
    while queue:
        cell = queue.popleft()
        for neighbour in NEIGHBOURS[cell]:
            if steps[neighbour] < 0 and not blocked[neighbour]:
                steps[neighbour] = steps[cell] + 1
                queue.append(neighbour)
    return steps
