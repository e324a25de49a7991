"""Pages for everybody: made once for many, never kept of one reader, made again once forgotten."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.middleware.csrf import get_token
from django.test import RequestFactory

from arbiter.serving import kept


@pytest.fixture(autouse=True)
def keeping(settings, redis_client, monkeypatch):
    settings.PUBLIC_SECONDS = 3
    settings.ALLOWED_HOSTS = ["testserver", "arbiter.example"]
    monkeypatch.setattr(kept, "PAGES", kept.Keeper())


@pytest.fixture
def clock(monkeypatch):
    """The time, which a test moves."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


class View:
    """Counts its answers."""

    def __init__(self, change=lambda request, response: None):
        self.asked = 0
        self._change = change
        self.view = kept.kept(self._answer)

    def _answer(self, request):
        self.asked += 1
        response = HttpResponse(f"number {self.asked}", headers={"X-Number": str(self.asked)})
        self._change(request, response)
        return response

    def get(self, path="/", method="get", **headers):
        request = getattr(RequestFactory(), method)(path, headers=headers)
        request.session = SessionStore()
        return self.view(request)


def test_a_page_is_made_once_with_its_headers(clock):
    page = View()
    assert [page.get().content for _ in range(3)] == [b"number 1"] * 3
    assert page.get()["X-Number"] == "1"
    clock[0] += 3.1
    assert page.get().content == b"number 2"


def test_each_address_has_a_page_of_its_own(clock):
    page = View()
    for path in ("/", "/?page=2", "/other/"):
        page.get(path)
        page.get(path)
    assert page.asked == 3
    page.get("/", host="arbiter.example")
    assert page.asked == 4


@pytest.mark.parametrize(
    "headers", [{"cookie": "theme=dark"}, {"cookie": "sessionid=1"}, {"authorization": "Token x"}]
)
def test_who_says_who_asks_is_given_a_page_of_their_own(clock, headers):
    page = View()
    page.get()
    assert page.get(**headers).content == b"number 2"
    assert page.get().content == b"number 1"


@pytest.mark.parametrize(
    "change",
    [
        lambda request, response: response.set_cookie("theme", "dark"),
        lambda request, response: request.session.setdefault("a", 1),
        lambda request, response: get_token(request),
        lambda request, response: setattr(response, "status_code", 404),
        lambda request, response: setattr(response, "content", b"a" * (kept.MOST_BYTES + 1)),
    ],
    ids=["cookie", "session", "form", "missing", "large"],
)
def test_an_answer_for_one_reader_is_not_kept(clock, change):
    page = View(change)
    assert [page.get() and page.asked for _ in range(2)] == [1, 2]


def test_only_what_is_read_is_kept(clock):
    page = View()
    assert page.get(method="post").status_code == 405
    page.get(method="head")
    page.get()
    assert page.asked == 2


def test_a_forgotten_page_is_made_again(clock, django_capture_on_commit_callbacks, db):
    page = View()
    page.get()
    with django_capture_on_commit_callbacks(execute=True):
        kept.forget()
        assert page.get().content == b"number 1"  # nothing is committed yet
    assert page.get().content == b"number 2"
    cache.delete(kept.NAME)  # Redis was emptied
    assert page.get().content == b"number 3"


def test_what_was_forgotten_while_it_was_made_is_not_kept(clock):
    def forget_once(request, response):
        if page.asked == 1:
            kept._rename()

    page = View(forget_once)
    assert page.get().content == b"number 1"
    assert page.get().content == b"number 2"
    assert page.get().content == b"number 2"


def test_without_redis_nothing_is_kept(settings, tmp_path):
    away = f"unix://{tmp_path}/nobody.sock"
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": away}}
    page = View()
    assert [page.get().content for _ in range(2)] == [b"number 1", b"number 2"]


def test_while_one_thread_makes_it_again_the_others_use_the_old_page(clock):
    begun, go_on = Event(), Event()

    def wait(request, response):
        if page.asked == 2:
            begun.set()
            assert go_on.wait(10)

    page = View(wait)
    page.get()
    clock[0] += 3.1
    with ThreadPoolExecutor(1) as thread:
        renewed = thread.submit(page.get)
        assert begun.wait(10)
        assert page.get().content == b"number 1"
        go_on.set()
        assert renewed.result().content == b"number 2"
    assert page.get().content == b"number 2"


def test_after_it_was_forgotten_one_thread_makes_it_and_the_others_wait():
    page = View(lambda request, response: time.sleep(0.05))
    page.get()
    kept._rename()
    ready = Barrier(8)

    def ask(_):
        ready.wait(10)
        return page.get().content

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(ask, range(8))) == {b"number 2"}
    assert page.asked == 2


def test_a_page_that_fails_is_made_by_the_next_who_asks(clock):
    def fail(request, response):
        if page.asked == 1:
            raise ZeroDivisionError

    page = View(fail)
    with pytest.raises(ZeroDivisionError):
        page.get()
    assert [page.get().content for _ in range(2)] == [b"number 2"] * 2


def test_a_page_that_is_gone_is_shown_to_nobody_any_more(clock):
    """Not even to a reader who comes while another thread looks for it."""
    begun, go_on = Event(), Event()

    def gone(request, response):
        if page.asked == 3:
            begun.set()
            assert go_on.wait(10)
        if page.asked > 1:
            raise Http404

    page = View(gone)
    page.get()
    clock[0] += 3.1
    with pytest.raises(Http404):
        page.get()
    with ThreadPoolExecutor(1) as thread:
        looked_for = thread.submit(page.get)
        assert begun.wait(10)
        with pytest.raises(Http404):
            page.get()
        go_on.set()
        assert isinstance(looked_for.exception(), Http404)


def test_a_page_that_is_long_over_is_waited_for(clock, monkeypatch):
    monkeypatch.setattr(kept, "WAIT_S", 10)
    begun, go_on = Event(), Event()

    def wait(request, response):
        if page.asked == 2:
            begun.set()
            assert go_on.wait(10)

    page = View(wait)
    page.get()
    clock[0] += 6.1
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(page.get)
        assert begun.wait(10)
        second = threads.submit(page.get)
        assert not second.done()
        go_on.set()
        assert {first.result().content, second.result().content} == {b"number 2"}


def test_the_number_of_kept_pages_is_bounded(clock, monkeypatch):
    monkeypatch.setattr(kept, "MOST_PAGES", 2)
    page = View()
    for path in ("/a/", "/b/", "/a/", "/c/", "/a/", "/b/"):
        page.get(path)
    assert page.asked == 4  # b was dropped for c


def test_nothing_is_kept_where_the_time_is_none(settings):
    settings.PUBLIC_SECONDS = 0
    page = View()
    assert [page.get() and page.asked for _ in range(2)] == [1, 2]
