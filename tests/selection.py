"""Which tests run, and in which order.

Tests that are marked `nightly` take long.  ``make test-all`` runs them (``pytest --nightly``);
``make test`` leaves them out and runs a shorter sibling of each.
"""

from __future__ import annotations

import pytest

from tests import examples
from tests.shared import group_of

LONGEST = (
    *("site", "contest", "new game", "newcomer"),
    *("foreign game", "run", "round", "chaos"),
)
"""Groups of tests that each take minutes.  They begin first, so that no worker is left with one
of them at the end while the other has nothing to do."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--nightly",
        action="store_true",
        help="run the long tests, too, and all examples of property tests",
    )


def pytest_configure(config: pytest.Config) -> None:
    examples.load(nightly=config.getoption("nightly"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("nightly"):
        dropped = {item for item in items if item.get_closest_marker("nightly")}
        config.hook.pytest_deselected(items=list(dropped))
        items[:] = [item for item in items if item not in dropped]
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    """Long groups, then tests that drive a browser, side by side so that they can share one, then
    the rest, each in the order in which they were collected."""
    if (group := group_of(item)) in LONGEST:
        return LONGEST.index(group)
    return len(LONGEST) + ("browser" not in getattr(item, "fixturenames", ()))
