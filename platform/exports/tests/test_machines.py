"""Archives on a machine that lacks what they need."""

from __future__ import annotations

from bots.tests.steps import version_of
from controls.models import FaultCount
from exports import services, tasks
from exports.options import Options


def test_a_machine_without_the_sites_files_makes_no_archive_without_them(
    alices_bot, olga, redis_client, settings, tmp_path
):
    version_of(alices_bot)
    export = services.ask(olga, Options())
    settings.MEDIA_ROOT = tmp_path / "nothing"
    tasks.make(export.pk)
    export.refresh_from_db()
    assert (export.state, export.faults, export.failure) == ("waiting", 0, "")
    assert FaultCount.objects.get().cause == "the stored files"
