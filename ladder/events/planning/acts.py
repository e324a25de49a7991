"""Acts of organizers on a whole event: plan, open, start, pause, abort, reveal."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from itertools import islice

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts import naming
from accounts.models import User, Viewer, validate_time_zone
from arbiter import texts
from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from games.texts.sentences import paragraph
from ladder.advancing import Machine, complain
from ladder.core.contest.documents import stage_to_json, to_json
from ladder.core.contest.plan import MOST_ENTRANTS, EventPlan, Problem, Reveal
from ladder.events.changes import changes
from ladder.events.entrants import check_in, invitations, waiting
from ladder.events.entrants.terms import consent
from ladder.events.kinds.audience import show_matches
from ladder.events.kinds.formats import MOST_TOGETHER
from ladder.events.models import Entry, Event, EventMember, Promise, Stage
from ladder.events.notifications import rescheduled, tell_new_start, tell_stages, tell_stuck
from ladder.events.permissions import record, require, require_creator
from ladder.events.planning import draws, promises
from ladder.events.planning.checking import at_publication
from ladder.events.roles import EventAct, EventRole
from ladder.events.running import upload_freezes
from ladder.events.running.advancing import move_all, registered
from ladder.events.signals import event_started
from ladder.ratings.standings import best_bots, best_of_ladder
from matches.models import Match
from matches.services import withdraw

MOST_PER_PERSON = MOST_ENTRANTS
TOO_LATE = "Bots have entered already, so this rule can no longer be added."
RESERVED = ("new", "plan", "calendar", "circuits")
"""Addresses below /events/ that are pages of their own."""


@dataclass(frozen=True)
class Draft:
    """The fields of an event's form. Times that are None: see `Event`."""

    name: str
    plan: EventPlan
    about: str = ""
    time_zone: str = "UTC"
    entries_open: datetime | None = None
    entries_close: datetime | None = None
    starts: datetime | None = None
    per_person: int = 1
    most_entries: int = MOST_TOGETHER
    top: int = 0
    compares_sources: bool = False
    freeze_uploads: str = ""
    freeze_from: datetime | None = None
    freeze_stage: str = ""
    freeze_until: datetime | None = None


FRAME = tuple(each for each in fields(Draft) if each.name != "plan")
"""The fields that `Event` has under the same names."""


def draft_of(event: Event) -> Draft:
    """The event as a form has it.  ValueError where this version cannot read its plan."""
    frame = {each.name: getattr(event, each.name) for each in FRAME}
    return Draft(plan=event.planned, **frame)


class PlanError(ValidationError):
    """A plan that cannot be played; ``problems`` by stage and field."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__([f"{p.place}: {p.text}" if p.stage else p.text for p in problems])
        self.problems = problems


# Planning -----------------------------------------------------------------------------------------


@transaction.atomic
def create(by: Viewer, draft: Draft, slug: str = "") -> Event:
    """A draft, visible to its people only, whose owner is its author.  Its plan may be
    incomplete.  Without a ``slug`` the address comes from the name."""
    organizer = require_creator(by)
    _check_frame(draft)
    if slug:
        _check_slug(slug)
    event = Event(slug=slug or free_slug(draft.name), created_by=organizer)
    fill(event, draft)
    event.save()
    EventMember.objects.create(event=event, person=organizer, role=EventRole.OWNER)
    record(organizer, event, event, "drafted")
    return event


def free_slug(name: str) -> str:
    """An address below /events/ that no event has."""
    return texts.free_slug(name, _is_taken, "event")


def _is_taken(slug: str) -> bool:
    """Whether an event has the address, or had it before."""
    if slug in RESERVED or Event.objects.filter(slug=slug).exists():
        return True
    return naming.leads_to(naming.Kind.EVENT, slug) > 0


def _check_slug(slug: str) -> None:
    Event._meta.get_field("slug").clean(slug, None)
    if _is_taken(slug):
        raise ValidationError({"slug": f"The address /events/{slug}/ is taken. Choose another."})


@transaction.atomic
def change(event: Event, by: Viewer, draft: Draft) -> None:
    """Anything, until it starts; of an event that is open the plan has to stay playable.

    Entries are kept.
    """
    organizer = require(by, event, EventAct.PLAN)
    event = lock(Event.objects).get(pk=event.pk)
    if event.state not in (Event.State.DRAFT, Event.State.OPEN):
        raise ValidationError("The event has started, so its plan can no longer be changed.")
    _check_frame(draft)
    if event.state == Event.State.OPEN:
        _require_playable(draft.plan, draft.most_entries, draft.starts)
    before = Event.objects.get(pk=event.pk)
    if draft.compares_sources and not before.compares_sources and event.entries.exists():
        raise ValidationError({"compares_sources": TOO_LATE})
    fill(event, draft)
    event.save()
    if differences := changes(before, event):
        record(organizer, event, event, "changed", "; ".join(differences))
        if event.state == Event.State.OPEN:
            draws.prepare(event, event.planned)
            promises.ask(event, Promise.Occasion.CHANGED)
            if before.starts != event.starts:
                tell_new_start(event)
            tell_stages(event, rescheduled(before.planned, event.planned))
            upload_freezes.tell_changed(before, event)


def _require_playable(
    plan: EventPlan, places: int, starts: datetime | None, *, announced: bool = False
) -> None:
    if wrong := at_publication(plan, places, starts, announced=announced):
        raise PlanError(wrong)


def fill(event: Event, draft: Draft) -> None:
    """Set the fields of an event as in ``draft``, without saving it."""
    for each in FRAME:
        value = getattr(draft, each.name)
        setattr(event, each.name, value.strip() if each.name in ("name", "about") else value)
    event.plan = to_json(draft.plan)
    event.trouble = ""


def _check_frame(draft: Draft) -> None:
    if not draft.name.strip():
        raise ValidationError({"name": "Enter a name."})
    texts.require_lines(name=draft.name.strip())
    texts.require_texts(about=draft.about)
    texts.require_strings("plan", to_json(draft.plan))
    try:
        validate_time_zone(draft.time_zone)
    except ValidationError as error:
        raise ValidationError({"time_zone": error.messages}) from None
    opens, closes, starts = draft.entries_open, draft.entries_close, draft.starts
    if starts is not None and starts <= timezone.now():
        raise ValidationError({"starts": "This time has passed. Choose a later one."})
    if closes is not None and opens is not None and closes <= opens:
        raise ValidationError({"entries_close": "Entries must close after they open."})
    if closes is not None and starts is not None and closes > starts:
        raise ValidationError(
            {"entries_close": "Entries must close at the start of the event or earlier."}
        )
    if not 1 <= draft.per_person <= MOST_PER_PERSON:
        raise ValidationError({"per_person": f"Enter a number from 1 to {MOST_PER_PERSON}."})
    if not 2 <= draft.most_entries <= MOST_ENTRANTS:
        raise ValidationError({"most_entries": f"Enter a number from 2 to {MOST_ENTRANTS}."})
    if not 0 <= draft.top <= draft.most_entries:
        raise ValidationError({"top": f"Enter a number from 0 to {draft.most_entries}."})
    drafted = Event()
    fill(drafted, draft)
    upload_freezes.check(drafted)


@transaction.atomic
def publish(event: Event, by: Viewer) -> None:
    """Make the event public, so that bots can enter.  `PlanError` if it cannot be played.

    Where it takes the best bots of the ladder, their owners are invited.
    """
    organizer = require(by, event, EventAct.PLAN)
    event = lock(Event.objects).get(pk=event.pk)
    if event.state != Event.State.DRAFT:
        raise ValidationError("The event is already public.")
    _require_playable(event.planned, event.most_entries, event.starts)
    event.state = Event.State.OPEN
    event.save(update_fields=["state"])
    draws.prepare(event, event.planned)
    promises.ask(event, Promise.Occasion.PUBLISHED)
    forget()
    record(organizer, event, event, "published")
    if event.top and not _is_of_site(event):
        _invite_top(event, organizer)


@transaction.atomic
def discard(event: Event, by: Viewer) -> None:
    organizer = require(by, event, EventAct.ABORT)
    event = lock(Event.objects, deletes=True).get(pk=event.pk)
    if event.state != Event.State.DRAFT:
        raise ValidationError("Only a draft can be deleted.")
    record(organizer, event, event, "deleted")
    event.delete()


# Running ------------------------------------------------------------------------------------------


def start(event: Event, by: Viewer | None = None) -> None:
    """Start the event with its entries.  ``by`` is None if its start time has come.

    A check-in that is open ends with it: bots that are not checked in are withdrawn.
    ValidationError with the reason if it cannot start.
    """
    organizer = None if by is None else require(by, event, EventAct.RUN)
    _open_stages(event, organizer)
    move_all(event.pk)


@transaction.atomic
def _open_stages(event: Event, organizer: User | None = None) -> None:
    """Start the event without its games: those of each stage have a transaction of their own."""
    event = lock(Event.objects).get(pk=event.pk)
    if event.state != Event.State.OPEN:
        raise ValidationError("Only an open event can be started.")
    plan = event.planned
    _require_playable(plan, event.most_entries, timezone.now(), announced=True)
    if check_in.end_early(event):
        waiting.move_up(event, ended=True)
    if event.top:
        _enter_top(event, plan)
    for game in plan.games:
        if len(registered(event, game)) < 2:
            raise ValidationError(f"Fewer than two bots that play {game} have entered.")
    event.state, event.started, event.trouble = Event.State.RUNNING, timezone.now(), ""
    event.save(update_fields=["state", "started", "trouble"])
    _make_stages(event, plan)
    event_started.send(sender=Event, event=event)
    promises.ask(event, Promise.Occasion.STARTED)
    if organizer is not None:
        record(organizer, event, event, "started")


def _enter_top(event: Event, plan: EventPlan) -> None:
    """Enter the best bots of the ladder by the rules of the first stage.

    Organizers of the site have the bots of their ladder; an event of other people has those of
    people who agreed.  Bots that were withdrawn stay out.
    """
    first = plan.in_order()[0]
    owners = None if _is_of_site(event) else consent.agreeing(event)
    for bot in best_of_ladder(first.game, first.ruleset, event.top, owners):
        Entry.objects.get_or_create(event=event, bot=bot)


def _is_of_site(event: Event) -> bool:
    """Whether an organizer of the site created the event."""
    return event.created_by is not None and event.created_by.is_staff


def _invite_top(event: Event, by: Viewer) -> None:
    """Ask the owners of the bots that are the best of the ladder now for their consent."""
    first, agreed = event.planned.in_order()[0], consent.agreeing(event)
    known = set(event.invitations.values_list("person_id", flat=True))
    for bot in islice(best_bots(first.game, first.ruleset), event.top):
        if not bot.is_house and bot.owner_id not in agreed | known:
            invitations.invite(event, by, bot.owner.username)


def _make_stages(event: Event, plan: EventPlan) -> None:
    began = event.started
    assert began is not None, "the caller has set it"
    drawn = draws.seeds(event, plan)
    Stage.objects.bulk_create(
        Stage(
            event=event,
            number=number,
            key=stage.key,
            name=stage.name,
            game=stage.game,
            ruleset=stage.ruleset,
            data=stage_to_json(replace(stage, name=stage.name.strip())),
            seed=drawn[stage.key],
            begins=None if stage.begins is None else began + timedelta(minutes=stage.begins),
            ends=None if stage.ends is None else began + timedelta(minutes=stage.ends),
            reveal=stage.reveal.value,
            reveals_at=None if stage.opens is None else began + timedelta(minutes=stage.opens),
        )
        for number, stage in enumerate(plan.in_order(), 1)
    )


def start_when_due() -> None:
    """Start events whose time has come; one that cannot start keeps the reason and retries.  The
    caller moves all running events then, which makes the first games."""
    due = Event.objects.filter(state=Event.State.OPEN, starts__lte=timezone.now())
    _STARTS.move_all(due.values_list("pk", flat=True))


def _start(event: Event) -> None:
    try:
        _open_stages(event)
    except ValidationError as error:
        event.refresh_from_db()
        if event.state == Event.State.OPEN and complain(event, paragraph(*error.messages)):
            tell_stuck(event)


_STARTS = Machine[Event]("start the event", Event.objects.all, _start, tell_stuck)


def abort(event: Event, by: Viewer, reason: str) -> None:
    """End the event without a result, and abort its queued and running matches."""
    organizer = require(by, event, EventAct.ABORT)
    with transaction.atomic():
        states = (Event.State.OPEN, Event.State.RUNNING)
        rows = Event.objects.filter(pk=event.pk, state__in=states)
        ended = {"state": Event.State.ABORTED, "ended": timezone.now()}
        if not rows.update(**ended, paused=False, trouble=reason.strip()[:500]):
            raise ValidationError("The event is a draft or has ended, so it cannot be aborted.")
        going = Match.objects.unfinished()
        own = going.filter(event_game__encounter__stage__event=event)
        theirs = going.filter(series_game__series__stage__event=event)
        withdraw([*own, *theirs], "The event was aborted.")
        record(organizer, event, event, "aborted", reason.strip())


@transaction.atomic
def reveal(stage: Stage, by: Viewer, level: Reveal) -> None:
    """Set the audience of a stage's results, matches and replays.

    The matches of later stages follow, because they reveal which bots qualified.
    """
    organizer = require(by, stage.event, EventAct.REVEAL)
    stage = lock(Stage.objects).get(pk=stage.pk)
    stage.reveal = level.value
    if level is Reveal.HIDDEN:
        stage.rounds_shown, stage.places_shown = 0, None
    if level is Reveal.PUBLIC:
        stage.reveals_at = None
    stage.save(update_fields=["reveal", "rounds_shown", "places_shown", "reveals_at"])
    show_matches(stage.event)
    forget()
    record(organizer, stage.event, stage, f"shown to: {level.value}")
