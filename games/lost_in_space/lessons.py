"""First steps in Lost in Space."""

from __future__ import annotations

from games.lessons import Lesson, Played
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.state import Status


def keys(played: Played) -> int:
    """The most keys that the learner had at once."""
    most = 0
    for step in played.steps():
        assert isinstance(step.engine, LostInSpaceEngine)
        most = max(most, len(step.engine.world.players[step.seat].keys))
    return most


def escapes(played: Played) -> int:
    """1 where the learner has left with the capsule, or 0."""
    *_, last = played.steps()
    assert isinstance(last.engine, LostInSpaceEngine)
    return int(last.engine.world.players[last.seat].status is Status.ESCAPED)


def traps(played: Played) -> int:
    """Traps that the learner placed."""
    return _acts(played, "place_trap")


def attacks(played: Played) -> int:
    """Attacks of the learner on other players."""
    return _acts(played, "attack")


def _acts(played: Played, kind: str) -> int:
    """Entries of a kind in the record of the learner."""
    return sum(
        event.get("type") == kind and event["playerid"] == step.seat
        for step in played.steps()
        for event in step.events
    )


LESSONS = (
    Lesson(
        name="fetch-a-key",
        title="Fetch a key",
        text="You begin with one key, and machines make copies of the others. Go to a machine "
        "whose key you lack, and use it: that ends your turn, and the key arrives at the start of "
        "your next one. The match ends after 20 rounds.",
        opponent="runner",
        needs=2,
        unit=("key at once", "keys at once"),
        count=keys,
        params={"rounds": 20},
    ),
    Lesson(
        name="all-keys",
        title="Get all four keys",
        text="The capsule starts with four keys. A player who dies drops all keys, and returns "
        "with one, so plan a way that is short and stays out of reach of others: each attack "
        "takes 70 of your 200 hit points.",
        opponent="runner",
        needs=4,
        unit=("key at once", "keys at once"),
        count=keys,
        params={"rounds": 60},
    ),
    Lesson(
        name="attack",
        title="Attack",
        text="An attack hits an enemy on your place or one passage away, and takes 70 hit points. "
        "You see only those on your own floor. Wait where others come for their keys.",
        opponent="runner",
        needs=3,
        unit=("attack", "attacks"),
        count=attacks,
    ),
    Lesson(
        name="escape",
        title="Escape",
        text="With all four keys, start the capsule on the top floor, and stay alive for two more "
        "rounds. The game ends when everybody is gone or dead, or when the rounds are over.",
        opponent="runner",
        needs=1,
        unit=("escape", "escapes"),
        count=escapes,
    ),
    Lesson(
        name="set-traps",
        title="Set traps",
        text="Material points give mines and slime, and only you see the traps that you place. "
        "Place them where others must pass: not on machines, lifts or the capsule. To take "
        "an item is the one major action of your turn, to place it is a minor one.",
        opponent="stalker",
        needs=2,
        unit=("trap placed", "traps placed"),
        count=traps,
    ),
    Lesson(
        name="be-first",
        title="Be first",
        text="Three campers wait at their machines, behind traps, for those who come for a key. "
        "In round 45 their patience ends, and they leave for the keys of others. Win a match: stay "
        "at your own machine until then, and attack those who come near.",
        opponent="camper",
        needs=1,
    ),
)
