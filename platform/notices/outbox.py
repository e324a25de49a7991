"""Deliveries that leave the site: rows made in the transaction of their cause, sent at least once.

An attempt begins with a conditional UPDATE that counts it and moves ``next_at`` to the end of a
lease.  So two workers never try the same delivery at a time, and one whose worker was killed is due
again.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from datetime import timedelta

from django.db import connections, transaction
from django.db.models import F, Window
from django.db.models.functions import Coalesce, RowNumber

from arbiter.database.locks import database_now
from notices import mail
from notices.models import Channel, Delivery, Kind, Webhook
from notices.posting.signing import sign
from notices.posting.transport import OURS, Answer, post
from notices.services import tell

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=120)
"""Longer than any attempt: a connection has 10 s, and looking up a name may take a while before."""
PAUSES_S = (10, 60, 300, 1800, 7200, 43200)
"""Before the second attempt, the third, and so on; after the last a delivery is given up."""
JITTER = 0.2
"""Pauses are longer or shorter by up to this part, so that not everything comes at once."""
MOST_TRIES = len(PAUSES_S) + 1
MOST_LOSSES = 3
"""Attempts beyond the last: those of workers that were killed are not held against a delivery."""
BATCH = 16
PER_WEBHOOK = 4
"""The most deliveries of a batch for one webhook."""
SLOW_MS = 1000
SLOW_REST = 4
"""A receiver that takes longer than `SLOW_MS` rests for `SLOW_REST` times its answer's duration, so
that slow receivers do not delay fast ones."""
LONGEST_REST_S = 300
"""A webhook at which nothing arrives is left alone for a while, longer each time up to this."""
DEAD_AFTER = timedelta(days=3)
"""A webhook whose deliveries fail for this time is turned off."""


def claim() -> list[Delivery]:
    """Take what is due, at most `BATCH`, for this worker."""
    due = Delivery.objects.due().select_related("webhook__user", "user")
    # The first of every webhook comes before the second of any.
    turn = Window(RowNumber(), partition_by="webhook", order_by=("next_at", "pk"))
    events = due.exclude(webhook=None).annotate(turn=turn).filter(turn__lte=PER_WEBHOOK)
    ready = [*_mails(), *events.order_by("turn", "next_at", "pk")[: BATCH // 2]]
    return [delivery for delivery in ready if _take(delivery)]


def _mails() -> list[Delivery]:
    """Mails of accounts come first: somebody waits for a link, and notices may be thousands."""
    due = Delivery.objects.unsent().filter(channel=Channel.MAIL, next_at__lte=database_now())
    due = due.select_related("user").order_by("next_at", "pk")
    links = list(due.filter(user=None)[: BATCH // 2])
    return [*links, *due.filter(user__isnull=False)[: BATCH // 2 - len(links)]]


def _take(delivery: Delivery) -> bool:
    same = Delivery.objects.unsent().filter(pk=delivery.pk, attempt=delivery.attempt)
    taken = same.filter(next_at__lte=database_now()).update(
        attempt=F("attempt") + 1, next_at=database_now(LEASE), tried_at=database_now()
    )
    delivery.attempt += 1
    if taken and delivery.attempt > MOST_TRIES + MOST_LOSSES:
        record(delivery, Answer("Gave up after repeated worker crashes.", final=True))
        return False
    return bool(taken)


def send_due() -> int:
    """Send everything that is due; returns the number of attempts."""
    tries = 0
    with ThreadPoolExecutor(BATCH, thread_name_prefix="webhook") as pool:
        while mine := claim():
            tries += len(mine)
            hooks = [each for each in mine if each.channel == Channel.WEBHOOK]
            posts = {pool.submit(_post, each): each for each in hooks}
            for delivery, answer in mail.send(e for e in mine if e.channel == Channel.MAIL):
                record(delivery, answer)
            for done in as_completed(posts):
                record(posts[done], _answer(done))
    return tries


def _answer(done: Future[Answer]) -> Answer:
    """One that cannot be sent, by a fault of ours, keeps no other from being sent."""
    if (error := done.exception()) is None:
        return done.result()
    logger.error("a webhook could not be sent to", exc_info=error)
    return Answer(OURS)


def _post(delivery: Delivery) -> Answer:
    webhook = delivery.webhook
    assert webhook is not None
    if not webhook.user.is_active:
        return Answer("The account is closed.", final=True)
    body = delivery.payload.encode()
    timestamp = int(time.time())
    headers = {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Arbiter-Webhooks/1",
        "Arbiter-Event": delivery.kind,
        "Arbiter-Delivery": str(delivery.pk),
        "Arbiter-Timestamp": str(timestamp),
        "Arbiter-Signature": sign(webhook.secret, timestamp, body),
    }
    return post(webhook.url, body, headers)


def record(delivery: Delivery, answer: Answer) -> None:
    """Write down how an attempt ended, unless somebody else has taken the delivery meanwhile."""
    mine = Delivery.objects.unsent().filter(pk=delivery.pk, attempt=delivery.attempt)
    state = _state_after(delivery, answer)
    secret = delivery.kind == Delivery.ACCOUNT and state not in Delivery.UNSENT
    kept = mine.update(
        state=state,
        payload="" if secret else F("payload"),
        address="" if state == Delivery.State.SENT else F("address"),
        next_at=database_now(pause_after(delivery.attempt)),
        status=answer.status,
        error=answer.error,
        response=answer.response,
        took_ms=answer.took_ms,
    )
    if kept and delivery.webhook is not None:
        _note(delivery.webhook, answer)


def _state_after(delivery: Delivery, answer: Answer) -> Delivery.State:
    if not answer.error:
        return Delivery.State.SENT
    # A test tells at once whether it works.
    if answer.final or delivery.attempt >= MOST_TRIES or delivery.kind == Delivery.TEST:
        return Delivery.State.GIVEN_UP
    return Delivery.State.FAILED


def pause_after(attempt: int) -> timedelta:
    """How long a delivery rests when its attempt of that number has failed."""
    pause = PAUSES_S[min(attempt, len(PAUSES_S)) - 1]
    return timedelta(seconds=pause * random.uniform(1 - JITTER, 1 + JITTER))


@transaction.atomic
def _note(webhook: Webhook, answer: Answer) -> None:
    """The effect of an attempt on its webhook: how long it rests, and whether it stays on."""
    row = Webhook.objects.filter(pk=webhook.pk)
    if not answer.error:
        rest = timedelta(milliseconds=SLOW_REST * answer.took_ms)
        if answer.took_ms > SLOW_MS:
            row.update(failing_since=None, failures=0, paused_until=database_now(rest))
        else:
            row.exclude(failing_since=None).update(
                failing_since=None, failures=0, paused_until=None
            )
        return
    row.update(failures=F("failures") + 1, failing_since=Coalesce("failing_since", database_now()))
    owned = row.select_related("user").first()
    if owned is None:
        return
    if row.filter(active=True, failing_since__lte=database_now(-DEAD_AFTER)).exists():
        _turn_off(owned)
        return
    rest = timedelta(seconds=min(LONGEST_REST_S, 5 * 2 ** min(owned.failures, 10)))
    row.update(paused_until=database_now(rest))


def _turn_off(webhook: Webhook) -> None:
    """After days of failures. The owner is notified."""
    if not Webhook.objects.filter(pk=webhook.pk, active=True).update(active=False):
        return
    webhook.deliveries.unsent().update(
        state=Delivery.State.GIVEN_UP, error="The webhook was turned off."
    )
    days = DEAD_AFTER.days
    tell(
        Kind.WEBHOOK_OFF,
        [webhook.user],
        f"Your webhook {webhook.url[:150]} is off: all deliveries have failed for {days} days.",
        f"/settings/notices/webhooks/{webhook.pk}/",
        {"webhook": webhook.pk},
    )


class Sender:
    """A thread that sends until nothing is due; at most one in a process."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._again = False
        self._running = False

    def wake(self) -> None:
        """Begin, or look once more before it ends."""
        with self._lock:
            self._again = True
            if self._running:
                return
            self._running = True
        threading.Thread(target=self._run, name="notices", daemon=True).start()

    def _run(self) -> None:
        while self._goes_on():
            try:
                self._work()
            except Exception:
                # A delivery in progress is due again when its lease ends.
                logger.exception("notices could not be sent")
            finally:
                connections.close_all()

    def _goes_on(self) -> bool:
        with self._lock:
            self._running, self._again = self._again, False
            return self._running


SENDER = Sender(send_due)
