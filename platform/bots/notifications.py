"""Notifications of a bot's owner and team."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.dispatch import receiver

from accounts.models import User
from bots.models import Bot, BotVersion
from bots.signals import version_failed, version_ready
from notices.services import JSON, Kind, Letter, tell


def managers(bots: QuerySet[Bot]) -> QuerySet[User]:
    """Those who own one of these bots or share it in a team."""
    teams = bots.exclude(team=None).values("team")
    members = User.objects.filter(memberships__accepted=True, memberships__team__in=teams)
    return User.objects.filter(Q(pk__in=bots.values("owner")) | Q(pk__in=members.values("pk")))


def facts(version: BotVersion) -> dict[str, JSON]:
    """A version in the data of an event."""
    return {"bot": facts_of(version.bot), "version": version.number}


def letter(bot: Bot, title: str, details: str = "") -> Letter:
    """Of a mail about a bot: all of them are one thread."""
    return Letter(str(bot), title, f"bot-{bot.pk}", details)


def facts_of(bot: Bot) -> dict[str, JSON]:
    """A bot in the data of an event."""
    return {"id": bot.pk, "owner": bot.owner.username, "name": bot.name, "game": bot.game}


def short_facts(version: BotVersion) -> dict[str, JSON]:
    """A version in a list of versions in the data of an event."""
    bot = version.bot
    return {"owner": bot.owner.username, "bot": bot.name, "version": version.number}


def _people(version: BotVersion) -> list[User]:
    people = managers(Bot.objects.filter(pk=version.bot_id))
    return [*people, version.uploaded_by]


@receiver(version_ready, dispatch_uid="bots.tell_ready")
def tell_ready(sender: Any, version: BotVersion, **_: Any) -> None:
    bot = version.bot
    tell(
        Kind.VERSION_READY,
        _people(version),
        f"Version {version.number} of {bot} has passed its first match and is ready.",
        version.get_absolute_url(),
        facts(version),
        letter=letter(bot, f"version {version.number} is ready"),
    )


@receiver(version_failed, dispatch_uid="bots.tell_failed")
def tell_failed(
    sender: Any, version: BotVersion, step: BotVersion.Step, failure: str, **_: Any
) -> None:
    step = BotVersion.Step(step)
    whole = failure.strip()
    first, *more = whole.split("\n", 1)
    title = f"version {version.number} failed in its {step.label}"
    tell(
        Kind.VERSION_FAILED,
        _people(version),
        f"Version {version.number} of {version.bot} failed in its {step.label}: {first}",
        version.get_absolute_url(),
        {**facts(version), "step": step.value, "failure": failure[:2000]},
        letter=letter(version.bot, title, whole if more else ""),
    )


def tell_paused(bot: Bot, text: str, reason: str) -> None:
    """The bot plays no more, for now: it is paused, or an organizer has taken it out of play."""
    people = managers(Bot.objects.filter(pk=bot.pk))
    data: dict[str, JSON] = {"bot": facts_of(bot), "reason": reason}
    path = bot.get_absolute_url()
    tell(Kind.BOT_PAUSED, people, text, path, data, letter=letter(bot, "out of play"))
