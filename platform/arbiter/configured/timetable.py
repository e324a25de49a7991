"""Periodic work: name → Celery's task, seconds between its runs, and maybe a queue."""

from __future__ import annotations

from typing import TypedDict


class Run(TypedDict):
    task: str
    schedule: float
    options: dict[str, str]


def _every(seconds: float, task: str, queue: str = "") -> Run:
    """An entry of Celery's schedule. Empty ``queue``: the task's usual one."""
    options = {"queue": queue} if queue else {}
    return Run(task=task, schedule=seconds, options=options)


BEAT_SCHEDULE = {
    "matchmake": _every(5.0, "ladder.tasks.matchmake"),
    "spar": _every(20.0, "ladder.tasks.sparring"),
    "open-seasons": _every(60.0, "ladder.tasks.open_seasons"),
    "refit-seasons": _every(60.0, "ladder.tasks.refit_seasons"),
    "report-rivals": _every(60.0, "ladder.tasks.report_rivals", queue="builds"),
    "move-comparisons": _every(10.0, "ladder.comparisons.tasks.move_comparisons"),
    "sweep-tests": _every(60.0, "ladder.regressions.tasks.sweep"),
    "mend-ladder": _every(15.0, "ladder.tasks.mend", queue="builds"),
    "move-events": _every(5.0, "ladder.events.tasks.move_events"),
    "show-maps": _every(30.0, "rulesets.tasks.show_maps"),
    "close-rooms": _every(600.0, "rooms.tasks.close_idle"),
    "sweep-matches": _every(5.0, "matches.tasks.sweep"),
    "find-shortages": _every(60.0, "matches.tasks.find_shortages"),
    "send-notices": _every(5.0, "notices.tasks.send"),
    "tidy-notices": _every(3600.0, "notices.tasks.tidy"),
    "sweep-tries": _every(5.0, "tries.tasks.sweep", queue="default"),
    "sweep-exports": _every(60.0, "exports.tasks.sweep"),
    "notify-followers": _every(30.0, "following.tasks.notify"),
    "send-digests": _every(300.0, "following.tasks.send_digests"),
    "tidy-following": _every(3600.0, "following.tasks.tidy"),
    "tell-news": _every(30.0, "news.tasks.tell_due"),
    "retain-replays": _every(600.0, "matches.tasks.retain", queue="builds"),
    "verify-matches": _every(60.0, "matches.tasks.verify", queue="builds"),
    "sample-replays": _every(3600.0, "matches.tasks.sample_replays"),
    "collect-statistics": _every(21600.0, "matches.tasks.collect_statistics"),
    "tidy-matches": _every(600.0, "matches.tasks.tidy"),
    "sweep-installs": _every(5.0, "installs.tasks.sweep", queue="default"),
    "tidy-artifacts": _every(600.0, "bots.tasks.tidy", queue="default"),
    "sweep-builds": _every(5.0, "bots.tasks.sweep", queue="default"),
}
