"""The first phase of a round: stances are paid for, and relations follow from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.xghj.constants import Constants
from games.xghj.orders import USUAL, Relation, Stance
from games.xghj.state import State

# As names of the module: a member of an enumeration is found more slowly.
UNDISCOVERED, NEUTRAL, ALLIED, AT_WAR = Relation
KEEP_NEUTRAL, FORM_ALLIANCE, JUSTIFY_WAR, BACKSTAB = Stance
_WARLIKE = (JUSTIFY_WAR, BACKSTAB)


class Change(NamedTuple):
    """A relation that is another one now; ``traitor`` has ended it by a backstab, or nobody did
    (None)."""

    one: int
    other: int
    before: Relation
    after: Relation
    traitor: int | None = None


def negotiate(
    state: State, stances: Sequence[Sequence[Stance | None]], rules: Constants
) -> list[Change]:
    """Carry out everybody's stances on ``state``; what changed, pairs ascending.

    Pairs that do not know each other are passed over: nothing is paid and nothing used up.
    """
    orders = [
        _affordable(state, player, stances[player], rules) if state.alive(player) else []
        for player in state.players
    ]
    changes = []
    for one, row in enumerate(state.relation):
        for other in range(one + 1, len(row)):
            before = row[other]
            if before is UNDISCOVERED:
                continue
            mine, theirs = orders[one][other], orders[other][one]
            if before is AT_WAR and (mine in _WARLIKE or theirs in _WARLIKE):
                continue  # the war goes on, and nothing is counted in it
            after = _after(state, one, other, mine, theirs, rules.justify_rounds)
            if after is not before:
                row[other] = state.relation[other][one] = after
                traitor = None
                if BACKSTAB in (mine, theirs):
                    traitor = one if mine is BACKSTAB else other
                changes.append(Change(one, other, before, after, traitor))
    return changes


def _affordable(
    state: State, player: int, stances: Sequence[Stance | None], rules: Constants
) -> list[Stance]:
    """The player's orders by target, as far as they can be paid and are allowed; towards who is
    unknown to him nothing happens."""
    found, saving = [], state.saving
    for relation, wish in zip(state.relation[player], stances, strict=True):
        order = USUAL[relation] if wish is None else wish
        if relation is UNDISCOVERED:
            order = KEEP_NEUTRAL
        elif order is JUSTIFY_WAR:
            if saving[player] >= rules.justify_price:
                saving[player] -= rules.justify_price
            else:
                order = KEEP_NEUTRAL
        elif order is BACKSTAB:
            if state.betrayed[player]:
                order = KEEP_NEUTRAL
            state.betrayed[player] = True
        found.append(order)
    return found


def _after(
    state: State, one: int, other: int, mine: Stance, theirs: Stance, patience: int
) -> Relation:
    """The relation of two that know each other; keeps their counters."""
    both, count = (mine, theirs), state.justify
    if BACKSTAB in both:
        return _settle(state, one, other, AT_WAR)
    if state.relation[one][other] is AT_WAR:
        goes_on = JUSTIFY_WAR in both
        return _settle(state, one, other, AT_WAR if goes_on else NEUTRAL)
    for this, that, order in ((one, other, mine), (other, one, theirs)):
        count[this][that] = count[this][that] + 1 if order is JUSTIFY_WAR else 0
    if max(count[one][other], count[other][one]) >= patience:
        return _settle(state, one, other, AT_WAR)
    if both == (FORM_ALLIANCE, FORM_ALLIANCE):
        return ALLIED
    return NEUTRAL


def _settle(state: State, one: int, other: int, relation: Relation) -> Relation:
    """Whatever was prepared against each other is spent."""
    state.justify[one][other] = state.justify[other][one] = 0
    return relation
