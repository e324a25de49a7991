"""Bots whose rated games fail often are paused until somebody has looked at them.

The rule: of the last `WINDOW` rated matches that a bot played with the version that plays now,
`OFTEN` ended by its own failure, or the last `IN_A_ROW` did.  A lost game is no failure, nor is
what the machine or the platform did.  Matches before the bot was last resumed do not count.  House
bots are never paused, and a paused bot still plays the events that it is entered in.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.permissions import require_manager
from arbiter.database.locks import database_now, lock
from audit import services as audit
from bots.models import Bot
from bots.notifications import tell_paused
from games.engine import EndState

WINDOW = 20
OFTEN = 10
IN_A_ROW = 5
NO_FAILURES = frozenset((EndState.OK, EndState.LEFT))


def is_failure(end: str) -> bool:
    """Whether a seat's end was its program's failure; no end (yet) is none."""
    return bool(end) and EndState(end) not in NO_FAILURES


def verdict(failed: Sequence[bool]) -> str:
    """Why a bot with these matches, newest first, must be paused; empty if it must not."""
    latest = failed[:WINDOW]
    row = next((n for n, each in enumerate(latest) if not each), len(latest))
    if row >= IN_A_ROW:
        return f"Its last {row} rated matches ended by its own failure."
    if sum(latest) >= OFTEN:
        return f"{sum(latest)} of its last {len(latest)} rated matches ended by its own failure."
    return ""


@transaction.atomic
def pause(bot: Bot, why: str) -> bool:
    """Pair the bot no more and tell those who manage it; whether this call did it.

    Only while the version plays that ``bot`` says, and never a house bot.  One that another
    transaction has locked is left to the next failure: the caller holds its season's lock, for
    which that transaction may wait.
    """
    free = lock(Bot.objects, waits=False).filter(pk=bot.pk, paused_at=None, is_house=False)
    if not free.filter(active_version=bot.active_version_id).only("pk"):
        return False
    now = timezone.now()
    Bot.objects.filter(pk=bot.pk).update(paused_at=now, paused_why=why[:300])
    bot.paused_at, bot.paused_why = now, why[:300]
    tell_paused(bot, f"{bot} is paused: {why}", why)
    return True


@transaction.atomic
def resume(bot: Bot, by: User, reason: str = "") -> None:
    """Let a paused bot be paired again: those who manage it, and organizers, whose act is kept."""
    require_manager(bot, by, or_organizer=True)
    manages = bot.managed_by(by)
    if not resume_quietly(bot):
        raise ValidationError("The bot is not paused.")
    if not manages or reason:
        audit.record(by, bot, "resumed", reason)


def resume_quietly(bot: Bot) -> bool:
    """Whether the bot was paused: so does another version that is to play."""
    paused = Bot.objects.filter(pk=bot.pk, paused_at__isnull=False)
    if not paused.update(paused_at=None, paused_why="", resumed_at=database_now()):
        return False
    bot.refresh_from_db(fields=["paused_at", "paused_why", "resumed_at"])
    return True
