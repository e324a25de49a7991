"""The rules of entry of an event: reading and changing them."""

from __future__ import annotations

from copy import copy as duplicate
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.hashers import check_password, make_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts import naming
from accounts.models import Team, User, Viewer
from arbiter import texts
from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from audit.changes import change as phrase
from audit.changes import changed
from games.texts.sentences import counted, listed, paragraph
from ladder.core.contest.durations import spell_minutes
from ladder.events.changes import moment
from ladder.events.models import EntryRules, Event
from ladder.events.permissions import record, require
from ladder.events.roles import EventAct

MOST_AGE = 3650
MOST_PER_TEAM = 20
MOST_PEOPLE = 500
MOST_DOMAINS = 20
LONGEST_CHECK_IN = 7 * 24 * 60
"""Minutes before the start at which a check-in can open."""
_PLAIN = ("invited_only", "confirmed", "domains", "team_name", "least_age", "per_team")
_MORE = ("waiting_list", "check_in_opens", "check_in_closes")


@dataclass(frozen=True)
class RulesDraft:
    """The fields of the form of the rules.  ``code_word`` None keeps the one that is stored, and an
    empty one removes it.  ``people`` are names of accounts.
    """

    invited_only: bool = False
    confirmed: bool = False
    domains: str = ""
    team: str = ""
    people: str = ""
    least_age: int = 0
    code_word: str | None = None
    per_team: int = 0
    waiting_list: bool = False
    check_in_opens: int = 0
    check_in_closes: int = 0
    withdraw_until: datetime | None = None


def rules_of(event: Event) -> EntryRules:
    """The rules of the event; unsaved ones, which let everybody enter, where nobody set any."""
    try:
        return event.entry_rules
    except EntryRules.DoesNotExist:
        return EntryRules(event=event)


def stored(event: Event) -> EntryRules:
    """The stored rules, to change them.  The caller has locked the event's row."""
    return EntryRules.objects.get_or_create(event=event)[0]


@transaction.atomic
def change(event: Event, by: Viewer, draft: RulesDraft) -> None:
    """Change the rules before the start.  Bots that have entered stay entered."""
    organizer = require(by, event, EventAct.PLAN)
    event = lock(Event.objects).get(pk=event.pk)
    if event.has_begun or event.is_over:
        raise ValidationError("The event has started, so its rules of entry stay as they are.")
    _check(draft)
    rules = stored(event)
    before = duplicate(rules)
    _fill(rules, draft)
    rules.save()
    if differences := _changes(before, rules, event.time_zone):
        record(organizer, event, event, "changed the rules of entry", "; ".join(differences))
        forget()


def differences(event: Event, draft: RulesDraft) -> list[str]:
    """What `change` would change, in words.  ValidationError for rules that cannot be kept."""
    _check(draft)
    before = rules_of(event)
    after = duplicate(before)
    _fill(after, draft)
    return _changes(before, after, event.time_zone)


def copy(source: Event, target: Event, withdraw_until: datetime | None) -> None:
    """Give the target the rules of another event with this date; not its seeds and check-ins.

    For the service that copies an event, which checks the permission.
    """
    rules = rules_of(source)
    if rules.pk is None:
        return
    EntryRules.objects.update_or_create(
        event=target,
        defaults={
            **{name: getattr(rules, name) for name in (*_PLAIN, *_MORE, "team", "people")},
            "code_word": rules.code_word,
            "withdraw_until": withdraw_until,
        },
    )


def _check(draft: RulesDraft) -> None:
    bounds = (
        ("least_age", draft.least_age, MOST_AGE),
        ("per_team", draft.per_team, MOST_PER_TEAM),
        ("check_in_opens", draft.check_in_opens, LONGEST_CHECK_IN),
        ("check_in_closes", draft.check_in_closes, LONGEST_CHECK_IN),
    )
    for name, value, most in bounds:
        if not 0 <= value <= most:
            raise ValidationError({name: f"Enter a number from 0 to {most}."})
    if draft.check_in_opens and draft.check_in_closes >= draft.check_in_opens:
        raise ValidationError({"check_in_closes": "The check-in must close after it opens."})
    texts.require_lines(domains=draft.domains, code_word=draft.code_word or "")
    texts.require_texts(people=draft.people)
    if len(draft.code_word or "") > 100:
        raise ValidationError({"code_word": "Use at most 100 characters."})
    domains, people = _domains(draft.domains), words_of(draft.people)
    if len(domains) > MOST_DOMAINS or len(" ".join(domains)) > 300:
        raise ValidationError({"domains": f"Enter at most {MOST_DOMAINS} domains."})
    for domain in domains:
        if "." not in domain or "@" in domain:
            raise ValidationError({"domains": f"“{domain}” is not a domain such as example.org."})
    if len(people) > MOST_PEOPLE:
        raise ValidationError({"people": f"Enter at most {MOST_PEOPLE} names."})
    if draft.team.strip() and _team(draft.team) is None:
        raise ValidationError({"team": f"There is no team named “{draft.team.strip()}”."})


def words_of(text: str) -> list[str]:
    """The words of a list with spaces, commas or line breaks, in lower case, each once."""
    return list(dict.fromkeys(text.replace(",", " ").lower().split()))


def _domains(text: str) -> list[str]:
    """Also of “@example.org”."""
    return [word.removeprefix("@") for word in words_of(text)]


def _team(name: str) -> Team | None:
    return Team.objects.filter(name__iexact=name.strip()).first()


def _fill(rules: EntryRules, draft: RulesDraft) -> None:
    for name in ("invited_only", "confirmed", "least_age", "per_team", *_MORE, "withdraw_until"):
        setattr(rules, name, getattr(draft, name))
    rules.domains = " ".join(_domains(draft.domains))
    rules.people = " ".join(words_of(draft.people))
    rules.team = _team(draft.team) if draft.team.strip() else None
    rules.team_name = rules.team.name if rules.team is not None else ""
    word = (draft.code_word or "").strip()
    if draft.code_word is not None and not (word and check_password(word, rules.code_word)):
        rules.code_word = make_password(word) if word else ""


def _changes(before: EntryRules, after: EntryRules, zone: str) -> list[str]:
    lines = changed(before, after, (*_PLAIN, *_MORE))
    if before.people != after.people:
        counts = [len(rules.people.split()) for rules in (before, after)]
        lines.append(phrase("people", f"{counts[0]} names", f"{counts[1]} names"))
    if before.code_word != after.code_word:
        lines.append("code word changed" if after.code_word else "code word removed")
    old, new = (moment(rules.withdraw_until, zone) for rules in (before, after))
    return [*lines, phrase("withdraw_until", old, new)] if old != new else lines


def in_words(rules: EntryRules) -> list[str]:
    """The rules as sentences for the public page; empty if there are none."""
    sentences = []
    if rules.invited_only:
        sentences.append("Only invited people and teams can enter.")
    if rules.confirmed:
        sentences.append("The owner of the bot needs a confirmed e-mail address.")
    if rules.domains:
        names = listed(rules.domains.split(), "or")
        sentences.append(f"The owner of the bot needs a confirmed e-mail address at {names}.")
    if rules.team_name:
        sentences.append(f"The owner of the bot must be in the team {rules.named_team}.")
    if rules.people:
        sentences.append("The owner of the bot must be on the organizers' list.")
    if rules.least_age:
        days = counted(rules.least_age, "day")
        sentences.append(f"The account of the owner must be at least {days} old.")
    if rules.code_word:
        sentences.append("Entering needs the code word of the event.")
    if sentences and not rules.invited_only:
        sentences.append("Invited people and teams can enter without these conditions.")
    if rules.per_team:
        bots = counted(rules.per_team, "bot")
        sentences.append(f"Each team can enter at most {bots} of each game.")
    if rules.waiting_list:
        sentences.append("When all places are taken, bots can wait for a free place.")
    return sentences + _of_times(rules)


def _of_times(rules: EntryRules) -> list[str]:
    sentences = []
    if rules.check_in_opens:
        opens, closes = spell_minutes(rules.check_in_opens), spell_minutes(rules.check_in_closes)
        check_in = (
            f"Check-in opens {opens} before the start and closes {closes} before it."
            if rules.check_in_closes
            else f"Check-in opens {opens} before the start and closes at the start."
        )
        left_out = "Bots that are not checked in are withdrawn then."
        sentences.append(paragraph(check_in, left_out))
    if rules.withdraw_until is not None:
        when = moment(rules.withdraw_until, rules.event.time_zone)
        sentences.append(f"Bots can be withdrawn until {when}.")
    return sentences


def require_in_time(event: Event) -> None:
    """ValidationError where authors can no longer withdraw their bots."""
    until = rules_of(event).withdraw_until
    if until is not None and until <= timezone.now():
        when = moment(until, event.time_zone)
        raise ValidationError(
            f"Bots could be withdrawn until {when}. Ask an organizer of the event to withdraw it."
        )


def people_named(rules: EntryRules, person: User) -> bool:
    """Whether the person is on the organizers' list, by the name of now or one before."""
    names = rules.people.split()
    if person.username.lower() in names:
        return True
    return naming.was_named(naming.Kind.PERSON, person.pk, names)
