"""Making archives, in workers of the queue ``builds``: upkeep must not wait for one."""

from __future__ import annotations

import logging

from celery import shared_task
from kombu.exceptions import OperationalError as BrokerError

from exports import services
from exports.models import Export

logger = logging.getLogger(__name__)


def call_worker(pk: int) -> None:
    """A call that cannot be sent is made up by the sweep."""
    try:
        make.delay(pk)
    except BrokerError as error:
        logger.warning("no worker could be called for export %d: %s", pk, error)


@shared_task
def make(pk: int) -> None:
    """Make an archive that waits."""
    services.make(pk)


@shared_task
def sweep() -> None:
    """End what was lost, delete what is old, and call again for what waits."""
    services.sweep()
    for pk in Export.objects.filter(state=Export.State.WAITING).values_list("pk", flat=True):
        call_worker(pk)
