"""The interface between a game and the platform: a `Game` declares a package to the registry.

It declares the name, rulesets, engine and wire of the game, its maps, bots and kits, and how the
games of a match decide it.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from games.ending import Details, Sentence, told
from games.engine import JSON, Action, Engine, Outcome, Ruleset, Seat, Setup
from games.package import module_of

if TYPE_CHECKING:  # a judger starts often, and needs none of these for most games
    from games.maps import MapFormat
    from games.options import OptionFormat
    from games.package import Export, HouseBot, Kit, MatchPoints, Rungs
    from games.scenarios import ScenarioFormat
    from games.wire import Wire


Constant = int | str | tuple[int, ...] | tuple[str, ...]
"""A number of at most 32 bits, a text of printable ASCII, or a list of one kind."""


GROUND, ROCK, THING = ".", "#", "*"
SEATS = "0123456789abcdef"
"""Characters of `Game.tiles`."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a person may think about one question, by the wall clock.

    When ``seconds`` are over, ``otherwise`` is the answer.  Where it is None, the seat has failed
    with `EndState.SILENT`, and the rules decide what follows.
    """

    seconds: float = 60.0
    otherwise: Action = None


class Game(ABC):
    """The declaration of a package: one object in `games.registry`."""

    name: ClassVar[str]
    title: ClassVar[str]
    tagline: ClassVar[str]
    version: ClassVar[str]
    """Version of the engine.  Raise it with every change that alters a result."""
    engine: ClassVar[type[Engine]]
    wire: ClassVar[type[Wire]]
    rulesets: ClassVar[tuple[Ruleset, ...]]
    """The first one is the default."""
    house: ClassVar[tuple[HouseBot, ...]] = ()
    rungs: ClassVar[Rungs | None] = None
    """The house bots that bots of the game may climb, where it has a climb."""
    kits: ClassVar[tuple[Kit, ...]] = ()
    constants: ClassVar[Mapping[str, Constant]] = {}
    """Numbers of the rules by name, in capitals, for kits whose language has a file of them."""
    exports: ClassVar[tuple[Export, ...]] = ()
    maps: ClassVar[MapFormat | None] = None
    """How its maps are written, where it has maps."""
    scenarios: ClassVar[ScenarioFormat | None] = None
    """How people make rulesets without code, where the game has maps."""
    options: ClassVar[OptionFormat | None] = None
    """The rules that people may choose for a single match, where there are any."""
    brief: ClassVar[Mapping[str, JSON]] = {}
    """Parameters that make a game of any ruleset short, for first matches of new versions, tests
    and demonstrations.  Such a game must still ask a bot several times."""
    fault_rules: ClassVar[str] = "faults"
    """Anchor in ``RULES.md`` of the consequences of a fault."""
    winner_rules: ClassVar[str] = "winner"
    """Anchor in ``RULES.md`` of the decision of a game."""
    reproducible: ClassVar[bool] = True
    """Whether setup and replies give the same frames again, on every machine."""
    hides: ClassVar[bool] = False
    """Whether a spectator sees more than a seat may know.  While people play such a game, no
    spectator sees it."""
    patience: ClassVar[Patience] = Patience()
    one_fault_ends: ClassVar[bool] = False
    """Whether the game never again asks a seat that has failed for an answer."""
    protocol_seconds: ClassVar[float | None] = None
    """Seconds of wall time of a turn under a foreign judger, whose clock is wall time.  None: the
    wall time limit of the ruleset."""
    further_limits: ClassVar[Mapping[str, str]] = {}
    """Limits of the engine beyond those of its rulesets, as pages show them: the name of each →
    its value with the unit."""
    points: ClassVar[MatchPoints | None] = None
    """Points that the game's own rules give for a match; None: standings use the platform's."""
    exchanges_sides: ClassVar[bool] = False
    """Whether a match itself plays every start from both sides.  A second match on the same start,
    with the seats exchanged, would then be the same match again."""
    colors: ClassVar[tuple[str, ...]] = ()
    """``#rrggbb`` of each seat of a game on its board, where that is not the seat's own colour.
    Where a match `exchanges_sides`, the seats have them in turn."""
    handicap: ClassVar[str] = ""
    """The quantity that `SeatSetup.handicap` multiplies, for people; empty: no handicaps."""
    folder: ClassVar[Path]
    """The package's folder, which holds ``RULES.md`` and `static_folder`."""

    @property
    def static_name(self) -> str:
        """The folder below ``games/`` of the site's static files that has its `static_folder`."""
        return self.name

    @property
    def static_folder(self) -> Path:
        """The folder of its view, ``view.js``, and of what belongs to it."""
        return self.folder / "static"

    def ruleset(self, name: str) -> Ruleset:
        """KeyError for a name the game does not have."""
        for ruleset in self.rulesets:
            if ruleset.name == name:
                return ruleset
        raise KeyError(name)

    def short(self, rules: Ruleset) -> Ruleset:
        """A ruleset with the parameters of `brief`."""
        return replace(rules, params={**rules.params, **self.brief})

    def kit(self, language: str) -> Kit | None:
        """Its starter kit in a language; None where it has none."""
        return next((kit for kit in self.kits if kit.language == language), None)

    def start(self, match: int, seatings: int) -> int:
        """The number of the start (a seed and a map) that match ``match`` has; both from 0.

        The matches seat the same bots in ``seatings`` orders by turns.  One start serves all
        orders, so that neither the seed nor the seat favours a bot.  Where a match itself
        `exchanges_sides`, each match has its own start.
        """
        return match if self.exchanges_sides else match // seatings

    def uses_seed(self, *, on_map: bool) -> bool:
        """Whether the seed changes anything, on a map or without one.

        Where it does not, two matches of the same versions on the same seats of a map can differ by
        what the programs draw themselves alone.
        """
        return True

    def tiles(self, scene: JSON, view: JSON) -> Sequence[str]:
        """The board in small, for pictures that no browser draws: rows from the top, with one
        character a cell.  Those of `SEATS` are what seats of the game hold, `ROCK` is a wall,
        `THING` something to be had, `GROUND` all else.  Empty: no such picture.

        ``scene`` and ``view`` are those of the engine, as JSON; ``view`` is everything.
        """
        return ()

    def next_game(self, setup: Setup, outcomes: Sequence[Outcome]) -> Setup | None:
        """The Setup of the match's next game, or None once the match is decided.

        ``setup`` is the match's own (seats in match order), ``outcomes`` those of the games so
        far, in match order.  By default a match is one game.
        """
        return None if outcomes else setup

    def decide(self, outcomes: Sequence[Outcome]) -> Outcome:
        """The match from its games, all in match order.  By default that of the only game."""
        (outcome,) = outcomes
        return outcome

    def ending(
        self, outcome: Outcome, seat: Seat | None = None, details: Details | None = None
    ) -> Sentence:
        """How a match with this outcome ended for a seat; None: for readers without a seat.

        Sentences name seats of the match.  ``details`` are added to the failures of their seats.
        The game's module ``ending`` makes them from the facts of the outcome.
        """
        module = module_of(self, "ending")
        if module is None or not outcome.seats[0].facts:
            return told(outcome, seat, details or {})
        sentence: Sentence = module.ending(outcome, seat, details or {})
        return sentence

    def decided_by(self, outcome: Outcome) -> str:
        """The decision of a match whose scores contradict its ranks: "won halves"; else empty.
        A game with such matches has `decided_by` in its module ``ending``."""
        module = module_of(self, "ending")
        decided: Callable[[Outcome], str] | None = getattr(module, "decided_by", None)
        return decided(outcome) if decided else ""

    def person_wire(self, setup: Setup, seat: Seat) -> Wire:
        """The wire between a foreign judger and a seat that a person takes.

        Its messages are those that the game's own player program expects.
        """
        return self.wire(setup, seat)

    def choices(self, engine: Engine, seat: Seat) -> JSON:
        """The choices of a pending seat, for the controls with which a person plays.

        They must follow from what the seat knows.  The game's ``static/play.js`` defines their
        shape.  None where the controls need no choices.
        """
        return None

    def sample_action(self, engine: Engine, seat: Seat, choose: Callable[[int], int]) -> Action:
        """Some action that `Engine.check` accepts; ``choose(n)`` gives a number in ``0..n-1``.

        For tests, demonstrations and hints; it need not be a sensible action.
        """
        raise NotImplementedError
