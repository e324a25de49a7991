"""Notices about archives of events, for the person who ordered one."""

from __future__ import annotations

from django.urls import reverse

from exports.models import KEPT, Export
from notices.services import JSON, Kind, Letter, tell


def tell_ready(export: Export) -> None:
    """Notify the person who ordered the archive of an event that it can be downloaded."""
    text = f"The archive of {export.event} is ready. It is kept for {KEPT.days} days."
    _tell(export, text, "the archive is ready")


def tell_failed(export: Export, why: str) -> None:
    """Notify the person who ordered the archive of an event that there will be none."""
    text = f"The archive of {export.event} could not be made: {why}"
    _tell(export, text, "the archive could not be made")


def _tell(export: Export, text: str, title: str) -> None:
    event, by = export.event, export.by
    if event is None or by is None:
        return
    path = reverse("event-archives", args=[event.slug])
    named = {"slug": event.slug, "name": event.name}
    data: dict[str, JSON] = {"event": named, "archive": export.pk}
    letter = Letter(event.name, title, f"event-{event.pk}")
    tell(Kind.ARCHIVE, [by], text, path, data, letter=letter)
