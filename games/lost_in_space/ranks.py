"""The outcome of a game: ranks, points and the reason in words."""

from __future__ import annotations

from games.engine import Outcome, SeatOutcome
from games.lost_in_space.state import Player, Status, World


def outcome_of(world: World) -> Outcome:
    """The ranks; a player's points are 1 plus the number of players below it.

    1. players who escaped, the earliest first
    2. players who did not escape: those alive at the end, then the dead, the latest death first
    3. programs that failed, the latest first

    In the same round the higher score is better, then the later seat; only programs that failed
    in the same round with the same score are equal.
    """
    keys = [_key(player) for player in world.players]
    seats = []
    for player, key in zip(world.players, keys, strict=True):
        rank = 1 + sum(other < key for other in keys)
        points = 1 + sum(other > key for other in keys)
        seats.append(_seat(player, rank, points, world.round))
    best = [player for player, seat in zip(world.players, seats, strict=True) if seat.rank == 1]
    return Outcome(tuple(seats), _words(best, world))


def _key(player: Player) -> tuple[int, ...]:
    tie = (-player.score, -player.number)
    if player.status is Status.ESCAPED:
        return (1, player.left, *tie)
    if player.status is Status.ERROR:
        return (3, -player.left, -player.score)
    # Players alive at the end have lasted longer than all who died for good.
    return (2, 0 if not player.finally_dead else 1, -player.left, *tie)


def _seat(player: Player, rank: int, points: int, last: int) -> SeatOutcome:
    return SeatOutcome.after(
        player.fault,
        rank=rank,
        score=points,
        data={"points": player.score, "status": player.status.name.lower(), "left": player.left},
        facts={"round": last, "out": player.finally_dead, "deaths": player.deaths},
    )


def _words(best: list[Player], world: World) -> str:
    winner = best[0]
    if winner.status is Status.ESCAPED:
        return f"escaped in round {winner.left}"
    if winner.status is Status.ERROR:
        together = "" if len(best) == 1 else ", together"
        return f"failed last{together}, in round {winner.left}"
    if winner.finally_dead:
        return f"held out longest, until round {winner.left}"
    return f"was alive after round {world.round}, and nobody escaped"
