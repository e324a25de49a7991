"""Addresses of what the site says of itself: health, and files that browsers ask."""

from django.urls import path

from pages.status import views

urlpatterns = [
    path("about/", views.about, name="about"),
    path("status/", views.status, name="status"),
    path("robots.txt", views.robots, name="robots"),
    path("favicon.ico", views.favicon, name="favicon"),
]
