"""The whole site and the browser that tests of one worker share.

A test that is tried again finds what its first try left, so tests on the shared site take their
names from `fresh`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from typing import TYPE_CHECKING, Generic, TypeVar

import pytest

from tests.site import Site, running_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

T = TypeVar("T")
GROUP = "site"
"""The group of the tests on the shared site: one worker runs them one after another."""


class Shared(Generic[T]):
    """Opens something for the first test that wants it, and keeps it open for the next ones."""

    def __init__(self, make: Callable[[], AbstractContextManager[T]]) -> None:
        self._make = make
        self._open = ExitStack()
        self._kept: list[T] = []

    def get(self) -> T:
        if not self._kept:
            self._kept.append(self._open.enter_context(self._make()))
        return self._kept[0]

    def close(self) -> None:
        self._kept.clear()
        self._open.close()


def _open_browser() -> AbstractContextManager[Browser]:
    from tests.player.page import open_browser  # most runs of single tests need none

    return open_browser()


_site = Shared(lambda: running_site(ARBITER_LADDER_QUEUE_DEPTH="0"))
_browser = Shared(_open_browser)
_given: Counter[str] = Counter()


def fresh(name: str) -> str:
    """The name at its first use in this process, then the name with a number."""
    _given[name] += 1
    return name if _given[name] == 1 else f"{name}{_given[name]}"


@pytest.fixture(scope="module")
def site() -> Site:
    """A whole platform with its house bots, without matches of the ladder."""
    return _site.get()


@pytest.fixture(scope="module")
def browser() -> Browser:
    """Tests open contexts of their own and close them."""
    return _browser.get()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Close what the next tests do not use: a site takes processor time, and the event loop of an
    open browser is in the way of asynchronous tests."""
    yield
    if nextitem is None or nextitem.path != item.path:
        if nextitem is None or "browser" not in getattr(nextitem, "fixturenames", ()):
            _browser.close()
        if nextitem is None or group_of(nextitem) != GROUP:
            _site.close()


def group_of(item: pytest.Item) -> str:
    """The tests of one group run on the same worker; "" for a test that may run on any."""
    mark = item.get_closest_marker("xdist_group")
    return str(mark.args[0]) if mark else ""
