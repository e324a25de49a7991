"""Settings of what is kept on disk, and for how long; a part of `arbiter.settings`."""

from __future__ import annotations

import environ
from django.core.exceptions import ImproperlyConfigured

_env = environ.Env()


def _days(variable: str, default: str) -> dict[str, int]:
    """Kind of match → days, from ``kind=days,kind=days``; semicolons separate, too."""
    found = {}
    for part in _env(variable, default=default).replace(";", ",").split(","):
        kind, _, days = (word.strip() for word in part.partition("="))
        if not kind and not days:
            continue
        if not kind.isidentifier() or not days.isdecimal():
            raise ImproperlyConfigured(
                f"{variable} has “{part.strip()}”, which is not a kind of match with a number of "
                f"days. Write it as “{default}”."
            )
        found[kind] = int(days)
    return found


DISK_FLOOR_MB = _env.int("ARBITER_DISK_FLOOR_MB", default=500)
"""Free megabytes below which uploads are refused and no match or build begins."""
QUOTA_MB = _env.int("ARBITER_QUOTA_MB", default=500)
"""The most megabytes that sources, built programs and maps of one person take."""
ARTIFACT_HOURS = _env.int("ARBITER_ARTIFACT_HOURS", default=24)
"""A built program that nothing needs is removed after this number of hours."""
REPLAY_COMPACT_DAYS = _days(
    "ARBITER_REPLAY_COMPACT_DAYS", "ladder=30,sparring=30,trial=30,proving=7"
)
"""Kind of match → days after which its replay is kept in a compact form."""
REPLAY_KEEP_DAYS = _days("ARBITER_REPLAY_KEEP_DAYS", "preview=7,proving=90")
"""Kind of match → days after which its replay and logs are removed; others are kept."""
REPLAY_CACHE_MB = _env.int("ARBITER_REPLAY_CACHE_MB", default=200)
"""Replays that were made whole again are kept on this machine up to this number of megabytes."""
EVENT_ARCHIVE_MB = _env.int("ARBITER_EVENT_ARCHIVE_MB", default=2000)
"""The most megabytes of an archive of an event."""
