"""Handlers of changes of bots, climbs and events, inside the transaction of the change."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver

from bots.models import Bot, BotVersion
from bots.signals import version_activated
from following.noting import note_climb, note_event_news, note_version
from ladder.climb.models import Climb
from ladder.events import signals
from ladder.events.models import EventAnnouncement


@receiver(version_activated, dispatch_uid="following.note_version")
def activated(
    sender: object, bot: Bot, version: BotVersion, previous: BotVersion | None, **_: Any
) -> None:
    version.bot = bot
    note_version(version, is_first=previous is None)


@receiver(post_save, sender=Climb, dispatch_uid="following.note_climb")
def climbed(sender: type[Climb], instance: Climb, **_: Any) -> None:
    if instance.state in (Climb.State.STOPPED, Climb.State.TOP):
        note_climb(instance)


@receiver(signals.event_announced, dispatch_uid="following.note_event_news")
def announced(sender: object, announcement: EventAnnouncement, **_: Any) -> None:
    note_event_news(announcement)
