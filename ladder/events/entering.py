"""Entering bots in an event, withdrawing and disqualifying them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.permissions import is_manager_or_organizer, require_reason
from bots.models import Bot
from ladder.events import running
from ladder.events.models import EncounterGame, Entry, Event, SeriesGame, Stage
from ladder.events.notifications import tell_out
from ladder.events.permissions import may, record, require
from ladder.events.roles import EventAct
from matches.models import Match
from matches.services import withdraw as end_matches

if TYPE_CHECKING:
    from accounts.models import User, Viewer


@transaction.atomic
def enter(event: Event, bot: Bot, by: User) -> Entry:
    """Enter a bot that this person manages; organizers of the site may enter any
    bot until the start.

    A withdrawn bot may enter again.  A lock on the event's row protects its number of entries.
    """
    event = Event.objects.select_for_update().get(pk=event.pk)
    if not is_manager_or_organizer(bot, by):
        raise PermissionDenied("Only managers of a bot can enter it.")
    if event.has_begun or not (
        event.takes_entries or (may(by, event, EventAct.ENTRANTS) and not event.is_over)
    ):
        raise ValidationError("Entries are not open.")
    if why := objection(event, bot):
        raise ValidationError(why)
    known = event.entries.filter(bot=bot).first()
    if known is None:
        return Entry.objects.create(event=event, bot=bot, entered_by=by)
    known.withdrawn_at, known.entered_by = None, by
    known.save(update_fields=["withdrawn_at", "entered_by"])
    return known


def objection(event: Event, bot: Bot) -> str:
    """Why the bot cannot enter an event that takes entries, as a sentence; empty if it can."""
    if bot.game not in event.planned.games:
        return f"{bot} plays a game that is not part of the event."
    if bot.practice:
        return f"{bot} is for practice only: it thinks too long for an event."
    # House bots of a new site may still be building. Bots without a version do not start.
    if not bot.may_enter and not bot.is_house:
        return f"{bot} has no active version. Upload one first."
    known = event.entries.filter(bot=bot).first()
    if known is not None and known.disqualified_at is not None:
        return f"{bot} was disqualified."
    if known is not None and known.withdrawn_at is None:
        return f"{bot} has already entered."
    return _no_room(event, bot)


def _no_room(event: Event, bot: Bot) -> str:
    inside = event.entries.filter(bot__game=bot.game, withdrawn_at=None)
    if inside.count() >= event.most_entries:
        return f"All {event.most_entries} places are taken."
    own = inside.filter(bot__owner=bot.owner_id).count()
    if not bot.is_house and own >= event.per_person:
        words = "one bot" if event.per_person == 1 else f"{event.per_person} bots"
        return f"Each person can enter at most {words} of a game."
    return ""


@transaction.atomic
def leave(entry: Entry, by: User) -> None:
    """Withdraw a bot before the start, by one of its managers or the people who run the event."""
    event = Event.objects.select_for_update().get(pk=entry.event_id)
    if not (entry.bot.managed_by(by) or may(by, event, EventAct.ENTRANTS)):
        raise PermissionDenied("Only managers of a bot can withdraw it.")
    if event.has_begun:
        raise ValidationError(
            "The event has started, so bots can no longer be withdrawn. Ask an organizer."
        )
    Entry.objects.filter(pk=entry.pk, withdrawn_at=None).update(withdrawn_at=timezone.now())


def disqualify(entry: Entry, by: Viewer, reason: str) -> None:
    """Take a bot out: it is last, and what it has not played is won by the others.

    Finished games count, and finished stages keep their qualifiers.
    """
    _set_out(entry, by, reason, out=True)


def reinstate(entry: Entry, by: Viewer, reason: str) -> None:
    """Undo a disqualification; stages that began without the bot stay without it."""
    _set_out(entry, by, reason, out=False)


def _set_out(entry: Entry, by: Viewer, reason: str, *, out: bool) -> None:
    judge = require(by, entry.event, EventAct.JUDGE)
    why = require_reason(reason, "managers of the bot will read it")
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=entry.event_id)
        if event.state == Event.State.ABORTED:
            raise ValidationError("The event was aborted.")
        rows = Entry.objects.filter(pk=entry.pk, disqualified_at__isnull=out)
        now = timezone.now() if out else None
        if not rows.update(disqualified_at=now, disqualified_why=why if out else ""):
            raise ValidationError(f"{entry.bot} is {'' if out else 'not '}disqualified.")
        for stage in event.stages.select_for_update().exclude(state=Stage.State.WAITING):
            if stage.entries.filter(entry=entry).exclude(number=None).exists():
                _settle(stage, entry)
        act = "disqualified" if out else "reinstated"
        record(judge, event, entry, act, why)
        tell_out(entry, why if out else "")
    running.move_all(event.pk)


def _settle(stage: Stage, entry: Entry) -> None:
    """Pass the disqualified entries to a stage.  A stage that is over gets its places again."""
    played = Match.objects.unfinished().filter(
        Q(event_game__in=EncounterGame.objects.standing().filter(encounter__stage=stage))
        | Q(series_game__in=SeriesGame.objects.filter(series__stage=stage, lost=False))
    )
    own = played.filter(seats__version__bot=entry.bot_id).distinct()
    end_matches(list(own), "One of its bots was disqualified.")
    if stage.state == Stage.State.FINISHED:
        running.settle(stage)
