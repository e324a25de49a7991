"""Matches that the engine plays with sample actions, finished as a worker finishes them."""

from __future__ import annotations

import gzip
import hashlib
import io

from games.replay import ReplayReader
from games.tests.sampling import record_match
from games.wire import encode
from matches import services
from matches.models import Match
from matches.seating import setup_of


def recorded(match: Match, seed: int = 1, logs: dict[int, str] | None = None) -> Match:
    """End a waiting match; ``logs`` are lines of standard error of turn 1, by seat."""
    data, _ = record_match(match.played_game, setup_of(match), seed)
    claimed = Match.objects.claim(match.pk, "test")
    assert claimed is not None, "the match does not wait"
    with io.BytesIO(data) as file:
        replay = ReplayReader(file)
        result, frames = replay.result, replay.frames
    rows = {
        seat: gzip.compress(encode({"game": 0, "turn": 1, "text": text}))
        for seat, text in (logs or {}).items()
    }
    used = {"cpu_ms": 12, "peak_memory": 4096}
    played = services.JudgerOutput(
        result={**result, "seats": [used for _ in match.seats.all()]},
        replay=io.BytesIO(data),
        sha256=hashlib.sha256(data).hexdigest(),
        size=len(data),
        frames=frames,
        turn=frames - 1,
        game_number=0,
        logs=rows,
    )
    assert services.finish(services.Claim(match.pk, "test", claimed.attempt), played)
    match.refresh_from_db()
    return match
