"""Signal handlers: events follow matches that end, become void or count again, and people whose
account was deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import receiver

from accounts.models import User, Viewer
from accounts.signals import account_deleted
from bots.models import Bot
from bots.signals import bot_handed_over
from bots.versions import artifacts
from ladder.events.entrants import entering
from ladder.events.kinds.encounters import most_at_once
from ladder.events.kinds.games import within
from ladder.events.mending import results
from ladder.events.models import (
    CircuitMember,
    EncounterGame,
    EntryConsent,
    EventMember,
    FreezeExemption,
    Invitation,
    Question,
    SeriesGame,
    Stage,
    StageEntry,
    WaitingPlace,
)
from ladder.events.permissions import seen_by
from ladder.events.reading.viewer import own_entries
from ladder.events.running import advancing, pulses
from matches.audience import Audience, also_shown
from matches.models import Match, MatchQuerySet


def go_on(sender: type[Match], match: Match, **_: Any) -> None:
    """Mark the stage, and move it after the transaction, so that its errors do not affect the
    match.

    A stage that has enough queued matches is left to the periodic task.
    """
    if match.kind == Match.Kind.SERIES:
        for pk in SeriesGame.objects.filter(match=match).values_list("series__stage", flat=True):
            pulses.mark(pk)
            transaction.on_commit(partial(advancing.move_marked, pk), robust=True)
    if match.kind != Match.Kind.EVENT:
        return
    stages = EncounterGame.objects.filter(match=match).values_list("encounter__stage", flat=True)
    for pk in stages:
        # By joins, so that a database begins with the matches that wait.
        waiting = Match.objects.filter(
            state=Match.State.QUEUED,
            event_game__lost=False,
            event_game__encounter__obsolete=False,
            event_game__encounter__stage=pk,
        )
        pulses.mark(pk)
        if waiting.count() < most_at_once() // 4:
            transaction.on_commit(partial(advancing.move_marked, pk), robust=True)


def take_back_results(sender: type[Match], matches: Sequence[Match], **_: Any) -> None:
    results.take_back(matches)


def restore_results(
    sender: type[Match], matches: Sequence[Match], since: Mapping[int, datetime], **_: Any
) -> None:
    with results.together():
        for match in matches:
            results.bring_back(match, since[match.pk])


@receiver(bot_handed_over, dispatch_uid="events.require_owner")
def require_owner(sender: type[Bot], bot: Bot, **_: Any) -> None:
    entering.require_owner(bot)


@artifacts.needed
def of_entries() -> QuerySet[StageEntry, Any]:
    """Versions fixed for stages of unfinished events, whose games may be played again."""
    going = StageEntry.objects.filter(stage__event__ended=None)
    return going.values("version")


@also_shown
def to_event_members(user: Viewer) -> MatchQuerySet:
    """Matches of events in which the person's role allows to see what is kept back."""
    stages = Stage.objects.filter(event__in=seen_by(user).values("pk"))
    return Match.objects.filter(within(stages))


@also_shown
def to_participants(user: Viewer) -> MatchQuerySet:
    """Matches with the audience of participants, in events in which this person takes part."""
    stages = Stage.objects.filter(event__in=own_entries(user).values("event"))
    shown = Match.objects.filter(audience=Audience.PARTICIPANTS)
    return shown.filter(within(stages))


@receiver(account_deleted, dispatch_uid="events.forget_person")
def forget_person(person: User, **_: object) -> None:
    """The person runs no event or circuit, and organizers of the site may run those without an
    owner.  Codes stay for those who have them, without the person; other invitations go.  Answers
    to all stay, without the name of the asker.
    """
    for roles in (EventMember, CircuitMember, EntryConsent, FreezeExemption):
        roles.objects.filter(person=person).delete()
    person.user_permissions.clear()
    WaitingPlace.objects.filter(bot__owner=person).delete()
    own = Invitation.objects.filter(person=person)
    own.filter(kind=Invitation.Kind.PERSON).delete()
    own.update(person=None)
    asked = Question.objects.filter(asker=person)
    asked.exclude(pk__in=Question.objects.for_all()).delete()
    asked.update(asker=None)
