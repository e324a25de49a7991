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


def require_consent(event: Event, bot: Bot, by: User) -> None:
    """ValidationError unless the bot's owner agreed, or it is a house bot or one of ``by``."""
    if bot.is_house or bot.managed_by(by) or agreed(event, bot.owner):
        return
    raise ValidationError(
        f"{bot.owner} has not agreed that organizers enter bots of theirs. "
        f"Invite {bot.owner} first."
    )
