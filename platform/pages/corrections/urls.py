"""Addresses of corrections, at the desk."""

from django.urls import path

from ladder.corrections import services
from pages.corrections import views

_DESK = "desk/corrections/"
_ONE = f"{_DESK}<int:pk>/"

urlpatterns = [
    path(_DESK, views.index, name="corrections"),
    path(f"{_DESK}new/", views.new, name="correction-new"),
    path(_ONE, views.show, name="correction"),
    path(f"{_ONE}state/", views.state, name="correction-state"),
    path(f"{_ONE}publish/", views.publish, name="correction-publish"),
    path(f"{_ONE}refresh/", views.act, {"verb": services.refresh}, name="correction-refresh"),
    path(f"{_ONE}discard/", views.act, {"verb": services.discard}, name="correction-discard"),
    path(f"{_ONE}undo/", views.act, {"verb": services.undo}, name="correction-undo"),
]
