"""Forks in which a person may take a seat."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError

from accounts.models import User
from matches.derived.forks import request_fork
from matches.models import Match
from matches.seating import Player
from rooms.services import RoomError, check_may_begin


def play_on(by: User, origin: Match, frame: int, players: Sequence[Player]) -> Match:
    """`matches.derived.forks.request_fork`, within the limits of matches with people.

    `ValidationError` also where no place for such a match is free.
    """
    if any(isinstance(player, User) for player in players):
        try:
            check_may_begin(by)
        except RoomError as error:
            raise ValidationError(str(error)) from None
    return request_fork(by, origin, frame, players)
