"""The follow button, on the pages of bots, people, events and games."""

from __future__ import annotations

from django import template
from django.template import Context

from following.targets import Subject
from pages.frame.content import following

register = template.Library()


@register.inclusion_tag("components/follow.html", takes_context=True)
def follow_button(context: Context, subject: Subject) -> dict[str, object]:
    return following.button(context["request"], subject)
