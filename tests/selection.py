"""Which tests run, and in which order.

Tests that are marked `nightly` take long.  ``make test-all`` runs them (``pytest --nightly``);
``make test`` leaves them out and runs a shorter sibling of each.  On PostgreSQL (``python -m
bench.postgres pytest …``) only the tests that use the database run, without browsers.
"""

from __future__ import annotations

import fcntl
import gc
import os
import sys
from collections.abc import Generator, Iterator
from itertools import chain
from pathlib import Path

import pytest

from tests import examples
from tests.shared import group_of

LONGEST = ("site", "contest", "new game", "foreign game", "run", "chaos")
"""Groups of tests that each take minutes.  They begin first, so that no worker is left with one
of them at the end while the other has nothing to do."""


_DATABASE = {"db", "transactional_db", "kept_db", "live_server"}
"""Fixtures of tests that use the database."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--nightly",
        action="store_true",
        help="run the long tests, too, and all examples of property tests",
    )


def pytest_configure(config: pytest.Config) -> None:
    examples.load(nightly=config.getoption("nightly"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Where the tests are not compiled yet, the first worker of a run compiles them alone."""
    with open(Path(os.environ["ARBITER_TESTS_STATIC"], "compiling"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if sys.dont_write_bytecode or _are_compiled():
            fcntl.flock(lock, fcntl.LOCK_UN)
        return (yield)


def _are_compiled() -> bool:
    folder = Path(__file__).with_name("__pycache__")
    return any(folder.glob(f"test_*.{sys.implementation.cache_tag}-pytest-*.pyc"))


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    """Plugins read the groups and change the order in the same hook: groups come before them, the
    order after them."""
    dropped = {item for item in items if _is_dropped(item, config)}
    config.hook.pytest_deselected(items=list(dropped))
    items[:] = [item for item in items if item not in dropped]
    for item in items:
        if not group_of(item) and _shares_fixtures(item):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
    yield
    items.sort(key=_turn)


def _is_dropped(item: pytest.Item, config: pytest.Config) -> bool:
    if item.get_closest_marker("nightly") and not config.getoption("nightly"):
        return True
    if not os.environ.get("ARBITER_TESTS_DATABASE"):
        return False
    fixtures = set(getattr(item, "fixturenames", ()))
    uses = item.get_closest_marker("django_db") is not None or bool(_DATABASE & fixtures)
    seen = "browser" in fixtures or item.get_closest_marker("browser") is not None
    return not uses or seen


def pytest_collection_finish() -> None:
    """Spare the garbage collector the modules and the tests, which stay until the end: each of its
    full passes would look at all of them."""
    gc.collect()
    gc.freeze()


def _shares_fixtures(item: pytest.Item) -> bool:
    """Whether it uses a fixture that its module makes once for all of its tests.  They run on one
    worker, so that it is not made twice."""
    info = getattr(item, "_fixtureinfo", None)
    made = chain.from_iterable(info.name2fixturedefs.values()) if info else ()
    module = item.nodeid.partition("::")[0]
    return any(each.scope == "module" and each.baseid == module for each in made)


def _turn(item: pytest.Item) -> int:
    """Long groups, then tests that drive a browser, side by side so that they can share one, then
    the rest, each in the order in which they were collected."""
    if (group := group_of(item)) in LONGEST:
        return LONGEST.index(group)
    return len(LONGEST) + ("browser" not in getattr(item, "fixturenames", ()))
