"""Periodic work: name → Celery's task, seconds between its runs, and maybe a queue."""

from __future__ import annotations

from typing import Any

BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "matchmake": {"task": "ladder.tasks.matchmake", "schedule": 5.0},
    "open-seasons": {"task": "ladder.tasks.open_seasons", "schedule": 60.0},
    "refit-seasons": {"task": "ladder.tasks.refit_seasons", "schedule": 60.0},
    "move-comparisons": {"task": "ladder.comparisons.tasks.move_comparisons", "schedule": 10.0},
    "mend-ladder": {
        "task": "ladder.tasks.mend",
        "schedule": 15.0,
        "options": {"queue": "builds"},
    },
    "move-events": {"task": "ladder.events.tasks.move_events", "schedule": 5.0},
    "show-maps": {"task": "rulesets.tasks.show_maps", "schedule": 30.0},
    "close-rooms": {"task": "rooms.tasks.close_idle", "schedule": 600.0},
    "sweep-matches": {"task": "matches.tasks.sweep", "schedule": 5.0},
    "try-languages": {
        "task": "pages.tasks.try_languages",
        "schedule": 600.0,
        "options": {"queue": "builds"},
    },
    "send-notices": {"task": "notices.tasks.send", "schedule": 5.0},
    "tidy-notices": {"task": "notices.tasks.tidy", "schedule": 3600.0},
    "sweep-exports": {"task": "exports.tasks.sweep", "schedule": 60.0},
    "tell-news": {"task": "news.tasks.tell_due", "schedule": 30.0},
    "retain-replays": {
        "task": "matches.tasks.retain",
        "schedule": 600.0,
        "options": {"queue": "builds"},
    },
    "tidy-matches": {"task": "matches.tasks.tidy", "schedule": 600.0},
    "sweep-installs": {
        "task": "installs.tasks.sweep",
        "schedule": 5.0,
        "options": {"queue": "default"},
    },
    "tidy-artifacts": {
        "task": "bots.tasks.tidy",
        "schedule": 600.0,
        "options": {"queue": "default"},
    },
    "sweep-builds": {"task": "bots.tasks.sweep", "schedule": 5.0, "options": {"queue": "default"}},
}
