"""Advances comparisons when a match of theirs ends, is lost, void or restored."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction

from ladder.comparisons import services
from ladder.comparisons.models import ComparisonMatch
from matches.models import Match


def move_comparison(sender: type[Match], match: Match, play_sha256: str = "", **_: Any) -> None:
    """After the transaction, so that a failure here does not undo the end of the match."""
    if match.kind != Match.Kind.COMPARISON:
        return
    if play_sha256:
        ComparisonMatch.objects.filter(match=match).update(play_sha256=play_sha256)
    rows = ComparisonMatch.objects.filter(match=match)
    for pk in rows.values_list("unit__comparison", flat=True):
        transaction.on_commit(partial(services.move, pk), robust=True)
