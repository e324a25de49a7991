"""Notifications of a bot's managers about its comparisons."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import User, Viewer
from bots.models import Bot
from bots.notifications import letter, managers, short_facts
from ladder.comparisons.models import Comparison
from ladder.comparisons.report import end_words
from notices.services import JSON, Kind, tell


def tell_ended(comparison: Comparison, by: Viewer | None = None) -> None:
    """Notify the managers of the candidate's bot, except ``by``, who has ended it."""
    people = managers(Bot.objects.filter(pk=comparison.candidate.bot_id))
    if by is not None and by.is_authenticated:
        people = people.exclude(pk=by.pk)
    text = f"{comparison.candidate.bot}: {end_words(comparison)}"
    _tell(comparison, people, text, "a comparison has ended")


def tell_stuck(comparison: Comparison) -> None:
    """Notify the managers of the candidate's bot that the site fails to advance it."""
    people = managers(Bot.objects.filter(pk=comparison.candidate.bot_id))
    text = f"A comparison of {comparison.candidate.bot} cannot continue. {comparison.trouble}"
    _tell(comparison, people, text, "a comparison cannot continue")


def _tell(comparison: Comparison, people: QuerySet[User], text: str, title: str) -> None:
    mail = letter(comparison.candidate.bot, title)
    path, data = comparison.get_absolute_url(), _facts(comparison)
    tell(Kind.COMPARISON_ENDED, people, text, path, data, letter=mail)


def _facts(comparison: Comparison) -> dict[str, JSON]:
    return {
        "comparison": comparison.pk,
        "state": comparison.state,
        "verdict": comparison.verdict,
        "results": comparison.units,
        "elo": {"lead": comparison.elo, "low": comparison.elo_low, "high": comparison.elo_high},
        "candidate": short_facts(comparison.candidate),
        "baseline": short_facts(comparison.baseline),
    }
