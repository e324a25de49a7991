"""Parts that end the game: goals that countries can reach."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import JSON
from games.xghj import ways
from games.xghj.parts import Mark, PartParameter, PointRules, ScenarioPart, Tagged, owner_of
from games.xghj.state import State


class Hold(ScenarioPart):
    """A goal: one country owns enough points, for some rounds in a row."""

    kind = "hold"
    title = "Hold points for some rounds"
    help = "A country wins if it owns enough of the points at the end of this many rounds in a row."
    fields = (
        PartParameter(
            "ways", "Points", "ways", "3 gate", help="Such as: 2 south + 1 north or 2 park"
        ),
        PartParameter("rounds", "Rounds", "number", 10, 1, 500, "In a row, without a break."),
    )

    def __init__(self, name: str, tagged: Tagged, values: Mapping[str, JSON]) -> None:
        super().__init__(name, tagged, values)
        self._ways = ways.read(values["ways"])
        self._rounds: int = values["rounds"]
        self._tagged = {tag: tuple(tagged.get(tag, ())) for tag in self._ways.tags}
        found = {place for places in self._tagged.values() for place in places}
        self.places = tuple(sorted(found))

    def words(self) -> str:
        return (
            f"Goal: own {self._ways.words()} at the end of {self._rounds} rounds in a row "
            "(points of these tags, in working order)."
        )

    def begin(self, rules: PointRules, state: State) -> None:
        state.memory[self.name] = [0] * len(state.players)

    def after_round(self, rules: PointRules, state: State) -> None:
        kept = state.memory[self.name]
        state.memory[self.name] = [
            kept[player] + 1 if self._holds(rules, state, player) else 0 for player in state.players
        ]

    def _holds(self, rules: PointRules, state: State, player: int) -> bool:
        owned = {tag: rules.owned(state, player, places) for tag, places in self._tagged.items()}
        return self._ways.met(owned)

    def reached(self, rules: PointRules, state: State) -> list[int]:
        kept = state.memory[self.name]
        return [player for player in state.players if kept[player] >= self._rounds]

    def marks(self, rules: PointRules, state: State) -> list[Mark]:
        kept, found = state.memory[self.name], []
        for place in self.places:
            owner = owner_of(state, place)
            rounds = 0 if owner is None else kept[owner]
            kind = "held" if rounds else "goal"
            found.append(Mark(place, kind, f"held {rounds} of {self._rounds} rounds", owner))
        return found


class Collect(ScenarioPart):
    """A goal: one country has owned every point, not necessarily at the same time."""

    kind = "collect"
    title = "Have owned every point"
    help = "A country wins if it has owned each of the points at the end of some round."
    fields = (
        PartParameter("tag", "Tag", "tag", "hall", help="All points with this tag are needed."),
    )

    def words(self) -> str:
        return (
            f"Goal: have owned each of the {len(self.places)} points tagged "
            f"{self.values['tag']} at the end of some round, in working order."
        )

    def begin(self, rules: PointRules, state: State) -> None:
        state.memory[self.name] = [[] for _ in state.players]

    def after_round(self, rules: PointRules, state: State) -> None:
        seen = state.memory[self.name]
        for place in self.places:
            owner = owner_of(state, place)
            if owner is not None and place not in seen[owner] and rules.counts(state, place):
                seen[owner] = sorted([*seen[owner], place])

    def reached(self, rules: PointRules, state: State) -> list[int]:
        seen = state.memory[self.name]
        return [player for player in state.players if len(seen[player]) == len(self.places)]

    def marks(self, rules: PointRules, state: State) -> list[Mark]:
        seen, found = state.memory[self.name], []
        for place in self.places:
            owner = owner_of(state, place)
            count = 0 if owner is None else len(seen[owner])
            kind = "goal" if owner is None else "held"
            text = f"{count} of {len(self.places)} once owned"
            found.append(Mark(place, kind, text, owner))
        return found
