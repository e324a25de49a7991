"""Addresses of the pages of scenarios."""

from django.urls import path

from pages.scenarios import rulesets, views

_DESK = "desk/scenarios/"
_ONE = f"{_DESK}<int:pk>/"
_RULESET = "games/<slug:game>/rulesets/<slug:name>/"

urlpatterns = [
    path(_DESK, views.index, name="scenarios"),
    path(f"{_DESK}new/<slug:game>/", views.new, name="scenario-new"),
    path(_ONE, views.edit, name="scenario"),
    path(f"{_ONE}preview/", views.preview, name="scenario-preview"),
    path(f"{_ONE}publish/", views.publish, name="scenario-publish"),
    path(f"{_ONE}withdraw/", views.withdraw, name="scenario-withdraw"),
    path(f"{_ONE}retire/", views.retire, name="scenario-retire"),
    path(_RULESET, rulesets.show, name="ruleset"),
    path(f"{_RULESET}board.json", rulesets.board, name="ruleset-board"),
]
