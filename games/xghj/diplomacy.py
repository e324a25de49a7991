"""The first phase of a round: players pay for their stances, and relations change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.xghj.constants import Constants
from games.xghj.orders import USUAL, Relation, Stance
from games.xghj.state import State

# As names of the module, because looking up a member of an enumeration is slower.
UNDISCOVERED, NEUTRAL, ALLIED, AT_WAR = Relation
KEEP_NEUTRAL, FORM_ALLIANCE, JUSTIFY_WAR, BACKSTAB = Stance
_WARLIKE = (JUSTIFY_WAR, BACKSTAB)


class Change(NamedTuple):
    """A relation that has changed.  ``traitor`` is the country that backstabbed, if any."""

    one: int
    other: int
    before: Relation
    after: Relation
    traitor: int | None = None


def negotiate(
    state: State, stances: Sequence[Sequence[Stance | None]], rules: Constants
) -> list[Change]:
    """Carry out the stances of all players on ``state``; the changes, by ascending pairs.

    Pairs that do not know each other are skipped: nothing is paid and nothing used up.
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
                continue  # the war goes on, and counters do not count in a war
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
    """The player's stances by target, after payment.

    Stances that the player cannot afford or may not take become "keep neutral".  So do stances
    towards undiscovered countries.
    """
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
    """The next relation of two countries that know each other.  Updates their counters."""
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
    """Reset both counters, and return the relation."""
    state.justify[one][other] = state.justify[other][one] = 0
    return relation
