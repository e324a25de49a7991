"""Built programs that nothing needs go; what needs one later waits until it is built again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.storage import default_storage
from django.urls import reverse
from django.utils import timezone

from bots import services, tasks
from bots.models import Bot, BotVersion
from bots.versions import artifacts
from ladder.events.models import StageEntry
from matches import tasks as matches
from matches.models import Match, Seat
from matches.services import create_match
from storage import files

ArtifactState = BotVersion.ArtifactState


pytestmark = pytest.mark.usefixtures("quick_transactions")


def age(*versions: BotVersion) -> None:
    """Let them have been built long ago."""
    pks = [version.pk for version in versions]
    BotVersion.objects.filter(pk__in=pks).update(build_finished=timezone.now() - timedelta(days=30))


@pytest.fixture
def old(upload, alices_bot):
    """A ready version that a newer one has replaced, as if both had been built long ago."""
    for _ in range(2):
        version = upload(alices_bot)
        with artifacts.storing(version, b"a program", "0" * 64):
            version.state = version.State.READY
            version.save()
    services.activate(version, alices_bot.owner)
    age(*alices_bot.versions.all())
    return alices_bot.versions.get(number=1)


def refreshed(version: BotVersion) -> BotVersion:
    return BotVersion.objects.get(pk=version.pk)


def test_the_program_of_a_replaced_version_goes_and_its_source_stays(old):
    active = Bot.objects.get(pk=old.bot_id).active_version
    assert active is not None
    name = old.artifact.name
    tasks.tidy()
    assert not default_storage.exists(name)
    gone, kept = refreshed(old), refreshed(active)
    assert (gone.artifact.name, gone.artifact_bytes, gone.artifact_state) == ("", 0, "removed")
    assert default_storage.exists(str(gone.source.name))
    assert kept.artifact_state == "kept"
    assert default_storage.exists(str(kept.artifact.name))


def test_nothing_goes_while_a_backup_is_written_or_before_its_time(old):
    with files.keeping():
        assert artifacts.remove_unneeded() == []
    BotVersion.objects.filter(pk=old.pk).update(build_finished=timezone.now())
    assert artifacts.remove_unneeded() == []


def test_a_match_that_waits_or_runs_keeps_the_program(old):
    match = create_match("snake", "standard", "friendly", [old, old])
    assert artifacts.remove_unneeded() == []
    Match.objects.filter(pk=match.pk).update(state="running")
    assert artifacts.remove_unneeded() == []
    Match.objects.filter(pk=match.pk).update(state="finished")
    assert len(artifacts.remove_unneeded()) == 1


def test_everything_that_may_play_a_version_says_that_it_needs_it():
    """A model that fixes versions to be played decides here whether it keeps their programs."""
    asked = {select().model for select in artifacts._selections}
    assert {Seat, StageEntry} < asked
    names = {model._meta.label_lower for model in asked}
    assert names == {
        "matches.seat",
        "rooms.roomseat",
        "events.stageentry",
        "comparisons.comparison",
        "comparisons.comparisonopponent",
    }


def test_a_match_waits_for_the_build_and_is_played_then(old, client):
    tasks.tidy()
    match = create_match("snake", "standard", "friendly", [old, old])
    # Celery's queue has the task; here the test is the worker.
    assert refreshed(old).artifact_state == "waiting"
    matches.play("matches")
    match.refresh_from_db()
    assert (match.state, match.attempt) == ("queued", 0)
    page = client.get(match.get_absolute_url()).content.decode()
    assert "being built again" in page
    tasks.build(old.pk)
    built = refreshed(old)
    assert (built.state, built.artifact_state) == ("ready", "kept")
    assert default_storage.size(str(built.artifact.name)) == built.artifact_bytes > 100
    matches.play("matches")
    match.refresh_from_db()
    assert (match.state, match.failure) == ("finished", "")


def test_a_build_that_fails_ends_the_match_and_says_so(old, monkeypatch):
    from sandbox.errors import BuildError

    def fail(*_, **__):
        raise BuildError("the compiler is gone")

    tasks.tidy()
    match = create_match("snake", "standard", "friendly", [old, old])
    monkeypatch.setattr(tasks, "build_in_sandbox", fail)
    tasks.build(old.pk)
    match.refresh_from_db()
    assert match.state == "failed"
    assert "could not be built again: the compiler is gone" in match.failure
    failed = refreshed(old)
    assert (failed.state, failed.artifact_state) == ("ready", "failed")
    assert "the compiler is gone" in failed.build_log
    services.rebuild(failed, failed.bot.owner)
    assert refreshed(old).artifact_state == "waiting"


def test_an_older_version_that_is_made_active_is_built_again(old, alice):
    tasks.tidy()
    services.activate(refreshed(old), alice)
    assert refreshed(old).artifact_state == "waiting"


def test_a_worker_that_dies_during_a_build_on_demand_is_replaced(old):
    tasks.tidy()
    artifacts.want([old.pk])
    BotVersion.objects.filter(pk=old.pk).update(
        artifact_state="building",
        build_worker="gone:1",
        build_started=timezone.now() - timedelta(days=1),
    )
    tasks.sweep()
    again = refreshed(old)
    assert (again.artifact_state, again.build_losses, again.state) == ("waiting", 1, "ready")


def test_an_owner_deletes_files_of_versions_that_nothing_needs(old, alice, charlie, client):
    active = Bot.objects.get(pk=old.bot_id).active_version
    assert active is not None
    with pytest.raises(PermissionDenied):
        artifacts.delete_files(old, charlie)
    with pytest.raises(ValidationError, match="Make another version active"):
        artifacts.delete_files(active, alice)
    match = create_match("snake", "standard", "friendly", [old, active])
    with pytest.raises(ValidationError, match="needs it"):
        artifacts.delete_files(old, alice)
    Match.objects.filter(pk=match.pk).update(state="finished")
    names = (old.source.name, old.artifact.name)
    client.force_login(alice)
    address = reverse("version-delete-files", args=["alice", old.bot.name, old.number])
    assert client.post(address).status_code == 302
    assert not any(default_storage.exists(name) for name in names)
    assert (refreshed(old).source.name, refreshed(old).stored_bytes) == ("", 0)
    with pytest.raises(ValidationError, match="were deleted"):
        services.activate(refreshed(old), alice)
    page = client.get(old.get_absolute_url())
    assert "deleted" in page.content.decode()
    # A match that was asked for before is given up, not played for ever.
    late = create_match("snake", "standard", "friendly", [old, active])
    matches.sweep()
    late.refresh_from_db()
    assert late.state == "failed"
    assert "were deleted" in late.failure
