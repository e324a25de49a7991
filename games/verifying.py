"""Verification of a replay: its match is played again from setup and replies, and compared."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NoReturn

from games.engine import JSON, Setup
from games.game import Game
from games.replay import ReplayError, ReplayReader
from games.replayed import DERIVED, TAKEN_ILL, Replayed
from games.wire import encode


class Finding(Enum):
    SAME = "same"
    DIFFERS = "differs"
    NOT_VERIFIABLE = "impossible"
    """The replay cannot be played again here: its game comes from outside, for example."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a verification.

    ``frame`` is the first one that differs, None where that is the result or nothing; ``detail``
    is a sentence for people, which says what differs or why the replay cannot be played again.
    """

    finding: Finding
    detail: str
    frame: int | None = None


class _Different(Exception):
    """Says where a replay first differs."""

    def __init__(self, detail: str, frame: int | None = None) -> None:
        super().__init__(detail)
        self.frame = frame


def verify(game: Game, replay: ReplayReader, seconds: float = 60.0) -> Verdict:
    """Play the match again, for at most ``seconds``, and compare frames and result.

    Compared are the setup of every game, the seats that replied, the legality of each action, and
    all members of `games.replayed.DERIVED`.  Clocks and isolation cannot be verified.
    """
    if why := _not_verifiable(game, replay):
        return Verdict(Finding.NOT_VERIFIABLE, why)
    deadline, again = time.monotonic() + seconds, _Again(game, replay)
    try:
        for frame in replay.read():
            if time.monotonic() > deadline:
                late = f"Playing the match again takes longer than {seconds:.0f} s."
                return Verdict(Finding.NOT_VERIFIABLE, late)
            again.compare(frame)
        again.compare_result()
    except _Different as found:
        return Verdict(Finding.DIFFERS, str(found), found.frame)
    except (ReplayError, *TAKEN_ILL) as error:
        detail = f"Frame {again.number} cannot be played again: {error}."
        return Verdict(Finding.DIFFERS, detail, again.number)
    return Verdict(Finding.SAME, f"All {replay.frames} frames and the result are the same.")


def _not_verifiable(game: Game, replay: ReplayReader) -> str:
    if not game.reproducible or replay.has_attachments:
        return "The rules of this game are a program from outside, which is not played again."
    version = replay.header.get("engine")
    if version != game.version:
        return (
            f"The match was played by version {version} of the game's engine, and this is version "
            f"{game.version}."
        )
    if replay.result.get("cut"):
        return "The match was ended early by the platform."
    return ""


class _Again:
    """Compares the frames of a match with those that its engine makes."""

    number = 0

    def __init__(self, game: Game, replay: ReplayReader) -> None:
        self._game = game
        self._replay = replay
        self._played = Replayed(game)
        self._over = True

    def compare(self, frame: Mapping[str, JSON]) -> None:
        if frame.get("n") != self.number:
            self._differs(f"it is numbered {frame.get('n')}")
        if "setup" in frame:
            self._check_setup(frame["setup"])
        else:
            self._check_replies(frame["replies"])
        derived = self._played.derived(frame)
        for name in DERIVED:
            if name in derived and encode(frame.get(name)) != encode(derived[name]):
                self._differs(f"its member “{name}” is not what the engine gives")
        self._over = self._played.engine.outcome() is not None
        if self._over != ("outcome" in frame):
            self._differs("the game is over here" if self._over else "the game goes on here")
        self.number += 1

    def compare_result(self) -> None:
        """The match ends where its game says so, and as it says."""
        outcomes, header = self._played.outcomes, self._replay.header
        if not self._over:
            raise _Different("The last game has no end.")
        if self._game.next_game(Setup.from_json(header["setup"]), outcomes) is not None:
            raise _Different(f"The match is not decided after {len(outcomes)} games.")
        if encode(self._game.decide(outcomes).to_json()) != encode(self._replay.result["outcome"]):
            raise _Different("The result is not what the engine gives.")

    def _check_setup(self, given: JSON) -> None:
        if not self._over:
            self._differs("the game before has no end")
        match = Setup.from_json(self._replay.header["setup"])
        wanted = self._game.next_game(match, self._played.outcomes)
        if wanted is None:
            self._differs("the match is decided before this game")
        elif encode(wanted.to_json()) != encode(given):
            self._differs("its setup does not follow from that of the match")

    def _check_replies(self, replies: Mapping[str, JSON]) -> None:
        if self._over:
            self._differs("its game is over before")
        engine = self._played.engine
        asked, replied = sorted(engine.pending()), sorted(map(int, replies))
        if replied != asked:
            told, wanted = (", ".join(str(n + 1) for n in each) for each in (replied, asked))
            self._differs(f"the seats {told} reply, but the engine asks the seats {wanted}")
        for seat, reply in replies.items():
            if not (isinstance(reply, dict) and "fault" in reply):
                engine.check(int(seat), reply)

    def _differs(self, what: str) -> NoReturn:
        raise _Different(f"Frame {self.number}: {what}.", self.number)
