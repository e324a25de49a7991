"""Work for tries: a task means “do the one that comes next”."""

from celery import shared_task

from tries import playing, services


@shared_task
def play() -> None:
    playing.carry_out()


@shared_task
def sweep() -> None:
    services.sweep()
