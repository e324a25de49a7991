"""Times that people type, in a time zone with changes of clocks."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError

from pages.frame.fields.zoned import read_time

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("2031-03-30T02:30", "02:30 does not exist on 30 March 2031 in Europe/Berlin"),
        ("2031-10-26T02:30", "02:30 comes twice on 26 October 2031 in Europe/Berlin"),
    ],
)
def test_a_time_of_a_change_of_clocks_is_explained(words, why):
    with pytest.raises(ValidationError) as refused:
        read_time(words, BERLIN)
    (text,) = refused.value.messages
    assert text == f"{why}, because the clocks change. Enter 01:30 or 03:30."


@pytest.mark.parametrize(
    ("words", "hour"), [("2031-03-30T01:30", 0), ("2031-03-30T03:30", 1), ("2031-10-26T03:30", 2)]
)
def test_the_times_around_it_are_read(words, hour):
    found = read_time(words, BERLIN)
    assert found.astimezone(UTC).hour == hour
    assert found == datetime.fromisoformat(words).replace(tzinfo=BERLIN)
