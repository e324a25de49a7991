"""The Celery application.  Queues: ``matches``, ``rooms`` (matches with people), ``builds``,
``default``."""

from __future__ import annotations

import logging
import os
from typing import Any

from celery import Celery
from celery.signals import after_setup_logger, after_setup_task_logger, task_prerun

from arbiter.texts import LogFormatter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbiter.settings")

app = Celery("arbiter")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@after_setup_logger.connect
@after_setup_task_logger.connect
def format_log(logger: logging.Logger, **_: Any) -> None:
    """Workers set up a log of their own, which shows what programs have written."""
    for handler in logger.handlers:
        handler.setFormatter(LogFormatter())


@task_prerun.connect
def load_addresses(**_task: Any) -> None:
    """The first address that a process makes loads all of them: not while a task has a lock."""
    from django.urls import get_resolver

    _ = get_resolver().reverse_dict
