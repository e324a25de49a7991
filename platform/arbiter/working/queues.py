"""The one way to give work to workers.

Tasks are named by their dotted paths, so that models and services need not import them.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.module_loading import import_string

from arbiter import outage
from arbiter.celery import app

PAUSES = 0.2
"""Shorter than those of the cache: whoever asked for a lost task waits for the next sweep."""


def send(name: str, *arguments: object, queue: str | None = None) -> None:
    """Have a worker do the task of this name, for example ``matches.tasks.play``.

    ImportError where there is no such task.  ``queue`` of None: the one that the settings route it
    to.  A task that cannot be sent is lost: what it should do is in the database, where a sweep
    finds it within seconds.
    """
    task = import_string(name)
    options = {} if queue is None else {"queue": queue}
    outage.of(task.app.conf.broker_url, PAUSES).ask(
        lambda: task.apply_async(arguments, **options), None, f"{name} was not sent"
    )


def send_after_commit(name: str, *arguments: object, queue: str | None = None) -> None:
    """`send` once the transaction is committed; at once where there is none."""
    transaction.on_commit(lambda: send(name, *arguments, queue=queue))


def length(queue: str) -> int:
    """Tasks of a queue that no worker has taken yet; 0 while the broker does not answer."""
    return outage.of(app.conf.broker_url).ask(lambda: _length(queue), 0, f"{queue} was not counted")


def _length(queue: str) -> int:
    with app.connection_for_write() as broker:
        channel: Any = broker.default_channel
        return int(channel.client.llen(queue))
