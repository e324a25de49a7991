"""Work that processes claim beside matches: its leases follow the database's clock."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from arbiter.database.locks import database_now
from arbiter.tests.clocks import OFF, clock_off
from bots import tasks as builds
from bots.models import BotVersion
from bots.tests.steps import ready, version_of
from bots.versions import building
from controls import services as controls
from controls.models import Worker
from exports import services as exports
from exports.models import Export
from exports.options import Options
from ladder.models import Season
from ladder.ratings import rebuilding
from ladder.seasons.current import ensure_seasons
from matches.models import Verification
from matches.recorded import verification
from matches.services import create_match
from notices import outbox
from notices.models import Channel, Delivery
from storage import cleanup

pytestmark = pytest.mark.django_db


@OFF
def test_a_build_is_kept_and_lost_in_time(alices_bot, hours, redis_client):
    version = version_of(alices_bot)
    BotVersion.objects.update(state=BotVersion.State.WAITING)
    with clock_off(hours):
        assert building.claim(version.pk) is not None
    builds.sweep()
    with clock_off(hours):
        builds.sweep()
    version.refresh_from_db()
    assert version.state == BotVersion.State.BUILDING
    late = timezone.now() - builds.STUCK_AFTER - timedelta(seconds=1)
    BotVersion.objects.update(build_started=late)
    with clock_off(hours):
        builds.sweep()
    version.refresh_from_db()
    assert version.state == BotVersion.State.WAITING


@OFF
def test_a_verification_is_not_taken_from_its_worker(alices_bot, hours, redis_client):
    worm = ready(version_of(alices_bot))
    verification._add(create_match("snake", "standard", "friendly", [worm, worm]), None)
    with clock_off(hours):
        assert verification._take() is not None
    assert verification.carry_out() == 0
    with clock_off(hours):
        assert verification.carry_out() == 0
    assert Verification.objects.get().state == Verification.State.RUNNING


@OFF
def test_an_archive_is_not_taken_from_its_worker_and_begins_again_in_time(
    olga, hours, redis_client
):
    export = exports.ask(olga, Options())
    Export.objects.update(state=Export.State.RUNNING, worker="box:1:2", beat=timezone.now())
    with clock_off(hours):
        exports.sweep()
        exports._progress(export.pk, "matches", 1, 2)
    exports.sweep()
    export.refresh_from_db()
    assert export.state == Export.State.RUNNING
    Export.objects.update(beat=timezone.now() - exports.SILENT - timedelta(seconds=1))
    with clock_off(hours):
        exports.sweep()
    export.refresh_from_db()
    assert export.state == Export.State.WAITING
    assert export.retry_at is not None
    assert abs(export.retry_at - timezone.now()) < timedelta(minutes=10)


@OFF
def test_a_recalculation_has_its_lease(hours, redis_client):
    ensure_seasons()
    season = Season.objects.first()
    assert season is not None
    Season.objects.filter(pk=season.pk).update(stale_since=timezone.now())
    with clock_off(hours):
        assert rebuilding._claim(season.pk) is not None
    assert rebuilding._claim(season.pk) is None
    until = Season.objects.get(pk=season.pk).recalculation_until
    assert until is not None
    assert timezone.now() < until < timezone.now() + timedelta(minutes=2)


@OFF
def test_a_mail_is_sent_once_and_its_lease_ends_in_time(alice, hours, redis_client):
    with clock_off(hours):
        row = Delivery.objects.create(
            channel=Channel.MAIL, user=alice, kind="match", payload="{}", next_at=database_now()
        )
        assert [each.pk for each in outbox.claim()] == [row.pk]
    assert outbox.claim() == []
    row.refresh_from_db()
    assert timezone.now() < row.next_at <= timezone.now() + outbox.LEASE


@OFF
def test_a_file_that_was_just_stored_is_not_cleaned_away(hours):
    name = default_storage.save("replays/new.jsonl.gz", ContentFile(b"x"))
    with clock_off(hours):
        assert name not in cleanup.remove_files()
    assert name in cleanup.remove_files(older=-timedelta(seconds=1))


def test_a_time_of_the_database_is_found_again():
    """SQLite compares texts, and their form must be that of other times."""
    controls.seen("box:1:2", "matches")
    row = Worker.objects.get()
    assert Worker.objects.filter(seen=row.seen).exists()
    assert abs(row.seen - timezone.now()) < timedelta(minutes=1)
