"""Random games with bite: players that meet, set traps, die and come to the end."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random

from games.engine import Action, EndState, Event, Fault, Wants
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.game import sample
from games.lost_in_space.orders import choices
from games.lost_in_space.state import CAPSULE, NEIGHBOURS, STOPS, Pos, Status, World
from games.lost_in_space.tests.worlds import FINISH, action, engine

AIMS: tuple[Pos, ...] = ((0, 3, 1), (3, 2, 1), (1, 3, 1), (3, 3, 2), (3, 3, 0), (0, 0, 2))
"""Where players go who have nothing better to do, so that they meet."""


def step_to(start: Pos, aim: Pos, closed: set[Pos]) -> Pos | None:
    """The first step of a shortest way; None where there is no way or nothing to go."""
    came: dict[Pos, Pos] = {start: start}
    border = [start]
    for node in border:
        for near in (*NEIGHBOURS[node], *STOPS.get(node, ())):
            if near not in came and near not in closed:
                came[near] = node
                border.append(near)
    if aim not in came or aim == start:
        return None
    while came[aim] != start:
        aim = came[aim]
    return aim


def answer(play: LostInSpaceEngine, seat: int, random: Random) -> Action:
    """Something legal, more often than not towards the others."""
    ask = play.pending()[seat]
    if ask.wants is Wants.NOTHING:
        return None
    world = play.world
    player = world.players[seat]
    if play.afterwards or (player.status is Status.COUNTDOWN and random.random() < 0.9):
        return FINISH if random.random() < 0.5 else None
    if random.random() < 0.5 and not world.major and player.status is Status.ALIVE:
        aim = AIMS[(world.round // 12 + random.randrange(2)) % len(AIMS)]
        if len(player.keys) == len(world.players):
            aim = CAPSULE
        to = step_to(player.pos, aim, world.closed)
        if to is not None:
            return action("move", list(to))
    return sample(choices(world, player), random.randrange)


def steps(
    seed: int, failing: float = 0.0, **params: int
) -> Iterator[tuple[LostInSpaceEngine, int, list[Event]]]:
    """One game: the engine after each step, the seat with the question, and the events.

    Before the first step the engine comes without events.
    """
    random = Random(seed)
    play = engine(**params)
    # Richer than by the rules, so that somebody may escape.
    play.world.players[random.randrange(4)].keys |= {0, 1, 2, 3}
    yield play, -1, []
    while play.pending():
        (seat,) = play.pending()
        reply: Action | Fault = answer(play, seat, random)
        if random.random() < failing:
            reply = Fault(random.choice([EndState.CRASH, EndState.TIMEOUT]), "as the test wants")
        yield play, seat, list(play.submit({seat: reply}))


def games(count: int, failing: float = 0.0) -> Iterator[Iterator[World]]:
    """The worlds of some games, each at the moment of a question."""
    for seed in range(count):
        yield (copy.deepcopy(play.world) for play, _, _ in steps(seed, failing) if play.pending())
