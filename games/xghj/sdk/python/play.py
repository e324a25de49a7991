"""Play one game between bots on your own machine, without the platform and without scenarios.

python play.py                                   your bot against itself
python play.py "python main.py" "../other/bot"   any commands, 2 to 8 of them
python play.py --map my.txt --rounds 30 A B C    on a map in blocks of numbers
python play.py --watch --seed 7                  print the board after every round
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from definition import Constants
from player import OWN_BOT, Player, close_all, parser_of
from rules import NOBODY, Game, Ground


def referee(game: Game, players: list[Player], seed: int, watch: bool) -> None:
    """Play to the end."""
    names = [player.command for player in players]
    for seat, player in enumerate(players):
        view = {"phase": "bid", **game.sight(seat)}
        head = {"type": "start", "player": seat, "names": names, "teams": [0] * len(players)}
        player.tell({**head, "scene": game.scene(), "view": view})
        money = game.saving[seat]
        player.tell({"type": "ask", "turn": 0, "phase": "bid", "money": money})
    asked = zip(players, game.saving, strict=True)
    bids = [min(max(player.answer(dict)["bid"], 0), money) for player, money in asked]
    lots = random.Random(seed)
    for seat in sorted(game.players, key=lambda seat: (-bids[seat], lots.random())):
        chosen = list(game.named)
        players[seat].tell({"type": "ask", "turn": 1, "phase": "spawn", "chosen": chosen})
        game.spawn(seat, *players[seat].answer(dict)["spawn"])
    game.begin(bids)
    while not game.over():
        orders: list[dict[str, Any]] = [{} for _ in players]
        for seat in game.living:
            head = {"type": "ask", "turn": game.round + 1, "phase": "round"}
            players[seat].tell({**head, **game.sight(seat)})
        for seat in game.living:
            orders[seat] = players[seat].answer(dict)
        game.play(orders)
        if watch:
            print(picture(game))
    ranks = game.ranks()
    for rank, player in zip(ranks, players, strict=True):
        words = f"{game.round - 1} rounds were played"
        player.tell({"type": "end", "rank": rank, "ranks": ranks, "words": words})


def picture(game: Game) -> str:
    """The owner of every cell, with ``*`` beside a capital; ``#`` is a cell nobody can take."""
    lines = [f"round {game.round - 1}: savings {game.saving}, income {game.income}"]
    for y in range(game.rows):
        row = ""
        for place in range(y * game.cols, (y + 1) * game.cols):
            owner = game.owner[place]
            free = "." if game.attack[place] else "#"
            row += (free if owner == NOBODY else str(owner)) + " *"[place in game.capital]
        lines.append(row)
    return "\n".join([*lines, *("".join(row) for row in game.relation)])


def read_map(text: str) -> Ground:
    """The ground from a text with columns, rows, and three blocks of numbers."""
    cols, rows, *numbers = map(int, text.split())
    size = cols * rows
    if len(numbers) != 3 * size:
        raise SystemExit(f"a map of {cols} x {rows} has {3 * size} numbers, not {len(numbers)}")
    return cols, rows, numbers[:size], numbers[size : 2 * size], numbers[2 * size :]


def random_map(side: int, seed: int) -> Ground:
    """A random ground of mostly plain cells, with some rich cells, slopes and rocks."""
    draw = random.Random(seed)
    kinds = draw.choices(
        ((1, 100, 100), (3, 100, 100), (1, 60, 140), (0, 0, 200)), (80, 5, 10, 5), k=side * side
    )
    resource, attack, defence = (list(row) for row in zip(*kinds, strict=True))
    return side, side, resource, attack, defence


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("bots", nargs="*", help="commands; your bot twice if there are none")
    parser.add_argument("--map", type=Path, help="a file of numbers; else a random board")
    parser.add_argument("--size", type=int, default=20, help="its columns and rows (20)")
    parser.add_argument("--rounds", type=int, default=49, help="at most (49)")
    parser.add_argument("--seed", type=int, default=1, help="of board and equal bids (1)")
    parser.add_argument("--watch", action="store_true", help="print the board after every round")
    options = parser.parse_args()
    commands = options.bots or [OWN_BOT, OWN_BOT]
    if not 2 <= len(commands) <= 8:
        parser.error("2 to 8 bots play")
    ground = random_map(options.size, options.seed)
    if options.map:
        ground = read_map(options.map.read_text("utf-8"))
    game = Game(ground, len(commands), Constants(max_round=options.rounds + 1))
    players = [Player(command) for command in commands]
    try:
        referee(game, players, options.seed, options.watch)
    finally:
        close_all(players)
    print(f"the end after {game.round - 1} rounds")
    for seat, (player, rank) in enumerate(zip(players, game.ranks(), strict=True)):
        land, slowest = len(game.land(seat)), f"{player.slowest * 1000:.1f} ms"
        print(f"player {seat}: rank {rank}, land {land}, slowest {slowest} ({player.command})")


if __name__ == "__main__":
    main()
