"""Queries of the desk: matches, builds, seasons, and the audit trail."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from arbiter.database.locks import database_now
from audit.models import AuditEntry
from bots.models import Bot, BotVersion
from controls import services as controls
from ladder.events.models import Event
from ladder.models import Season
from matches.models import Match
from notices.models import Delivery

OLD_QUEUED = timedelta(minutes=10)
"""A match or build that has waited for this time is probably stuck."""
RECENT = timedelta(days=7)
SHOWN = 25
BRIEF = 5
"""Rows with acts of their own: the desk has few buttons, the pages that it leads to have more."""


def running() -> QuerySet[Match]:
    return Match.objects.live().with_seats().order_by("started")[: 2 * BRIEF]


def lost_leases() -> QuerySet[Match]:
    """Matches whose worker has stopped renewing its claim."""
    return Match.objects.live().filter(lease_until__lt=database_now()).order_by("lease_until")


def old_queued() -> QuerySet[Match]:
    old = Match.objects.filter(state=Match.State.QUEUED, created__lt=timezone.now() - OLD_QUEUED)
    return old.order_by("id")


def failed_matches() -> QuerySet[Match]:
    failed = Match.objects.filter(state=Match.State.FAILED, finished__gt=database_now(-RECENT))
    return failed.order_by("-id")


def _builds() -> QuerySet[BotVersion]:
    return BotVersion.objects.select_related("bot__owner").defer("build_log")


def builds_on_the_way() -> QuerySet[BotVersion]:
    return _builds().filter(state__in=BotVersion.UNSETTLED).order_by("created")[:SHOWN]


def failed_builds() -> QuerySet[BotVersion]:
    failed = _builds().filter(state=BotVersion.State.FAILED, created__gt=timezone.now() - RECENT)
    return failed.order_by("-created")[:BRIEF]


def lost_mails() -> QuerySet[Delivery]:
    """Mails of this week that no mail server took."""
    lost = Delivery.objects.lost_mails().filter(created__gt=timezone.now() - RECENT)
    return lost.order_by("-created")


def counts() -> dict[str, int]:
    """How many matches are in each unfinished state, and how many builds are on the way."""
    by_state = Match.objects.unfinished().order_by().values_list("state")
    rows = dict(by_state.annotate(n=Count("pk")))
    hour = controls.finished_since(database_now(-timedelta(hours=1)))
    return {
        "queued": rows.get(Match.State.QUEUED, 0),
        "running": rows.get(Match.State.RUNNING, 0),
        "builds": BotVersion.objects.filter(state__in=BotVersion.UNSETTLED).count(),
        "finished": sum(hour.values()),
    }


def seasons() -> dict[str, int]:
    """How many seasons run, and how many of these are paused."""
    paused = Count("pk", filter=Q(paused=True))
    return Season.objects.running().aggregate(running=Count("pk"), paused=paused)


def events() -> list[Event]:
    """Drafts and what is open or runs, those with troubles first."""
    over = (Event.State.FINISHED, Event.State.ABORTED)
    entered = Count("entries", filter=Q(entries__withdrawn_at=None))
    rows = Event.objects.exclude(state__in=over).annotate(entered=entered)
    events = rows.prefetch_related("stages").order_by("-pk")[:SHOWN]
    return sorted(events, key=lambda event: not troubles(event))


def troubles(event: Event) -> list[str]:
    each = [event.trouble, *(stage.trouble for stage in event.stages.all())]
    return [trouble for trouble in each if trouble]


def bots_out_of_play() -> QuerySet[Bot]:
    return (
        Bot.objects.exclude(deactivated_at=None)
        .select_related("owner")
        .order_by("-deactivated_at")[:BRIEF]
    )


def find_bots(typed: str) -> QuerySet[Bot]:
    """Bots whose owner or name has every word."""
    bots = Bot.objects.called(typed).select_related("owner", "active_version")
    return bots.order_by("name", "owner__username")[:BRIEF]


def audit_entries() -> QuerySet[AuditEntry]:
    return AuditEntry.objects.order_by("-number")[:8]
