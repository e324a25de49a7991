"""Times at which bots must stay as they are.  Apps above this one decide, and register here."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import ValidationError

from accounts.models import User
from bots.models import Bot

Objection = Callable[[Bot, User, bool], str]
"""For a bot, the person who would change it, and whether that is an upload: why it must stay as it
is now, in words; empty if it need not."""
_objections: list[Objection] = []


def objects_to_changes(objection: Objection) -> Objection:
    """Have ``objection`` asked before a bot changes."""
    if objection not in _objections:
        _objections.append(objection)
    return objection


def why_frozen(bot: Bot, by: User, *, upload: bool = True) -> str:
    """Why the person cannot change the bot now; empty if it can.

    Without ``upload``, for the choice of another version.  House bots change with the site.
    """
    if bot.is_house:
        return ""
    return next(filter(None, (objects(bot, by, upload) for objects in _objections)), "")


def require_open(bot: Bot, by: User, *, upload: bool = True) -> None:
    """ValidationError where the bot must stay as it is.  Every way to a new version asks here."""
    if why := why_frozen(bot, by, upload=upload):
        raise ValidationError(why)
