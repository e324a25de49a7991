"""The words, numbers and small pictures of templates."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.utils import timezone

from games.engine import EndState
from pages.frame.content import charts as plots
from pages.templatetags import site

SVG = {"s": "http://www.w3.org/2000/svg"}


def parse(svg: str) -> Any:
    """Parsing proves that the markup is well-formed."""
    return ElementTree.fromstring(svg.replace("<svg ", f'<svg xmlns="{SVG["s"]}" ', 1))  # noqa: S314


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (timedelta(seconds=2), "just now"),
        (timedelta(seconds=61), "1 minute ago"),
        (timedelta(hours=5, minutes=59), "5 hours ago"),
        (timedelta(days=400), "1 year ago"),
        (-timedelta(hours=2, seconds=5), "in 2 hours"),
        (-timedelta(seconds=30), "in a moment"),
    ],
)
def test_times_are_told_in_the_largest_whole_unit(ago, words):
    assert site.relative(timezone.now() - ago) == words


def test_no_time_has_no_words():
    assert site.relative(None) == ""


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.84, "0.8 s"),
        (42, "42 s"),
        (180, "3 min"),
        (200, "3 min 20 s"),
        (3900, "1 h 05 min"),
        (90000, "1 d 01 h"),
    ],
)
def test_a_stretch_of_time_takes_at_most_two_units(seconds, words):
    assert site.duration(seconds) == words
    assert site.duration(timedelta(seconds=seconds)) == words


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (1024, "1.0 KiB"),
        (1536 * 1024, "1.5 MiB"),
        (2**45, "32768.0 GiB"),
    ],
)
def test_sizes_stay_below_1024_of_their_unit_while_there_is_a_larger_one(size, words):
    assert site.filesize(size) == words


def test_every_end_state_has_words_and_only_a_fault_says_something():
    words = {end: site.end_words(end.value) for end in EndState}
    assert words.pop(EndState.OK) == ""
    assert all(words.values())
    assert words[EndState.TIMEOUT] == "timed out"
    assert site.end_words("") == ""


def test_changes_carry_their_sign():
    assert [site.signed(n) for n in (3, -3, 0, None)] == ["+3", "−3", "±0", ""]


def points(*ratings: float) -> list[plots.Point]:
    start = datetime(2026, 3, 1, tzinfo=UTC)
    return [plots.Point(start + timedelta(days=i), r, 40) for i, r in enumerate(ratings)]


def test_a_history_says_in_words_what_it_draws():
    svg = parse(plots.rating_history(points(1500, 1620, 1580), "alice/worm"))
    title, described = svg.find("s:title", SVG), svg.find("s:desc", SVG)
    assert title.text == "Rating of alice/worm"
    assert described.text == (
        "After 3 results: 1580 ± 40; at first 1500 ± 40; lowest 1500, highest 1620."
    )
    assert svg.get("aria-labelledby").split() == [title.get("id"), described.get("id")]


def test_two_histories_on_a_page_have_labels_of_their_own():
    first, second = (parse(plots.rating_history(points(1500, 1510))) for _ in range(2))
    assert first.get("aria-labelledby") != second.get("aria-labelledby")


def test_a_higher_rating_is_drawn_higher_and_inside_the_band():
    svg = parse(plots.rating_history(points(1400, 1600)))
    line = svg.find(".//s:path[@class='plot-line']", SVG).get("d")
    (x0, y0), (x1, y1) = (map(float, p.split()) for p in line[1:].split("L"))
    assert x0 < x1
    assert y0 > y1
    assert plots.TOP <= y1 < y0 <= plots.HEIGHT - plots.BOTTOM


def test_one_result_is_a_dot_and_none_is_nothing():
    assert parse(plots.rating_history(points(1500))).find("s:circle", SVG) is not None
    assert plots.rating_history([]) == ""


def test_a_name_cannot_break_out_of_a_plot():
    svg = plots.rating_history(points(1500, 1501), "<script>x</script>")
    assert "<script>" not in svg
    parse(svg)


def test_a_sparkline_needs_a_course():
    assert plots.sparkline([1500]) == ""
    assert "+30" in parse(plots.sparkline([1500, 1490, 1530])).find("s:title", SVG).text


def test_a_flat_course_is_drawn_without_dividing_by_zero():
    assert "unchanged" in plots.sparkline([1500, 1500])


def test_an_interval_that_leaves_the_scale_is_cut_at_its_end():
    whisker = parse(plots.interval(1500, 400, 1400, 1600)).find("s:rect", SVG)
    left, width = float(whisker.get("x")), float(whisker.get("width"))
    assert left >= 0
    assert left + width <= 120
