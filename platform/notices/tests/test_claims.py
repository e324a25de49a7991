"""Deliveries that several workers want, and those whose worker was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from django.db import connection

from arbiter.database.locks import database_now
from notices import outbox
from notices.models import Delivery
from notices.outbox import LEASE, MOST_TRIES, send_due
from notices.posting.transport import Answer
from notices.tests.steps import say, the_delivery
from tests import template

# Not one transaction: what one process writes another reads.
pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[3]


def test_nobody_takes_what_somebody_else_tries(unmailed, hook):
    say(unmailed)
    assert len(outbox.claim()) == 1
    assert outbox.claim() == []


def test_of_two_that_saw_it_one_takes_it(unmailed, hook):
    say(unmailed)
    one, other = the_delivery(), the_delivery()
    assert outbox._take(one)
    assert not outbox._take(other)


def test_many_senders_send_each_delivery_once(unmailed, hook, receiver, hurry):
    for _ in range(24):
        say(unmailed)

    def run():
        try:
            send_due()
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    while Delivery.objects.unsent().exists():  # a busy machine is a slow receiver
        hurry()
        send_due()
    ids = [got.event["id"] for got in receiver.got]
    assert len(ids) == len(set(ids)) == 24


SENDER = """
import django
django.setup()
from notices.outbox import send_due
send_due()
"""


def test_what_a_killed_worker_was_sending_is_sent_again_after_its_lease(unmailed, hook, receiver):
    say(unmailed)
    receiver.hold.clear()
    path = f"{ROOT}/platform:{ROOT}"
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "arbiter.settings", "PYTHONPATH": path}
    env |= {"DATABASE_URL": template.address(), "ARBITER_WEBHOOK_PRIVATE": "1"}
    worker = subprocess.Popen([sys.executable, "-c", SENDER], env=env)
    try:
        deadline = time.monotonic() + 120
        while not receiver.got:
            assert worker.poll() is None, "it did not run"
            assert time.monotonic() < deadline, "it sent nothing"
            time.sleep(0.05)
    finally:
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    receiver.hold.set()
    delivery = the_delivery()
    assert (delivery.state, delivery.attempt) == ("waiting", 1)
    assert send_due() == 0, "the lease still holds"
    Delivery.objects.update(next_at=delivery.next_at - LEASE)
    assert send_due() == 1
    assert the_delivery().state == "sent"
    first, second = receiver.got
    assert first.event["id"] == second.event["id"]


def test_who_comes_too_late_with_a_result_changes_nothing(unmailed, hook):
    say(unmailed)
    (late,) = outbox.claim()
    Delivery.objects.update(next_at=database_now())
    (mine,) = outbox.claim()
    outbox.record(late, Answer("It answered 500.", 500))
    assert the_delivery().state == "waiting"
    outbox.record(mine, Answer("", 204))
    outbox.record(late, Answer("It answered 500.", 500))
    assert the_delivery().state == "sent"
    hook.refresh_from_db()
    assert hook.failures == 0


def test_what_kills_its_worker_each_time_is_given_up(unmailed, hook, receiver):
    say(unmailed)
    Delivery.objects.update(attempt=MOST_TRIES + outbox.MOST_LOSSES)
    send_due()
    assert (the_delivery().state, the_delivery().error) == (
        "given_up", "Gave up after repeated worker crashes."
    )  # fmt: skip
    assert receiver.got == []
