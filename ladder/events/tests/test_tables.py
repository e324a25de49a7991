"""Lines of tables: marks of those that qualify."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from ladder.core.standings import Left
from ladder.events.models import StageEntry
from ladder.events.reading.stages.qualifying import Mark
from ladder.events.reading.stages.rows import Lines, Ranked, TableRow


def ranked(place, name, *, goes=False, left=Left.STAYED):
    entry = cast("StageEntry", SimpleNamespace(entry=SimpleNamespace(bot=name)))
    return Ranked(place, entry, cast("list[Mark]", ["mark"] if goes else []), left)


def ties(*heads):
    def line(at):
        return TableRow(heads[at].place, heads[at].entry, goes=heads[at].goes, left=heads[at].left)

    return [each.tie for each in Lines(heads, line, over=True)]


def test_a_bot_that_left_did_not_lose_a_place_by_its_seed():
    gone = ranked(1, "gone", left=Left.WITHDREW)
    assert ties(ranked(1, "a", goes=True), gone, ranked(3, "b")) == ["", "", ""]
    words = "a and b share place 1. The seed decided which of them qualify."
    assert ties(ranked(1, "a", goes=True), ranked(1, "b"), gone) == [words, words, ""]


def test_a_tie_of_many_names_five_bots_and_how_many_others_there_are():
    many = [ranked(1, f"b{n}", goes=n == 0) for n in range(245)]
    words = "b0, b1, b2, b3, b4 and 240 more share place 1. The seed decided which of them qualify."
    assert set(ties(*many)) == {words}


def test_only_lines_that_are_read_are_made():
    made = []

    def line(at):
        made.append(at)
        return TableRow(at + 1, heads[at].entry)

    heads = [ranked(at + 1, f"b{at}") for at in range(1000)]
    lines = Lines(heads, line, over=True)
    page = lines[900:][:100:99]
    assert [each.place for each in (*page, *page, lines[-1])] == [901, 1000, 901, 1000, 1000]
    assert made == [900, 999]
