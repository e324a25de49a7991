"""Telling the workers of all machines that a foreign game was installed or removed.

A worker that does not hear of it fetches the game when it plays or builds for it.
"""

from __future__ import annotations

import logging
from typing import Any

from celery.signals import worker_init
from django.conf import settings
from django.db import connections

from arbiter import outage
from arbiter.celery import app
from rulesets import installed

logger = logging.getLogger(__name__)
COMMAND = "follow_games"


def follow_everywhere() -> None:
    """Have each machine with a worker look for the games of the site now."""

    def tell() -> None:
        app.control.broadcast(COMMAND)

    outage.of(settings.REDIS_URL).ask(tell, None, "workers do not hear of a game")


@worker_init.connect(dispatch_uid="installs.listen")
def listen(**_: Any) -> None:
    """Take such calls in this worker."""
    from celery.worker.control import control_command  # of no use outside of workers

    control_command(name=COMMAND)(follow_games)


def follow_games(_state: object = None) -> None:
    """Give this machine the games of the site.  Errors are logged: the next task tries again."""
    try:
        installed.follow()
    except Exception:
        logger.exception("the installed games stay as they are")
    finally:
        connections.close_all()  # processes of the pool are forks of this one
