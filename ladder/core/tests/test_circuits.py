"""The table of a circuit: rules one by one, and an independent reckoning of random circuits."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from ladder.core.circuits import Leg, Line, Result, Score, Tie, table

WORTH = (10, 6, 4, 3)


def leg(*names: str, factor: int = 1, out: str = "") -> Leg[str]:
    """An event with these entrants in the order of their places; those in ``out`` are
    disqualified."""
    rows = [Result(name, place, name in out) for place, name in enumerate(names, 1)]
    return Leg(rows, factor)


def order(lines: list[Line[str]]) -> str:
    return " ".join(f"{line.place}{line.entrant}{line.points}" for line in lines)


def test_the_best_results_count_and_the_others_are_dropped():
    legs = [leg("a", "b", "c"), leg("b", "a", "c"), leg("c", "a", "b"), leg("d")]
    assert order(table(legs, WORTH)) == "1a22 2b20 3c18 4d10"
    found = table(legs, WORTH, best=2)
    assert order(found) == "1a16 2b16 3c14 4d10"
    assert [score and (score.points, score.dropped) for score in found[0].scores] == [
        (10, False), (6, True), (6, False), None,
    ]  # fmt: skip


def test_ties_are_decided_by_single_places_and_then_by_the_newest_event():
    # 10 points each: one first place, or a second and a third.
    assert order(found := table([leg("a", "b"), leg("x", "y", "b")], (10, 6, 4))) == (
        "1x10 2a10 3b10 4y6"
    )
    assert [line.tie for line in found] == [None, Tie.NEWEST, Tie.PLACES, None]
    assert order(table([leg("a", "b"), leg("b", "a")], WORTH)) == "1b16 2a16"
    tied = [Leg([Result("a", 1), Result("b", 1), Result("c", 3)])]
    assert order(found := table(tied, WORTH)) == "1a10 1b10 3c4"
    assert [line.tie for line in found] == [None, None, None]


def test_a_disqualification_is_worth_nothing_and_never_dropped():
    legs = [leg("a", "b"), leg("a", "b", out="a"), leg("b", "a"), leg("c", "a", "b")]
    found = {line.entrant: line for line in table(legs, WORTH, best=3)}
    assert found["a"].scores[1] == Score(1, 0, disqualified=True)
    assert found["a"].points == 10 + 0 + 6
    # Of two bots of one person, the one that was not disqualified counts.
    both = Leg([Result("a", 1, True), Result("a", 3), Result("b", 2)])
    assert order(table([both], WORTH)) == "1b6 2a4"


def test_a_factor_multiplies_points_and_places_beyond_the_list_have_none():
    assert order(table([leg("a", "b", "c", factor=2)], (10, 6))) == "1a20 2b12 3c0"
    assert table([], WORTH) == []
    assert table([leg()], WORTH) == []


# An independent reckoning ------------------------------------------------------------------------


def points_of(scores, best):
    """The most points that any choice of results gives."""
    given = [score for score in scores if score is not None]
    fixed = [score for score in given if score[1]]
    free = [score for score in given if not score[1]]
    count = len(free) if not best else min(len(free), max(0, best - len(fixed)))
    return max(sum(points for _, _, points in choice) for choice in combinations(free, count))


def beats(one, other) -> bool:
    """By points, by the number of first places, of second places …, then from the newest event."""
    if one["points"] != other["points"]:
        return bool(one["points"] > other["points"])
    for place in range(1, 8):
        counts = [
            sum(s is not None and not s[1] and s[0] == place for s in each["scores"])
            for each in (one, other)
        ]
        if counts[0] != counts[1]:
            return bool(counts[0] > counts[1])
    for mine, theirs in zip(reversed(one["scores"]), reversed(other["scores"]), strict=True):
        a, b = (99 if s is None or s[1] else s[0] for s in (mine, theirs))
        if a != b:
            return bool(a < b)
    return False


def reckoned(legs, worth, best):
    """Entrant: place and points."""
    every = {row.entrant for one in legs for row in one.results}
    found = {}
    for entrant in every:
        scores: list[tuple[int, bool, int] | None] = []
        for one in legs:
            own = [row for row in one.results if row.entrant == entrant]
            clean = [row.place for row in own if not row.disqualified]
            if clean:
                worthy = min(clean) <= len(worth)
                points = one.factor * worth[min(clean) - 1] if worthy else 0
                scores.append((min(clean), False, points))
            else:
                scores.append((0, True, 0) if own else None)
        found[entrant] = {"scores": scores, "points": points_of(scores, best)}
    return {
        entrant: (1 + sum(beats(other, own) for other in found.values()), own["points"])
        for entrant, own in found.items()
    }


rows = st.lists(
    st.builds(
        Result,
        st.sampled_from("abcde"),
        st.integers(1, 7),
        st.sampled_from([False] * 5 + [True]),
    ),
    max_size=7,
)
circuits = st.lists(st.builds(Leg, rows, st.integers(1, 3)), max_size=5)
worths = st.lists(st.integers(0, 12), min_size=1, max_size=6).map(
    lambda found: sorted(found, reverse=True)
)


@given(circuits, worths, st.integers(0, 4))
def test_every_table_agrees_with_an_independent_reckoning(legs, worth, best):
    lines = table(legs, worth, best)
    assert {line.entrant: (line.place, line.points) for line in lines} == reckoned(
        legs, worth, best
    )
    for line in lines:
        counted = [score for score in line.scores if score is not None and not score.dropped]
        assert line.points == sum(score.points for score in counted)
        blamed = sum(score.disqualified for score in counted)
        assert not best or len(counted) <= max(best, blamed)
