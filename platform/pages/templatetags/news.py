"""Banners of what is announced, above every page, and the newest news on the front page."""

from __future__ import annotations

from django import template
from django.db import DatabaseError
from django.template import Context

from news import services
from news.models import Announcement
from pages.news.cookie import dismissed

register = template.Library()
BANNERS = 3
"""More at a time would push the page away."""
NEWEST = 3


@register.inclusion_tag("news/_banners.html", takes_context=True)
def news_banners(context: Context) -> dict[str, object]:
    """Nothing where there is no request, as on pages of errors."""
    request = context.get("request")
    if request is None or not hasattr(request, "user"):
        return {"banners": []}
    user = request.user if request.user.is_authenticated else None
    try:
        banners = services.current(user, dismissed(request))
    except DatabaseError:
        banners = []
    back = request.get_full_path() if request.method == "GET" else "/"
    return {"banners": banners[:BANNERS], "back": back, "csrf_token": context.get("csrf_token")}


@register.inclusion_tag("news/_newest.html", takes_context=True)
def newest_news(context: Context) -> dict[str, object]:
    news = Announcement.objects.published().visible_to(context["request"].user)
    return {"news": list(news[:NEWEST])}
