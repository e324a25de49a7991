"""Addresses on which organizers plan seasons."""

from django.urls import path

from pages.seasons import views

_DESK = "desk/seasons/"
_ONE = f"{_DESK}<int:pk>/"

urlpatterns = [
    path(_DESK, views.index, name="seasons"),
    path(f"{_DESK}new/", views.new, name="season-new"),
    path(_ONE, views.edit, name="season"),
    path(f"{_ONE}end/", views.end, name="season-end"),
    path(f"{_ONE}floor/", views.floor, name="season-floor"),
    path(f"{_ONE}withdraw/", views.withdraw, name="season-withdraw"),
]
