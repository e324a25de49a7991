"""Sending tasks to workers."""

from __future__ import annotations

from typing import Any

from celery import Task

from arbiter import outage
from arbiter.celery import app

PAUSES = 0.2
"""Shorter than those of the cache: whoever asked for a lost task waits for the next sweep."""


def send(task: Task[..., Any], *arguments: object, queue: str | None = None) -> None:
    """Have a worker do a task.

    A task that cannot be sent is lost: what it should do is in the database, where a sweep finds it
    within seconds.
    """
    options: dict[str, Any] = {} if queue is None else {"queue": queue}
    outage.of(task.app.conf.broker_url, PAUSES).ask(
        lambda: task.apply_async(arguments, **options), None, f"{task.name} was not sent"
    )


def length(queue: str) -> int:
    """Tasks of a queue that no worker has taken yet; 0 while the broker does not answer."""
    return outage.of(app.conf.broker_url).ask(lambda: _length(queue), 0, f"{queue} was not counted")


def _length(queue: str) -> int:
    with app.connection_for_write() as broker:
        channel: Any = broker.default_channel
        return int(channel.client.llen(queue))
