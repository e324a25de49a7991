"""Stages played to their end at random."""

import random
from collections import Counter
from dataclasses import dataclass, replace

from ladder.core.stages.contract import Encounter, Game, Progress, StageSetup


def result(rng, sides, ranks=None):
    """A game on these sides; of two games about one has ties, guests are anywhere."""
    if ranks is None:
        ranks = [rng.randint(1, len(sides)) for _ in sides]
    order = sorted(ranks)
    return Game(tuple(sides), tuple(1 + order.index(rank) for rank in ranks))


def won_by(sides, best):
    """A game that one entrant wins, and all others share what is left."""
    return Game(tuple(sides), tuple(1 if one == best else 2 for one in sides))


def with_games(want, games):
    return want.encounter._replace(games=(*want.encounter.games, *games))


@dataclass
class Played:
    """A stage that was played: its terms may have changed on the way."""

    terms: StageSetup
    made: dict[str, Encounter]
    end: Progress

    @property
    def encounters(self):
        return list(self.made.values())

    @property
    def games(self):
        return sum(len(each.games) for each in self.made.values())


def play(form, terms, seed=0, *, decide=None, out=None, on_step=None, made=(), limit=5000):
    """Play a stage game by game, in any order.

    ``decide(sides)`` makes a game; ``out`` has entrants by the number of games after which they
    are disqualified; ``on_step(terms, encounters, progress)`` sees every state; ``made`` is what
    was played before.
    """
    rng = random.Random(seed)
    decide = decide or (lambda sides: result(rng, sides))
    made = {each.key: each for each in made}
    for step in range(limit):
        if out and step in out:
            terms = replace(terms, out=terms.out | {out[step]})
        now = form.progress(terms, list(made.values()))
        if on_step:
            on_step(terms, list(made.values()), now)
        for key in now.obsolete:
            del made[key]
        if now.over:
            return Played(terms, made, now)
        want = rng.choice(now.wanted)
        made[want.encounter.key] = with_games(want, [decide(rng.choice(want.games))])
    raise AssertionError(f"it does not end: {now}")


def meetings(encounters):
    """How often any two have met."""
    return Counter(
        (a, b) for each in encounters for a in each.entrants for b in each.entrants if a < b
    )


def games_of(encounters):
    """As the plain program wants them."""
    return [
        (each.entrants, [(game.sides, game.ranks) for game in each.games]) for each in encounters
    ]


def stronger(sides):
    """The better seed wins, and so on down."""
    order = sorted(one for one in sides if one is not None)
    last = len(order) + 1
    return Game(tuple(sides), tuple(last if one is None else 1 + order.index(one) for one in sides))


def lines(progress):
    return [(line.place, line.entrant, line.points) for line in progress.standings]


def places(progress):
    return {line.entrant: line.place for line in progress.standings}


def slots(progress):
    return {slot.key: slot for slot in progress.slots}


def wants(progress):
    return {want.encounter.key: want for want in progress.wanted}
