"""Rights of the reader of a page in an event."""

from __future__ import annotations

from typing import Any

from django import template
from django.contrib.auth.models import AnonymousUser

from ladder.events.models import Event
from ladder.events.permissions import may
from ladder.events.roles import EventAct

register = template.Library()


@register.simple_tag(takes_context=True)
def event_may(context: Any, event: Event, act: str) -> bool:
    """Whether the reader's role in the event includes the act, such as "reveal"."""
    return may(context.get("user") or AnonymousUser(), event, EventAct(act))
