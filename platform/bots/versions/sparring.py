"""Whether the old versions of a bot may be sparring partners, which its managers decide."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from accounts.permissions import require_manager
from bots.models import Bot
from bots.signals import sparring_withdrawn


@transaction.atomic
def allow(bot: Bot, by: User, allowed: bool) -> Bot:
    """Let the bot's older versions, and the bot when it is retired, be sparring partners, or not.

    Without ``allowed`` the sparring matches in which one of them waits are withdrawn at once.
    """
    require_manager(bot, by)
    if not Bot.objects.filter(pk=bot.pk).exclude(sparring=allowed).update(sparring=allowed):
        return bot
    bot.sparring = allowed
    if not allowed:
        sparring_withdrawn.send(sender=Bot, bot=bot)
    return bot
