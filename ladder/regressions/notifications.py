"""Notifications of a bot's managers about its regression tests."""

from __future__ import annotations

from bots.models import Bot, BotVersion
from bots.notifications import letter, managers, short_facts
from games.texts.sentences import counted, paragraph
from notices.services import JSON, Kind, tell


def tell_worse(version: BotVersion, worse: int, *, held: bool) -> None:
    """A version did worse in some tests than the version before."""
    tests = counted(worse, "test")
    plays = "The version before still plays." if held else "It plays now."
    text = paragraph(f"{version} is worse in {tests} than the version before.", plays)
    facts: dict[str, JSON] = {**short_facts(version), "worse": worse, "held": held}
    people = managers(Bot.objects.filter(pk=version.bot_id))
    mail = letter(version.bot, f"version {version.number} is worse in {tests}")
    tell(Kind.TESTS_WORSE, people, text, version.get_absolute_url(), facts, letter=mail)
