"""Taking a stage back, with the stages that depend on it, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

from django.utils import timezone

from accounts.models import User
from arbiter.database.locks import lock
from games.texts.sentences import counted, listed, plural
from ladder.core.contest.durations import spell_minutes
from ladder.events.kinds.audience import show_matches
from ladder.events.kinds.registry import kind_of
from ladder.events.mending import drafts
from ladder.events.mending.rulings import Ruling
from ladder.events.mending.taking_back import Loss, Losses, Mode, own_matches, preview
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
from ladder.events.planning.rescheduling import set_times
from ladder.events.running import advancing
from matches.models import Match
from matches.recorded.voiding import READERS, void_each
from matches.services import withdraw


@dataclass(frozen=True)
class TakeBack(Ruling[Losses, Incident]):
    """Take a stage back.  This cannot be undone."""

    stage: Stage
    mode: Mode
    readers = READERS

    @property
    def within(self) -> Event:
        return self.stage.event

    def locked(self, why: str) -> TakeBack:
        return replace(self, stage=locked_stages(self.within)[self.stage.pk])

    def preview(self) -> Losses:
        return preview(self.stage, self.mode)

    def apply(self, shown: Losses, person: User, why: str) -> Incident:
        stage, event = self.stage, self.within
        incident = drafts.write(
            Incident(
                event=event, kind=Incident.Kind.STAGE, subject=stage.name, reason=why, by=person
            ),
            titled(shown),
            [each.stage for each in shown.losses],
            [pk for each in shown.losses for pk in each.counted],
            shown.minutes,
        )
        for loss in reversed(shown.losses):
            _reset(loss, incident, why)
        event.stages.filter(pk__in=[stage.pk for stage in shown.held]).update(paused=True)
        if event.state == Event.State.FINISHED:
            event.state, event.ended = Event.State.RUNNING, None
            event.save(update_fields=["state", "ended"])
        show_matches(event)
        advancing.note_correction(event.pk)
        return incident

    def history(self, shown: Losses, why: str) -> tuple[Stage, str, str]:
        names = listed([each.stage.name for each in shown.losses])
        results, going = counted(shown.counted, "result"), counted(shown.going, "match", "matches")
        took = spell_minutes(shown.minutes)
        what = f"took back {names}. {results} void, {going} withdrawn, about {took} to play"
        return self.stage, what, why

    def notify(self, done: Incident, person: User, why: str) -> None:
        again = done.stages.exclude(pk=self.stage.pk)
        tell_again(done, [self.stage, *again], f"{done.title}: {why}")

    def follow(self) -> None:
        advancing.move_all(self.stage.event_id)


def locked_stages(event: Event) -> dict[int, Stage]:
    """The stages of an event by id, with locks on them and on the event."""
    event = lock(Event.objects).get(pk=event.pk)
    stages = {stage.pk: stage for stage in lock(event.stages).order_by("pk")}
    for stage in stages.values():
        stage.event = event
    return stages


def titled(taken: Losses) -> str:
    """Such as “League is played again, and so is Cup”."""
    later = [each.stage.name for each in taken.losses if each.stage != taken.stage]
    message = "{stage} is played again"
    if taken.mode is Mode.REOPEN:
        one = "{later} begins again, because {stage} is corrected"
        several = "{later} begin again, because {stage} is corrected"
        message = several if len(later) > 1 else one
    elif later:
        one = "{stage} is played again, and so is {later}"
        message = plural(len(later), one, "{stage} is played again, and so are {later}")
    return message.format(stage=taken.stage.name, later=listed(later))[:120]


# One stage ----------------------------------------------------------------------------------------


def _reset(loss: Loss, incident: Incident, why: str) -> None:
    """Bring a stage into the state before it began.  Its versions stay as they were fixed."""
    stage = loss.stage
    finished = set(loss.finished)
    matches = list(Match.objects.defer("map", "outcome", "params").filter(own_matches(stage)))
    EarlierGame.objects.bulk_create(_earlier(stage, incident))
    EncounterGame.objects.filter(encounter__stage=stage).delete()
    stage.encounters.all().delete()
    stage.series.all().delete()
    withdraw([match for match in matches if not match.is_over], why)
    void_each([match for match in matches if match.pk in finished], why)
    _unseat(stage)
    if kind_of(stage).has_end and stage.ends is not None and stage.started is not None:
        set_times(stage, ends=timezone.now() + (stage.ends - stage.started))
    stage.times_taken_back += 1
    stage.revision += 1
    stage.state, stage.started, stage.ended = Stage.State.WAITING, None, None
    stage.season, stage.paused, stage.trouble = None, False, ""
    stage.reveals_at = loss.reveals_at
    stage.reveal, stage.rounds_shown, stage.places_shown = loss.reveal.value, 0, None
    stage.save()


def _earlier(stage: Stage, incident: Incident) -> Iterable[EarlierGame]:
    new = partial(EarlierGame, stage=stage, incident=incident)
    games = EncounterGame.objects.filter(encounter__stage=stage).order_by("pk")
    names = [f"encounter__{name}" for name in ("group", "key", "round", "name")]
    for match, number, group, key, round_, name in games.values_list("match", "number", *names):
        yield new(group=group, key=key, round=round_, name=name, match_id=match, number=number)
    series = SeriesGame.objects.filter(series__stage=stage).order_by("number", "pk")
    for match, number, group in series.values_list("match", "number", "series__group"):
        yield new(group=group, match_id=match, number=number)


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
