"""Notifications of people whom an event invites, and of managers of bots that wait or check in."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q
from django.urls import reverse

from accounts.models import User
from bots.models import Bot
from bots.notifications import managers
from ladder.events.models import Entry, Event, Invitation
from ladder.events.notifications import facts, letter
from ladder.events.permissions import may
from ladder.events.roles import ALLOWED, EventAct
from notices.services import Kind, tell


def tell_invited(invitation: Invitation) -> None:
    event = invitation.event
    assert invitation.person is not None, "the caller invites a person"
    tell(
        Kind.EVENT_INVITATION,
        [invitation.person],
        f"You are invited to {event}. Accept or decline the invitation on its page.",
        reverse("event-invitation", args=[event.slug]),
        {**facts(event), "invited": True},
        letter=letter(event, "you are invited"),
    )


def _managers_of(bot: Bot) -> Iterable[User]:
    return managers(Bot.objects.filter(pk=bot.pk))


def tell_entered(entry: Entry, by: User) -> None:
    """An organizer entered the bot."""
    event = entry.event
    tell(
        Kind.ENTRY,
        _managers_of(entry.bot),
        f"{by} entered {entry.bot} in {event}. You can withdraw it on the page of the event.",
        event.get_absolute_url(),
        {**facts(event), "bot": str(entry.bot), "entered": True},
        letter=letter(event, f"{by} entered {entry.bot}"),
    )


def tell_moved_up(entry: Entry) -> None:
    event = entry.event
    tell(
        Kind.ENTRY,
        _managers_of(entry.bot),
        f"A place in {event} is free: {entry.bot} has entered from the waiting list.",
        event.get_absolute_url(),
        {**facts(event), "bot": str(entry.bot), "entered": True},
        letter=letter(event, f"{entry.bot} has entered from the waiting list"),
    )


def tell_check_in(event: Event, bots: Iterable[Bot], until: str) -> None:
    pks = [bot.pk for bot in bots]
    tell(
        Kind.CHECK_IN,
        managers(Bot.objects.filter(pk__in=pks)),
        f"Check in for {event}: confirm until {until} that your bots take part. "
        "Bots that are not checked in are withdrawn then.",
        event.get_absolute_url(),
        {**facts(event), "check_in": True, "until": until},
        letter=letter(event, f"check in until {until}"),
    )


def tell_missed(entry: Entry) -> None:
    event = entry.event
    tell(
        Kind.ENTRY,
        _managers_of(entry.bot),
        f"{entry.bot} was withdrawn from {event}, because it was not checked in.",
        event.get_absolute_url(),
        {**facts(event), "bot": str(entry.bot), "withdrawn": True},
        letter=letter(event, f"{entry.bot} was withdrawn"),
    )


def tell_withdrawn(entry: Entry, by: User, reason: str) -> None:
    """The bot was withdrawn after the start, or by an organizer."""
    event = entry.event
    tell(
        Kind.ENTRY,
        _managers_of(entry.bot),
        f"{by} withdrew {entry.bot} from {event}: {reason}",
        event.get_absolute_url(),
        {**facts(event), "bot": str(entry.bot), "withdrawn": True, "reason": reason},
        letter=letter(event, f"{by} withdrew {entry.bot}"),
    )


def tell_organizers(entry: Entry, by: User, reason: str) -> None:
    """A manager withdrew the bot after the start."""
    event = entry.event
    roles = ALLOWED[EventAct.ENTRANTS]
    leading = Q(event_roles__event=event, event_roles__role__in=roles)
    people = User.objects.filter(leading | Q(pk=event.created_by_id)).distinct()
    tell(
        Kind.ENTRY,
        [person for person in people if may(person, event, EventAct.ENTRANTS)],
        f"{by} withdrew {entry.bot} from {event}: {reason}",
        reverse("event-entrants", args=[event.slug]),
        {**facts(event), "bot": str(entry.bot), "withdrawn": True, "reason": reason},
        letter=letter(event, f"{by} withdrew {entry.bot}"),
    )
