"""A neutral name for an event, whose old address leads on."""

from __future__ import annotations

from django.db import transaction

from accounts import naming
from accounts.models import User, Viewer
from accounts.moderation import tell_renamed
from accounts.permissions import require_organizer, require_reason
from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from ladder.events.models import Event
from ladder.events.permissions import record
from ladder.events.running import advancing


@transaction.atomic
def rename(event: Event, by: Viewer, reason: str) -> None:
    """An organizer of the site replaces an event's name, address and text by neutral ones.

    Archives with the old ones are public no more.
    """
    organizer = require_organizer(by)
    why = require_reason(reason, "the people of the event will read it")
    event = lock(Event.objects).get(pk=event.pk)
    others = Event.objects.exclude(pk=event.pk)
    slug = naming.neutral("event", event.pk, lambda name: others.filter(slug=name).exists())
    old = event.name
    naming.give_up(naming.Kind.EVENT, event.slug, event.pk)
    event.slug, event.name, event.about = slug, f"Event {event.pk}", ""
    event.save(update_fields=["slug", "name", "about"])
    advancing.note_correction(event.pk)
    record(organizer, event, event, f"replaced the name {old}", why)
    tell_renamed("event", list(User.objects.filter(event_roles__event=event)), old, event, why)
    forget()
