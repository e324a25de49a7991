"""Taking a stage back, with the stages that depend on it, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from games.sentences import listed
from ladder import publishing
from ladder.core.contest.durations import spell_minutes
from ladder.events.kinds.audience import show_matches
from ladder.events.kinds.registry import kind_of
from ladder.events.mending.drafts import Facts, draft
from ladder.events.mending.taking_back import Loss, Mode, TakeBack, own_matches, preview
from ladder.events.models import (
    EarlierGame,
    EncounterGame,
    Event,
    Incident,
    SeriesGame,
    Stage,
    StageEntry,
)
from ladder.events.notifications import tell_again
from ladder.events.permissions import record, require
from ladder.events.planning.rescheduling import set_times
from ladder.events.roles import EventAct
from ladder.events.running import advancing
from matches.models import Match
from matches.recorded.voiding import require_public_reason, void_each
from matches.services import withdraw

if TYPE_CHECKING:
    from accounts.models import User, Viewer


def take_back(
    stage: Stage, by: Viewer, mode: Mode, reason: str, seen: str, *, regardless: bool = False
) -> Incident:
    """Take a stage back as its preview with the fingerprint ``seen`` said.

    `publishing.Outdated` if that is not the preview any more, unless ``regardless`` of that.
    PermissionDenied for people who do not judge the event, ValidationError where it is impossible,
    and for a missing reason.  Nothing is done then.
    """
    person = require(by, stage.event, EventAct.JUDGE)
    why = require_public_reason(reason)
    with transaction.atomic():
        previewed = preview(locked(stage), mode)
        if previewed.objection:
            raise ValidationError(previewed.objection)
        publishing.is_outdated(seen, previewed.fingerprint, anyway=regardless)
        incident = _do(previewed, person, why)
    advancing.move_all(incident.event_id)
    return incident


def locked(stage: Stage) -> Stage:
    """The stage, with locks on its event and on all stages of that."""
    event = lock(Event.objects).get(pk=stage.event_id)
    rows = {row.pk: row for row in lock(event.stages).order_by("number")}
    locked_stage = rows[stage.pk]
    locked_stage.event = event
    return locked_stage


def _do(taken: TakeBack, person: User, why: str) -> Incident:
    event = taken.stage.event
    incident = Incident.objects.create(
        event=event,
        kind=Incident.Kind.STAGE,
        subject=taken.stage.name,
        reason=why,
        by=person,
        **draft(facts_of(taken, why)),
    )
    incident.stages.set([each.stage for each in taken.losses])
    incident.matches.set([pk for each in taken.losses for pk in each.counted])
    for loss in reversed(taken.losses):
        _reset(loss, incident, why)
    event.stages.filter(pk__in=[stage.pk for stage in taken.held]).update(paused=True)
    if event.state == Event.State.FINISHED:
        event.state, event.ended = Event.State.RUNNING, None
        event.save(update_fields=["state", "ended"])
    show_matches(event)
    advancing.note_correction(event.pk)
    forget()
    record(person, event, taken.stage, in_words(taken), why)
    stages = [taken.stage, *(each.stage for each in taken.losses if each.stage != taken.stage)]
    tell_again(incident, stages, f"{titled(taken)}: {why}")
    return incident


def facts_of(taken: TakeBack, why: str) -> Facts:
    """The facts of an announcement."""
    again = [each.stage.name for each in taken.losses]
    return Facts(
        event=str(taken.stage.event),
        title=titled(taken),
        stages=again,
        counted=taken.counted,
        reason=why,
        minutes=taken.minutes,
    )


def titled(taken: TakeBack) -> str:
    """Such as “League is played again, and so is Cup”."""
    later = [each.stage.name for each in taken.losses if each.stage != taken.stage]
    if taken.mode is Mode.REOPEN:
        verb = "begin again" if len(later) > 1 else "begins again"
        return f"{listed(later)} {verb}, because {taken.stage.name} is corrected"[:120]
    more = f", and so {'are' if len(later) > 1 else 'is'} {listed(later)}" if later else ""
    return f"{taken.stage.name} is played again{more}"[:120]


def in_words(taken: TakeBack) -> str:
    """The act, for the history."""
    names = listed([each.stage.name for each in taken.losses])
    results = "1 result" if taken.counted == 1 else f"{taken.counted} results"
    going = "1 match" if taken.going == 1 else f"{taken.going} matches"
    took = spell_minutes(taken.minutes)
    return f"took back {names}. {results} void, {going} withdrawn, about {took} to play"


# One stage ----------------------------------------------------------------------------------------


def _reset(loss: Loss, incident: Incident, why: str) -> None:
    """Bring a stage into the state before it began.  Its versions stay as they were fixed."""
    stage = loss.stage
    finished = set(loss.finished)
    matches = list(Match.objects.defer("map", "outcome", "params").filter(own_matches(stage)))
    EarlierGame.objects.bulk_create(_earlier(stage, incident))
    stage.encounters.all().delete()
    stage.series.all().delete()
    withdraw([match for match in matches if not match.is_over], why)
    void_each([match for match in matches if match.pk in finished], why)
    _unseat(stage)
    if kind_of(stage).has_end and stage.ends is not None and stage.started is not None:
        set_times(stage, ends=timezone.now() + (stage.ends - stage.started))
    stage.times_taken_back += 1
    stage.state, stage.started, stage.ended = Stage.State.WAITING, None, None
    stage.season, stage.paused, stage.trouble = None, False, ""
    stage.reveals_at = loss.reveals_at
    stage.reveal, stage.rounds_shown, stage.places_shown = loss.reveal.value, 0, None
    stage.save()


def _earlier(stage: Stage, incident: Incident) -> Iterable[EarlierGame]:
    games = EncounterGame.objects.filter(encounter__stage=stage).select_related("encounter")
    for game in games.order_by("pk"):
        row = game.encounter
        yield EarlierGame(
            stage=stage,
            match_id=game.match_id,
            incident=incident,
            group=row.group,
            key=row.key,
            round=row.round,
            number=game.number,
            name=row.name,
        )
    for one in SeriesGame.objects.filter(series__stage=stage).select_related("series"):
        yield EarlierGame(
            stage=stage,
            match_id=one.match_id,
            incident=incident,
            group=one.series.group,
            number=one.number,
        )


def _unseat(stage: Stage) -> None:
    """Entries without places and numbers; those that may qualify now have a version, too: the one
    that was fixed for them last in this event, or the active one."""
    stage.entries.update(number=None, seed=None, group=0, place=None, won=False)
    known = set(stage.entries.values_list("entry", flat=True))
    fixed = StageEntry.objects.filter(stage__event=stage.event).order_by("stage__frozen_at")
    last = dict(fixed.values_list("entry", "version"))
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entry, version_id=version)
        for entry in advancing.registered(stage.event, stage.game)
        if entry.pk not in known
        and (version := last.get(entry.pk, entry.bot.active_version_id)) is not None
    )
