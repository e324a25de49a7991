"""Checks of workers for the status page."""

from __future__ import annotations

from dataclasses import asdict

from celery import shared_task
from django.core.cache import cache

from sandbox.errors import SandboxError
from sandbox.selftest import availability

LANGUAGES_KEY = "status:languages"
KEEP_SECONDS = 86400


# It builds and runs a program in each language, the first time in each worker process.
@shared_task(expires=300.0)
def try_languages() -> None:
    """Leave in the cache which languages work on the machine of this worker, by name."""
    try:
        found = availability()
    except SandboxError:
        return  # the check of the sandbox tells
    cache.set(LANGUAGES_KEY, {name: asdict(each) for name, each in found.items()}, KEEP_SECONDS)
