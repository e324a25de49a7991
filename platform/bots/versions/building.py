"""Which build comes next, and how many builds a person may ask for.

The order of builds is the database's; a task means “build what comes next”.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from accounts.signing.addresses import confirmed_address
from arbiter.database.locks import database_now, lock
from arbiter.working import queues
from arbiter.working.passing import due
from arbiter.working.workers import host, own_name
from bots.models import BotVersion, BuildRequest
from controls import joining, machines
from controls.models import Hold
from games.texts.sentences import paragraph

BUILD = "bots.tasks.build"
"""The task that builds what comes next."""
_HOUR = timedelta(hours=1)
FRESH_S = 5
"""Seconds for which the queue is used for everybody."""
TYPICAL = 20
"""The newest builds, by which the duration of the next ones is estimated."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Of the bots of one owner: versions on their way to the end of their first match, and builds
    in an hour, uploads and repetitions together.  Builds cost, also those that fail at once."""

    unsettled: int
    hourly: int


USUAL = Bounds(unsettled=5, hourly=60)
UNCONFIRMED = Bounds(unsettled=2, hourly=10)
"""Without a confirmed e-mail address, where the site can send mail."""


def bounds_of(owner: User) -> Bounds:
    must_confirm = settings.MAIL_CONFIGURED and not owner.is_staff
    return UNCONFIRMED if must_confirm and confirmed_address(owner) is None else USUAL


def request(version: BotVersion) -> None:
    """Note that a build of the version was asked for, and call a worker once that is committed.

    Inside a transaction that has locked the owner's row.
    """
    BuildRequest.objects.create(owner=version.bot.owner)
    queues.send_after_commit(BUILD)


def require_room(owner: User) -> None:
    """`ValidationError` where the owner may not ask for another build now.

    Every way to a build asks here.  House bots have no bounds.
    """
    if owner.is_house:
        return
    bounds = bounds_of(owner)
    confirm = (
        "Or confirm your e-mail address in the settings: the bounds are higher then."
        if bounds is UNCONFIRMED
        else ""
    )
    own = BotVersion.objects.filter(bot__owner=owner)
    unsettled = own.filter(state__in=BotVersion.UNSETTLED).count()
    if unsettled >= bounds.unsettled:
        full = (
            f"{unsettled} versions of {owner}'s bots are still being built or play their first "
            f"match; at most {bounds.unsettled} may at a time. Wait until one of them is done."
        )
        raise ValidationError(paragraph(full, confirm))
    asked = BuildRequest.objects.filter(owner=owner, created__gt=timezone.now() - _HOUR)
    if asked.count() >= bounds.hourly:
        oldest = asked.order_by("created")[asked.count() - bounds.hourly]
        minutes = max(1, -(-(oldest.created + _HOUR - timezone.now()) // timedelta(minutes=1)))
        full = (
            f"{bounds.hourly} builds of {owner}'s bots were asked for within an hour, by uploads "
            f"and repetitions, which is the bound. Try again in {minutes} min."
        )
        raise ValidationError(paragraph(full, confirm))


def not_offered(version: BotVersion, program: str) -> str:
    """Why a build that is repeated cannot play with the program of this name."""
    if not version.programs:
        return (
            f"The last build does not ask which program plays, so “{program}” cannot be chosen. "
            "Upload a new version and name the program there."
        )
    return f"The build made no program “{program}”. Choose one of: {', '.join(version.programs)}."


def forget_requests() -> None:
    """Remove requests that count no more."""
    BuildRequest.objects.filter(created__lt=timezone.now() - 2 * _HOUR).delete()


def _in(state: BotVersion.State) -> Q:
    """Versions whose first build (``state``) or build on demand (``artifact_state``) is there."""
    return Q(state=state) | Q(artifact_state=state)


def running() -> QuerySet[BotVersion]:
    """Versions that are being built."""
    return BotVersion.objects.filter(_in(BotVersion.State.BUILDING))


def waiting(machine: str | None = None) -> QuerySet[Any]:
    """Versions that wait to be built, by any machine or by this one, the next one first.

    Owners take turns: those with the fewest builds running, then those whose last build began
    longest ago, then the oldest version.
    """
    of_owner = BotVersion.objects.filter(bot__owner=OuterRef("bot__owner")).order_by()
    running = of_owner.filter(_in(BotVersion.State.BUILDING)).values("bot__owner")
    served = of_owner.values("bot__owner")
    return (
        BotVersion.objects.filter(_in(BotVersion.State.WAITING), due(machine))
        .annotate(
            running=Coalesce(Subquery(running.annotate(n=Count("pk")).values("n")), Value(0)),
            served=Subquery(served.annotate(t=Max("build_started")).values("t")),
        )
        .order_by("running", F("served").asc(nulls_first=True), "pk")
    )


def startable(machine: str | None = None) -> QuerySet[Any]:
    """Those of `waiting` that may begin now, none on a machine that is held back.

    An owner has one build at a time, also while no others wait, since one that comes would wait for
    the end of both.  The house has as many as it likes.
    """
    versions = waiting(machine).filter(Q(running=0) | Q(bot__owner__is_house=True))
    if machine is not None:
        versions = versions.filter(~Exists(Hold.objects.on_builds(machine)))
    return versions


def claim(version_id: int | None = None) -> BotVersion | None:
    """Take the version that comes next, or this one, for the process that asks; None where there
    is none that may begin, or this machine has a problem."""
    machine = joining.own("builds")
    if machine.problem:
        return None
    while True:
        versions = startable(host()).exclude(language__in=machines.abilities(machine).lacks)
        if version_id is not None:
            versions = versions.filter(pk=version_id)
        first = versions.values("pk", "bot__owner", "running", "state").first()
        if first is None:
            return None
        with transaction.atomic():
            # Two workers must not both take the first build of an owner.
            lock(User.objects).get(pk=first["bot__owner"])
            still = waiting().filter(pk=first["pk"], running=first["running"])
            if not still.exists():
                continue
            is_first = first["state"] == BotVersion.State.WAITING
            BotVersion.objects.filter(pk=first["pk"]).update(
                **{"state" if is_first else "artifact_state": BotVersion.State.BUILDING},
                build_started=database_now(),
                build_finished=None,
                build_worker=own_name(),
            )
        return BotVersion.objects.select_related("bot__owner").get(pk=first["pk"])


# The queue ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Queue:
    """Ids of the versions that wait for their build, in the order of the builds: owners take turns.

    ``running`` is the number of builds now, ``pace`` the mean duration of the last builds: None
    where no machine builds, or nothing was built yet.
    """

    order: tuple[int, ...]
    running: int
    pace: timedelta | None

    def place_of(self, version: BotVersion) -> int | None:
        """The place of a version, from 1; None where it does not wait, or waits for its next
        attempt after a fault."""
        return self.order.index(version.pk) + 1 if version.pk in self.order else None

    def wait(self, place: int) -> timedelta | None:
        """The estimated time until the build of this place begins; None if it is unknown.

        While versions wait, all workers build, so ``running`` is their number.
        """
        ahead = place if self.running else place - 1
        return None if self.pace is None else self.pace * ahead / max(1, self.running)


def queue(version: BotVersion | None = None) -> Queue:
    """At most `FRESH_S` old, since pages of versions that wait ask for it every few seconds; newer
    where the ``version`` came later."""
    kept: Queue | None = cache.get("builds")
    age = timedelta(seconds=2 * FRESH_S)
    is_new = version is not None and version.created > timezone.now() - age
    if kept is None or (version and is_new and version.pk not in kept.order):
        kept = Queue(tuple(_order()), running().count(), _pace())
        cache.set("builds", kept, FRESH_S)
    return kept


def _order() -> list[int]:
    turns = Counter[int]()
    order = []
    for at, (pk, owner, builds) in enumerate(waiting().values_list("pk", "bot__owner", "running")):
        order.append((builds + turns[owner], at, pk))
        turns[owner] += 1
    return [pk for _, _, pk in sorted(order)]


def _pace() -> timedelta | None:
    built = BotVersion.objects.filter(build_started__isnull=False, build_finished__isnull=False)
    times = built.order_by("-pk").values_list("build_started", "build_finished")[:TYPICAL]
    lasted = [ended - began for began, ended in times if began and ended]
    if not lasted or not machines.able(["builds"]):
        return None
    return sum(lasted, timedelta()) / len(lasted)
