"""Addresses of corrections, at the desk."""

from __future__ import annotations

from django.urls import path

from pages.views import corrections

_DESK = "desk/corrections/"
_ONE = f"{_DESK}<int:pk>/"

urlpatterns = [
    path(_DESK, corrections.index, name="corrections"),
    path(f"{_DESK}new/", corrections.new, name="correction-new"),
    path(_ONE, corrections.show, name="correction"),
    path(f"{_ONE}state/", corrections.state, name="correction-state"),
    path(f"{_ONE}publish/", corrections.publish, name="correction-publish"),
    path(f"{_ONE}refresh/", corrections.refresh, name="correction-refresh"),
    path(f"{_ONE}discard/", corrections.discard, name="correction-discard"),
    path(f"{_ONE}undo/", corrections.undo, name="correction-undo"),
]
