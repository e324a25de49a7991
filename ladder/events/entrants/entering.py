"""Entering bots in an event, and taking them out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.permissions import require_reason
from arbiter.database.locks import lock
from bots.models import Bot
from games.texts.sentences import paragraph, plural
from ladder.events.entrants.check_in import window_of
from ladder.events.entrants.notifications import tell_entered, tell_withdrawn
from ladder.events.entrants.terms.consent import require_consent
from ladder.events.entrants.terms.eligibility import refusal, require_word
from ladder.events.entrants.terms.rules import require_in_time, rules_of
from ladder.events.models import EncounterGame, Entry, Event, SeriesGame, Stage
from ladder.events.permissions import may, record
from ladder.events.roles import EventAct
from ladder.events.running import advancing
from ladder.events.signals import place_freed
from matches.models import Match
from matches.services import withdraw as end_matches


@transaction.atomic
def enter(event: Event, bot: Bot, by: User, code_word: str = "") -> Entry:
    """Enter a bot that this person manages, while entries are open and by the rules of the event.

    Organizers of the event enter bots until the start and without its conditions, those of others
    only with consent.  A withdrawn bot may enter again.  A lock on the event's row protects its
    number of entries.
    """
    event = lock(Event.objects).get(pk=event.pk)
    organizes, own = may(by, event, EventAct.ENTRANTS), bot.managed_by(by)
    if not (own or organizes):
        raise PermissionDenied("Only managers of a bot can enter it.")
    if event.has_begun or event.is_over or not (event.takes_entries or organizes):
        raise ValidationError("Entries are not open.")
    require_consent(event, bot, by)
    if event.waiting.exclude(bot=bot).exists():
        place_freed.send(sender=Event, event=event)  # nobody overtakes those that wait
    if why := objection(event, bot, conditions=not organizes):
        raise ValidationError(why)
    if not organizes:
        require_word(event, bot, code_word)
    entry = put_in(event, bot, by)
    if not own:
        record(by, event, entry, "entered")
        tell_entered(entry, by)
    return entry


def put_in(event: Event, bot: Bot, by: User | None) -> Entry:
    """The bot's entry, new or again, without checks.  The caller holds the event's row.

    A bot that enters during the check-in is checked in.
    """
    entry = event.entries.filter(bot=bot).first() or Entry(event=event, bot=bot)
    window = window_of(event)
    now = timezone.now() if window is not None and window.is_open else None
    entry.withdrawn_at, entry.entered_by, entry.checked_in_at = None, by, now
    entry.save()
    event.waiting.filter(bot=bot).delete()
    return entry


def objection(event: Event, bot: Bot, *, conditions: bool = True, full: bool = True) -> str:
    """Why the bot cannot enter an event that takes entries, as a sentence; empty if it can.

    Without ``conditions``, only the plan and the numbers of bots count; without ``full``, it does
    not count that all places may be taken.  The code word is checked separately.
    """
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
    window = window_of(event)
    if conditions and window is not None and window.is_over:
        return "The check-in is over, so bots can no longer enter."
    if conditions and (why := refusal(event, bot)):
        return why
    return _beyond_caps(event, bot) or (no_place(event, bot) if full else "")


def no_place(event: Event, bot: Bot) -> str:
    """That all places of the bot's game are taken, as a sentence; empty if one is free."""
    if event.entries.playing().filter(bot__game=bot.game).count() >= event.most_entries:
        return f"All {event.most_entries} places are taken."
    return ""


def _beyond_caps(event: Event, bot: Bot) -> str:
    inside = event.entries.filter(bot__game=bot.game, withdrawn_at=None).exclude(bot=bot.pk)
    own = inside.filter(bot__owner=bot.owner_id).count()
    if not bot.is_house and own >= event.per_person:
        return plural(
            event.per_person,
            "Each person can enter at most one bot of a game.",
            f"Each person can enter at most {event.per_person} bots of a game.",
        )
    most = rules_of(event).per_team
    if bot.team is not None and most and inside.filter(bot__team=bot.team).count() >= most:
        team = bot.team
        return plural(
            most,
            f"Each team can enter at most one bot of a game, and {team} has entered one bot.",
            f"Each team can enter at most {most} bots of a game, and {team} has entered "
            f"{most} bots.",
        )
    return ""


def require_owner(bot: Bot) -> None:
    """ValidationError where an event that the bot plays in would not take it from its owner, or
    with its team, as they are now."""
    live = (Event.State.OPEN, Event.State.RUNNING)
    for entry in bot.event_entries.playing().filter(event__state__in=live).select_related("event"):
        event = entry.event
        if why := refusal(event, bot) or _beyond_caps(event, bot):
            rules = f"{bot.name} plays in {event}, whose rules do not allow this change."
            raise ValidationError(paragraph(rules, why))


@transaction.atomic
def leave(entry: Entry, by: User, reason: str = "") -> None:
    """Withdraw a bot before the start, by one of its managers or an organizer of the event.

    The reason is for acts of organizers on bots of others.
    """
    event = lock(Event.objects).get(pk=entry.event_id)
    own = entry.bot.managed_by(by)
    if not own and not may(by, event, EventAct.ENTRANTS):
        raise PermissionDenied("Only managers of a bot can withdraw it.")
    if event.has_begun:
        raise ValidationError(
            "The event has started. Withdraw the bot with a reason instead: its opponents win the "
            "games that it has not played."
        )
    if own and not may(by, event, EventAct.ENTRANTS):
        require_in_time(event)
    rows = Entry.objects.filter(pk=entry.pk, withdrawn_at=None)
    if not rows.update(withdrawn_at=timezone.now(), seed=None):
        return
    if not own:
        why = require_reason(reason) if reason.strip() else ""
        record(by, event, entry, "withdrawn", why)
        tell_withdrawn(entry, by, why or "no reason was given.")
    place_freed.send(sender=Event, event=event)


@dataclass(frozen=True)
class Change:
    """A change of an entry's part in a running event: the act in words, the rows that it may
    change, and the name of the fields that are set. Without a name the bot takes part again.
    ``refused`` says of the bot that it cannot be changed.
    """

    act: str
    may: Q
    name: str
    refused: str

    def fields(self, why: str) -> dict[str, datetime | str | None]:
        if self.name:
            return {f"{self.name}_at": timezone.now(), f"{self.name}_why": why}
        names = ("disqualified", "dropped")
        return {**{f"{name}_why": "" for name in names}, **{f"{name}_at": None for name in names}}


_INSIDE = Q(disqualified_at=None, dropped_at=None)
DISQUALIFIED = Change(
    "disqualified", Q(disqualified_at=None), "disqualified", "{} is disqualified."
)
REINSTATED = Change("reinstated", ~_INSIDE, "", "{} is not disqualified.")
DROPPED = Change("withdrawn after the start", _INSIDE, "dropped", "{} plays no more in this event.")


def take_out(entry: Entry, change: Change, why: str) -> None:
    """Change the entry within the caller's transaction, and pass that to every stage that it plays.

    ValidationError where the change is not possible.  The caller writes the history, and moves the
    event afterwards.
    """
    event = lock(Event.objects).get(pk=entry.event_id)
    if event.state == Event.State.ABORTED:
        raise ValidationError("The event was aborted.")
    rows = Entry.objects.filter(change.may, pk=entry.pk)
    if not rows.update(**change.fields(why)):
        raise ValidationError(change.refused.format(entry.bot))
    for stage in lock(event.stages).exclude(state=Stage.State.WAITING).order_by("pk"):
        if stage.entries.filter(entry=entry).exclude(number=None).exists():
            advancing.outdate(stage)
            _settle(stage, entry)
    advancing.note_correction(event.pk)


def _settle(stage: Stage, entry: Entry) -> None:
    """Pass the entries that are out to a stage.  A stage that is over gets its places again."""
    played = Match.objects.unfinished().filter(
        Q(event_game__in=EncounterGame.objects.standing().filter(encounter__stage=stage))
        | Q(series_game__in=SeriesGame.objects.filter(series__stage=stage, lost=False))
    )
    own = played.filter(seats__version__bot=entry.bot_id).distinct()
    end_matches(list(own), "One of its bots plays no more.")
    if stage.state == Stage.State.FINISHED:
        advancing.settle(stage)
