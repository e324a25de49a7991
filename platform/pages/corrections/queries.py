"""Queries of the pages of corrections."""

from __future__ import annotations

from dataclasses import dataclass

from bots.models import Bot
from ladder.corrections import preview
from ladder.corrections import services as corrections
from ladder.models import Correction
from matches.models import Match

SHOWN = 20
"""Matches of a correction that its page lists."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A bot whose line changes in the live table, the official one, or both."""

    bot: Bot
    live: preview.Move | None
    official: preview.Move | None


def changed(diff: preview.Diff) -> list[Changed]:
    """By the new places of the live table, then of the official one."""
    live = {move.bot: move for move in diff.live}
    official = {move.bot: move for move in diff.official}
    bots = Bot.objects.select_related("owner").in_bulk(live.keys() | official.keys())
    # A dict in the order of both tables, each bot once.
    order = dict.fromkeys([*live, *official])
    return [Changed(bots[pk], live.get(pk), official.get(pk)) for pk in order if pk in bots]


def touched(correction: Correction) -> list[tuple[str, int, list[Match]]]:
    """The matches that it changes, or has changed, by sort: their number, and the first of them."""
    done = corrections.planned(correction)
    is_done = corrections.applied_of(correction) is not None
    sorts = [
        ("Void now" if is_done else "Will be void", done.voided),
        ("Count again" if is_done else "Will count again", done.restored),
        ("New matches", done.made),
    ]
    rows = Match.objects.for_lists().order_by("pk")
    return [(title, len(pks), list(rows.filter(pk__in=pks[:SHOWN]))) for title, pks in sorts if pks]
