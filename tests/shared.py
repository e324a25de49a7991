"""The whole site and the browser that tests of one worker share.

A test that is tried again finds what its first run left, so tests on the shared site take their
names from `fresh`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import pytest

from tests.server import Server, web_server
from tests.site import Site, running_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.player.page import Pages

T = TypeVar("T")
_MODULE = pytest.StashKey[Path]()
"""The module of the test before."""
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


@pytest.fixture(scope="module")
def pages(browser: Browser) -> Iterator[Pages]:
    """Pages that the tests of a module use one after another."""
    from tests.player.page import Pages  # as above

    with closing(Pages(browser)) as pages:
        yield pages


@pytest.fixture(scope="module")
def serve(django_db_setup: None) -> Iterator[Callable[..., Server]]:
    """Makes a web server with this environment at its first use in a module.  It keeps pages by a
    name in Redis: its tests empty that and the database, by `redis_client` and `transactional_db`.
    """
    known: dict[tuple[tuple[str, str], ...], Server] = {}
    with ExitStack() as opened:

        def serve(**environment: str) -> Server:
            key = tuple(sorted(environment.items()))
            if key not in known:
                known[key] = opened.enter_context(web_server((), **environment))
            return known[key]

        yield serve


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Close what this test does not use: a site takes processor time, and the event loop of an
    open browser is in the way of asynchronous tests.

    Not at the end of the test before, as that may be tried again with the same fixtures.
    """
    before = item.config.stash.get(_MODULE, None)
    item.config.stash[_MODULE] = item.path
    if before == item.path:
        return
    if "browser" not in getattr(item, "fixturenames", ()):
        _browser.close()
    if group_of(item) != GROUP:
        _site.close()


def pytest_sessionfinish() -> None:
    _browser.close()
    _site.close()


def group_of(item: pytest.Item) -> str:
    """The tests of one group run on the same worker; "" for a test that may run on any."""
    mark = item.get_closest_marker("xdist_group")
    return str(mark.args[0]) if mark else ""
