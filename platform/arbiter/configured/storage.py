"""Settings of what is kept on disk, and for how long; a part of `arbiter.settings`."""

from __future__ import annotations

import os
import re
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

_env = environ.Env()


def _days(variable: str, default: str) -> dict[str, int]:
    """Kind of match → days, from ``kind=days,kind=days``; semicolons separate, too."""
    by_kind = {}
    for part in _env(variable, default=default).replace(";", ",").split(","):
        kind, _, days = (word.strip() for word in part.partition("="))
        if not kind and not days:
            continue
        if not kind.isidentifier() or not days.isdecimal():
            raise ImproperlyConfigured(
                f"{variable} has “{part.strip()}”, which is not a kind of match with a number of "
                f"days. Write it as “{default}”."
            )
        by_kind[kind] = int(days)
    return by_kind


def _store(address: str) -> dict[str, Any]:
    """Django's storage for ``STORAGE_URL``; without one, the folder ``MEDIA_ROOT``."""
    if not address:
        return {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    parts = urlsplit(address)
    keys, _, bucket = parts.netloc.rpartition("@")
    key, _, secret = map(unquote, keys.partition(":"))
    named = dict(parse_qsl(parts.query, keep_blank_values=True))
    wrong = not re.fullmatch(r"[\w.-]{3,255}", bucket) or bool(key) != bool(secret)
    if wrong or parts.scheme != "s3" or not named.keys() <= {"region", "endpoint"}:
        # Without the value, which may have a secret.
        raise ImproperlyConfigured(
            "STORAGE_URL must be s3://KEY:SECRET@BUCKET/PREFIX?region=…&endpoint=…, and only "
            "BUCKET is needed. Write characters such as / in SECRET as %2F."
        )
    given = {
        "access_key": key,
        "secret_key": secret,
        "region_name": named.get("region"),
        "endpoint_url": named.get("endpoint"),
    }
    options: dict[str, object] = {name: value for name, value in given.items() if value}
    if os.environ.get("ARBITER_PROCESS") == "web":  # people wait for it
        options["seconds"] = 5.0
    options |= {"bucket_name": bucket, "location": unquote(parts.path).strip("/")}
    return {"BACKEND": "storage.s3.PrivateS3", "OPTIONS": options}


STORE = _store(_env("STORAGE_URL", default=""))
"""Where stored files are."""
if "STORAGE_BACKEND" in os.environ:
    raise ImproperlyConfigured(
        "STORAGE_BACKEND and STORAGE_OPTIONS are settings no more: set STORAGE_URL instead, as "
        "docs/settings.md says."
    )

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
