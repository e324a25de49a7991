"""Archives of events: who may order and download which, and how large one will be.

A public archive has what everybody may see, and can be ordered when all results of the event are
shown.  Another one has what the role of its orderer may see, and is for this person alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import Count, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet, Sum
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import User, Viewer
from arbiter.serving.caching import Rule
from arbiter.serving.downloads import Download, download
from arbiter.working import queues
from exports.models import Export
from exports.options import Options
from exports.services import MAKE, MOST_A_DAY, State, end
from games.texts.sentences import paragraph
from ladder.corrections.models import Correction
from ladder.events import permissions
from ladder.events.models import Encounter, Event, Stage
from ladder.events.reading import matches as event_matches
from ladder.events.reading.viewer import EventViewer, visible_events
from ladder.events.roles import EventAct
from maps.models import Map
from matches.models import Match, MatchQuerySet
from rulesets.models import Scenario
from storage import space

MB = 1_000_000
PLAYER = 140_000
"""About the bytes of the player of one game, compressed."""
PAGE = 2_500
"""About the bytes of a page with its entries in the ZIP file, compressed."""
TWICE = 2.1
"""A replay is in its page and in a file of its own."""


def viewer_of(export: Export) -> EventViewer:
    """The event as the archive shows it.  ValidationError where nobody may see it so any more."""
    event = export.event
    assert event is not None, "an archive of an event"
    if export.public:
        if not all_revealed(event):
            raise ValidationError(NOT_YET)
        return EventViewer(event, AnonymousUser())
    by = export.by
    if by is None or not permissions.may(by, event, EventAct.SEE):
        raise ValidationError("The role of the person who ordered the archive has changed.")
    return EventViewer(event, by)


NOT_YET = (
    "The public archive cannot be made yet: the event is not over, or some of its results are not "
    "shown to everybody. Order it when all results are public."
)


def all_revealed(event: Event) -> bool:
    """Whether the event has been played and everybody may see all of its results."""
    if not (event.has_begun and event.is_over):
        return False
    viewer = EventViewer(event, AnonymousUser())
    return all(stage.started is None or viewer.results(stage) for stage in viewer.stages)


# Content ------------------------------------------------------------------------------------------


def matches_of(viewer: EventViewer) -> MatchQuerySet:
    """The matches that an archive has, by number."""
    return event_matches.wanted_matches(viewer, event_matches.MatchQuery()).order_by("pk")


def replays_of(viewer: EventViewer) -> QuerySet[Match]:
    """The matches whose replays an archive has.  A replay has the board, so those on maps that the
    viewer may not see are left out."""
    user = viewer.user
    maps = Q(map_used=None) | Q(map_used__in=Map.objects.visible_to(user).values("pk"))
    known = Scenario.objects.filter(map_public_at__lte=timezone.now())
    scenarios = Q() if user.is_staff else Q(scenario=None) | Q(scenario__in=known.values("pk"))
    played = matches_of(viewer).filter(state=Match.State.FINISHED).exclude(replay="")
    return played.filter(maps, scenarios)


@dataclass(frozen=True, slots=True)
class Estimate:
    """About the bytes of an archive, with and without replays."""

    whole: int
    without: int

    def of(self, *, replays: bool) -> int:
        return self.whole if replays else self.without


def estimate(viewer: EventViewer) -> Estimate:
    """The size of an archive before it is made."""
    matches = matches_of(viewer).order_by().aggregate(count=Count("pk"))["count"]
    encounters = Encounter.objects.filter(stage__in=viewer.opened).count()
    entries = viewer.event.entries.filter(withdrawn_at=None).count()
    pages = (matches + encounters + entries + len(viewer.plans) + 10) * PAGE
    games = len(viewer.plan.games)
    taken = replays_of(viewer).order_by().aggregate(bytes=Sum("replay_bytes"))["bytes"] or 0
    return Estimate(pages + games * PLAYER + int(taken * TWICE), pages)


def require_size(bytes_: int, *, replays: bool) -> None:
    """ValidationError for an archive that is larger than the site allows."""
    most = settings.EVENT_ARCHIVE_MB * MB
    if bytes_ <= most:
        return
    way = "Order it without replays." if replays else "Ask the operator of the site for more."
    large = (
        f"The archive would have about {bytes_ / MB:,.0f} MB, and at most {most / MB:,.0f} MB are "
        "allowed here."
    )
    raise ValidationError(paragraph(large, way))


# Orders -------------------------------------------------------------------------------------------


def order(event: Event, by: User, *, public: bool, replays: bool) -> Export:
    """Have an archive of the event made."""
    space.require()
    if public:
        _require_public(event, by)
    else:
        permissions.require(by, event, EventAct.SEE)
    made = Export(by=by, event=event, public=public, options=Options(replays=replays).to_json())
    require_size(estimate(viewer_of(made)).of(replays=replays), replays=replays)
    try:
        with transaction.atomic():
            made.save()
            permissions.record(by, event, event, "asked for an archive", words_of(made))
            queues.send_after_commit(MAKE, made.pk)
    except IntegrityError:
        raise ValidationError(
            "This archive is being made already. Wait for it, or cancel it."
        ) from None
    return made


def _require_public(event: Event, by: User) -> None:
    if not by.is_active or not all_revealed(event):
        raise ValidationError(NOT_YET)
    since = timezone.now() - timedelta(days=1)
    today = Export.objects.filter(by=by, event__isnull=False, created__gt=since).count()
    if today >= MOST_A_DAY and not permissions.may(by, event, EventAct.SEE):
        raise ValidationError(
            f"You ordered {MOST_A_DAY} archives of events today. Try again tomorrow."
        )


def words_of(export: Export) -> str:
    """The content of an archive in a few words."""
    replays = export.asked.replays
    if export.public:
        return "public results, with replays" if replays else "public results, without replays"
    if replays:
        return "everything that the orderer may see, with replays"
    return "everything that the orderer may see, without replays"


def cancel(export: Export, by: User) -> None:
    """Stop an archive that waits or is being made; its orderer and the people who run the event
    may."""
    event = export.event
    if event is None or not (export.by == by or permissions.may(by, event, EventAct.SEE)):
        raise PermissionDenied("Only the person who ordered the archive may cancel it.")
    with transaction.atomic():
        if not end(export.pk, State.CANCELLED):
            raise ValidationError("The archive is over already, so nothing was cancelled.")
        permissions.record(by, event, event, "cancelled an archive")


def shown(event: Event, user: Viewer) -> QuerySet[Export]:
    """The archives of the event that this person may know of and download, newest first."""
    if not visible_events(user).filter(pk=event.pk).exists():
        return Export.objects.none()
    which = Q(public=True) if all_revealed(event) else Q(pk__in=())
    if user.is_authenticated and permissions.may(user, event, EventAct.SEE):
        which |= Q(public=False, by=user)
    since = ExpressionWrapper(_outdated(), models.BooleanField())
    rows = Export.objects.filter(which, event=event).annotate(corrected_since=since)
    return rows.select_related("by", "event")


def _outdated() -> Q:
    """Archives that were ordered before a correction of results or of a season of their event."""
    seasons = Stage.objects.filter(event=OuterRef(OuterRef("event"))).values("season")
    published = Correction.objects.filter(published_at__gte=OuterRef("created"), season__in=seasons)
    corrected = Q(event__corrected__isnull=False, event__corrected__gte=F("created"))
    return corrected | Q(Exists(published))


def sent_to(event: Event, user: Viewer) -> QuerySet[Export]:
    """Those of `shown` that this person may download: an outdated one is not public any more, but
    its orderer and the people who run the event may have it."""
    exports = shown(event, user)
    if permissions.may(user, event, EventAct.SEE):
        return exports
    return exports.filter(Q(corrected_since=False) | Q(by=user.pk, by__isnull=False))


def response(request: HttpRequest, event: Event, user: Viewer, pk: int) -> HttpResponseBase:
    """The archive as a download.  Http404 where `sent_to` does not have it, or it is not ready.

    Downloads of what is not public are in the history of the event.
    """
    export = get_object_or_404(sent_to(event, user), pk=pk, state=State.DONE)
    name = f"{event.slug}-archive.zip"
    what = Download(name, "application/zip", _rule(event, export), etag=export.sha256)
    answer = download(request, what, export.file)
    sent = request.method == "GET" and answer.status_code in (200, 206)
    if sent and not export.public and user.is_authenticated:
        permissions.record(user, event, event, "downloaded an archive")
    return answer


def _rule(event: Event, export: Export) -> Rule | None:
    """The rule of who may download it; None: its orderer alone."""
    if not export.public:
        return None
    return lambda viewer: sent_to(event, viewer).filter(pk=export.pk).exists()
