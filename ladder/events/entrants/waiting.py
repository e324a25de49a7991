"""The waiting list of an event: bots enter in order when a place is free."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.dispatch import receiver

from accounts.models import User
from arbiter.database.locks import lock
from bots.models import Bot
from ladder.advancing import Machine
from ladder.core.contest.plan import MOST_ENTRANTS
from ladder.events.entrants import check_in, entering
from ladder.events.entrants.notifications import tell_moved_up
from ladder.events.entrants.terms.eligibility import refusal, require_word
from ladder.events.entrants.terms.rules import rules_of
from ladder.events.models import Event, WaitingPlace
from ladder.events.notifications import tell_stuck
from ladder.events.permissions import record, require
from ladder.events.roles import EventAct
from ladder.events.signals import place_freed

MOST_WAITING = MOST_ENTRANTS


def can_wait(event: Event, bot: Bot) -> bool:
    """Whether the bot can be put on the waiting list now."""
    return not _objection(event, bot)


def _objection(event: Event, bot: Bot) -> str:
    if not rules_of(event).waiting_list:
        return "This event has no waiting list."
    if event.waiting.filter(bot=bot).exists():
        return f"{bot} is already on the waiting list."
    if why := entering.objection(event, bot, full=False):
        return why
    if not entering.no_place(event, bot):
        return f"A place is free. Enter {bot} instead."
    if event.waiting.filter(bot__game=bot.game).count() >= MOST_WAITING:
        return f"The waiting list has {MOST_WAITING} bots and is full."
    return ""


@transaction.atomic
def join(event: Event, bot: Bot, by: User, code_word: str = "") -> WaitingPlace:
    """Put a bot that this person manages on the waiting list, if all places are taken."""
    event = lock(Event.objects).get(pk=event.pk)
    if not bot.managed_by(by):
        raise PermissionDenied("Only managers of a bot can put it on the waiting list.")
    if not event.takes_entries:
        raise ValidationError("Entries are not open.")
    if why := _objection(event, bot):
        raise ValidationError(why)
    require_word(event, bot, code_word)
    return WaitingPlace.objects.create(event=event, bot=bot, by=by)


@transaction.atomic
def give_up(place: WaitingPlace, by: User) -> None:
    """Take a bot off the waiting list, by one of its managers or an organizer of the event."""
    event = lock(Event.objects).get(pk=place.event_id)
    if place.bot.managed_by(by):
        place.delete()
        return
    organizer = require(by, event, EventAct.ENTRANTS)
    record(organizer, event, event, f"took {place.bot} off the waiting list")
    place.delete()


@receiver(place_freed, dispatch_uid="events.move_up")
def move_up_now(sender: Any, event: Event, **_: Any) -> None:
    move_up(event)


def move_all() -> None:
    """Move up the waiting lists of open events.  A periodic task calls it: places also become free
    by disqualifications and by changes of the rules."""
    events = Event.objects.filter(state=Event.State.OPEN, waiting__isnull=False).distinct()
    _LISTS.move_all(events.values_list("pk", flat=True))


def move_up(event: Event, *, ended: bool = False) -> int:
    """Enter bots that wait while places are free, in order; the number that entered.

    A bot that the rules no longer let in keeps its place on the list, and the next one enters.
    After the end of a check-in, or if it has ``ended`` early, only bots that are checked in enter.
    """
    entered = 0
    with transaction.atomic():
        event = lock(Event.objects).get(pk=event.pk)
        if event.has_begun or event.state != Event.State.OPEN:
            return 0
        window = check_in.window_of(event)
        for place in event.waiting.select_related("bot__owner", "bot__team").order_by("pk"):
            over = ended or (window is not None and window.is_over)
            if over and not (window is not None and window.has(place.checked_in_at)):
                continue
            if not _still_may(event, place.bot):
                continue
            entry = entering.put_in(event, place.bot, place.by)
            entry.checked_in_at = place.checked_in_at or entry.checked_in_at
            entry.save(update_fields=["checked_in_at"])
            place.delete()
            tell_moved_up(entry)
            entered += 1
    return entered


_LISTS = Machine[Event]("move up the waiting list", Event.objects.all, move_up, tell_stuck)


def _still_may(event: Event, bot: Bot) -> bool:
    """Whether the rules still let it in; the end of the check-in does not matter here."""
    return not (refusal(event, bot) or entering.objection(event, bot, conditions=False))
