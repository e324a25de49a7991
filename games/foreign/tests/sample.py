"""A manifest with everything in it, and changes to it."""

from __future__ import annotations

import copy

from games.engine import JSON

WHOLE: JSON = {
    "name": "pebbles",
    "title": "Pebbles",
    "tagline": "Take the last one.",
    "version": "3",
    "command": ["/usr/bin/python3", "main.py"],
    "seed_field": "seed",
    "replay_suffix": "txt",
    "rules": "rules.md",
    "pondering": True,
    "logic_limits": {"memory_mb": 512, "cpu_s": 60, "silent_s": 5, "match_s": 300},
    "rulesets": [
        {
            "name": "duel",
            "title": "Duel",
            "summary": "Two players.",
            "seats": 2,
            "config": {"pebbles": 21},
            "limits": {"turn_s": 1.5, "memory_mb": 128},
        },
        {
            "name": "crowd",
            "title": "Crowd",
            "seats": 4,
            "config": {"pebbles": 41},
            "limits": {"turn_s": 1, "turn_cpu_s": 0.5, "game_cpu_s": 20},
        },
    ],
    "kits": [{"language": "python", "title": "Python kit", "folder": "kit"}],
    "bots": [
        {"name": "greedy", "language": "python", "folder": "bots/greedy", "proving": True},
        {"name": "careful", "language": "python", "folder": "bots/careful", "kit": "python"},
    ],
}

SMALL: JSON = {
    "name": "pebbles",
    "title": "Pebbles",
    "version": "1",
    "seats": 2,
    "language": "cpp",
}


def changed(manifest: JSON, **members: JSON) -> JSON:
    """A copy with other members; None takes one away."""
    data = copy.deepcopy(manifest) | members
    return {name: value for name, value in data.items() if value is not None}
