"""Addresses of matches, their replays and logs."""

from django.urls import path

from pages.matches import card, embed, moments, recording, views

_MATCH = "matches/<int:number>/"

urlpatterns = [
    path("matches/", views.index, name="matches"),
    path(_MATCH, views.match, name="match"),
    path(f"{_MATCH}card.png", card.show, name="match-card"),
    path("embed/matches/<int:number>/", embed.show, name="embed-match"),
    path("oembed/", embed.describe, name="oembed"),
    path(f"{_MATCH}state/", views.state, name="match-state"),
    path(f"{_MATCH}cancel/", views.cancel, name="match-cancel"),
    path(f"{_MATCH}replay.jsonl.gz", views.replay, name="match-replay"),
    path(f"{_MATCH}exports/<slug:name>/", views.export, name="match-export"),
    path(f"{_MATCH}verify/", recording.verify, name="match-verify"),
    path(f"{_MATCH}verdict/", recording.verdict, name="match-verdict"),
    path(f"{_MATCH}seats/<int:seat>/bundle/", recording.bundle, name="match-bundle"),
    path(f"{_MATCH}seats/<int:seat>/exchange/", moments.exchange, name="match-exchange"),
    path(f"{_MATCH}seats/<int:seat>/moments/", moments.decisive, name="match-moments"),
    path(f"{_MATCH}log/", views.logs, name="match-logs"),
    path(f"{_MATCH}seats/<int:seat>/log/", views.log, name="match-log"),
]
