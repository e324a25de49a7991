"""The conditions of an event's rules: whether a person's bot may enter."""

from __future__ import annotations

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import check_password
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import User
from accounts.signing.addresses import confirmed_address
from bots.models import Bot
from games.texts.sentences import listed
from ladder.events.entrants.terms.rules import people_named, rules_of
from ladder.events.models import EntryRules, Event, TeamUse

MOST_GUESSES = 10
"""Wrong code words for the bots of one person within `GUESSES_S`."""
GUESSES_S = 3600


def is_invited(event: Event, bot: Bot) -> bool:
    """Whether the bot's owner accepted an invitation, or its team came by a link."""
    standing = event.invitations.standing()
    if standing.filter(person=bot.owner_id).exclude(accepted_at=None).exists():
        return True
    uses = TeamUse.objects.filter(invitation__in=standing, team=bot.team_id)
    return bot.team_id is not None and uses.exists()


def refusal(event: Event, bot: Bot) -> str:
    """Why the rules do not let the bot in, as a sentence; empty if they do.

    They concern the bot's owner.  House bots and invited ones need not meet them.  The code word is
    checked by `require_word`.
    """
    rules = rules_of(event)
    if bot.is_house or rules.pk is None or is_invited(event, bot):
        return ""
    if rules.invited_only:
        return (
            "Only invited people and teams can enter this event. Accept your invitation, or enter "
            "your code, on the page of the event."
        )
    return _of_address(rules, bot.owner) or _of_group(rules, bot.owner) or _of_age(rules, bot.owner)


def _of_address(rules: EntryRules, owner: User) -> str:
    if rules.confirmed and confirmed_address(owner) is None:
        return f"{owner} has no confirmed e-mail address. Confirm one in the settings first."
    if not rules.domains:
        return ""
    addresses = EmailAddress.objects.filter(user=owner, verified=True).values_list(
        "email", flat=True
    )
    allowed = rules.domains.split()
    if any(address.lower().rpartition("@")[2] in allowed for address in addresses):
        return ""
    return (
        f"{owner} has no confirmed e-mail address at {listed(allowed, 'or')}. "
        "Add and confirm one in the settings first."
    )


def _of_group(rules: EntryRules, owner: User) -> str:
    if rules.team_name and (rules.team is None or not rules.team.has_member(owner)):
        return f"{owner} is not in the team {rules.named_team}, which this event is for."
    if rules.people and not people_named(rules, owner):
        return f"{owner} is not on the organizers' list of people for this event."
    return ""


def _of_age(rules: EntryRules, owner: User) -> str:
    least = timedelta(days=rules.least_age)
    if not rules.least_age or owner.date_joined + least <= timezone.now():
        return ""
    when = f"{owner.date_joined + least:%Y-%m-%d %H:%M} (UTC)"
    return f"The account of {owner} is too new for this event. It can enter from {when} on."


def needs_word(event: Event, bot: Bot) -> bool:
    """Whether the bot enters only with the event's code word."""
    return bool(rules_of(event).code_word) and not bot.is_house and not is_invited(event, bot)


def require_word(event: Event, bot: Bot, word: str) -> None:
    """ValidationError by the field ``code_word`` unless it is right, or the bot needs none."""
    if not needs_word(event, bot):
        return
    if not word.strip():
        raise ValidationError({"code_word": "Enter the code word of this event."})
    key = f"entry:word:{event.pk}:{bot.owner_id}"
    if cache.get(key, 0) >= MOST_GUESSES:
        raise ValidationError({"code_word": "Too many wrong code words. Try again in an hour."})
    if not check_password(word.strip(), rules_of(event).code_word):
        cache.add(key, 0, GUESSES_S)
        cache.incr(key)
        wrong = "This is not the code word of this event. Ask its organizers for it."
        raise ValidationError({"code_word": wrong})
