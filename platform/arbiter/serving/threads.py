"""The threads in which the web process answers requests.

Django opens a thread for each request and ends it afterwards, and with it the thread's connection
to the database.  Here threads, and so their connections, live as long as the process.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import ThreadSensitiveContext
from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope

KEPT = 64
"""Threads that stay when they have nothing to do.  Requests are not bounded here, or a few slow
readers would keep all others waiting; `arbiter.serving.connections` bounds them."""


class RequestThreads:
    """ASGI middleware: each request gets a thread of its own for as long as it lasts.

    The thread that was used last is used first, so that a calm site needs few.  Use it in one event
    loop.
    """

    def __init__(self, application: ASGI3Application, kept: int = KEPT) -> None:
        self._application = application
        self._free: list[ThreadPoolExecutor] = []
        self._kept = kept

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        thread = self._free.pop() if self._free else ThreadPoolExecutor(1, "request")
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self._application(scope, receive, send)
        finally:
            # Through the thread: a reader who left may have left it at work.
            loop = asyncio.get_running_loop()
            thread.submit(loop.call_soon_threadsafe, self._give_back, thread)

    def _give_back(self, thread: ThreadPoolExecutor) -> None:
        if len(self._free) < self._kept:
            self._free.append(thread)
        else:
            thread.shutdown(wait=False)
