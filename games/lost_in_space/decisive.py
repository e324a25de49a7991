"""The rounds that a player of Lost in Space lost: deaths, slime, refused actions, idle turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.decisive import Moment, Place, named, place_of
from games.engine import JSON
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.rules import KEYS
from games.lost_in_space.state import Player, Pos, Status, Trap
from games.replayed import Played, Step
from games.texts.sentences import counted

STAY_AWAY = (
    "Keep two passages away from others, or attack first: three attacks kill, and a player on the "
    "same floor is always in view."
)
DETECT = "Detect the next place before a step to a machine or through a narrow passage."
CLOSING = "Leave a zone before the end of the round in which it closes."
REFUSED = "Read the answer to each action, and do something else in the same turn if it is refused."
IDLE = "Use the major action of each turn: a step towards the next key is better than none."
START = "Go to the capsule as soon as the fourth key is there, and start it at once."
FASTER = "Plan the shortest round trip over all missing keys, not the nearest key first."
IDLE_TURNS = 4
"""Turns in a row without a major action that are worth telling."""


@dataclass(slots=True)
class _Death:
    place: Place
    round: int
    text: str
    keys: int
    hint: str


@dataclass(slots=True)
class _Life:
    """One player's game; ``keys`` has the number of keys at the end of each round."""

    deaths: list[_Death] = field(default_factory=list)
    slimed: list[tuple[Place, Pos]] = field(default_factory=list)
    refused: list[tuple[Place, str, int]] = field(default_factory=list)
    idle: list[Place] = field(default_factory=list)
    """Own turns without a major action, while the player could act."""
    keys: dict[int, int] = field(default_factory=dict)
    all_keys: Place | None = None
    left: Place | None = None
    """The step in which the player who came in first started the capsule for the last time."""
    leaver: str = ""
    last: int = 0
    started: Place | None = None
    gained: Place | None = None
    """The step in which it got a key for the last time."""
    acted: bool = True
    own_turn: Place | None = None


def moments(played: Played) -> list[Moment]:
    life = _Life()
    before: dict[Pos, Trap] = {}
    for step in played.steps_of(LostInSpaceEngine):
        world = step.engine.world
        own = world.players[step.seat]
        for event in step.events:
            _take(life, step, event, before, played)
        if own.status is Status.COUNTDOWN:
            life.acted = True
        elif own.status is not Status.ALIVE:
            life.own_turn = None  # others ended it
        if len(own.keys) > life.keys.get(world.round, life.keys.get(world.round - 1, 0)):
            life.gained = place_of(step)
        life.keys[world.round] = len(own.keys)
        if len(own.keys) == KEYS and life.all_keys is None:
            life.all_keys = place_of(step)
        if own.status is not Status.ESCAPED:
            life.last = world.round
        before = dict(world.traps)
    found = [*_deaths(life), *_slime(life), *_refused(life), *_idle(life), *_capsule(life)]
    return found or _slow(life)


def _take(
    life: _Life, step: Step[LostInSpaceEngine], event: JSON, traps: dict[Pos, Trap], played: Played
) -> None:
    own = step.engine.world.players[step.seat]
    kind, who = event.get("type"), event.get("playerid")
    if kind == "turn":
        _turn(life, step, own, who)
    elif kind == "died" and who == step.seat:
        life.deaths.append(_death(life, step, own, traps))
        life.own_turn = None
    elif kind == "map_update" and event["args"][:2] == ["trap_trigger", list(own.pos)]:
        if own.status is Status.SKIPPING and step.seat == _mover(step):
            life.slimed.append((place_of(step), own.pos))
    elif kind == "escape_capsule" and event["to_escape"]:
        if who == step.seat:
            life.started = place_of(step)
        elif played.outcome["seats"][step.index(who)]["rank"] == 1:
            life.left, life.leaver = place_of(step), named(step, who)
    elif event.get("reason") and life.own_turn is not None and step.seat == _mover(step):
        life.refused.append((place_of(step), event["reason"], step.turn))
    if kind in _MAJOR and who == step.seat:
        life.acted = True


_MAJOR = {"move", "attack", "kit", "inspect", "keymachine", "escape_capsule"}


def _turn(life: _Life, step: Step[LostInSpaceEngine], own: Player, who: int) -> None:
    """A small turn begins; the one before may have been an idle one of this player."""
    if life.own_turn is not None and not life.acted:
        life.idle.append(life.own_turn)
    life.own_turn = None
    if who == step.seat and own.status is Status.ALIVE:
        life.own_turn, life.acted = place_of(step), False


def _mover(step: Step[LostInSpaceEngine]) -> int | None:
    """The seat that answered in this step."""
    return next((int(seat) for seat in step.frame.get("replies", {})), None)


def _death(
    life: _Life, step: Step[LostInSpaceEngine], own: Player, traps: dict[Pos, Trap]
) -> _Death:
    where = list(own.pos)
    keys = life.keys.get(step.turn, life.keys.get(step.turn - 1, 1))
    attack = next((event for event in step.events if event.get("type") == "attack"), None)
    if attack is not None:
        by = f"an attack of {named(step, attack['playerid'])} at {where}"
        hint = STAY_AWAY
    elif own.pos in traps and step.seat == _mover(step):
        by, hint = f"a mine of {named(step, traps[own.pos].owner)} at {where}", DETECT
    else:
        by, hint = f"the closing of the zone around {where}", CLOSING
    return _Death(place_of(step), step.turn, by, keys, hint)


def _deaths(life: _Life) -> Iterator[Moment]:
    for number, death in enumerate(life.deaths):
        until = life.deaths[number + 1].round if number + 1 < len(life.deaths) else life.last
        again = next(
            (n for n in range(death.round + 1, until + 1) if life.keys.get(n, 0) >= death.keys),
            None,
        )
        dies_again = number + 1 < len(life.deaths)
        back = "it died again before it had as many" if dies_again else "it never had as many again"
        if again:
            back = f"it had as many again in round {again}"
        text = (
            f"In round {death.round} it died by {death.text}, with "
            f"{counted(death.keys, 'key')}; {back}."
        )
        cost = (again or until) - death.round + (0 if again else 10)
        yield Moment(death.place, text, cost, death.hint)


def _slime(life: _Life) -> Iterator[Moment]:
    if life.slimed:
        place, at = life.slimed[0]
        times = counted(len(life.slimed), "time")
        text = (
            f"It stepped into slime {times}, first in round {place.turn} at {list(at)}, and lost a "
            "turn each time."
        )
        yield Moment(place, text, 1.5 * len(life.slimed), DETECT)


def _refused(life: _Life) -> Iterator[Moment]:
    if len(life.refused) < 3:
        return
    often, number = Counter(reason for _, reason, _ in life.refused).most_common(1)[0]
    place = next(place for place, reason, _ in life.refused if reason == often)
    turns = len({turn for *_, turn in life.refused})
    text = (
        f"{len(life.refused)} of its actions in {counted(turns, 'round')} were refused, {number} "
        f"of them like the one in round {place.turn}: {often}."
    )
    yield Moment(place, text, turns / 2, REFUSED)


def _idle(life: _Life) -> Iterator[Moment]:
    if len(life.idle) < IDLE_TURNS:
        return
    text = (
        f"In {len(life.idle)} of its turns it used no major action, first in round "
        f"{life.idle[0].turn}, last in round {life.idle[-1].turn}."
    )
    yield Moment(life.idle[0], text, len(life.idle) / 2, IDLE)


def _capsule(life: _Life) -> Iterator[Moment]:
    """How far it was when the winner left, and whether it used its own keys."""
    if life.all_keys is not None and life.started is None:
        have = f"From round {life.all_keys.turn} on it had all four keys"
        lost = next((each.round for each in life.deaths if each.place > life.all_keys), None)
        end = f"until it died in round {lost}" if lost else "to the end"
        yield Moment(life.all_keys, f"{have} {end}, and never started the capsule.", 12, START)
    if life.left is None:
        return
    keys = life.keys.get(life.left.turn, 0)
    state = f"it had {counted(keys, 'key')} then"
    if life.started is not None and life.started.frame > life.left.frame:
        state += f", and started it in round {life.started.turn}"
    text = f"In round {life.left.turn} {life.leaver} started the capsule; {state}."
    late = (life.started.turn if life.started is not None else life.last) - life.left.turn
    yield Moment(life.left, text, max(1.0, late / 4), FASTER)


def _slow(life: _Life) -> list[Moment]:
    """Where nothing befell it: how far it came."""
    if life.gained is None:
        return []
    keys = counted(life.keys.get(life.last, 0), "key")
    text = (
        f"It got its last key in round {life.gained.turn}, and had {keys} at the end of round "
        f"{life.last}."
    )
    return [Moment(life.gained, text, 1, FASTER)]
