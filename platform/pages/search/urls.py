"""The addresses of the search."""

from django.urls import path

from pages.search import views

urlpatterns = [
    path("search/", views.search, name="search"),
    path("search/suggestions/", views.suggest, name="search-suggest"),
]
