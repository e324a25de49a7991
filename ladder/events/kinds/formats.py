"""The formats of stages of encounters: one object each, made of what is different in them."""

from __future__ import annotations

from collections.abc import Iterator

from ladder.core.contest.durations import spell_minutes
from ladder.core.contest.plan import Kind, Problem, StagePlan
from ladder.core.seating import sides
from ladder.core.stages import hill
from ladder.core.stages.schedule import rounds_of
from ladder.events.kinds.encounter_state import encounter_of, terms_of
from ladder.events.kinds.encounters import Encounters
from ladder.events.kinds.state import Group
from ladder.events.models import Scene, Stage, StageEntry
from rulesets.catalogue import find

MOST_TOGETHER = 64
"""Most entrants of one round-robin group, which then has 2,016 encounters."""
MOST_SCHEDULED = 5000
"""Most encounters of one group of a schedule."""

_ALL = frozenset({"games", "maps"})
_TABLE = _ALL | {
    *("groups", "group_size", "group_limit", "rounds", "cut"),
    *("place_points", "start_points", "tie_breaks"),
}
_BRACKET = _ALL | {"extra", "last_games", "early"}
_TABLE_SCENES = (Scene.TABLE, Scene.RACE)


class _Schedule(Encounters):
    def description(self, plan: StagePlan) -> str:
        apart = plan.options.matchday
        if not apart:
            return self.sentence
        spelled = spell_minutes(apart)
        every = spelled.removeprefix("1 ") if spelled.count(" ") == 1 else spelled
        return f"{self.sentence} A round begins every {every}."

    def too_large(self, plan: StagePlan, largest: int, groups: int) -> Iterator[Problem]:
        yield from super().too_large(plan, largest, groups)
        meetings = largest * (plan.options.rounds or 2 * (largest - 1).bit_length()) // 2
        if meetings > MOST_SCHEDULED:
            text = (
                f"A group would have up to {meetings} encounters, but a schedule allows "
                f"{MOST_SCHEDULED}. Plan fewer rounds, make more groups, or offer fewer places."
            )
            yield Problem(text, plan.key, "rounds")

    def shortest(self, plan: StagePlan, largest: int) -> float:
        """From the first round to the last one, if they are apart."""
        apart = plan.options.matchday
        if not apart or largest < 2:
            return 0.0
        rules = find(plan.game, plan.ruleset)
        count = len(sides(rules.seats, rules.teams))
        return 60.0 * apart * (rounds_of(plan.options.terms(largest, count)) - 1)


class _Hill(Encounters):
    def at_once(self, plan: StagePlan, groups: int, workers: int) -> int:
        return plan.options.games

    def queue(self, stage: Stage, group: Group) -> list[StageEntry]:
        terms = terms_of(stage, group.number, group.entries)
        numbers = hill.line(terms, [encounter_of(row) for row in group.rows.values()])
        return [group.entries[number] for number in numbers]


FORMATS_OF_ENCOUNTERS = (
    Encounters(
        kind=Kind.ROUND_ROBIN,
        sentence="Every bot meets every other bot.",
        scenes=_TABLE_SCENES,
        fields=_TABLE | {"cycles"},
        most_together=MOST_TOGETHER,
        crossed=True,
        rest="Without an opponent",
    ),
    Encounters(
        kind=Kind.SWISS,
        sentence="Each round pairs bots with equal or nearly equal points that have not met.",
        scenes=_TABLE_SCENES,
        fields=_TABLE | {"accelerated"},
        paired_by_hand=True,
        rest="Bye (counts as won)",
    ),
    Encounters(
        kind=Kind.SINGLE,
        sentence="Single elimination: one loss and you are out.",
        scenes=(Scene.BRACKET,),
        fields=_BRACKET | {"third_place"},
        one_winner=True,
    ),
    Encounters(
        kind=Kind.DOUBLE,
        sentence="Double elimination: two losses and you are out.",
        scenes=(Scene.BRACKET,),
        fields=_BRACKET | {"reset"},
        one_winner=True,
    ),
    _Hill(
        kind=Kind.HILL,
        sentence="Bots challenge the holder of the hill in turn. A winner takes the hill.",
        scenes=_TABLE_SCENES,
        fields=_ALL | {"rounds"},
    ),
    _Schedule(
        kind=Kind.SCHEDULE,
        sentence="Every bot plays the same number of encounters.",
        scenes=_TABLE_SCENES,
        fields=_TABLE | {"matchday"},
        rest="Without an opponent",
    ),
)
