"""Stages at the same time share the workers; each worker counts once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.contest.timing import Work, spans


def ends(*stages: Work, workers: int = 4) -> dict[str, float]:
    return {key: span.ends for key, span in spans(stages, workers).items()}


def test_a_stage_alone_has_all_workers_and_a_series_one():
    assert ends(Work("groups", 400, 4)) == {"groups": 100}
    assert ends(Work("series", 400, 1)) == {"series": 400}


def test_two_stages_at_the_same_time_take_as_long_as_one_after_the_other():
    one, two = Work("one", 400, 4), Work("two", 400, 4)
    assert ends(one, two) == {"one": 200, "two": 200}
    assert ends(one, Work("two", 400, 4, sources=("one",))) == {"one": 100, "two": 200}


def test_a_series_leaves_the_workers_that_it_cannot_use():
    assert ends(Work("series", 100, 1), Work("groups", 300, 4)) == {"series": 100, "groups": 100}


def test_the_workers_of_a_stage_that_is_over_go_to_the_others():
    found = ends(Work("short", 100, 4), Work("long", 300, 4))
    assert found == {"short": 50, "long": 100}


def test_a_stage_begins_at_its_time_and_after_its_sources():
    found = spans([Work("a", 40, 4), Work("b", 40, 4, begins=50, sources=("a",))], 4)
    assert (found["b"].begins, found["b"].ends) == (50, 60)


def test_a_season_gets_the_workers_that_are_left():
    season = Work("season", 0, 4, until=100)
    assert spans([season], 4)["season"].worked == 400
    assert spans([season, Work("brawl", 50, 1, begins=20)], 4)["season"].worked == 350
    other = Work("other", 0, 4, until=100)
    assert {span.worked for span in spans([season, other], 4).values()} == {200}


def test_a_stage_with_match_days_lasts_until_the_last_of_them():
    days = Work("days", 40, 4, begins=5, least=60)
    found = ends(days, Work("cup", 40, 4, sources=("days",)))
    assert found == {"days": 65, "cup": 75}
    assert ends(Work("days", 400, 4, least=60)) == {"days": 100}


def test_stages_in_a_ring_are_refused():
    with pytest.raises(ValueError, match="cycle"):
        spans([Work("a", 1, 1, sources=("b",)), Work("b", 1, 1, sources=("a",))], 1)


stages = st.builds(
    Work,
    key=st.uuids().map(str),
    seconds=st.floats(0, 1e5),
    together=st.integers(1, 9),
    begins=st.floats(0, 1e5),
)


@given(st.lists(stages, max_size=6, unique_by=lambda each: each.key), st.integers(1, 9))
def test_no_worker_works_twice_and_every_stage_gets_what_it_needs(works, workers):
    found = spans(works, workers)
    for each in works:
        span = found[each.key]
        assert span.worked == pytest.approx(each.seconds, abs=1e-3)
        assert span.ends - span.begins >= each.seconds / min(workers, each.together) - 1e-3
    for moment in {span.begins for span in found.values()}:
        later = [span for span in found.values() if span.begins >= moment]
        last = max(span.ends for span in later)
        assert sum(span.worked for span in later) <= (last - moment) * workers + 1e-3
