"""Talks to the referee and calls your AI.  You need not change it: write your code in ai.py."""

import sys

from definition import BaseMap, Info, Position
from pipe import claim_stdout
from protocol import Bid, Referee, Spawn


def first_free(chosen: list[Position], board: BaseMap) -> Position:
    """The first place where a country may begin, for an AI without ``birthplace``."""
    apart = board.constants.spawn_distance
    for y in range(board.rows):
        for x in range(board.cols):
            far = all(abs(x - a) + abs(y - b) >= apart for a, b in chosen)
            if board.attack[x][y] and far:
                return Position(x, y)
    return Position(-1, -1)


def main() -> None:
    replies = claim_stdout()
    # Imported only now, because the import itself may print.
    import ai

    bid = getattr(ai, "bid", lambda board: 0)
    birthplace = getattr(ai, "birthplace", first_free)
    referee = Referee(sys.stdin.buffer, replies)
    while True:
        question = referee.read()
        if isinstance(question, Bid):
            referee.bid(bid(referee.map), question.money)
        elif isinstance(question, Spawn):
            referee.spawn(birthplace(question.chosen, referee.map))
        elif isinstance(question, Info):
            ai.play(question)
            referee.answer(question)
        else:
            print(f"the end: rank {question.rank}, {question.words}", file=sys.stderr)
            return


if __name__ == "__main__":
    try:
        main()
    except (EOFError, BrokenPipeError):
        print("the referee has gone", file=sys.stderr)
