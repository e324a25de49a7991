"""Addresses of notices, of what people want to hear, and of their webhooks."""

from __future__ import annotations

from django.urls import path

from pages.views import notices

_SETTINGS = "settings/notices/"
_HOOK = f"{_SETTINGS}webhooks/<int:pk>/"
_DELIVERY = f"{_SETTINGS}deliveries/<int:pk>/"

urlpatterns = [
    path("notices/", notices.index, name="notices"),
    path("notices/read/", notices.read_all, name="notices-read"),
    path("notices/<int:pk>/", notices.follow, name="notice"),
    path("notices/off/<str:token>/", notices.off, name="notices-off"),
    path(_SETTINGS, notices.wishes, name="settings-notices"),
    path(f"{_SETTINGS}webhooks/new/", notices.new_webhook, name="webhook-new"),
    path(_HOOK, notices.webhook, name="webhook"),
    path(f"{_HOOK}rotate/", notices.rotate, name="webhook-rotate"),
    path(f"{_HOOK}delete/", notices.delete, name="webhook-delete"),
    path(f"{_HOOK}test/", notices.test, name="webhook-test"),
    path(f"{_SETTINGS}deliveries/", notices.deliveries, name="deliveries"),
    path(_DELIVERY, notices.delivery, name="delivery"),
    path(f"{_DELIVERY}again/", notices.again, name="delivery-again"),
    path("help/webhooks/", notices.help_page, name="webhook-help"),
]
