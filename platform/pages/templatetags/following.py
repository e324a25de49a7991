"""The follow button, on the pages of bots, people, events and games."""

from __future__ import annotations

from typing import Any

from django import template

from following.targets import Subject
from pages.frame.content import following

register = template.Library()


@register.inclusion_tag("components/follow.html", takes_context=True)
def follow_button(context: dict[str, Any], subject: Subject) -> dict[str, Any]:
    return following.button(context["request"], subject)
