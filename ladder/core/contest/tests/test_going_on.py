"""Entrants that qualify, their order, and the final table."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ladder.core.contest.plan import EventPlan, Feed, Kind, Options, Seeding, StagePlan
from ladder.core.contest.qualifying import (
    Placed,
    entrants,
    final_table,
    groups_of,
    merged,
    qualified,
    qualifiers,
    wanted,
)
from ladder.core.stages.brackets.bracket import first_pairs
from ladder.core.standings import Left

ALL = tuple(range(10, 20))


def stage(key: str = "final", *feeds: Feed, seeding: Seeding = Seeding.ORDER) -> StagePlan:
    kind = Kind.ROUND_ROBIN
    return StagePlan(key, key, "g", "r", kind, feeds=feeds or (Feed(),), seeding=seeding)


def table(*entries: int, out: tuple[int, ...] = ()) -> list[Placed]:
    gone = dict.fromkeys(out, Left.DISQUALIFIED)
    return [
        Placed(entry, place, entry in gone, left=gone.get(entry, Left.STAYED))
        for place, entry in enumerate(entries, 1)
    ]


def test_without_stages_before_all_registered_ones_play_in_the_order_of_their_ratings():
    rated = {12: 1500.0, 10: 1400.0}
    found = entrants(stage(seeding=Seeding.RATING), (10, 11, 12), {}, rated)
    assert found == (12, 10, 11)
    assert entrants(stage(), (10, 11, 12), {}, rated) == (10, 11, 12)


def test_the_first_of_a_table_go_on_and_who_is_out_makes_room():
    tables = {"a": table(13, 12, 11, 10, out=(12,))}
    assert entrants(stage("f", Feed("a", 2)), ALL, tables, {}) == (13, 11)


def test_places_can_be_taken_from_the_middle_of_a_table():
    tables = {"a": table(13, 12, 11, 10)}
    assert entrants(stage("f", Feed("a", 2, first=3)), ALL, tables, {}) == (11, 10)


def test_who_is_in_already_leaves_the_place_to_the_next_or_not():
    tables = {"brawl": table(11, 12, 13), "main": table(12, 14, 11, 15, 16)}
    brawl = Feed("brawl", 2)
    passed = stage("f", brawl, Feed("main", 2))
    assert entrants(passed, ALL, tables, {}) == (11, 12, 14, 15)
    kept = stage("f", brawl, Feed("main", 2, pass_on=False))
    assert entrants(kept, ALL, tables, {}) == (11, 12, 14)


def test_an_excluded_entry_does_not_play_whichever_source_brings_it():
    tables = {"season": table(10, 11, 12, 13, 14), "brawl": table(11, 13, 10)}
    winners = Feed("brawl", 2, exclude=True)
    assert entrants(stage("f", winners, Feed("season")), ALL, tables, {}) == (10, 12, 14)
    assert entrants(stage("f", Feed(), winners), (10, 11, 12), tables, {}) == (10, 12)
    assert entrants(stage("f", Feed("season", 2), winners), ALL, tables, {}) == (10, 12)
    kept = Feed("season", 2, pass_on=False)
    assert entrants(stage("f", kept, winners), ALL, tables, {}) == (10,)


def test_an_excluded_place_of_a_disqualified_entry_moves_on_as_it_does_where_it_qualifies():
    tables = {"brawl": table(11, 13, 10, out=(11,))}
    final = stage("f", Feed("brawl", 2))
    others = stage("q", Feed(), Feed("brawl", 2, exclude=True))
    assert entrants(final, (10, 13, 14), tables, {}) == (13, 10)
    assert entrants(others, (10, 13, 14), tables, {}) == (14,)


def test_the_final_table_has_no_stage_whose_entrants_are_only_excluded():
    plan = EventPlan((stage("a"), stage("b", Feed(), Feed("a", 1, exclude=True))))
    assert [each.key for each in plan.finals] == ["a", "b"]
    tables = {"a": table(1, 2, 3), "b": table(3, 2)}
    assert [row.entry for row in final_table(plan, "b", tables)] == [3, 2]


def test_who_may_not_play_any_more_does_not_go_on():
    tables = {"a": table(13, 12, 11)}
    assert entrants(stage("f", Feed("a")), (11, 13), tables, {}) == (13, 11)


def groups(count: int, most: int, least: int) -> list[tuple[int, ...]]:
    """The groups of this number of entrants."""
    split = replace(stage(), options=Options(groups=most, group_size=least))
    return groups_of(split, tuple(range(count)))


def test_groups_are_dealt_in_a_snake():
    assert groups(8, 3, 2) == [(0, 5, 6), (1, 4, 7), (2, 3)]


def test_there_are_fewer_groups_where_one_would_be_too_small():
    def sizes(count, wanted, least):
        return sorted(len(group) for group in groups(count, wanted, least))

    assert sizes(10, 4, 2) == [2, 2, 3, 3]
    assert sizes(10, 4, 3) == [3, 3, 4]
    assert sizes(10, 4, 4) == [5, 5]
    assert sizes(3, 4, 4) == [3]


@given(st.integers(2, 40), st.integers(1, 12), st.integers(2, 6))
def test_groups_differ_by_one_at_most_and_have_the_least_size(count, wanted, least):
    found = groups(count, wanted, least)
    sizes = [len(group) for group in found]
    assert sorted(entry for group in found for entry in group) == list(range(count))
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= min(least, count)
    assert len(found) == max(1, min(wanted, count // least))


def test_groups_are_merged_place_by_place_and_who_is_out_is_last():
    found = merged([table(1, 2, 3, out=(2,)), table(4, 5)])
    assert [(row.entry, row.place) for row in found] == [(1, 1), (4, 1), (5, 3), (3, 4), (2, 5)]


def test_bots_of_one_group_are_kept_apart_in_a_bracket_and_nowhere_else():
    firsts = table(10, 11, 12, 13)
    both = merged([firsts, table(14, 15, 16, 17)])
    assert [row.group for row in both] == [0, 1] * 4
    unlucky = [replace(row, group=at in (0, 2, 5, 7)) for at, row in enumerate(both)]
    cup = replace(stage("cup", Feed("groups")), kind=Kind.SINGLE)
    order = entrants(cup, range(10, 18), {"groups": unlucky}, {})
    group = {row.entry: row.group for row in unlucky}
    pairs = first_pairs(8)
    assert all(group[order[one]] != group[order[two]] for one, two in pairs)
    plain = [row.entry for row in unlucky]
    assert any(group[plain[one]] == group[plain[two]] for one, two in pairs)
    assert [*entrants(stage("f", Feed("groups")), range(10, 18), {"groups": unlucky}, {})] == plain


def test_bots_of_two_stages_count_as_two_groups():
    cup = replace(stage("cup", Feed("a"), Feed("b")), kind=Kind.SINGLE)
    tables = {"a": merged([table(10, 11, 12, 13)]), "b": merged([table(14, 15, 16, 17)])}
    order = entrants(cup, range(10, 18), tables, {})
    for one, two in first_pairs(8):
        assert (order[one] < 14) != (order[two] < 14)


def test_the_final_table_goes_on_with_those_who_did_not_come_so_far():
    plan = EventPlan(
        (
            stage("season"),
            stage("brawl"),
            stage("qualifier", Feed("season")),
            stage("final", Feed("brawl", 1), Feed("qualifier", 2)),
            stage("elsewhere"),
        )
    )
    tables = {
        "season": table(1, 2, 3, 4, 5, 6),
        "brawl": table(5, 6),
        "qualifier": table(2, 1, 3, 4, out=(4,)),
        "final": [Placed(1, 1), Placed(5, 1), Placed(2, 3)],
        "elsewhere": table(9),
    }
    found = final_table(plan, "final", tables)
    assert [(row.entry, row.place) for row in found] == [
        (1, 1),
        (5, 1),
        (2, 3),
        (3, 4),
        (6, 5),
        (4, 6),
    ]


def test_before_the_final_the_table_begins_with_the_last_stage_that_is_over():
    plan = EventPlan((stage("a"), stage("b", Feed("a", 2))))
    assert [r.entry for r in final_table(plan, "b", {"a": table(3, 4, 5)})] == [3, 4, 5]


def _with_second_chance(*finals: Feed) -> EventPlan:
    """The first two of a qualifier reach the final, the others play for two more places."""
    last = finals or (Feed("qualifier", 2), Feed("chance", 2))
    chance = stage("chance", Feed("qualifier", None, 3))
    return EventPlan((stage("qualifier"), chance, stage("final", *last)))


def test_whoever_has_qualified_stands_before_all_who_have_not():
    """While the final is not over, or not shown, its entrants are known from other tables."""
    plan = _with_second_chance()
    tables = {"qualifier": table(1, 2, 3, 4, 5, 6), "chance": table(4, 3, 6, 5)}
    found = final_table(plan, "final", tables)
    assert [(row.entry, row.place) for row in found] == [
        *((1, 1), (2, 2), (4, 3), (3, 4)),
        *((6, 5), (5, 6)),
    ]
    # Of the second chance nothing is known: its entrants stand before nobody who qualified.
    alone = final_table(plan, "final", {"qualifier": tables["qualifier"]})
    assert [row.entry for row in alone] == [1, 2, 3, 4, 5, 6]
    done = final_table(plan, "final", {**tables, "final": table(3, 4, 1, 2)})
    assert [row.entry for row in done] == [3, 4, 1, 2, 6, 5]


def test_nobody_qualifies_by_a_table_that_is_not_known():
    tables = {"qualifier": table(1, 2, 3, 4, out=(2,))}
    final = _with_second_chance().stage("final")
    assert [row.entry for row in qualifiers(final, tables)] == [1, 3]
    later = stage("final", Feed("chance", 2), Feed("qualifier", 2))
    assert qualifiers(later, tables) == [], "the places may be passed on"
    fixed = stage("final", Feed("chance", 2), Feed("qualifier", 2, pass_on=False))
    assert [row.entry for row in qualifiers(fixed, tables)] == [1, 3]
    without = stage("final", Feed("qualifier", 2), Feed("chance", 2, exclude=True))
    assert qualifiers(without, tables) == []
    assert qualifiers(stage("qualifier"), tables) == [], "registered entries have no table"


def test_disqualified_entries_share_the_last_place_behind_those_that_withdrew():
    withdrew = Placed(1, 1, out=True, left=Left.WITHDREW)
    group = [withdrew, *table(2, 3, out=(3,))]
    found = merged([group, table(4, 5, out=(4,))])
    assert [(row.entry, row.place) for row in found] == [(2, 1), (5, 2), (1, 3), (3, 4), (4, 4)]
    # In the final table an entry that withdrew keeps the place that it had reached.
    last = final_table(EventPlan((stage("final"),)), "final", {"final": found})
    assert [(row.entry, row.place) for row in last] == [(2, 1), (5, 2), (1, 3), (3, 4), (4, 4)]
    reached = {"a": table(7, 8), "final": [Placed(9, 1, out=True, left=Left.WITHDREW)]}
    plan = EventPlan((stage("a"), stage("final", Feed("a"))))
    assert [row.entry for row in final_table(plan, "final", reached)] == [9, 7, 8]


# Those who are in the next stage already ---------------------------------------------------------


def _contest(*finals: Feed) -> EventPlan:
    def made(key: str, *feeds: Feed) -> StagePlan:
        return StagePlan(key, key, "snake", "duel", Kind.SERIES, feeds=feeds)

    return EventPlan((made("brawl", Feed()), made("round", Feed()), made("final", *finals)))


def test_who_comes_to_the_next_stage_by_an_earlier_source_does_not_count():
    brawl = Feed("brawl", 2, pass_on=False)
    tables = {"brawl": [Placed(entry, place) for place, entry in enumerate((7, 5, 3), 1)]}
    assert qualified(_contest(brawl, Feed("round", 3)), "round", tables) == {7, 5}
    assert qualified(_contest(brawl, Feed("round", 3)), "brawl", tables) == frozenset()
    # Where places are not passed on, or the other source gives way, all count.
    assert (
        qualified(_contest(brawl, Feed("round", 3, pass_on=False)), "round", tables) == frozenset()
    )
    assert qualified(_contest(Feed("round", 3), Feed("brawl", 2)), "round", tables) == frozenset()
    assert qualified(_contest(brawl, Feed("round", 3)), "round", {}) == frozenset()


def test_a_series_wants_as_many_winners_as_count():
    assert wanted(7, range(20), {3, 50}) == (7, frozenset({3}))
    assert wanted(7, range(4), {0, 1}) == (2, frozenset({0, 1}))
    assert wanted(7, range(4), {0, 1, 2, 3}) == (3, frozenset())


def test_of_a_series_that_goes_on_so_long_as_many_others_come_to_the_final():
    """The first seven of a qualifier, winners of brawls not counted (前7名进入决赛)."""
    plan = _contest(Feed("brawl", 3, pass_on=False), Feed("round", 7))
    tables = {"brawl": [Placed(entry, place) for place, entry in enumerate(range(12), 1)]}
    winners, inside = wanted(7, range(12), qualified(plan, "round", tables))
    assert (winners, inside) == (7, frozenset({0, 1, 2}))
    left = [0, 4, 1, 5, 6, 7, 2, 8, 9, 10, 3, 11]
    tables["round"] = [Placed(entry, place) for place, entry in enumerate(left, 1)]
    final = entrants(plan.stage("final"), range(12), tables, {})
    assert sorted(final) == sorted({0, 1, 2} | {4, 5, 6, 7, 8, 9, 10})
