"""Calls to build workers: one that is lost or cannot be sent delays a build and breaks nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from celery import Celery
from django.utils import timezone

from arbiter.celery import app
from bots import services
from bots.models import BotVersion
from bots.tasks import CALLED_WITHIN, STUCK_AFTER, sweep
from sandbox.limits import BUILDS


@pytest.fixture
def broker_away(monkeypatch, tmp_path):
    """The address of the broker leads nowhere, as while Redis starts again."""
    nowhere = Celery(
        "nowhere", broker=f"redis+socket://{tmp_path}/nobody.sock", set_as_current=False
    )
    monkeypatch.setattr(app, "_pool", nowhere.pool)
    monkeypatch.setattr(app.amqp, "_producer_pool", nowhere.amqp.producer_pool)


def calls(redis_client) -> int:
    return int(redis_client.llen("builds"))


def age(version: BotVersion, **times: timedelta) -> None:
    now = timezone.now()
    fields = {name: now - ago for name, ago in times.items()}
    BotVersion.objects.filter(pk=version.pk).update(**fields)


def test_an_upload_is_kept_while_redis_is_away(broker_away, upload, alices_bot, redis_client):
    version = upload(alices_bot)
    assert BotVersion.objects.get(pk=version.pk).state == BotVersion.State.WAITING
    assert calls(redis_client) == 0


def test_a_failed_version_waits_to_be_built_again_while_redis_is_away(
    broker_away, upload, alices_bot
):
    version = upload(alices_bot)
    services.failed(version, BotVersion.Step.BUILD, "ours")
    services.rebuild(version, alices_bot.owner)
    assert BotVersion.objects.get(pk=version.pk).state == BotVersion.State.WAITING


def test_a_call_that_was_lost_is_made_again_within_minutes(upload, alices_bot, redis_client):
    version = upload(alices_bot)
    redis_client.delete("builds")
    sweep()
    assert calls(redis_client) == 0
    age(version, created=CALLED_WITHIN + timedelta(seconds=1))
    sweep()
    assert calls(redis_client) == 1


def test_a_build_is_not_taken_for_lost_while_its_time_is_not_over(upload, alices_bot):
    version = upload(alices_bot)
    preparing_and_building = timedelta(seconds=2 * BUILDS.wall_s)
    building = BotVersion.State.BUILDING
    BotVersion.objects.filter(pk=version.pk).update(state=building)
    for ago, state in ((preparing_and_building, building), (STUCK_AFTER, "waiting")):
        age(version, build_started=ago + timedelta(seconds=1))
        sweep()
        assert BotVersion.objects.get(pk=version.pk).state == state
