"""Advances comparisons when a match of theirs ends, is lost, void or restored."""

from __future__ import annotations

from collections.abc import Iterable
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
    move_comparisons(sender, [match])


def move_comparisons(sender: type[Match], matches: Iterable[Match], **_: Any) -> None:
    """As `move_comparison`, when several results become void or count again."""
    own = [match for match in matches if match.kind == Match.Kind.COMPARISON]
    if not own:
        return
    rows = ComparisonMatch.objects.filter(match__in=own).values_list("unit__comparison", flat=True)
    for pk in sorted(set(rows)):
        transaction.on_commit(partial(services.move, pk), robust=True)
