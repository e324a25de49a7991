"""The outcome of a game: ranks, points and the reason in words."""

from __future__ import annotations

from games.engine import Outcome, SeatOutcome
from games.lost_in_space.state import PLAYERS, Player, Status, World


def outcome_of(world: World) -> Outcome:
    """Ranks without ties.

    1. players who escaped, the earliest first
    2. players who did not escape: those alive at the end, then the dead, the latest death first
    3. programs that failed, the latest first

    In the same round the higher score is better, then the later seat.
    """
    order = sorted(world.players, key=_key)
    ranks = {player.number: rank for rank, player in enumerate(order, 1)}
    seats = tuple(_seat(player, ranks[player.number]) for player in world.players)
    return Outcome(seats, _words(order[0], world))


def _key(player: Player) -> tuple[int, ...]:
    tie = (-player.score, -player.number)
    if player.status is Status.ESCAPED:
        return (1, player.left, *tie)
    if player.status is Status.ERROR:
        return (3, -player.left, *tie)
    # Players alive at the end have lasted longer than all who died for good.
    return (2, 0 if not player.finally_dead else 1, -player.left, *tie)


def _seat(player: Player, rank: int) -> SeatOutcome:
    return SeatOutcome.after(
        player.fault,
        rank=rank,
        score=PLAYERS + 1 - rank,
        data={"points": player.score, "status": player.status.name.lower(), "left": player.left},
    )


def _words(winner: Player, world: World) -> str:
    if winner.status is Status.ESCAPED:
        return f"escaped in round {winner.left}"
    if winner.status is Status.ERROR:
        return f"failed last, in round {winner.left}"
    if winner.finally_dead:
        return f"held out longest, until round {winner.left}"
    return f"was alive after round {world.round}, and nobody escaped"
