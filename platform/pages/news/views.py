"""Announcements: the desk where they are written, and the news that everybody reads."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arbiter.serving.redirects import back
from news import services
from news.models import LONGEST, Announcement
from pages.frame.access.permissions import (
    PersonRequest,
    organizer_act,
    organizer_page,
    organizers_only,
)
from pages.frame.acts import given_reason, redirect_with, refusing, reported
from pages.frame.content.feeds import OwnFeed
from pages.frame.content.markdown import authored
from pages.frame.fields.forms import sent
from pages.frame.fields.zoned import zone_names
from pages.frame.paging import page_of
from pages.news.cookie import dismissed, remember
from pages.news.forms import AnnouncementForm

FEED = 30
"""Entries of the feed."""


# For organizers -----------------------------------------------------------------------------------


@organizer_page
def index(request: PersonRequest) -> HttpResponse:
    page = page_of(request, Announcement.objects.select_related("created_by"))
    return render(request, "news/index.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_only
def new(request: PersonRequest) -> HttpResponse:
    return _write(request, Announcement())


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_only
def edit(request: PersonRequest, pk: int) -> HttpResponse:
    return _write(request, get_object_or_404(Announcement, pk=pk))


def _write(request: PersonRequest, announcement: Announcement) -> HttpResponse:
    title = announcement.title
    form = AnnouncementForm(sent(request), announcement, request.user.time_zone)
    if form.is_valid():
        with refusing(form):
            services.save(announcement, request.user)
            return redirect_with(request, f"“{announcement}” is kept.", "desk-news")
    context = {
        "form": form,
        "announcement": announcement,
        "was": title,
        "zones": zone_names(),
        "preview": authored(announcement.text[:LONGEST], "preview-"),
    }
    return render(request, "news/write.html", context)


@organizer_act
def preview(request: PersonRequest) -> HttpResponse:
    """The text as it will be read; nothing is kept."""
    text = authored(request.POST.get("text", "")[:LONGEST], "preview-")
    return render(request, "news/_preview.html", {"preview": text})


@organizer_act
def withdraw(request: PersonRequest, pk: int) -> HttpResponse:
    announcement = get_object_or_404(Announcement, pk=pk)
    with reported(request, f"“{announcement}” is withdrawn.", "Nothing was done: "):
        services.withdraw(announcement, request.user, given_reason(request))
    return redirect("desk-news")


# For everybody ------------------------------------------------------------------------------------


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    announcements = Announcement.objects.published().visible_to(request.user)
    return render(request, "news/archive.html", {"page": page_of(request, announcements)})


@require_safe
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Organizers see what is planned or withdrawn, too."""
    rows = Announcement.objects.visible_to(request.user)
    announcement = get_object_or_404(rows if request.user.is_staff else rows.published(), pk=pk)
    context = {"announcement": announcement, "text": authored(announcement.text)}
    return render(request, "news/show.html", context)


@require_POST
def dismiss(request: HttpRequest, pk: int) -> HttpResponse:
    """Show its banner no more in this browser."""
    answer = back(request, "front")
    remember(answer, [*dismissed(request), pk], secure=request.is_secure())
    return answer


class NewsFeed(OwnFeed):
    """Public announcements, as an Atom feed."""

    title = "Arbiter: news"
    subtitle = "Announcements of organizers."
    link = reverse_lazy("news")

    def items(self) -> Any:
        everybody = Announcement.Audience.EVERYBODY
        return Announcement.objects.published().filter(audience=everybody)[:FEED]

    def item_title(self, item: Any) -> str:
        return str(item.title)

    def item_description(self, item: Any) -> str:
        return str(authored(item.text))

    def item_pubdate(self, item: Announcement) -> datetime:
        return item.starts

    def item_updateddate(self, item: Announcement) -> datetime:
        return max(item.edited, item.starts)
