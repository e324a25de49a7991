"""What a game is to the rest of the platform: a `Game` declares a package to the registry.

That is its name, rulesets, engine and wire, what else comes with it, and how games add up to a
match.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from games.engine import JSON, Action, Engine, Outcome, Ruleset, Seat, Setup

if TYPE_CHECKING:  # a judger starts often, and needs none of these for most games
    from games.maps import MapFormat
    from games.options import OptionFormat
    from games.package import Export, HouseBot, Kit, MatchPoints
    from games.scenarios import ScenarioFormat
    from games.wire import Wire


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a person may think about one question, by the wall clock.
    When ``seconds`` are over, ``otherwise`` is the answer; where it is None the seat has failed
    with `EndState.SILENT`, which the rules judge.
    """

    seconds: float = 60.0
    otherwise: Action = None


class Game(ABC):
    """What a package declares: one object in `games.registry`."""

    name: ClassVar[str]
    title: ClassVar[str]
    tagline: ClassVar[str]
    version: ClassVar[str]
    """Version of the engine; a change that alters any result raises it."""
    engine: ClassVar[type[Engine]]
    wire: ClassVar[type[Wire]]
    rulesets: ClassVar[tuple[Ruleset, ...]]
    """The first one is the default."""
    house: ClassVar[tuple[HouseBot, ...]] = ()
    kits: ClassVar[tuple[Kit, ...]] = ()
    exports: ClassVar[tuple[Export, ...]] = ()
    maps: ClassVar[MapFormat | None] = None
    """How its maps are written, where it has maps."""
    scenarios: ClassVar[ScenarioFormat | None] = None
    """What rulesets can be made of without code, where it has maps."""
    options: ClassVar[OptionFormat | None] = None
    """What people may choose for a single match, where there is something to choose."""
    brief: ClassVar[Mapping[str, JSON]] = {}
    """Parameters that make a game of any ruleset short, for first matches of new versions, tests
    and demonstrations.  A bot must still be asked several times."""
    hides: ClassVar[bool] = False
    """Whether a seat may not know all that a spectator sees.  While people play such a game, what
    happens in it is shown to nobody else."""
    patience: ClassVar[Patience] = Patience()
    one_fault_ends: ClassVar[bool] = False
    """Whether a seat that has failed is never asked for an answer again."""
    protocol_seconds: ClassVar[float | None] = None
    """What a turn may last under a judger of game logics, whose clock is wall time; None: the wall
    time of the ruleset."""
    further_limits: ClassVar[Mapping[str, str]] = {}
    """What the engine bounds beyond the limits of its rulesets, as pages tell it: what is bounded →
    the bound with its unit, both in words."""
    points: ClassVar[MatchPoints | None] = None
    """What the game's own rules give for a match; None: standings use the platform's scale."""
    exchanges_sides: ClassVar[bool] = False
    """Whether a match itself plays every start from both sides.  A second match on the same start,
    with the seats exchanged, would then be the same match again."""
    handicap: ClassVar[str] = ""
    """What `SeatSetup.handicap` multiplies, in words; empty where the game knows no handicap."""
    folder: ClassVar[Path]
    """The package's folder, which holds ``RULES.md`` and ``static/view.js``."""

    @property
    def static_name(self) -> str:
        """The folder below ``games/`` of the site's static files in which its ``static`` is."""
        return self.name

    def ruleset(self, name: str) -> Ruleset:
        """KeyError for a name the game does not have."""
        for ruleset in self.rulesets:
            if ruleset.name == name:
                return ruleset
        raise KeyError(name)

    def start(self, match: int, seatings: int) -> int:
        """The number of the start (a seed and a map) that match ``match`` has; both from 0.

        The matches seat the same bots in ``seatings`` orders by turns.  One start serves all
        orders, so that neither the seed nor the seat favours anybody, unless a match
        `exchanges_sides` itself: then each match has a start of its own.
        """
        return match if self.exchanges_sides else match // seatings

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

    def person_wire(self, setup: Setup, seat: Seat) -> Wire:
        """What a judger of game logics speaks with a seat that a person takes; its messages are
        what the game's own player program expects."""
        return self.wire(setup, seat)

    def choices(self, engine: Engine, seat: Seat) -> JSON:
        """What ``seat``, which is asked, may do now, for the controls that a person plays with.

        It must follow from what the seat has been told.  Its shape is an agreement with the game's
        ``static/play.js``; None where there is nothing to say.
        """
        return None

    def sample_action(self, engine: Engine, seat: Seat, choose: Callable[[int], int]) -> Action:
        """Some action that `Engine.check` accepts; ``choose(n)`` gives a number in ``0..n-1``.

        For tests, demonstrations and hints; it need not be a sensible action.
        """
        raise NotImplementedError
