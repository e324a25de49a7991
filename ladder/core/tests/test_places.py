"""How a match counts in a bot's record."""

import pytest

from ladder.core.standings import Final, final_places

ALONE = [0] * 4
PAIRS = [1, 1, 2, 2]


def record(ranks, teams, bots="abcd"):
    found = final_places(ranks, teams, [ord(bot) for bot in bots])
    return {
        chr(bot): f"{final.place}{'w' * final.won}{'d' * final.drawn}"
        for bot, final in found.items()
    }


@pytest.mark.parametrize(
    ("ranks", "teams", "bots", "wanted"),
    [
        ([1, 2, 3, 4], ALONE, "abcd", {"a": "1w", "b": "2", "c": "3", "d": "4"}),
        ([1, 3, 1, 3], ALONE, "abcd", {"a": "1d", "b": "3", "c": "1d", "d": "3"}),
        # Of two teams the second is second, and team-mates share a win that is no draw.
        ([3, 3, 1, 1], PAIRS, "abcd", {"a": "2", "b": "2", "c": "1w", "d": "1w"}),
        ([1, 1, 1, 1], PAIRS, "abcd", {"a": "1d", "b": "1d", "c": "1d", "d": "1d"}),
        # On several seats: the place nearest to the mean.
        ([1, 2, 3, 4], ALONE, "abab", {"a": "2", "b": "3"}),
        ([2, 1, 3, 4], ALONE, "abaa", {"a": "3", "b": "1w"}),
        ([1, 1, 3, 4], ALONE, "aabc", {"a": "1w", "b": "3", "c": "4"}),
        ([1, 1, 3, 3], PAIRS, "aabb", {"a": "1w", "b": "2"}),
        ([1, 1, 3, 3], PAIRS, "abac", {"a": "2", "b": "1w", "c": "2"}),
        ([2, 1], [0, 0], "ab", {"a": "2", "b": "1w"}),
        ([1, 1], [0, 0], "ab", {"a": "1d", "b": "1d"}),
    ],
)
def test_a_record_counts_places_of_sides(ranks, teams, bots, wanted):
    assert record(ranks, teams, bots) == wanted


def test_a_bots_part_has_a_place_from_one():
    assert final_places([1, 2], [0, 0], [7, 8])[7] == Final(1, won=True, drawn=False)
