"""Lessons: the first steps in a game as short tasks, which matches of the learner's bot decide.

A game that has lessons has a module ``lessons`` in its package.  The file ``lessons.toml`` beside
the module has a table ``[[lesson]]`` with the members of each `Lesson`, from the easiest to the
hardest; its ``count`` names a function of the module.

A lesson starts from a kit with a gap in it.  The file ``gaps.toml`` beside it has, by the
name of the lesson and of a file of a kit, the texts of a `Gap`.  The table ``any`` has the gaps of
files for which a lesson has none of its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import ModuleType

from games.engine import JSON, Ruleset, Seat
from games.game import Game
from games.package import Kit, bot_files, module_of
from games.replayed import Played as Played

LEARNER: Seat = 0
"""The learner's seat in the match; the opponent has all others."""


def won(played: Played) -> int:
    """1 where the learner alone has won the match, or 0."""
    own, *others = (seat["rank"] for seat in played.outcome["seats"])
    return int(own < min(others))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A task.  It is passed as soon as ``count``, summed over the matches, reaches ``needs``.

    A match in which the learner's bot fails ends the lesson, and it is not passed.

    ``name`` is a part of addresses.  ``text`` are a few sentences that tell what to do and which
    part of the starter kit helps.  ``opponent`` is the name of a house bot.  ``unit`` names one
    and several of what ``count`` counts.  The lesson is played by ``ruleset`` (empty: the first
    one of the game) with ``params`` on top of its own.
    """

    name: str
    title: str
    text: str
    opponent: str
    needs: int
    unit: tuple[str, str] = ("match won", "matches won")
    count: Callable[[Played], int] = won
    matches: int = 1
    ruleset: str = ""
    params: Mapping[str, JSON] = field(default_factory=dict)

    def rules(self, game: Game) -> Ruleset:
        """The ruleset with the params of the lesson.  KeyError for one that the game lacks."""
        rules = game.ruleset(self.ruleset) if self.ruleset else game.rulesets[0]
        return replace(rules, params={**rules.params, **self.params})

    def counted(self, number: int) -> str:
        """A count in words, such as “3 items eaten”."""
        return f"{number} {self.unit[number != 1]}"

    @property
    def goal(self) -> str:
        """The condition to pass it in words, such as “30 items eaten against drifter”."""
        within = f", in at most {self.matches} matches" if self.matches > 1 else ""
        return f"{self.counted(self.needs)} against {self.opponent}{within}"

    def decided(self, count: int, played: int) -> bool:
        """Whether no further match is needed after ``played`` of them."""
        left = self.matches - played
        hopeless = self.count is won and count + left < self.needs
        return count >= self.needs or left <= 0 or hopeless


def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game, from the easiest to the hardest; none where it has no such module."""
    module = module_of(game, "lessons")
    return _lessons(module) if module else ()


@cache
def _lessons(module: ModuleType) -> tuple[Lesson, ...]:
    file = Path(str(module.__file__)).with_suffix(".toml")
    tables = tomllib.loads(file.read_text("utf-8"))["lesson"]
    counts = (getattr(module, each["count"]) if "count" in each else won for each in tables)
    return tuple(
        Lesson(**{**each, "count": count}) for each, count in zip(tables, counts, strict=True)
    )


def lesson_of(game: Game, name: str) -> Lesson | None:
    """A lesson by its name; None where the game has none of this name."""
    return next((lesson for lesson in lessons_of(game) if lesson.name == name), None)


GAPS = "gaps.toml"


@dataclass(frozen=True, slots=True)
class Gap:
    """The part of a kit's file ``path`` that a lesson is about.

    ``find`` stands in the kit's file once, and the lesson's file has ``gap`` in its place.
    ``lines`` are what one needs in place of ``gap``: by default ``find``.  A ``shared`` gap is that
    of all lessons without one of their own, and its lines may not be enough to pass one.
    """

    path: str
    find: str
    gap: str
    lines: str = ""
    shared: bool = False

    @property
    def needed(self) -> str:
        return self.lines or self.find

    def opened(self, text: str) -> str:
        """The kit's file with the gap.  ValueError where ``find`` is not there exactly once."""
        if text.count(self.find) != 1:
            raise ValueError(f"{self.path} has the text of a gap {text.count(self.find)} times")
        return text.replace(self.find, self.gap)


def gap_of(game: Game, lesson: Lesson, kit: Kit) -> Gap | None:
    """The gap of a lesson in a kit of its game; None where the game has none for it."""
    file = game.folder / GAPS
    tables = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    names = bot_files(kit).keys()
    for table in (lesson.name, "any"):
        for path, texts in tables.get(table, {}).items():
            if path in names:
                return Gap(path, **texts, shared=table == "any")
    return None


def start_of(game: Game, lesson: Lesson, kit: Kit) -> dict[str, bytes]:
    """The files from which a lesson starts: the kit's bot with the lesson's gap."""
    files = bot_files(kit)
    gap = gap_of(game, lesson, kit)
    if gap is not None:
        files[gap.path] = gap.opened(files[gap.path].decode()).encode()
    return files
