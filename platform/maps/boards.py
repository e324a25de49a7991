"""From what people send to a board, and what follows from a board; nothing here is stored."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from games.engine import JSON, Ruleset
from games.game import Game
from games.maps import MapError, MapFormat, MapProblem
from games.registry import GAMES


class MapRefused(ValidationError):
    """A map that its game does not take; ``problems`` say where and why."""

    def __init__(self, problems: Sequence[MapProblem], field: str = "text") -> None:
        super().__init__({field: [str(problem) for problem in problems]})
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Board:
    """A board that its game takes, and its text as the game writes it."""

    json: JSON
    text: str

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


def format_of(game: str) -> tuple[Game, MapFormat]:
    """ValidationError where there is no such game, or it is played without maps."""
    if game not in GAMES:
        raise ValidationError({"game": f"There is no game “{game}”."})
    the_game = GAMES[game]
    if the_game.maps is None:
        raise ValidationError({"game": f"{the_game.title} is played without maps."})
    return the_game, the_game.maps


def read_text(game: str, text: str) -> Board:
    """The board that a text describes.  `MapRefused` with the places of what is wrong."""
    _, maps = format_of(game)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    size = len(text.encode(errors="replace"))
    if size > maps.most_bytes:
        refusal = f"a map's text has at most {maps.most_bytes} bytes, and this one has {size}"
        raise MapRefused([MapProblem(refusal)])
    try:
        board = maps.parse(text)
    except MapError as error:
        raise MapRefused(error.problems) from None
    return Board(board, maps.write(board))


def read_json(game: str, board: JSON) -> Board:
    """The same of a board as JSON."""
    _, maps = format_of(game)
    try:
        board = maps.convert(board)
    except MapError as error:
        raise MapRefused(error.problems, "board") from None
    text = maps.write(board)
    if len(text.encode()) > maps.most_bytes:
        raise MapRefused(
            [MapProblem(f"a map has at most {maps.most_bytes} bytes as text")], "board"
        )
    return Board(board, text)


def generate(game: str, options: Mapping[str, int], seed: int) -> Board:
    """A map by chance.  `MapRefused` where the options cannot be satisfied."""
    _, maps = format_of(game)
    try:
        board = maps.generate(options, seed)
    except MapError as error:
        raise MapRefused(error.problems, "options") from None
    return Board(board, maps.write(board))


def facts(game: str, board: JSON) -> list[dict[str, str]]:
    """Each with a ``title`` and a ``value``."""
    _, maps = format_of(game)
    return [{"title": fact.title, "value": fact.value} for fact in maps.facts(board)]


def objection(game: str, board: JSON, ruleset: Ruleset) -> str:
    """Why the ruleset cannot be played on the board; empty where it can."""
    _, maps = format_of(game)
    try:
        maps.fits(board, ruleset)
    except MapError as error:
        return str(error)
    return ""


def objections(game: str, board: JSON) -> dict[str, str]:
    """By the name of each of the game's rulesets: `objection`."""
    the_game, _ = format_of(game)
    return {ruleset.name: objection(game, board, ruleset) for ruleset in the_game.rulesets}


def rules_digest(game: Game) -> str:
    """Changes with whatever the fits of a map hang on: the game's version and its rulesets."""
    return hashlib.sha256(repr((game.version, game.rulesets)).encode()).hexdigest()[:16]
