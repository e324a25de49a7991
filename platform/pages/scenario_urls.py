"""Addresses of the pages of scenarios."""

from __future__ import annotations

from django.urls import path

from pages.views import rulesets, scenarios

_DESK = "desk/scenarios/"
_ONE = f"{_DESK}<int:pk>/"
_RULESET = "games/<slug:game>/rulesets/<slug:name>/"

urlpatterns = [
    path(_DESK, scenarios.index, name="scenarios"),
    path(f"{_DESK}new/<slug:game>/", scenarios.new, name="scenario-new"),
    path(_ONE, scenarios.edit, name="scenario"),
    path(f"{_ONE}preview/", scenarios.preview, name="scenario-preview"),
    path(f"{_ONE}publish/", scenarios.publish, name="scenario-publish"),
    path(f"{_ONE}withdraw/", scenarios.withdraw, name="scenario-withdraw"),
    path(f"{_ONE}retire/", scenarios.retire, name="scenario-retire"),
    path(_RULESET, rulesets.show, name="ruleset"),
    path(f"{_RULESET}board.json", rulesets.board, name="ruleset-board"),
]
