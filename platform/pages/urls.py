"""Addresses of all pages.

The order matters where one address could be taken for another: ``events/plan/`` and
``events/circuits/`` are no events, and ``matches/new/`` is no match.
"""

from __future__ import annotations

from django.urls import include, path

AREAS = (
    "circuits",
    *("organize", "bots", "versions", "challenges", "account", "desk", "events", "installs"),
    *(
        "forks",
        "regressions",
        "climb",
        "maps",
        "rooms",
        "scenarios",
        "corrections",
        "notices",
        "help",
    ),
    *("ladder", "seasons", "queue", "audit", "fairness", "news", "exports", "comparisons"),
    *("statistics", "front", "feeds", "workshop", "games", "matches", "people", "status", "search"),
    "following",
)

urlpatterns = [path("", include(f"pages.{area}.urls")) for area in AREAS]
