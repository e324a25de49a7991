"""Notifications of a bot's managers about its comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bots.models import Bot, BotVersion
from bots.notifications import managers
from ladder.comparisons.models import Trial
from ladder.comparisons.report import end_words
from notices.services import JSON, Kind, tell

if TYPE_CHECKING:
    from accounts.models import Viewer


def tell_ended(trial: Trial, by: Viewer | None = None) -> None:
    """Tell those to whom the candidate's bot belongs, but ``by``, who has ended it."""
    people = managers(Bot.objects.filter(pk=trial.candidate.bot_id))
    if by is not None and by.is_authenticated:
        people = people.exclude(pk=by.pk)
    text = f"{trial.candidate.bot}: {end_words(trial)}"
    tell(Kind.COMPARISON_ENDED, people, text, trial.get_absolute_url(), _facts(trial))


def _facts(trial: Trial) -> dict[str, JSON]:
    return {
        "comparison": trial.pk,
        "state": trial.state,
        "verdict": trial.verdict,
        "results": trial.units,
        "elo": {"lead": trial.elo, "low": trial.elo_low, "high": trial.elo_high},
        "candidate": _version(trial.candidate),
        "baseline": _version(trial.baseline),
    }


def _version(version: BotVersion) -> dict[str, JSON]:
    bot = version.bot
    return {"owner": bot.owner.username, "bot": bot.name, "version": version.number}
