"""Addresses of announcements: the organizers' pages, the archive and its feed."""

from django.urls import path

from pages.news import views

_DESK = "desk/announcements/"

urlpatterns = [
    path(_DESK, views.index, name="desk-news"),
    path(f"{_DESK}new/", views.new, name="desk-news-new"),
    path(f"{_DESK}preview/", views.preview, name="desk-news-preview"),
    path(f"{_DESK}<int:pk>/", views.edit, name="desk-news-edit"),
    path(f"{_DESK}<int:pk>/withdraw/", views.withdraw, name="desk-news-withdraw"),
    path("news/", views.archive, name="news"),
    path("news/<int:pk>/", views.show, name="news-show"),
    path("news/<int:pk>/dismiss/", views.dismiss, name="news-dismiss"),
    path("news/atom.xml", views.NewsFeed(), name="news-feed"),
]
