"""Addresses of circuits: their tables, and the pages of the people who run them."""

from django.urls import path

from pages.circuits import editing, views

_CIRCUIT = "events/circuits/<slug:slug>/"

urlpatterns = [
    path("events/circuits/", views.index, name="circuits"),
    path("events/circuits/new/", editing.new, name="circuit-new"),
    path(_CIRCUIT, views.circuit, name="circuit"),
    path(f"{_CIRCUIT}table.csv", views.table_csv, name="circuit-csv"),
    path(f"{_CIRCUIT}table.json", views.table_json, name="circuit-json"),
    path(f"{_CIRCUIT}edit/", editing.edit, name="circuit-edit"),
    path(f"{_CIRCUIT}edit/state/<slug:state>/", editing.state, name="circuit-state"),
    path(f"{_CIRCUIT}edit/discard/", editing.discard, name="circuit-discard"),
    path(f"{_CIRCUIT}edit/events/", editing.add_event, name="circuit-add-event"),
    path(f"{_CIRCUIT}edit/events/<int:pk>/<slug:act>/", editing.leg_act, name="circuit-leg"),
    path(f"{_CIRCUIT}edit/people/", editing.give_role, name="circuit-give-role"),
    path(f"{_CIRCUIT}edit/people/take/", editing.take_role, name="circuit-take-role"),
]
