"""Options: rules that people choose for a single match, in a room or a friendly match.

An `OptionFormat` declares the options of a game as data, from which the site makes form fields.
Chosen options are the JSON object ``{name: value}``: a bool for a switch, an int for a number.
None stands for an option that is off.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from games.engine import JSON, Ruleset


@dataclass(frozen=True, slots=True)
class NumberOption:
    """A whole number that a map is generated from, or that the rules of a scenario use.

    It is ``default`` where nobody sets it.
    """

    name: str
    title: str
    low: int
    high: int
    default: int
    help: str = ""


@dataclass(frozen=True, slots=True)
class MatchOption:
    """A switch or, where ``high`` is given, a whole number from ``low`` to ``high``.

    It is off by default.
    """

    name: str
    title: str
    help: str
    low: int = 0
    high: int | None = None

    def check(self, value: JSON) -> None:
        """`OptionError` unless this is a value of the option, or None."""
        if value is None:
            return
        if self.high is None:
            if type(value) is not bool:
                raise OptionError(f"{self.title} is {value!r:.40}. Set it to true or false.")
        elif type(value) is not int or not self.low <= value <= self.high:
            raise OptionError(
                f"{self.title} is {value!r:.40}. "
                f"Set it to a whole number from {self.low} to {self.high}."
            )


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A rule of one match that differs from the usual rules; ``text`` is a sentence for players."""

    title: str
    text: str


class OptionError(ValueError):
    """A match cannot have these options; the message says why, and what to do."""


class OptionFormat(ABC):
    """The options of one game.  No method does I/O; equal arguments give equal results."""

    title: ClassVar[str]
    """The heading of the group of form fields."""
    options: ClassVar[tuple[MatchOption, ...]]

    def offered(self, ruleset: Ruleset) -> tuple[MatchOption, ...]:
        """The options that people may choose under this ruleset; empty where it sets them all."""
        return self.options

    def chosen(
        self, ruleset: Ruleset, given: Mapping[str, JSON], *, on_map: bool
    ) -> dict[str, JSON]:
        """The options that are on.  ``on_map``: the match has a map instead of a generated board.

        `OptionError` where the match cannot have the given options.
        """
        offered = {option.name: option for option in self.offered(ruleset)}
        for name, value in given.items():
            if name not in offered:
                known = ", ".join(offered) or "none"
                raise OptionError(
                    f"{ruleset.title} has no option {name!r:.40}. Its options: {known}."
                )
            offered[name].check(value)
        values = ((name, given.get(name)) for name in offered)
        # By identity, because 0 == False and an option with the value 0 is on.
        found = {name: value for name, value in values if value is not None and value is not False}
        if why := self.conflict(found, on_map=on_map):
            raise OptionError(why)
        return found

    def conflict(self, chosen: Mapping[str, JSON], *, on_map: bool) -> str:
        """The reason why these options exclude each other; empty where they do not."""
        return ""

    @abstractmethod
    def params(self, chosen: Mapping[str, JSON]) -> Mapping[str, JSON]:
        """The params for `Setup.params` that come on top of the ruleset's own."""

    @abstractmethod
    def describe(
        self, params: Mapping[str, JSON], seed: int, *, on_map: bool
    ) -> tuple[SpecialRule, ...]:
        """The special rules of a match, both chosen ones and those of its ruleset.

        ``params`` and ``seed`` are those of its `Setup`; ``on_map``: it has a map.
        """
