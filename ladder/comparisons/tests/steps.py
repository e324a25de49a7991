"""Comparisons for tests: one that begins, and pairs that end as a test wants."""

from __future__ import annotations

from ladder.comparisons import services
from ladder.comparisons.models import Comparison
from ladder.comparisons.planning import ComparisonPlan
from ladder.tests.play import finish
from matches.models import Match

WAITING = (Match.State.QUEUED, Match.State.RUNNING)


def begin(by, candidate, baseline, ruleset="two", **more) -> Comparison:
    return services.create(by, ComparisonPlan(candidate, baseline, ruleset, **more))


def open_units(comparison):
    """Those that wait, in their order."""
    waiting = comparison.results.filter(matches__match__state__in=WAITING).distinct()
    return list(waiting.order_by("number"))


def play(match, ahead, behind=None) -> Match:
    """End a match: the version ``ahead`` is first; with ``behind`` of None nobody is, they tie."""
    seats = list(match.seats.all())
    if behind is None:
        return finish(match, [1] * len(seats))
    place = {ahead: 1, behind: 3}
    return finish(match, [place.get(seat.version_id, 2) for seat in seats])


def win(comparison, units=1, share=1.0):
    """The candidate has this share of the points of its next pairs; against a pool the baseline
    draws all of its own."""
    for _ in range(units):
        unit = open_units(comparison)[0]
        rows = list(unit.matches.select_related("match"))
        own = [row for row in rows if row.version_id == comparison.candidate_id]
        for row in rows:
            if row not in own or share == 0.5:
                play(row.match, None)
            elif own.index(row) < share * 2:
                play(row.match, row.version_id, row.opponent_id)
            else:
                play(row.match, row.opponent_id, row.version_id)
        services.advance(comparison.pk)
        comparison.refresh_from_db()
        if comparison.is_over:
            return
