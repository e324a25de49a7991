"""All formats, by the name that is kept in databases."""

from __future__ import annotations

from ladder.core.stages.brackets.double import DoubleElimination
from ladder.core.stages.brackets.elimination import SingleElimination
from ladder.core.stages.contract import Format
from ladder.core.stages.hill import KingOfTheHill
from ladder.core.stages.round_robin import RoundRobin
from ladder.core.stages.schedule import Schedule
from ladder.core.stages.swiss import Swiss

_ALL: tuple[Format, ...] = (
    RoundRobin(),
    Swiss(),
    SingleElimination(),
    DoubleElimination(),
    KingOfTheHill(),
    Schedule(),
)

FORMATS: dict[str, Format] = {each.name: each for each in _ALL}
