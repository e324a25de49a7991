"""The item generator and the lists that organizers give."""

from __future__ import annotations

import pytest

from games.snake.items import LIFETIME, ItemType, generate, parse

SQUARES = [(20, 6), (40, 5), (60, 4), (80, 3), (100, 2), (120, 1), (512, 0)]
"""(last round, lowest coordinate) of each square."""


def many():
    return [item for seed in range(300) for item in generate(seed, 512)]


def test_the_same_seed_gives_the_same_items_and_another_seed_others():
    assert generate(7, 512) == generate(7, 512)
    assert generate(7, 512) != generate(8, 512)


def test_a_known_seed_keeps_its_items_for_ever():
    """Stored replays name the seed alone; a change here would change them."""
    assert [item.to_json() for item in generate(1, 512)[:3]] == KNOWN


KNOWN = [[9, 9, 1, 0, 3], [6, 9, 5, 0, 4], [7, 8, 6, 0, 5]]


def test_a_short_half_has_the_first_items_of_a_long_one():
    long = generate(5, 512)
    assert generate(5, 128) == tuple(item for item in long if item.time <= 128)


def test_a_list_is_never_empty():
    assert all(generate(seed, 1) for seed in range(50))


def test_items_come_in_a_quarter_of_the_rounds():
    assert len(many()) / 300 == pytest.approx(128, abs=2)


def test_items_are_ordered_with_at_most_one_a_round_and_one_on_a_cell():
    waits = set()
    for seed in range(50):
        items = generate(seed, 512)
        parse({"items": [item.to_json() for item in items]})
        last: dict[int, int] = {}
        for item in items:
            waits.add(item.time - last.get(item.cell, -LIFETIME))
            last[item.cell] = item.time
    assert min(waits) == LIFETIME, "a cell is free again when its last item has expired"


def test_items_fall_evenly_into_the_square_of_their_round():
    for item in many():
        low = next(low for last, low in SQUARES if item.time <= last)
        assert low <= item.x <= 15 - low
        assert low <= item.y <= 15 - low
    late = [item for item in many() if item.time > 120]
    corner = [item for item in late if item.x < 8 and item.y < 8]
    assert len(corner) / len(late) == pytest.approx(0.25, abs=0.02)


@pytest.mark.parametrize(
    ("first", "last", "share"), [(1, 64, 1 / 6), (65, 384, 2 / 7), (385, 512, 3 / 7)]
)
def test_rays_become_more_frequent(first, last, share):
    items = [item for item in many() if first <= item.time <= last]
    rays = [item for item in items if item.type is ItemType.RAY]
    assert len(rays) / len(items) == pytest.approx(share, abs=0.02)
    assert {item.param for item in rays} == {512}


def test_all_lengths_are_equally_likely():
    lengths = [item.param for item in many() if item.type is ItemType.LENGTH]
    for param in range(1, 6):
        assert lengths.count(param) / len(lengths) == pytest.approx(0.2, abs=0.01)


GOOD = [6, 6, 3, 0, 5]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ([], "one key"),
        ({}, "one key"),
        ({"items": [], "walls": []}, "one key"),
        ({"items": "none"}, "must be a list"),
        ({"items": [[6, 6, 3, 0]]}, "item 0: five whole numbers"),
        ({"items": [GOOD, [6, 7, 4, 0, True]]}, "item 1: five whole numbers"),
        ({"items": [[16, 6, 3, 0, 5]]}, r"\(16, 6\) lies outside"),
        ({"items": [[6, 6, 0, 0, 5]]}, "time 0 is no round"),
        ({"items": [[6, 6, 40000, 0, 5]]}, "time 40000 is no round"),
        ({"items": [[6, 6, 3, 1, 5]]}, "type 1 is unknown"),
        ({"items": [[6, 6, 3, 0, 6]]}, "length 6 is not"),
        ({"items": [[6, 6, 3, 2, 5]]}, "always 512"),
        ({"items": [GOOD, [7, 6, 3, 0, 5]]}, "item 1: time 3 must be later than the 3"),
        ({"items": [GOOD, [7, 6, 2, 0, 5]]}, "item 1: time 2 must be later than the 3"),
        ({"items": [GOOD, [7, 7, 9, 0, 1], [6, 6, 18, 0, 5]]}, "item 2: .* taken until round 19"),
    ],
)
def test_a_bad_list_is_refused_with_the_item_and_the_reason(data, reason):
    with pytest.raises(ValueError, match=reason):
        parse(data)


def test_a_cell_may_be_used_again_after_sixteen_rounds():
    items = parse({"items": [GOOD, [6, 6, 19, 2, 512]]})
    assert [item.to_json() for item in items] == [GOOD, [6, 6, 19, 2, 512]]
