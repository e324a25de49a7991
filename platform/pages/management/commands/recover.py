"""``manage.py recover``: after a stop, put back in line what this machine's workers held."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from arbiter.working.workers import host
from bots.interrupted import release_builds
from installs.services import release
from matches.services import release_all


class Command(BaseCommand):
    help = "Put matches and builds that this machine's workers held back in line."

    def handle(self, *args: Any, **options: Any) -> None:
        matches, builds = release_all(host()), release_builds() + release()
        if matches or builds:
            self.stdout.write(f"· taken up again: {matches} matches, {builds} builds")
