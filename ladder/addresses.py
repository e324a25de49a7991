"""The addresses that events and series share, below /events/."""

from __future__ import annotations

from django.utils.text import slugify

from ladder.events.models import Event
from ladder.models import Series

RESERVED = ("new", "plan")
"""Words that the pages need."""


def free_slug(name: str, stem: str) -> str:
    """An address that no event and no series has; ``stem`` stands for names without letters."""
    stem = slugify(name)[:50].strip("-") or stem
    slug, number = stem, 1
    while slug in RESERVED or _taken(slug):
        number += 1
        slug = f"{stem}-{number}"
    return slug


def _taken(slug: str) -> bool:
    return Event.objects.filter(slug=slug).exists() or Series.objects.filter(slug=slug).exists()
