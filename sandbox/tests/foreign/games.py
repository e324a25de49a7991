"""Folders of games that were made outside, as an organizer would be sent them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

LOGICS = Path(__file__).parent / "logics"

BOT = b"""
import sys

for line in sys.stdin:
    body = str(NUMBER).encode()
    print("asked in round", line.split()[0], file=sys.stderr, flush=True)
    sys.stdout.buffer.write(len(body).to_bytes(4, "big") + body)
    sys.stdout.buffer.flush()
"""


def bot(number: int) -> bytes:
    """The source of a bot that says always the same."""
    return BOT.replace(b"NUMBER", str(number).encode())


def highest(folder: Path, **members: Any) -> Path:
    """A game in Python, whose config says how many rounds it has and what goes wrong in them."""
    manifest = {
        "name": "highest",
        "title": "Highest Number",
        "tagline": "Say more than the others.",
        "version": "1",
        "language": "python",
        "limits": {"turn_s": 2, "memory_mb": 128},
        "logic_limits": {"memory_mb": 256, "silent_s": 30},
        "seats": 2,
        "config": {"rounds": 4, "time": 2},
        "bots": [
            {"name": "modest", "language": "python", "folder": "bots/modest", "proving": True}
        ],
        "kits": [{"language": "python", "title": "Python kit", "folder": "kit"}],
        **members,
    }
    manifest = {name: value for name, value in manifest.items() if value is not None}
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(LOGICS / "logic.py", folder / "main.py")
    (folder / "game.json").write_text(json.dumps(manifest))
    (folder / "RULES.md").write_text("# Highest\n\nSay a number.\n\n## Points\n\nOne a round.\n")
    for name, number in (("bots/modest", 3), ("kit", 1)):
        (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / name / "main.py").write_bytes(bot(number))
    return folder


def nim(folder: Path) -> Path:
    """A game in C++, without bots, kits or rules."""
    folder.mkdir()
    shutil.copy(LOGICS / "nim.cpp", folder / "main.cpp")
    manifest = {
        "name": "nim",
        "title": "Nim",
        "version": "2",
        "language": "cpp",
        "seats": 2,
        "replay_suffix": "txt",
    }
    (folder / "game.json").write_text(json.dumps(manifest))
    return folder
