"""Addresses of the pages that anybody may read."""

from __future__ import annotations

from django.urls import path

from pages.views import about, front, games, ladder, matches, people

urlpatterns = [
    path("", front.front, name="front"),
    path("now/", front.now, name="now"),
    path("live/", front.live, name="live"),
    path("live/boards/", front.live_boards, name="live-boards"),
    path("games/<slug:game>/", games.play, name="game"),
    path("games/<slug:game>/rules/", games.rules, name="game-rules"),
    path("games/<slug:game>/matches/", games.matches, name="game-matches"),
    path("games/<slug:game>/kit/", games.kit, name="game-kit"),
    path("games/<slug:game>/kit/<slug:language>.zip", games.kit_download, name="kit-download"),
    path("games/<slug:game>/ladder/", ladder.default, name="game-ladder"),
    path("games/<slug:game>/ladder/<slug:ruleset>/", ladder.standings, name="ladder"),
    path(
        "games/<slug:game>/ladder/<slug:ruleset>/official/",
        ladder.official,
        name="ladder-official",
    ),
    path("matches/", matches.index, name="matches"),
    path("matches/<int:number>/", matches.match, name="match"),
    path("matches/<int:number>/state/", matches.state, name="match-state"),
    path("matches/<int:number>/replay.jsonl.gz", matches.replay, name="match-replay"),
    path("matches/<int:number>/exports/<slug:name>/", matches.export, name="match-export"),
    path("matches/<int:number>/log/", matches.logs, name="match-logs"),
    path("matches/<int:number>/seats/<int:seat>/log/", matches.log, name="match-log"),
    path("people/<slug:name>/", people.person, name="person"),
    path("about/", about.about, name="about"),
    path("help/events/", about.events, name="event-help"),
    path("help/limits/", about.limits, name="limits"),
    path("status/", about.status, name="status"),
    path("robots.txt", about.robots, name="robots"),
    path("favicon.ico", about.favicon, name="favicon"),
]
