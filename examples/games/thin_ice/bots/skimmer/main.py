"""Takes the most fish for the ice that it breaks, and never glides to where it is stuck at once."""

from ice import Move, Rink, play


def choose(rink: Rink) -> Move:
    def worth(move: Move) -> tuple[bool, float, int]:
        stays_free = any(True for _ in rink.after(move).moves())
        return stays_free, move.fish / (len(move.way) + 1), move.fish

    return max(rink.moves(), key=worth)


play(choose)
