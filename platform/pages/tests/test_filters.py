"""Every filter of templates takes every value."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import inf, nan

from django.template import Context, Engine, Template

ODD = [
    *(None, "", "x", "12", 0, -1, 10**400, 1.5, nan, inf, -inf, True),
    *(b"x", [], {}, object(), timedelta.max, -timedelta(days=1)),
    *(datetime(1, 1, 1), datetime(9999, 12, 31, tzinfo=UTC)),  # noqa: DTZ001
]


def own_filters() -> Iterator[tuple[str, str, str]]:
    """Library, name, and an argument where the filter demands one."""
    for library, found in Engine.get_default().template_libraries.items():
        for name, function in found.filters.items():
            if inspect.unwrap(function).__module__.startswith("pages."):
                given = list(inspect.signature(function).parameters.values())[1:]
                yield library, name, ":'x'" if given and given[0].default is given[0].empty else ""


def shown(library: str, name: str, argument: str, value: object) -> str:
    source = f"{{% load {library} %}}{{{{ value|{name}{argument} }}}}"
    return Template(source).render(Context({"value": value}))


def test_a_filter_never_raises(caplog):
    caplog.set_level(logging.ERROR)
    filters, failures = list(own_filters()), []
    for each in filters:
        for value in ODD:
            try:
                shown(*each, value)
            except Exception as error:
                failures.append(f"{each}: {value!r:.40}: {error!r}")
    assert failures == []
    assert len(filters) > 20


def test_a_value_that_cannot_be_shown_is_in_the_log_and_one_that_is_missing_is_not(caplog):
    caplog.set_level(logging.WARNING)
    assert shown("site", "rating", "", "") == "–"
    assert shown("site", "duration", "", "") == ""
    assert caplog.text == ""
    assert shown("site", "duration", "", "soon") == ""
    assert "The filter duration cannot show 'soon'" in caplog.text
