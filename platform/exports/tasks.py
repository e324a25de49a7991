"""Making archives, in workers of the queue ``builds``: upkeep must not wait for one."""

from celery import shared_task

from arbiter.working import queues
from arbiter.working.passing import due
from exports import services
from exports.models import Export


@shared_task
def make(pk: int) -> None:
    """Make an archive that waits."""
    services.make(pk)


@shared_task
def sweep() -> None:
    """End what was lost, delete what is old, and send tasks again for what waits."""
    services.sweep()
    for pk in Export.objects.filter(due(), state=Export.State.WAITING).values_list("pk", flat=True):
        queues.send(services.MAKE, pk)
