"""Acts of organizers on the results of a season, shown before they are published.

A `Correction` is drafted, its preview computed (`ladder.corrections.preview`), and then published
or discarded; nothing changes before.  A published correction can be undone by another one with its
own preview.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.models import User, Viewer
from accounts.permissions import require_organizer
from arbiter.database.locks import database_now, lock
from arbiter.working import passing, queues
from audit import services as audit
from bots.models import Bot
from ladder.corrections.applying import apply, end_waiting, notify, play_again
from ladder.corrections.preview import Diff, Effect, compute
from ladder.models import Correction, RatedMatch, Season
from ladder.publishing import Act
from ladder.ratings.rebuilding import QUICK
from matches.models import Match, MatchQuerySet
from matches.recorded.voiding import READERS, restore, void

logger = logging.getLogger(__name__)

Kind, State = Correction.Kind, Correction.State
MOST = 2000
"""Most matches that an organizer may choose for one correction."""
LEASE = timedelta(seconds=120)
"""A computation that has not reported for this time has lost its process."""


class _Overtaken(Exception):
    """Another process computes this preview, or it is no longer needed."""


@dataclass(frozen=True, slots=True)
class CorrectionRequest:
    """The request: an act on chosen matches or on a bot; ``criteria`` say how they were chosen."""

    matches: tuple[int, ...] = ()
    bot: int | None = None
    void_matches: bool = False
    criteria: str = ""


def request_of(correction: Correction) -> CorrectionRequest:
    data = correction.payload["request"]
    return CorrectionRequest(**{**data, "matches": tuple(data["matches"])})


def applied_of(correction: Correction) -> Effect | None:
    """The changes that it made; None before publication."""
    data = correction.payload.get("applied")
    return Effect.from_json(data) if data else None


def diff_of(correction: Correction) -> Diff | None:
    """Its preview; None if it is not computed yet."""
    return Diff.from_json(correction.diff) if correction.diff else None


# Drafting -----------------------------------------------------------------------------------------


def draft(season: Season, kind: str, by: Viewer, request: CorrectionRequest) -> Correction:
    """A draft that waits for its preview.  ValidationError if it would change nothing."""
    organizer = require_organizer(by)
    if len(request.matches) > MOST:
        raise ValidationError(f"A correction can have at most {MOST} matches. Choose fewer.")
    made = Correction(season=season, kind=Kind(kind), by=organizer)
    made.payload = {"request": asdict(request)}
    return _wanted(made)


def undo(correction: Correction, by: Viewer) -> Correction:
    """A correction that reverts the changes of a published one that are still in effect."""
    organizer = require_organizer(by)
    if correction.state != State.PUBLISHED or correction.kind == Kind.UNDO:
        raise ValidationError("Only a published correction that is not undone yet can be undone.")
    for earlier in Correction.objects.filter(undoes=correction):
        if earlier.is_open:
            return earlier
    made = Correction(season=correction.season, kind=Kind.UNDO, by=organizer, undoes=correction)
    made.payload = {"request": asdict(CorrectionRequest())}
    return _wanted(made)


def _wanted(made: Correction) -> Correction:
    if not effect_of(made) and not _abortable(made):
        raise ValidationError(
            "This correction would change nothing: it affects no result and no bot."
        )
    made.save()
    prepare(made)
    return made


def _abortable(made: Correction) -> bool:
    """Whether undoing it ends matches that are queued or running because of it."""
    done = applied_of(made.undoes) if made.undoes else None
    return done is not None and Match.objects.unfinished().filter(pk__in=done.made).exists()


def effect_of(correction: Correction) -> Effect:
    """The present effect of publishing it."""
    if correction.undoes is not None:
        return _reverse(correction.season, applied_of(correction.undoes) or Effect())
    request, season = request_of(correction), correction.season
    match correction.kind:
        case Kind.VOID | Kind.RERUN:
            return Effect(voided=_among(results(season), request.matches))
        case Kind.RESTORE:
            return Effect(restored=_among(voided(season), request.matches))
        case _:
            return _disqualified(season, request)


def _reverse(season: Season, done: Effect) -> Effect:
    out = _out(season)
    return Effect(
        voided=_among(results(season), (*done.restored, *done.made)),
        restored=_among(voided(season), done.voided),
        out=tuple(bot for bot in done.back if bot not in out),
        back=tuple(bot for bot in done.out if bot in out),
    )


def _disqualified(season: Season, request: CorrectionRequest) -> Effect:
    if request.bot is None or request.bot in _out(season):
        return Effect()
    played = results(season).of_bots(Bot.objects.filter(pk=request.bot))
    void = played.order_by("pk").values_list("pk", flat=True) if request.void_matches else ()
    return Effect(voided=tuple(void), out=(request.bot,))


def _out(season: Season) -> frozenset[int]:
    return frozenset(season.disqualifications.standing().values_list("bot", flat=True))


def results(season: Season) -> MatchQuerySet:
    """The matches of a season that count."""
    return Match.objects.counting().filter(rated__season=season, rated__order__isnull=False)


def voided(season: Season) -> MatchQuerySet:
    """The finished matches of a season that are void."""
    void = Match.objects.finished().filter(voided_at__isnull=False)
    return void.filter(rated__season=season, rated__order__isnull=False)


def _among(rows: MatchQuerySet, matches: Iterable[int]) -> tuple[int, ...]:
    """Those of the matches that are among the rows, by id."""
    among = rows.filter(pk__in=list(matches)).order_by("pk")
    return tuple(among.values_list("pk", flat=True))


# Previews -----------------------------------------------------------------------------------------


def prepare(correction: Correction) -> None:
    """Compute the preview: directly in a small season, otherwise in a worker."""
    season = Season.objects.get(pk=correction.season_id)
    if season.revision <= QUICK:
        preview(correction.pk)
        correction.refresh_from_db()
    else:
        queues.send_after_commit("ladder.tasks.preview", correction.pk, queue="builds")


def waiting() -> QuerySet[Correction, int]:
    """Ids of corrections whose preview no process computes."""
    lost = Q(state=State.COMPUTING, lease_until__lt=database_now())
    rows = Correction.objects.filter(Q(state=State.DRAFT) | lost, trouble="")
    return rows.values_list("pk", flat=True)


def preview(pk: int) -> bool:
    """Compute the preview of a waiting correction; returns whether this call did."""
    if not Correction.objects.filter(pk__in=waiting(), pk=pk).update(
        state=State.COMPUTING, attempt=F("attempt") + 1, lease_until=database_now(LEASE), done=0
    ):
        return False
    correction = Correction.objects.select_related("season", "undoes").get(pk=pk)
    mine = Correction.objects.filter(pk=pk, state=State.COMPUTING, attempt=correction.attempt)

    def heard(done: int) -> None:
        if not mine.update(done=done, lease_until=database_now(LEASE)):
            raise _Overtaken

    try:
        diff = compute(correction.season, effect_of(correction), heard)
    except _Overtaken:
        return False
    except Exception as error:
        logger.exception("the preview of %s could not be computed", correction)
        if passing.is_passing(error) and correction.attempt % passing.MOST:
            return False  # another process computes it once the lease has ended
        mine.update(state=State.DRAFT, trouble=f"{type(error).__name__}: {error}"[:500])
        return False
    return bool(mine.update(state=State.READY, diff=diff.to_json(), revision=diff.revision))


def refresh(correction: Correction, by: Viewer) -> None:
    """Compute a new preview from the current results."""
    require_organizer(by)
    stale = Correction.objects.filter(pk=correction.pk, state__in=(State.READY, State.DRAFT))
    if not stale.update(state=State.DRAFT, trouble=""):
        raise ValidationError(
            "There is no new preview: the correction is closed, or its preview is being computed."
        )
    correction.refresh_from_db()
    prepare(correction)


# Publishing ---------------------------------------------------------------------------------------


def publish(correction: Correction, by: Viewer, reason: str, *, anyway: bool = False) -> None:
    """Make the changes of the preview.

    `Outdated` if results were added or voided since, unless ``anyway``: then the stored diff is
    computed again if the season is small.
    """
    seen = Effect(revision=correction.revision).fingerprint
    Publish(correction).do(by, reason, seen=seen, regardless=anyway)


@dataclass(frozen=True)
class Publish(Act[Effect, Effect]):
    """Publish a correction.  Another correction undoes it: see `undo`."""

    correction: Correction
    readers = READERS

    def require(self, by: Viewer) -> User:
        return require_organizer(by)

    def locked(self, why: str) -> Publish:
        correction = lock(Correction.objects).get(pk=self.correction.pk)
        if correction.state == State.READY:
            again = applied_of(correction.undoes) if correction.undoes else None
            made = again.made if again else ()
            end_waiting(correction.season, made, effect_of(correction).out, why)
        correction.season = lock(Season.objects).get(pk=correction.season_id)
        return Publish(correction)

    def preview(self) -> Effect:
        if self.correction.state == State.READY:
            return replace(effect_of(self.correction), revision=self.correction.season.revision)
        state = self.correction.get_state_display()
        return Effect(objection=f"It cannot be published. Its state is: {state}.")

    def apply(self, shown: Effect, person: User, why: str) -> Effect:
        correction, season = self.correction, self.correction.season
        if correction.revision != shown.revision <= QUICK:
            correction.diff = compute(season, shown).to_json()
            correction.revision = shown.revision
        applied = apply(season, shown, person, why)
        if correction.kind == Kind.RERUN:
            applied = replace(applied, made=play_again(season, applied.voided))
        if correction.undoes is not None:
            Correction.objects.filter(pk=correction.undoes.pk).update(state=State.UNDONE)
        correction.payload = {**correction.payload, "applied": applied.to_json()}
        correction.state, correction.published_at = State.PUBLISHED, timezone.now()
        correction.by, correction.reason = person, why
        correction.save()
        return applied

    def history(self, shown: Effect, why: str) -> tuple[Correction, str, str]:
        return self.correction, f"published ({summary(self.correction)})", why

    def notify(self, done: Effect, person: User, why: str) -> None:
        notify(self.correction.season, done, why)


@transaction.atomic
def discard(correction: Correction, by: Viewer) -> None:
    organizer = require_organizer(by)
    open_states = (State.DRAFT, State.COMPUTING, State.READY)
    if not Correction.objects.filter(pk=correction.pk, state__in=open_states).update(
        state=State.DISCARDED
    ):
        raise ValidationError("Only a correction that is not published can be discarded.")
    audit.record(organizer, correction, "discarded")


_ACTS = {Kind.VOID: "void {}", Kind.RESTORE: "restore {}"}


def summary(correction: Correction) -> str:
    """A short description of its act."""
    if correction.undoes is not None:
        return f"undo of {correction.undoes}: {summary(correction.undoes)}"
    request = request_of(correction)
    if correction.kind == Kind.DISQUALIFY:
        bot = Bot.objects.select_related("owner").filter(pk=request.bot or 0).first()
        message = "disqualify {}, with its matches" if request.void_matches else "disqualify {}"
        return message.format(bot or "a bot")
    count = len(request.matches)
    which = f"match {request.matches[0]}" if count == 1 else f"{count} matches"
    act = _ACTS.get(Kind(correction.kind), "play again {}").format(which)
    return f"{act} ({request.criteria})" if request.criteria else act


def correction_of(match: Match) -> Correction | None:
    """The published correction that voided a match; None without one."""
    if match.voided_at is None:
        return None
    rows = Correction.objects.filter(
        season__rated_matches__match=match, published_at__gte=match.voided_at
    )
    for each in rows.order_by("published_at")[:1]:
        if match.pk in (applied_of(each) or Effect()).voided:
            return each
    return None


def void_unrated(match: Match, by: Viewer, reason: str) -> None:
    """Void a match that counts in no season, which needs no preview."""
    _refuse_previewed(match)
    void(match, require_organizer(by), reason)


def restore_unrated(match: Match, by: Viewer, reason: str) -> None:
    """Undo `void_unrated`."""
    _refuse_previewed(match)
    restore(match, require_organizer(by), reason)


def _refuse_previewed(match: Match) -> None:
    if match.kind in (Match.Kind.EVENT, Match.Kind.SERIES):
        raise ValidationError(
            "The match counts in an event. Correct it on the match page of the event."
        )
    if RatedMatch.objects.filter(match=match, order__isnull=False).exists():
        raise ValidationError(
            "The match counts in a season. Make a correction, which has a preview."
        )


def planned(correction: Correction) -> Effect:
    """The acts, or before the publication the planned ones."""
    now = effect_of(correction) if correction.is_open else Effect()
    return applied_of(correction) or now
