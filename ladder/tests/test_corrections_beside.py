"""The preview of a correction, while other processes write."""

from __future__ import annotations

import pytest

from arbiter.tests.beside import one_writer, write_beside
from ladder.corrections import preview
from ladder.corrections import services as corrections
from ladder.models import Correction
from ladder.tests.play import finish

pytestmark = [one_writer, pytest.mark.django_db(transaction=True)]


def test_a_preview_is_computed_while_others_write(season, pit, worm, viper, olga, monkeypatch):
    monkeypatch.setattr(preview, "CHUNK", 1)
    compute = preview.compute

    def compute_beside(of_season, effect, heard):
        def heard_beside(done):
            write_beside()
            heard(done)

        return compute(of_season, effect, heard_beside)

    monkeypatch.setattr(corrections, "compute", compute_beside)
    played = [finish(pit(worm, viper), [1, 2]) for _ in range(3)]
    wanted = corrections.CorrectionRequest((played[0].pk,))
    drafted = corrections.draft(season, Correction.Kind.VOID, olga, wanted)
    assert drafted.state == Correction.State.READY
