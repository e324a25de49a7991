"""The address at which a match is played on."""

from django.urls import path

from pages.forks import views

urlpatterns = [path("matches/<int:number>/fork/", views.new, name="match-fork")]
