"""Requests share threads that live on, and none waits for another."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

from asgiref.sync import sync_to_async

from arbiter.serving.threads import RequestThreads


class Application:
    """Notes the threads in which each request's calls run, and how many run at a time."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.threads: list[set[int]] = []
        self.most = 0
        self._now = 0
        self._seconds = seconds

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.threads.append({await sync_to_async(self._call)() for _ in range(2)})

    def _call(self) -> int:
        self._now += 1
        self.most = max(self.most, self._now)
        time.sleep(self._seconds)
        self._now -= 1
        return threading.get_ident()


async def ask(threads: RequestThreads) -> None:
    scope: Any = {"type": "http"}
    nothing: Any = None
    await threads(scope, nothing, nothing)


async def test_one_request_after_another_has_the_same_thread():
    application = Application()
    threads = RequestThreads(application)
    for _ in range(5):
        await ask(threads)
        await asyncio.sleep(0.01)
    assert len(set.union(*application.threads)) == 1


async def test_requests_at_a_time_have_threads_of_their_own():
    application = Application(0.05)
    threads = RequestThreads(application)
    await asyncio.gather(*(ask(threads) for _ in range(6)))
    assert [len(used) for used in application.threads] == [1] * 6
    assert len(set.union(*application.threads)) == application.most == 6


async def test_no_request_waits_for_slow_ones_and_only_some_threads_are_kept():
    application = Application(0.05)
    threads = RequestThreads(application, 2)
    await asyncio.gather(*(ask(threads) for _ in range(6)))
    assert application.most == 6
    await asyncio.sleep(0.05)
    assert len(threads._free) == 2


async def test_a_request_after_one_that_was_given_up_does_not_wait_for_its_thread():
    slow, quick = Application(0.5), Application()
    threads = RequestThreads(slow)
    given_up = asyncio.create_task(ask(threads))
    await asyncio.sleep(0.1)
    given_up.cancel()
    await asyncio.sleep(0)
    threads._application = quick
    await asyncio.wait_for(ask(threads), 0.3)
    assert len(quick.threads) == 1


async def test_a_failure_gives_the_thread_back():
    async def fails(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError("on purpose")

    threads = RequestThreads(fails, 1)
    for _ in range(3):
        found = await asyncio.gather(ask(threads), return_exceptions=True)
        assert isinstance(found[0], ValueError)
