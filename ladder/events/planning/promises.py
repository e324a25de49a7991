"""Keeping what the dry run promises, to be shown beside what happens.

A worker plays the dry run, which takes seconds: the act that asks for it does not wait.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial

from arbiter.database.locks import database_now
from arbiter.working import queues
from arbiter.working.passing import persistently
from ladder.events.models import Event, Promise
from ladder.events.models.promises import StagePromise
from ladder.events.planning.forecasts import EventForecast, forecast

logger = logging.getLogger(__name__)

TASK = "ladder.events.tasks.keep_promise"
LOST = timedelta(minutes=2)
MOST_KEPT = 50
"""Promises of one event; older ones make room, apart from the first one."""


def ask(event: Event, occasion: Promise.Occasion) -> None:
    """Have a worker play the event as it is planned now.

    A promise that still waits is replaced: its plan is no longer the one of the event.
    """
    waiting = event.promises.filter(state=Promise.State.WAITING)
    if occasion is Promise.Occasion.CHANGED:
        older = waiting.filter(occasion=Promise.Occasion.PUBLISHED).exists()
        occasion = Promise.Occasion.PUBLISHED if older else occasion
    waiting.delete()
    made = Promise.objects.create(event=event, occasion=occasion)
    queues.send_after_commit(TASK, made.pk, queue="builds")


def keep(pk: int) -> None:
    """Play the dry run of a promise that waits, and keep what it says."""
    row = Promise.objects.select_related("event").filter(pk=pk).first()
    if row is None or row.state != Promise.State.WAITING:
        return
    try:
        expected = persistently(partial(forecast, row.event), row)
    except Exception:
        failed = {"state": Promise.State.FAILED}
        persistently(partial(Promise.objects.filter(pk=pk).update, **failed), row)
        logger.exception("the dry run of %s failed", row.event)
        return
    Promise.objects.filter(pk=pk, state=Promise.State.WAITING).update(
        state=Promise.State.DONE,
        matches=expected.matches,
        took=expected.took.total_seconds(),
        workers=expected.workers,
        supposed=expected.supposed,
        stages=_stages(expected),
    )
    _make_room(row.event)


def _stages(expected: EventForecast) -> list[StagePromise]:
    return [
        {
            "key": line.stage.key,
            "name": line.stage.name,
            "matches": line.forecast.games,
            "most": line.forecast.most,
            "begins": line.begins.total_seconds(),
            "ends": (line.begins + line.took).total_seconds(),
            "worked": line.worked.total_seconds(),
            "known": line.known,
        }
        for line in expected.lines
    ]


def _make_room(event: Event) -> None:
    every = list(event.promises.order_by("pk").values_list("pk", flat=True))
    if len(every) > MOST_KEPT:
        Promise.objects.filter(pk__in=every[1 : 1 + len(every) - MOST_KEPT]).delete()


def send_lost() -> None:
    """Send promises again whose task was lost."""
    old = Promise.objects.filter(state=Promise.State.WAITING, asked__lt=database_now(-LOST))
    for pk in old.values_list("pk", flat=True):
        queues.send(TASK, pk, queue="builds")
