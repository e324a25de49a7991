"""Rulings of judges on a result or a bot, and what undoes them."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

from django.core.exceptions import ValidationError

from accounts.models import User, Viewer
from ladder.events.entrants.entering import DISQUALIFIED, REINSTATED, Change, take_out
from ladder.events.kinds.registry import States
from ladder.events.kinds.state import Without
from ladder.events.mending import results
from ladder.events.mending.previews import Preview
from ladder.events.models import Entry, Event, Stage
from ladder.events.notifications import tell_out
from ladder.events.permissions import require, role_words
from ladder.events.roles import EventAct
from ladder.events.running import advancing
from ladder.publishing import Act, Outcome, Shown
from matches.models import Match
from matches.recorded import voiding

ASKS = (
    "Nothing was done, because the event has gone on without the bot. Read what that means, and "
    "confirm it."
)


class Ruling(Act[Shown, Outcome]):
    """An act of the people who judge an event."""

    @property
    @abstractmethod
    def within(self) -> Event:
        """The event in which it is done."""

    def require(self, by: Viewer) -> User:
        return require(by, self.within, EventAct.JUDGE)

    def role(self, person: User) -> str:
        return role_words(self.within, person)


@dataclass(frozen=True)
class Void(Ruling[Preview, None]):
    """Void the result of a match; another game is played."""

    match: Match
    readers = voiding.READERS
    act: ClassVar[str] = "voided match"
    objection = staticmethod(results.objection_to_void)
    exchange = staticmethod(results.of_void)

    @cached_property
    def stage(self) -> Stage:
        if (stage := results.stage_of(self.match)) is None:
            raise ValidationError("This match is not part of an event.")
        return stage

    @property
    def within(self) -> Event:
        return self.stage.event

    def locked(self, why: str) -> Self:
        advancing.locked(self.stage.pk)
        return self

    def version(self) -> object:
        return results.version(self.within)

    def preview(self) -> Preview:
        if why := self.objection(self.match):
            return Preview(objection=why)
        states = States()
        exchange = self.exchange(self.match, states)
        return Preview(self.within, exchange.without, exchange, only=self.stage, states=states)

    def apply(self, shown: Preview, person: User, why: str) -> None:
        if not voiding.set_void(self.match, why):
            raise ValidationError(voiding.NOT_COUNTING)

    def history(self, shown: Preview, why: str) -> tuple[Stage, str, str]:
        return self.stage, f"{self.act} {self.match.pk}. {shown.summary}", why

    def notify(self, done: None, person: User, why: str) -> None:
        voiding.report(self.match, person, why, self.role(person))


class UndoVoid(Void):
    """The result counts again; the games that replaced it no longer do."""

    act = "undid the void of match"
    objection = staticmethod(results.objection_to_undo)
    exchange = staticmethod(results.of_undo)

    def apply(self, shown: Preview, person: User, why: str) -> None:
        if not voiding.set_restored(self.match):
            raise ValidationError(voiding.NOT_VOID)


@dataclass(frozen=True)
class Disqualify(Ruling[Preview, None]):
    """Take a bot out: it is last, and what it has not played is won by the others.

    Finished games count, and finished stages keep their qualifiers.
    """

    entry: Entry
    readers = "managers of the bot will read it"
    change: ClassVar[Change] = DISQUALIFIED

    @property
    def within(self) -> Event:
        return self.entry.event

    def version(self) -> object:
        return results.version(self.within)

    def preview(self) -> Preview:
        return Preview(self.within, Without(entries=(self.entry.pk,)), entry=self.entry)

    def apply(self, shown: Preview, person: User, why: str) -> None:
        take_out(self.entry, self.change, why)

    def history(self, shown: Preview, why: str) -> tuple[Entry, str, str]:
        return self.entry, self.change.act, why

    def notify(self, done: None, person: User, why: str) -> None:
        tell_out(self.entry, why)

    def follow(self) -> None:
        advancing.move_all(self.entry.event_id)


@dataclass(frozen=True)
class Reinstate(Disqualify):
    """Undo a disqualification, or a withdrawal after the start.

    Stages that began without the bot stay without it.  The person has ``agreed`` to what has gone
    on since, if anything has.
    """

    agreed: bool = False
    change = REINSTATED

    def preview(self) -> Preview:
        return Preview(self.within, Without(reinstated=(self.entry.pk,)), entry=self.entry)

    def apply(self, shown: Preview, person: User, why: str) -> None:
        if not self.agreed and shown.since:
            raise ValidationError(ASKS)
        super().apply(shown, person, why)

    def notify(self, done: None, person: User, why: str) -> None:
        tell_out(self.entry, "")
