"""Consent: organizers enter bots only of people who agreed to it."""

from __future__ import annotations

from django.core.exceptions import ValidationError

from accounts.models import User
from bots.models import Bot
from ladder.events.models import EntryConsent, Event


def set_standing(person: User, agrees: bool) -> None:
    """The person's setting “organizers may enter my bots” for all events."""
    if agrees:
        EntryConsent.objects.get_or_create(person=person)
    else:
        EntryConsent.objects.filter(person=person).delete()


def has_standing(person: User) -> bool:
    return EntryConsent.objects.filter(person=person).exists()


def agreed(event: Event, person: User) -> bool:
    """Whether organizers of the event may enter bots of the person."""
    accepted = event.invitations.standing().filter(person=person).exclude(accepted_at=None)
    return accepted.exists() or has_standing(person)


def agreeing(event: Event) -> set[int]:
    """The ids of all people of whom organizers of the event may enter bots."""
    accepted = event.invitations.standing().exclude(accepted_at=None).exclude(person=None)
    standing = EntryConsent.objects.values_list("person_id", flat=True)
    return {*accepted.values_list("person_id", flat=True), *standing}


def refusal(event: Event, bot: Bot, by: User) -> str:
    """Why the person may not enter the bot, as a sentence; empty if the bot's owner agreed, or it
    is a house bot or one of ``by``."""
    if bot.is_house or bot.managed_by(by) or agreed(event, bot.owner):
        return ""
    return (
        f"{bot.owner} has not agreed that organizers enter bots of theirs. "
        f"Invite {bot.owner} first, or ask {bot.owner} to allow it in the settings."
    )


def require_consent(event: Event, bot: Bot, by: User) -> None:
    if why := refusal(event, bot, by):
        raise ValidationError(why)
