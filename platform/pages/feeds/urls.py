"""Addresses of feeds."""

from django.urls import path

from pages.feeds import views

urlpatterns = [
    path("games/<slug:game>/atom.xml", views.GameFeed(), name="game-feed"),
    path("games/<slug:game>/rules/changes/atom.xml", views.RulesFeed(), name="game-changes-feed"),
    path("bots/<slug:owner>/<bot:name>/atom.xml", views.BotFeed(), name="bot-feed"),
    path("people/<slug:name>/atom.xml", views.PersonFeed(), name="person-feed"),
    path("events/<slug:slug>/atom.xml", views.EventFeed(), name="event-feed"),
    path("feeds/<str:token>/atom.xml", views.following_feed, name="following-feed"),
]
