"""Addresses of the desk's first page."""

from django.urls import path

from pages.desk import people, views

urlpatterns = [
    path("desk/", views.desk, name="desk"),
    path("desk/people/", people.index, name="desk-people"),
    path("desk/people/sign-up/", people.choose, name="desk-sign-up"),
    path("desk/people/invitations/", people.invite, name="desk-invite"),
    path("desk/people/invitations/<int:pk>/revoke/", people.revoke, name="desk-invitation-revoke"),
    path("desk/act/<slug:name>/<int:pk>/", views.act, name="desk-act"),
]
