"""Old notices and deliveries go, a piece at a time: nothing waits long for the database."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Model, QuerySet
from django.utils import timezone

from notices.models import Delivery, Notice

NOTICE_DAYS = 90
DELIVERY_DAYS = 30
"""Deliveries are many more, and each is as long as what it tells."""
PIECE = 500
MOST_PIECES = 200


def remove_old() -> int:
    """Remove what is older than that; how many rows went."""
    now = timezone.now()
    notices = Notice.objects.filter(created__lt=now - timedelta(days=NOTICE_DAYS))
    deliveries = Delivery.objects.filter(created__lt=now - timedelta(days=DELIVERY_DAYS))
    return _remove(Notice, notices) + _remove(Delivery, deliveries)


def _remove(model: type[Model], rows: QuerySet[Notice] | QuerySet[Delivery]) -> int:
    gone = 0
    for _ in range(MOST_PIECES):
        piece = list(rows.order_by("created").values_list("pk", flat=True)[:PIECE])
        if not piece:
            break
        gone += model._default_manager.filter(pk__in=piece).delete()[0]
    return gone
