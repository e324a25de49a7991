"""Addresses of the front page, the page of live matches, and the wall."""

from django.urls import path

from pages.front import views, wall

urlpatterns = [
    path("", views.front, name="front"),
    path("now/", views.now, name="now"),
    path("theme/", views.theme, name="theme"),
    path("live/", views.live, name="live"),
    path("live/boards/", views.live_boards, name="live-boards"),
    path("live/wall/", wall.wall, name="live-wall"),
    path("live/wall/matches/", wall.matches, name="live-wall-matches"),
    path("live/wall/<int:number>/", wall.board, name="live-wall-board"),
]
