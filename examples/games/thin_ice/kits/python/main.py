"""A bot for Thin Ice.  Change `choose`; `ice.py` has the game's questions and moves."""

from ice import Move, Rink, play


def choose(rink: Rink) -> Move:
    """The shortest way to as many fish as one glide can bring."""
    return max(rink.moves(), key=lambda move: (move.fish, -len(move.way)))


play(choose)
