"""An engine whose frames change has a new version: replays of the old one name the old version.

`frames.json` has, by game, the version and the SHA-256 of the frames of seeded matches.  After a
change of frames, raise `Game.version` and write the digests again:
``python -m games.tests.test_versions``.
"""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import pytest

from games.registry import GAMES
from games.replay import ReplayReader
from games.tests.sampling import record_match, setups

KNOWN = Path(__file__).with_name("frames.json")
SEEDS = (1, 2)


def digest(game) -> str:
    """Of the frames of matches by every ruleset; the same on every machine."""
    found = hashlib.sha256()
    for seed in SEEDS:
        for setup in setups(game, seed):
            data, _ = record_match(game, setup, seed)
            for line in ReplayReader(io.BytesIO(data)).read_lines():
                found.update(line + b"\n")
    return found.hexdigest()


def current() -> dict[str, dict[str, str]]:
    return {
        name: {"version": game.version, "sha256": digest(game)}
        for name, game in sorted(GAMES.items())
    }


@pytest.mark.parametrize("name", sorted(GAMES))
def test_frames_are_those_of_the_version(name):
    known, game = json.loads(KNOWN.read_text())[name], GAMES[name]
    advice = "raise the game's version, and write frames.json again"
    assert {"version": game.version, "sha256": digest(game)} == known, advice


if __name__ == "__main__":
    KNOWN.write_text(json.dumps(current(), indent=2) + "\n")
