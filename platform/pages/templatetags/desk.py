"""Holds and disks that fill up, above every page of the desk and on the status page."""

from __future__ import annotations

from django import template
from django.db import DatabaseError
from django.template import Context

from controls.models import Shortage
from controls.services import site_holds
from pages.frame.content.safe_filters import never_raise
from pages.templatetags.site import filesize
from storage import space

register = template.Library()


@register.inclusion_tag("queue/_held.html", takes_context=True)
def held_back(context: Context) -> dict[str, object]:
    """The holds of organizers, work that no machine can do, and disks at or near the floor.

    No holds while the database does not answer: the status page says so itself.
    """
    try:
        holds, shortages = site_holds(), list(Shortage.objects.all())
    except DatabaseError:
        holds, shortages = [], []
    user = getattr(context.get("request"), "user", None)
    short = [disk for disk in space.disks() if disk.is_short]
    organizer = bool(user and user.is_staff)
    return {"holds": holds, "shortages": shortages, "disks": short, "organizer": organizer}


@register.simple_tag
def disk_free() -> str:
    """Free space of the disk that has the least."""
    return filesize(min(disk.free for disk in space.disks()))


@register.filter
def percent1(part: float | None) -> str:
    """A share from 0 to 1 with one decimal: "58.3 %"; a dash for none."""
    return "–" if part is None else f"{part * 100:.1f} %"


@register.filter
def signed_percent(part: float) -> str:
    """A difference of shares, in points of percent: "+1.2 %", "−0.4 %"."""
    return f"{part * 100:+.1f} %".replace("-", "−")


never_raise(register)
