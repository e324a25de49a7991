"""Addresses of a bot's regression tests."""

from django.urls import path

from pages.regressions import views

_TESTS = "bots/<slug:owner>/<bot:name>/tests/"

urlpatterns = [
    path(_TESTS, views.index, name="tests"),
    path(f"{_TESTS}keep/<int:number>/<int:seat>/", views.keep, name="test-keep"),
    path(f"{_TESTS}policy/", views.policy, name="test-policy"),
    path(f"{_TESTS}<int:pk>/remove/", views.remove, name="test-remove"),
]
