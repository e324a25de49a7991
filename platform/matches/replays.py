"""Replays of finished matches, as everything on the site opens them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from django.core.exceptions import ValidationError

from games.replay import ReplayReader

if TYPE_CHECKING:
    from typing import BinaryIO

    from matches.models import Match


@contextmanager
def open_replay(match: Match) -> Iterator[ReplayReader]:
    """The replay of a finished match.  ValidationError where it has none."""
    if not match.replay:
        raise ValidationError("This match has no replay.")
    with match.replay.open("rb") as file:
        yield ReplayReader(cast("BinaryIO", file))
