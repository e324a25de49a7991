"""The tasks of events."""

from celery import shared_task

from ladder.events.entrants import check_in, waiting
from ladder.events.planning import promises
from ladder.events.planning.acts import start_when_due
from ladder.events.running.advancing import move_due
from ladder.events.showing.ceremony import open_when_due
from ladder.events.sources.fairness import run, send_lost


@shared_task(expires=5.0)
def move_events() -> None:
    """Begin and end check-ins, move up waiting lists, start events whose time has come, move the
    stages that wait for it, and open results that are due."""
    check_in.settle_all()
    waiting.move_all()
    start_when_due()
    send_lost()
    promises.send_lost()
    move_due()
    open_when_due()


@shared_task
def compare_sources(pk: int) -> None:
    """Compare the sources of entered bots."""
    run(pk)


@shared_task
def keep_promise(pk: int) -> None:
    """Play the dry run of an event and keep what it promises."""
    promises.keep(pk)
