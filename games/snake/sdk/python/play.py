"""Play one half between two bots on your own machine, without the platform.

    python play.py                                  your bot against itself
    python play.py "python main.py" "../other/bot"  two commands; the first moves first
    python play.py --watch --rounds 64 --seed 7     print the board after every round
"""

from __future__ import annotations

import random
import time

from player import OWN_BOT, Program, close_all, parser_of
from protocol import FRAME, End, Start, end_bytes, start_bytes
from state import (
    ITEM_LIFETIME,
    NOTHING,
    SIZE,
    Item,
    ItemType,
    Op,
    State,
    cell_at,
)

RAY_PARAM = 512


def generate_items(rounds: int, seed: int) -> list[Item]:
    """Items as the platform draws them: the square widens, the share of rays grows."""
    draw = random.Random(seed)
    items: list[Item] = []
    for now in range(1, rounds + 1):
        if draw.random() >= 0.25:
            continue
        margin = max(0, 6 - (now - 1) // 20)
        taken = {item.cell for item in items if item.time + ITEM_LIFETIME > now}
        free = [
            cell_at(x, y)
            for x in range(margin, SIZE - margin)
            for y in range(margin, SIZE - margin)
            if cell_at(x, y) not in taken
        ]
        rays = 1 / 6 if now <= 64 else 2 / 7 if now <= 384 else 3 / 7
        is_ray = draw.random() < rays
        param = RAY_PARAM if is_ray else draw.randint(1, 5)
        kind = ItemType.RAY if is_ray else ItemType.LENGTH
        items.append(Item(draw.choice(free), now, kind, param))
    # No list is empty: some bots take an empty one for an error.
    return items or [Item(cell_at(7, 7), 1, ItemType.LENGTH, 1)]


class Player(Program):
    """A bot's process, and the longest turn that it took, in seconds of wall time."""

    def __init__(self, command: str):
        super().__init__(command)
        self._turn = (0, 0.0)

    def ask(self, round_number: int) -> Op:
        """Its operation; ValueError where it sends no proper frame."""
        began = time.perf_counter()
        data = self.output.read(FRAME.size)
        spent = time.perf_counter() - began
        self._turn = (round_number, spent + (self._turn[1] if self._turn[0] == round_number else 0))
        self.slowest = max(self.slowest, self._turn[1])
        if len(data) < FRAME.size:
            raise ValueError(f"the bot stopped (exit code {self.process.wait()})")
        length, code = FRAME.unpack(data)
        if length != 1 or code not in iter(Op):
            raise ValueError(f"not a frame: {data.hex(' ')}")
        return Op(code)


def play(players: list[Player], state: State, watch: bool) -> End:
    """Referee the half to its end."""
    for number, player in enumerate(players):
        player.write(start_bytes(Start(state.rounds, number, state.items)))
    while not state.over:
        seat, now = state.player, state.round
        try:
            op = players[seat].ask(now)
        except ValueError as error:
            return lost(state, seat, 0x10, str(error))
        refusal = state.refusal(op)
        if refusal:
            return lost(state, seat, 0x11, f"illegal {op.name}: {refusal}")
        state.apply(op)
        for player in players:
            player.write(bytes([op]))
        if watch and state.round != now:
            print(board(state))
    scores = (state.score(0), state.score(1))
    return End(0, int(scores[1] > scores[0]), scores)


def lost(state: State, seat: int, kind: int, why: str) -> End:
    """The end by a fault: the offender gets nothing, the other keeps the board's points."""
    print(f"round {state.round}: player {seat} loses the half: {why}")
    scores = [state.score(0), state.score(1)]
    scores[seat] = 0
    return End(kind, 1 - seat, (scores[0], scores[1]))


def board(state: State) -> str:
    """Heads A.. (player 0) and P.. (player 1), bodies a.. and p.., walls 0 1, items + and *."""
    cells = ["01."[owner] for owner in state.walls]
    for cell, id in enumerate(state.item_at):
        if id != NOTHING and cells[cell] == ".":
            cells[cell] = "+" if state.items[id].type == ItemType.LENGTH else "*"
    for owner, first in enumerate("AP"):
        for number, snake in enumerate(state.snakes[owner]):
            letter = chr(ord(first) + number)
            for cell in snake.body:
                cells[cell] = letter.lower()
            cells[snake.head] = letter
    rows = [" ".join(cells[cell_at(0, y) : cell_at(SIZE, y)]) for y in reversed(range(SIZE))]
    title = f"round {state.round}: {state.score(0)} : {state.score(1)}"
    return "\n".join([title, *rows, ""])


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("first", nargs="?", default=OWN_BOT, help="command of player 0")
    parser.add_argument("second", nargs="?", default=OWN_BOT, help="command of player 1")
    parser.add_argument("--rounds", type=int, default=512, help="the last round (512)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the items (1)")
    parser.add_argument("--watch", action="store_true", help="print the board after every round")
    options = parser.parse_args()
    state = State(generate_items(options.rounds, options.seed), options.rounds)
    players = [Player(options.first), Player(options.second)]
    try:
        end = play(players, state, options.watch)
        for player in players:
            player.write(end_bytes(end))
    finally:
        close_all(players)
    print(board(state))
    print(f"score {end.scores[0]} : {end.scores[1]}")
    for number, player in enumerate(players):
        print(f"player {number}: slowest turn {player.slowest * 1000:.1f} ms ({player.command})")


if __name__ == "__main__":
    main()
