"""Addresses of the organizers' pages, and of what everybody sees of them."""

from __future__ import annotations

from django.urls import path

from pages.views import announcements, audit, export, fairness, queue

_NEWS = "desk/announcements/"
_EXPORT = "desk/export/"

urlpatterns = [
    path("desk/queue/", queue.index, name="desk-queue"),
    path("desk/queue/do/", queue.bulk, name="desk-bulk"),
    path("desk/queue/weights/", queue.weights, name="desk-weights"),
    path("desk/hold/", queue.hold, name="desk-hold"),
    path("desk/workers/", queue.workers, name="desk-workers"),
    path("status/queue/", queue.public, name="status-queue"),
    path("desk/audit/", audit.index, name="desk-audit"),
    path("desk/audit.csv", audit.download, name="desk-audit-csv"),
    path("desk/fairness/", fairness.index, name="desk-fairness"),
    path("desk/fairness.csv", fairness.download, name="desk-fairness-csv"),
    path(_NEWS, announcements.index, name="desk-news"),
    path(f"{_NEWS}new/", announcements.new, name="desk-news-new"),
    path(f"{_NEWS}preview/", announcements.preview, name="desk-news-preview"),
    path(f"{_NEWS}<int:pk>/", announcements.edit, name="desk-news-edit"),
    path(f"{_NEWS}<int:pk>/withdraw/", announcements.withdraw, name="desk-news-withdraw"),
    path("news/", announcements.archive, name="news"),
    path("news/<int:pk>/", announcements.show, name="news-show"),
    path("news/<int:pk>/dismiss/", announcements.dismiss, name="news-dismiss"),
    path("news/atom.xml", announcements.NewsFeed(), name="news-feed"),
    path(_EXPORT, export.index, name="desk-export"),
    path(f"{_EXPORT}state/", export.state, name="desk-export-state"),
    path(f"{_EXPORT}<int:pk>/cancel/", export.cancel, name="desk-export-cancel"),
    path(f"{_EXPORT}<int:pk>/archive.zip", export.download, name="desk-export-file"),
]
