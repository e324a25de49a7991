"""Addresses of the queue of matches: the organizers' pages and the public one."""

from django.urls import path

from pages.queue import views

urlpatterns = [
    path("desk/queue/", views.index, name="desk-queue"),
    path("desk/queue/do/", views.bulk, name="desk-bulk"),
    path("desk/queue/weights/", views.weights, name="desk-weights"),
    path("desk/hold/", views.hold, name="desk-hold"),
    path("desk/workers/", views.workers, name="desk-workers"),
    path("status/queue/", views.public, name="status-queue"),
]
