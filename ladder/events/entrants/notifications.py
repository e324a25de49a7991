"""Notifications of people whom an event invites, and of managers of bots that wait or check in."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q
from django.urls import reverse

from accounts.models import User
from bots.models import Bot
from bots.notifications import managers
from ladder.events.models import Entry, Event
from ladder.events.notifications import notify, tell_managers
from ladder.events.permissions import may
from ladder.events.roles import ALLOWED, EventAct
from notices.services import JSON, Kind


def tell_invited(event: Event, people: Iterable[User]) -> None:
    text = f"You are invited to {event}. Accept or decline the invitation on its page."
    path, kind = reverse("event-invitation", args=[event.slug]), Kind.EVENT_INVITATION
    notify(event, people, text, "you are invited", {"invited": True}, path=path, kind=kind)


def tell_entered(entry: Entry, by: User) -> None:
    """An organizer entered the bot."""
    text = (
        f"{by} entered {entry.bot} in {entry.event}. You can withdraw it on the page of the event."
    )
    tell_managers(entry, text, f"{by} entered {entry.bot}", {"entered": True})


def tell_moved_up(entry: Entry) -> None:
    bot = entry.bot
    text = f"A place in {entry.event} is free: {bot} has entered from the waiting list."
    tell_managers(entry, text, f"{bot} has entered from the waiting list", {"entered": True})


def tell_check_in(event: Event, bots: Iterable[Bot], until: str) -> None:
    people = managers(Bot.objects.filter(pk__in=[bot.pk for bot in bots]))
    text = (
        f"Check in for {event}: confirm until {until} that your bots take part. "
        "Bots that are not checked in are withdrawn then."
    )
    data: dict[str, JSON] = {"check_in": True, "until": until}
    notify(event, people, text, f"check in until {until}", data, kind=Kind.CHECK_IN)


def tell_missed(entry: Entry) -> None:
    text = f"{entry.bot} was withdrawn from {entry.event}, because it was not checked in."
    tell_managers(entry, text, f"{entry.bot} was withdrawn", {"withdrawn": True})


def tell_withdrawn(entry: Entry, by: User, reason: str) -> None:
    """The bot was withdrawn after the start, or by an organizer."""
    text = f"{by} withdrew {entry.bot} from {entry.event}: {reason}"
    data: dict[str, JSON] = {"withdrawn": True, "reason": reason}
    tell_managers(entry, text, f"{by} withdrew {entry.bot}", data)


def tell_organizers(entry: Entry, by: User, reason: str) -> None:
    """A manager withdrew the bot after the start."""
    event = entry.event
    leading = Q(event_roles__event=event, event_roles__role__in=ALLOWED[EventAct.ENTRANTS])
    people = User.objects.filter(leading | Q(pk=event.created_by_id)).distinct()
    notify(
        event,
        [person for person in people if may(person, event, EventAct.ENTRANTS)],
        f"{by} withdrew {entry.bot} from {event}: {reason}",
        f"{by} withdrew {entry.bot}",
        {"bot": str(entry.bot), "withdrawn": True, "reason": reason},
        path=reverse("event-entrants", args=[event.slug]),
        kind=Kind.ENTRY,
    )
