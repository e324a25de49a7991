"""Lines of tables: marks of those that qualify."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from ladder.core.standings import Left
from ladder.events.models import StageEntry
from ladder.events.reading.stages.qualifying import Mark
from ladder.events.reading.stages.rows import TableRow, with_cut


def line(place, name, *, goes=False, left=Left.STAYED):
    entry = cast("StageEntry", SimpleNamespace(entry=SimpleNamespace(bot=name)))
    marks = cast("list[Mark]", ["mark"] if goes else [])
    return TableRow(place, entry, goes=marks, left=left)


def test_a_bot_that_left_did_not_lose_a_place_by_its_seed():
    alone = [line(1, "a", goes=True), line(1, "gone", left=Left.WITHDREW), line(3, "b")]
    assert [each.tie for each in with_cut(alone, over=True)] == ["", "", ""]
    shared = [line(1, "a", goes=True), line(1, "b"), line(1, "gone", left=Left.WITHDREW)]
    words = "a and b share place 1. The seed decided which of them qualify."
    assert [each.tie for each in with_cut(shared, over=True)] == [words, words, ""]
