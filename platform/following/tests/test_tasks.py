"""The periodic tasks, by the names that the timetable has, each run twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.module_loading import import_string

from arbiter.configured.timetable import BEAT_SCHEDULE
from bots.services import activate
from following import services
from following.models import Digest, Happening
from following.tests.test_digests import MONDAY, want
from ladder.tests.play import add_version
from notices.models import Delivery, Notice

pytestmark = pytest.mark.django_db
TASKS = [
    entry["task"] for entry in BEAT_SCHEDULE.values() if entry["task"].startswith("following.")
]


def test_tasks_that_run_twice_notify_and_send_once(charlie, worm, monkeypatch):
    assert sorted(TASKS) == [
        "following.tasks.notify", "following.tasks.send_digests", "following.tasks.tidy"
    ]  # fmt: skip
    services.follow(want(charlie), worm)
    activate(add_version(worm, active=False), worm.owner)
    for _ in range(2):
        import_string("following.tasks.notify")()
    assert Notice.objects.filter(user=charlie).count() == 1
    Happening.objects.update(created=MONDAY - timedelta(days=1))
    monkeypatch.setattr(timezone, "now", lambda: MONDAY)
    for name in 2 * TASKS:
        import_string(name)()
    assert Digest.objects.get().sent
    assert Delivery.objects.get().kind == "digest"
    assert Notice.objects.filter(user=charlie).count() == 1
