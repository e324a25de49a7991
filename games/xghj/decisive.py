"""The rounds of a lost game of XGHJ that cost most cells: place, attacks, capital, growth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from games.decisive import Moment, Place, falls, first_of, gains, named, place_of, worst_span
from games.engine import JSON
from games.replayed import Played, Step
from games.texts.sentences import counted, spanned
from games.xghj.engine import XghjEngine
from games.xghj.state import NOBODY, Owners

SPAN = 12

PLACE = (
    "Name a place at least three steps away from all that were named before, and not on a river."
)
DEFEND = (
    "In a war, put bombs beside the cells that the other side can reach: land has no defence "
    "without influence."
)
SPEND = "Spend what is saved while land is lost or free: savings shrink in every round."
CAPITAL = "Move the capital away from the border in time: it is free, and supply comes from there."
GROW = "Bomb free land from the first round on: a bomb of size 6 takes up to 16 plain cells."


@dataclass(slots=True)
class _Lost:
    """Cells that the seat lost in a round, by taker; ``spent`` are the bombs of all countries,
    ``saved`` what the seat had left, ``wars`` how its wars began."""

    place: Place
    by: Counter[int]
    spent: Counter[int]
    saved: int
    wars: dict[int, str]


@dataclass(slots=True)
class _Country:
    seat: int
    rival: int
    found: list[Moment] = field(default_factory=list)
    rows: list[Place] = field(default_factory=list)
    areas: list[tuple[int, int]] = field(default_factory=list)
    """After each round, of the seat and of the rival."""
    bombs: list[tuple[int, int]] = field(default_factory=list)
    saved: list[int] = field(default_factory=list)
    lost: dict[int, _Lost] = field(default_factory=dict)
    wars: dict[int, str] = field(default_factory=dict)
    """How the present war with a country began."""
    name: str = ""
    names: list[str] = field(default_factory=list)
    out: bool = False


def moments(played: Played) -> list[Moment]:
    country: _Country | None = None
    before: Owners | None = None
    capital = NOBODY
    for step in played.steps_of(XghjEngine):
        state = step.engine.state
        if country is None:
            others = {*range(len(step.setup.seats))} - {step.seat}
            country = _Country(step.seat, first_of(played, step, others))
            country.names = [named(step, seat) for seat in state.players]
            country.name = country.names[country.rival]
        if country.out:
            continue
        for event in step.events:
            if event["e"] == "spawn" and event["p"] == step.seat and event["place"] == NOBODY:
                country.found.append(_nowhere(step, event))
                country.out = True
            elif event["e"] == "round" and before is not None:
                _take(country, step, event, before)
                _homes(country, step, capital)
        before, capital = state.owner, state.capital[step.seat]
    if country is None:
        return []
    return [*country.found, *_attacks(country), *_growth(country)]


def _nowhere(step: Step[XghjEngine], event: JSON) -> Moment:
    what = "It named no place" if event["at"] is None else f"Its place {event['at']} was refused"
    return Moment(place_of(step), f"{what}, and so it was out before round 1.", 1000, PLACE)


def _take(country: _Country, step: Step[XghjEngine], event: JSON, before: Owners) -> None:
    state, me = step.engine.state, step.seat
    for one, other, _, after, traitor in event["changes"]:
        if me in (one, other):
            _war(country, step, one if other == me else other, after, traitor)
    spent = Counter[int]()
    for player, _, _, size in event["bombs"]:
        spent[player] += size
    saved = state.saving[me]
    gone = np.flatnonzero((before == me) & (state.owner != me))
    if gone.size:
        by = Counter(state.owner[gone].tolist())
        country.lost[step.turn] = _Lost(place_of(step), by, spent, saved, dict(country.wars))
    country.rows.append(place_of(step))
    areas = event["area"]
    country.areas.append((areas[me], areas[country.rival]))
    country.bombs.append((spent[me], spent[country.rival]))
    country.saved.append(saved)
    country.out = not state.alive(me)


def _war(
    country: _Country, step: Step[XghjEngine], other: int, after: str, traitor: int | None
) -> None:
    if after != "W":
        country.wars.pop(other, None)
        return
    how = "by a backstab" if traitor is not None else "after three rounds of justification"
    if traitor == step.seat:
        how = "by a backstab of its own"
    country.wars[other] = f"the war had begun in round {step.turn} {how}"


def _homes(country: _Country, step: Step[XghjEngine], before: int) -> None:
    """Tell that the capital was lost in this round."""
    state = step.engine.state
    if before == NOBODY or state.capital[step.seat] != NOBODY:
        return
    taker = int(state.owner[before])
    who = f" to {country.names[taker]}" if taker not in (NOBODY, step.seat) else ""
    x, y = step.engine.rules.ground.point(before)
    area = state.area(step.seat)
    lost = f"In round {step.turn} it lost its capital at ({x}, {y}){who}"
    cells = counted(area, "cell")
    text = f"{lost}; none of its {cells} had supply then." if area else f"{lost}, its last land."
    country.found.append(Moment(place_of(step), text, area / 2 + 10, CAPITAL))


def _attacks(country: _Country) -> Iterator[Moment]:
    """The rounds in which it lost most land, by what was left of it."""
    areas = [1.0, *(float(own) for own, _ in country.areas)]
    for first, end in falls(areas, SPAN):
        rows = country.rows[first:end]
        lost = [country.lost[row.turn] for row in rows if row.turn in country.lost]
        by = sum((each.by for each in lost), Counter[int]())
        worst = max(by, key=lambda player: (by[player], -player))
        spent = sum((each.spent for each in lost), Counter[int]())
        name = "nobody" if worst == NOBODY else country.names[worst]
        why = next((each.wars[worst] for each in lost if worst in each.wars), "")
        saved = country.saved[end - 1]
        when = spanned("round", rows[0].turn, rows[-1].turn)
        text = (
            f"In {when} it went from {areas[first]:.0f} to "
            f"{areas[end]:.0f} cells; most went to {name}{': ' + why if why else ''}. "
            f"{name} spent {spent[worst]} on bombs, it {spent[country.seat]}, with {saved} left."
        )
        idle = saved > max(10, spent[country.seat])
        cost = areas[first] - areas[end] + (0 if areas[end] else max(areas))
        yield Moment(rows[0], text, cost, SPEND if idle else DEFEND)


def _growth(country: _Country) -> Iterator[Moment]:
    """The rounds in which the rival grew most beyond what this country lost."""
    leads = gains([(1, 1), *country.areas])
    first, end = worst_span(leads, SPAN)
    cost = leads[end] - leads[first]
    if cost < 1:
        return
    mine, theirs = (sum(bombs[side] for bombs in country.bombs[first:end]) for side in (0, 1))
    rows, (own, rival) = country.rows[first:end], country.areas[end - 1]
    saved = country.saved[end - 1]
    when = spanned("round", rows[0].turn, rows[-1].turn)
    text = (
        f"In {when} {country.name} gained {cost:.0f} cells on it: "
        f"{country.name} had {rival} then, it {own}. {country.name} spent {theirs} on bombs, it "
        f"{mine}, with {saved} left."
    )
    yield Moment(rows[0], text, cost / 2, SPEND if saved > max(20, mine // 2) else GROW)
