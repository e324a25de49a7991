"""Old happenings of bots go; those of events and seasons stay, because a sweep would note them
again."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from following.models import Digest, Happening

DAYS = 90
PIECE = 500


def remove_old() -> int:
    """Remove a piece of what is older than `DAYS`; how many rows went."""
    before = timezone.now() - timedelta(days=DAYS)
    of_bots = Q(version__isnull=False) | Q(climb__isnull=False)
    old = Happening.objects.filter(of_bots, created__lt=before).order_by("created")
    keys = list(old.values_list("pk", flat=True)[:PIECE])
    Happening.objects.filter(pk__in=keys).delete()
    digests = list(Digest.objects.filter(created__lt=before).values_list("pk", flat=True)[:PIECE])
    Digest.objects.filter(pk__in=digests).delete()
    return len(keys) + len(digests)
