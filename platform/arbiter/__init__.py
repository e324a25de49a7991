"""The Django project: settings, addresses, the ASGI application and Celery."""

import gc
import sys

from arbiter.configured.private import set_umask

gc.set_threshold(20_000, 5, 50)
"""Of the garbage collection; Python's are 700, 10 and 10.  With these, a process that loads the
site searches all of it four times, a quarter of its start.  In the web server, a frame of a match
wakes up thousands of viewers at once: what they wait with counts as old before it is done with, and
every ten frames all that is kept for all connections is searched, which takes a second.  A search
of the second generation looks at what 100,000 allocations have left: with ten times as many, it
stopped the process for half a second while thousands of sockets connected.  All is searched after
5,000,000: garbage of requests that were answered side by side waits for that."""

sys.modules["django.contrib.postgres.fields"] = None  # type: ignore[assignment]
"""Django's REST framework would load it, and the driver of PostgreSQL with it (9 MB), for columns
that no model has."""

set_umask()  # before anything else: every process of the site imports this package first

from arbiter.celery import app as celery_app  # noqa: E402  it may create files

__all__ = ["celery_app"]
