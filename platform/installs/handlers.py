"""Notifications of organizers about matches that a foreign game has failed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.foreign.game import ForeignGame
from games.registry import GAMES
from installs import services
from matches.models import Match
from notices.models import Notice
from notices.services import JSON, Kind, Letter, tell

QUIET = timedelta(hours=6)
"""Further failures of one version of a game within this time make no new notice: the page that the
first one leads to lists them all."""


def tell_game_failed(sender: Any, match: Match, **_: Any) -> None:
    """Inside the transaction that gives the match up."""
    game = GAMES.get(match.game)
    if match.fault_of != Match.FaultOf.GAME or not isinstance(game, ForeignGame):
        return
    path = services.row_of(game).get_absolute_url()
    recent = Notice.objects.filter(
        kind=Kind.GAME_FAILED, path=path, created__gt=timezone.now() - QUIET
    )
    if recent.exists():
        return
    organizers = User.objects.filter(is_staff=True, is_active=True)
    text = f"{game.title} {game.version} failed in match {match.pk}: {match.reason}"
    facts: dict[str, JSON] = {
        "game": game.name,
        "version": game.version,
        "match": match.pk,
        "reason": match.reason,
    }
    letter = Letter(game.title, f"{game.version} failed in match {match.pk}", f"game-{game.name}")
    tell(Kind.GAME_FAILED, organizers, text, path, facts, letter=letter)
