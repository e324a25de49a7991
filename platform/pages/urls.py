"""Addresses of all pages.  What authors do comes first: ``matches/new/`` is no match."""

from __future__ import annotations

from pages.author_urls import urlpatterns as author_urls
from pages.public_urls import urlpatterns as public_urls

urlpatterns = [*author_urls, *public_urls]
