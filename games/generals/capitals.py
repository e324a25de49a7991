"""Capitals for the players on a map written by a person.

All capitals are different places.  They may touch, and they may cut the board in two.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from games.generals.terrain import ANYBODY, HIGHEST, Candidate, Kind, Terrain
from games.grids import draw

_Given = dict[int, int]
"""Places of capitals by the index of the player."""


def allot(terrain: Terrain, teams: Sequence[int], rng: random.Random) -> tuple[int, ...]:
    """A capital for every player, in the order of ``teams``; ``teams[i]`` is player i's team.

    - Without candidates, players draw from the blanks.
    - If all candidates are without a mark, players draw from the candidates.
    - Otherwise teams draw letters, and a team's players draw from the candidates of its letter.
      Players without a place draw from the candidates marked for anybody.

    Players who still have no place draw from the blanks, and after these from the unused
    candidates.  ValueError if there are fewer places than players.
    """
    candidates = [
        Candidate(offer.place, offer.mark or ANYBODY, offer.priority)
        for offer in terrain.candidates
    ]
    players = list(range(len(teams)))
    given: _Given = {}
    if any(offer.mark is not None for offer in terrain.candidates):
        given |= _by_letters(candidates, teams, rng)
        players = _without(players, given)
    given |= _pick([offer for offer in candidates if offer.mark == ANYBODY], players, rng)
    given |= _leftovers(terrain, _without(players, given), given, rng)
    return tuple(given[player] for player in range(len(teams)))


def _without(players: Iterable[int], given: _Given) -> list[int]:
    return [player for player in players if player not in given]


def members_of(teams: Sequence[int]) -> dict[int, list[int]]:
    """The indices of each team's players."""
    members: dict[int, list[int]] = defaultdict(list)
    for player, team in enumerate(teams):
        members[team].append(player)
    return members


def _by_letters(
    candidates: Sequence[Candidate], teams: Sequence[int], rng: random.Random
) -> _Given:
    """The capitals of teams that draw a letter; players in excess get none."""
    of_letter: dict[str, list[Candidate]] = defaultdict(list)
    for offer in candidates:
        if offer.mark is not None and offer.mark != ANYBODY:
            of_letter[offer.mark].append(offer)
    members = members_of(teams)
    count = min(len(of_letter), len(members))
    letters = draw(rng, sorted(of_letter), count)
    lucky = draw(rng, sorted(members), count)
    given: _Given = {}
    for letter, team in zip(letters, lucky, strict=True):
        given |= _pick(of_letter[letter], members[team], rng)
    return given


def _pick(candidates: Sequence[Candidate], players: Sequence[int], rng: random.Random) -> _Given:
    """Players draw from the candidates of the highest priorities that are enough for them.

    All candidates of a chosen priority are equally likely, as are those of higher priorities.
    If there are fewer candidates than players, the players without a place are random.
    """
    listed: list[int] = []
    for priority in range(HIGHEST, 0, -1):
        if len(listed) >= len(players):
            break
        listed += [offer.place for offer in candidates if offer.priority == priority]
    count = min(len(listed), len(players))
    return dict(zip(draw(rng, players, count), draw(rng, listed, count), strict=True))


def _leftovers(
    terrain: Terrain, players: Sequence[int], given: _Given, rng: random.Random
) -> _Given:
    """Blanks for players without a place, and after these the unused candidates."""
    offered = [offer.place for offer in terrain.candidates]
    blanks = np.flatnonzero(terrain.kinds == Kind.BLANK).tolist()
    pool = set(offered)
    places = draw(rng, [place for place in blanks if place not in pool], len(players))
    taken = set(given.values())
    unused = [place for place in offered if place not in taken]
    places += draw(rng, unused, len(players) - len(places))
    if len(places) < len(players):
        room = len(given) + len(places)
        raise ValueError(
            f"the map has room for {room} capitals, not for {len(given) + len(players)}"
        )
    return dict(zip(draw(rng, players, len(players)), places, strict=True))
