"""The periodic task of comparisons."""

from celery import shared_task

from ladder.comparisons import services


# A task that no worker takes in this time is replaced by the next one.
@shared_task(expires=10.0)
def move_comparisons() -> None:
    """Advance every running comparison."""
    services.beat()
