"""The history of an event: the audit entries about it, its stages and its entries."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Model, Q
from django.http import HttpResponse

from audit.models import AuditEntry
from ladder.events.models import Entry, Event, Stage
from ladder.events.roles import EventAct
from pages.frame.access.permissions import PersonRequest, event_page
from pages.frame.acts import desk_page
from pages.frame.paging import page_of

PER_PAGE = 50


@event_page(EventAct.SEE)
def history(request: PersonRequest, event: Event) -> HttpResponse:
    which = _about(Event, [event.pk])
    which |= _about(Stage, event.stages.values_list("pk", flat=True))
    which |= _about(Entry, event.entries.values_list("pk", flat=True))
    page = page_of(request, AuditEntry.objects.filter(which).order_by("-number"), PER_PAGE)
    return desk_page(request, event, "run", "history", {"page": page})


def _about(model: type[Model], keys: Iterable[int]) -> Q:
    return Q(target_type=model._meta.label_lower, target_id__in=[str(pk) for pk in keys])
