"""The freeze of uploads: a time in which bots that have entered an event stay as they are.

Its rule stands in the plan: `Event.freeze_uploads` says what is frozen.  It begins at
``freeze_from``, with the stage ``freeze_stage``, or else when entries close, and ends at
``freeze_until`` or else when the event is over.  Versions that were uploaded before may still go
live.  House bots are never frozen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Membership, User, Viewer
from accounts.permissions import require_reason
from arbiter.database.locks import lock
from audit.changes import change
from bots.models import Bot
from bots.notifications import managers
from bots.versions.freezing import objects_to_changes
from games.texts.sentences import paragraph
from ladder.events.changes import moment
from ladder.events.models import Entry, Event, FreezeExemption, Stage
from ladder.events.notifications import entered_bots, notify
from ladder.events.permissions import record, require
from ladder.events.roles import EventAct

FIELDS = ("freeze_uploads", "freeze_from", "freeze_stage", "freeze_until")
_ADVICE = "Upload after that, or ask an organizer of the event for an exemption."


# The time -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Freeze:
    """``begins`` None: the time is not known yet.  ``ends`` None: when the event is over."""

    event: Event
    begins: datetime | None
    ends: datetime | None

    def holds_at(self, now: datetime) -> bool:
        """Whether uploads are frozen: from the beginning to before the end."""
        if self.event.is_over or self.event.state == Event.State.DRAFT or self.begins is None:
            return False
        return self.begins <= now and (self.ends is None or now < self.ends)

    @property
    def until(self) -> str:
        """Such as “until 2031-05-03 18:00 (Europe/Warsaw)”."""
        if self.ends is None:
            return "until the event is over"
        return f"until {moment(self.ends, self.event.time_zone)}"


def freeze_of(event: Event) -> Freeze | None:
    """The freeze of the event; None if its plan has none."""
    if not event.freeze_uploads:
        return None
    return Freeze(event, _begins(event), event.freeze_until)


def _begins(event: Event) -> datetime | None:
    if event.freeze_from is not None:
        return event.freeze_from
    if not event.freeze_stage:
        closes = (event.entries_close or event.starts, event.started)
        return min((when for when in closes if when is not None), default=None)
    if event.has_begun:
        row = event.stages.filter(key=event.freeze_stage).first()
        return None if row is None else row.begins or row.started
    stages = event.planned.stages
    stage = next((each for each in stages if each.key == event.freeze_stage), None)
    if stage is None or event.starts is None:
        return None
    if stage.begins is not None:
        return event.starts + timedelta(minutes=stage.begins)
    return None if stage.sources else event.starts


def in_words(event: Event) -> str:
    """The rule as sentences for pages; empty without a freeze."""
    freeze = freeze_of(event)
    if freeze is None:
        return ""
    people = (
        "Owners and team members of entered bots cannot upload to other bots of the same game "
        "either."
    )
    everyone = event.freeze_uploads == Event.Freeze.PEOPLE
    return paragraph(_of_versions(freeze), people if everyone else "")


def _of_versions(freeze: Freeze) -> str:
    event, until = freeze.event, freeze.until
    if freeze.begins is not None:
        return (
            f"From {moment(freeze.begins, event.time_zone)} {until}, the versions of entered bots "
            "are frozen: their people can neither upload to them nor choose another version."
        )
    if event.freeze_stage:
        names = [each.name for each in event.planned.stages if each.key == event.freeze_stage]
        stage = names[0] if names else event.freeze_stage
        return (
            f"From the beginning of {stage} {until}, the versions of entered bots are frozen: "
            "their people can neither upload to them nor choose another version."
        )
    return (
        f"From the start of the event {until}, the versions of entered bots are frozen: their "
        "people can neither upload to them nor choose another version."
    )


# Enforcing ----------------------------------------------------------------------------------------


@objects_to_changes
def objection(bot: Bot, by: User, upload: bool) -> str:
    """Why the person cannot change the bot now, with the event and the end; empty if it can."""
    now = timezone.now()
    entries = _frozen_by(by).filter(bot=bot)
    if holding := _holding([entry.event for entry in entries], now):
        if upload:
            frozen = (
                f"Uploads are frozen {holding.until} by the event {holding.event}, which {bot} has "
                "entered."
            )
            return paragraph(frozen, _ADVICE)
        return (
            f"The version of {bot} that plays is frozen {holding.until} by the event "
            f"{holding.event}. Choose another version after that, or ask an organizer of the event "
            "for an exemption."
        )
    if not upload:
        return ""
    others = _frozen_by(by).filter(event__freeze_uploads=Event.Freeze.PEOPLE, bot__game=bot.game)
    people = (by.pk, bot.owner_id)
    if holding := _holding([entry.event for entry in others.filter(_of(people))], now):
        frozen = (
            f"Uploads are frozen {holding.until} by the event {holding.event}, which people of "
            f"{bot} take part in."
        )
        return paragraph(frozen, _ADVICE)
    return ""


def _frozen_by(by: User) -> QuerySet[Entry]:
    """Entries in events that may freeze, of which no organizer exempts the person."""
    live = (Event.State.OPEN, Event.State.RUNNING)
    rows = Entry.objects.playing().filter(event__state__in=live, bot__is_house=False)
    free = FreezeExemption.objects.filter(person=by.pk).values("event")
    rows = rows.exclude(event__freeze_uploads="").exclude(event__in=free)
    return rows.select_related("event")


def _of(people: Sequence[int]) -> Q:
    """Entries of bots that one of these people owns, or shares in a team."""
    teams = Membership.objects.filter(user__in=people, accepted=True).values("team")
    return Q(bot__owner__in=people) | Q(bot__team__in=teams)


def _holding(events: Sequence[Event], now: datetime) -> Freeze | None:
    """Of the freezes that hold now, the one that ends last."""
    holding = [freeze for event in events if (freeze := freeze_of(event)) and freeze.holds_at(now)]
    never = datetime.max.replace(tzinfo=UTC)
    return max(holding, key=lambda freeze: freeze.ends or never, default=None)


# The plan -----------------------------------------------------------------------------------------


def check(event: Event) -> None:
    """ValidationError by field for a rule that cannot be kept."""
    if event.freeze_uploads not in Event.Freeze.values:
        offered = ", ".join(f"“{each}”" for each in Event.Freeze.values if each)
        raise ValidationError({"freeze_uploads": f"Choose one of {offered}, or leave it empty."})
    if not event.freeze_uploads:
        if event.freeze_from or event.freeze_stage or event.freeze_until:
            raise ValidationError(
                {"freeze_uploads": "Choose what is frozen, or empty the times of the freeze."}
            )
        return
    if event.freeze_from is not None and event.freeze_stage:
        raise ValidationError(
            {"freeze_stage": "The freeze begins at a time or with a stage. Empty one of the two."}
        )
    if event.freeze_stage and event.freeze_stage not in {s.key for s in event.planned.stages}:
        raise ValidationError({"freeze_stage": f"The plan has no stage “{event.freeze_stage}”."})
    until, begins = event.freeze_until, _begins(event)
    if until is not None and until <= timezone.now():
        raise ValidationError({"freeze_until": "This time has passed. Choose a later one."})
    if until is not None and begins is not None and until <= begins:
        raise ValidationError({"freeze_until": "The freeze must end after it begins."})


def tell_changed(before: Event, after: Event) -> None:
    """Notify the managers of entered bots of another rule."""
    if any(getattr(before, name) != getattr(after, name) for name in FIELDS):
        sentence = in_words(after) or "There is no freeze of uploads any more."
        _tell(after, paragraph(f"{after} has changed its freeze of uploads.", sentence))


def _tell(event: Event, text: str) -> None:
    people, subject = managers(entered_bots(event)), "its freeze of uploads has changed"
    until = event.freeze_until.isoformat() if event.freeze_until else None
    notify(event, people, text, subject, {"freeze_until": until})


# Stages that move ---------------------------------------------------------------------------------

Times = Mapping[tuple[int, str], datetime]


def times_of(event: Event) -> Times:
    """The times of the stages, for `extend`."""
    return {
        (row.pk, name): when
        for row in Stage.objects.filter(event=event)
        for name in ("begins", "ends")
        if (when := getattr(row, name)) is not None
    }


def extend(event: Event, by: User, before: Times) -> None:
    """Let the freeze end as much later as the last of the times that it included has moved.

    ``before`` is `times_of` before stages were moved.  The caller holds the event's row.
    """
    until = event.freeze_until
    if not event.freeze_uploads or until is None:
        return
    after = times_of(event)
    inside = [key for key, when in before.items() if when <= until and key in after]
    if not inside:
        return
    later = max(after[key] for key in inside) - max(before[key] for key in inside)
    if later <= timedelta():
        return
    event.freeze_until = until + later
    event.save(update_fields=["freeze_until"])
    old, new = (moment(when, event.time_zone) for when in (until, event.freeze_until))
    record(by, event, event, "extended the freeze of uploads", change("freeze_until", old, new))
    _tell(event, f"Stages of {event} have moved, so its freeze of uploads now ends {new}.")


# Exemptions ---------------------------------------------------------------------------------------


@transaction.atomic
def exempt(event: Event, by: Viewer, name: str, reason: str) -> FreezeExemption:
    """Let the person with this name upload during the freeze, and notify the person."""
    organizer = require(by, event, EventAct.ENTRANTS)
    why = require_reason(reason, field="reason")
    event = lock(Event.objects).get(pk=event.pk)
    if not event.freeze_uploads or event.is_over:
        raise ValidationError("The event has no freeze of uploads, so nobody needs an exemption.")
    people = User.objects.filter(username__iexact=name.strip(), is_active=True, is_house=False)
    person = people.first()
    if person is None:
        raise ValidationError({"name": f"There is nobody named “{name.strip()[:60]}” here."})
    if event.freeze_exemptions.filter(person=person).exists():
        raise ValidationError({"name": f"{person} is exempt already."})
    made = FreezeExemption.objects.create(
        event=event, person=person, reason=why[:300], by=organizer
    )
    record(organizer, event, event, f"exempted {person} from the freeze of uploads", why)
    text = f"You can upload during the freeze of uploads of {event}: {why}"
    notify(event, [person], text, "you can upload during the freeze", {"reason": why})
    return made


@transaction.atomic
def end_exemption(exemption: FreezeExemption, by: Viewer) -> None:
    """The freeze concerns the person again, who is notified."""
    event, person = exemption.event, exemption.person
    organizer = require(by, event, EventAct.ENTRANTS)
    exemption.delete()
    record(organizer, event, event, f"ended the exemption of {person} from the freeze of uploads")
    text = f"Your exemption from the freeze of uploads of {event} has ended."
    notify(event, [person], text, "your exemption from the freeze has ended", {})
