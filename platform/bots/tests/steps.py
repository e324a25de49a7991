"""Versions in the states that pages show, without waiting for a build."""

from __future__ import annotations

import hashlib

from django.core.files.base import ContentFile

from bots.models import Bot, BotVersion
from bots.services import proved


def version_of(bot: Bot, state: str = BotVersion.State.PROVING, **more) -> BotVersion:
    """The bot's next version, in a state."""
    number = bot.versions.count() + 1
    version = BotVersion(
        bot=bot,
        number=number,
        language="python",
        uploaded_by=bot.owner,
        source_sha256=hashlib.sha256(b"%d" % number).hexdigest(),
        source_bytes=100,
        source_files=1,
        state=state,
        **more,
    )
    version.source.save(f"{bot.pk}-{number}.zip", ContentFile(b"PK"))
    return version


def ready(version: BotVersion) -> BotVersion:
    """It passed its first match, and plays."""
    proved(version)
    version.refresh_from_db()
    version.bot.refresh_from_db()
    return version
