"""The archive of an event, while other processes write."""

from __future__ import annotations

import pytest

from arbiter.tests.beside import one_writer, write_beside
from exports import event_archives, services
from exports.models import Export
from ladder.core.contest.plan import Kind
from ladder.events.tests import steps
from ladder.seasons.current import ensure_seasons
from pages.events.archive import builder, pages, selection

pytestmark = [one_writer, pytest.mark.django_db(transaction=True)]


def test_an_archive_is_made_while_others_write(olga, redis_client, monkeypatch):
    ensure_seasons()
    for module in (pages, selection):
        monkeypatch.setattr(module, "CHUNK", 1)
    monkeypatch.setattr(builder, "TOLD_EVERY", 1)
    progress = services._progress

    def progress_beside(*told):
        write_beside()
        progress(*told)

    monkeypatch.setattr(services, "_progress", progress_beside)
    league = steps.stage("league", Kind.ROUND_ROBIN, options={"games": 1})
    event = steps.begin(olga, steps.authors(3), league)
    steps.play_all(event)
    export = event_archives.order(event, olga, public=True, replays=True)
    services.make(export.pk)
    export.refresh_from_db()
    assert (export.state, export.faults) == (Export.State.DONE, 0)
