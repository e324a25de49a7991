"""Addresses of all pages.

The order matters where one address could be taken for another: ``events/plan/`` and
``events/circuits/`` are no events, and ``matches/new/`` is no match.
"""

from django.urls import include, path
from django.views.generic import RedirectView

AREAS = (
    "circuits",
    *("organize", "bots", "versions", "challenges", "account", "desk", "events", "installs"),
    *("forks", "regressions", "climb", "maps", "rooms", "scenarios", "corrections", "notices"),
    *("help", "ladder", "seasons", "queue", "audit", "fairness", "news", "exports", "comparisons"),
    *("statistics", "front", "feeds", "workshop", "games", "matches", "people", "status", "search"),
    "following",
)

ABOVE = {
    "accounts/": "settings",
    "accounts/password/": "account_change_password",
    "bots/<slug:name>/": "person",
    "bots/<slug:owner>/<bot:name>/against/": "bot-statistics",
    "bots/<slug:owner>/<bot:name>/versions/": "bot",
    "desk/games/installs/": "desk-games",
    "desk/scenarios/new/": "scenarios",
    "events/<slug:slug>/organize/stages/<slug:key>/pairing/": "event-organize-stage",
    "events/<slug:slug>/stages/": "event",
    "events/<slug:slug>/stages/<slug:key>/encounters/": "event-stage",
    "games/<slug:game>/rulesets/": "game",
    "matches/<int:number>/play/": "match",
    "people/": "search",
    "settings/notices/webhooks/": "settings-notices",
    "teams/": "search",
}
"""Addresses above those of pages, without a page of their own, and the pages to which they lead."""

urlpatterns = [
    *(path("", include(f"pages.{area}.urls")) for area in AREAS),
    *(path(above, RedirectView.as_view(pattern_name=name)) for above, name in ABOVE.items()),
    path("games/", RedirectView.as_view(url="/#games-title")),
]
