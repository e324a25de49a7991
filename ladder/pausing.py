"""Pausing and resuming of seasons, events and stages of events, which create matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model, QuerySet

from accounts.models import User
from accounts.permissions import require_reason
from audit import services as audit


@transaction.atomic
def set_paused(
    row: Model,
    rows: Sequence[QuerySet[Any]],
    by: User,
    reason: str,
    *,
    paused: bool,
    role: str = "",
    **also: Any,
) -> None:
    """Set ``paused`` on ``rows``, which belong to ``row``, and record the act for it.

    The caller has checked that the person may; ``role`` is as in `audit.services.record`.

    ``also`` are fields to set with it.  ValidationError if all rows have that state already.
    """
    why = require_reason(reason)
    others = [each.filter(paused=not paused) for each in rows]
    if not sum(each.update(paused=paused, **also) for each in others):
        noun = row._meta.verbose_name
        raise ValidationError(
            f"The {noun} is not running, or is already paused."
            if paused
            else f"The {noun} is not paused."
        )
    audit.record(by, row, "paused" if paused else "resumed", why, role)
