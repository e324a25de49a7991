"""The threads in which the web process answers requests.

Django opens a thread for each request and ends it afterwards, and with it the thread's connection
to the database.  Here threads, and so their connections, live as long as the process.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from asgiref.sync import ThreadSensitiveContext

if TYPE_CHECKING:
    from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope

MOST = 64
"""More requests at a time wait.  Some last long: large files that are sent to slow readers."""


class RequestThreads:
    """ASGI middleware: each request gets a thread of its own for as long as it lasts.

    The thread that was used last is used first, so that a calm site needs few.  Use it in one event
    loop.
    """

    def __init__(self, application: ASGI3Application, most: int = MOST) -> None:
        self._application = application
        self._free: list[ThreadPoolExecutor] = []
        self._left = asyncio.Semaphore(most)

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        await self._left.acquire()
        thread = self._free.pop() if self._free else ThreadPoolExecutor(1, "request")
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self._application(scope, receive, send)
        finally:
            # Through the thread: a reader who left may have left it at work.
            loop = asyncio.get_running_loop()
            thread.submit(loop.call_soon_threadsafe, self._give_back, thread)

    def _give_back(self, thread: ThreadPoolExecutor) -> None:
        self._free.append(thread)
        self._left.release()
