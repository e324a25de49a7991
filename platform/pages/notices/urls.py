"""Addresses of notices, of what people want to hear, and of their webhooks."""

from django.urls import path

from pages.notices import views

_SETTINGS = "settings/notices/"
_HOOK = f"{_SETTINGS}webhooks/<int:pk>/"
_DELIVERY = f"{_SETTINGS}deliveries/<int:pk>/"

urlpatterns = [
    path("notices/", views.index, name="notices"),
    path("notices/read/", views.read_all, name="notices-read"),
    path("notices/<int:pk>/", views.follow, name="notice"),
    path("notices/off/<str:token>/", views.off, name="notices-off"),
    path(_SETTINGS, views.wishes, name="settings-notices"),
    path(f"{_SETTINGS}webhooks/new/", views.new_webhook, name="webhook-new"),
    path(_HOOK, views.webhook, name="webhook"),
    path(f"{_HOOK}rotate/", views.rotate, name="webhook-rotate"),
    path(f"{_HOOK}delete/", views.delete, name="webhook-delete"),
    path(f"{_HOOK}test/", views.test, name="webhook-test"),
    path(f"{_SETTINGS}deliveries/", views.deliveries, name="deliveries"),
    path(_DELIVERY, views.delivery, name="delivery"),
    path(f"{_DELIVERY}again/", views.again, name="delivery-again"),
    path("help/webhooks/", views.help_page, name="webhook-help"),
]
