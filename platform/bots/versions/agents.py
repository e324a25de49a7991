"""The coding agents and models that wrote bots: one spelling of each, and the filter of lists."""

from __future__ import annotations

from typing import Final

from django.db.models import Q

from arbiter import texts
from bots.models import Bot

KNOWN: Final = (
    *("Aider", "Claude Code", "Cline", "Codex", "Copilot", "Cursor", "Devin", "Gemini CLI"),
    *("Goose", "OpenHands", "Windsurf"),
)
"""Agents that forms suggest before any bot names them."""
BY_HAND: Final = "by hand"
"""The value of a filter that stands for bots that people wrote."""
MOST = 200
"""Values that a form suggests."""


def used() -> list[str]:
    """The values that bots have, each spelling once, by name."""
    rows = Bot.objects.exclude(made_with="").order_by("made_with")
    return list(rows.values_list("made_with", flat=True).distinct()[:MOST])


def suggestions() -> list[str]:
    """The values that bots have and the well-known agents, by name; each once."""
    names = {name.casefold(): name for name in (*KNOWN, *used())}
    return sorted(names.values(), key=str.casefold)


def normal(name_given: str) -> str:
    """One spelling for what differs only in white space, or in upper and lower case from a
    well-known agent or a bot that is there; "" for bots that people wrote.

    ValidationError for characters that nobody sees.
    """
    texts.require_lines(made_with=name_given.strip())
    name_given = " ".join(name_given.split())
    if name_given.casefold() in ("", BY_HAND):
        return ""
    for name in KNOWN:
        if name.casefold() == name_given.casefold():
            return name
    known = Bot.objects.filter(made_with__iexact=name_given).order_by("pk")
    return known.values_list("made_with", flat=True).first() or name_given


def made_with(value: str, bot: str = "") -> Q:
    """Whether a bot was made with the agent, or by hand for `BY_HAND`; ``bot`` is the way to it
    from the rows of a query, with ``__`` at its end."""
    if is_by_hand(value):
        return Q(**{f"{bot}made_with": ""})
    return Q(**{f"{bot}made_with__iexact": _plain(value)})


def is_by_hand(value: str) -> bool:
    """Whether the value of a filter stands for bots that people wrote."""
    return _plain(value).casefold() == BY_HAND


def _plain(value: str) -> str:
    return " ".join(value.replace("\0", "").split())


def is_made_with(bot: Bot, value: str) -> bool:
    """Whether `made_with` has the bot."""
    asked = " ".join(value.split()).casefold()
    return bot.made_with.casefold() == ("" if asked == BY_HAND else asked)
