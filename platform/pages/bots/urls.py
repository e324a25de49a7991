"""Addresses of bots."""

from __future__ import annotations

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from pages.bots import offers, views


class BotName(StringConverter):
    """The letters of `bots.models.NAME`.  Names of people and teams are slugs."""

    regex = "[A-Za-z0-9_.-]+"


register_converter(BotName, "bot")

_BOT = "bots/<slug:owner>/<bot:name>/"

urlpatterns = [
    path("bots/", views.mine, name="bots"),
    path("bots/new/", views.new, name="bot-new"),
    path(_BOT, views.show, name="bot"),
    path(f"{_BOT}more/<int:number>/", views.more, name="bot-more"),
    path(f"{_BOT}edit/", views.edit, name="bot-edit"),
    path(f"{_BOT}hand-over/", offers.show, name="bot-offer"),
    path(f"{_BOT}hand-over/accept/", offers.accept, name="bot-offer-accept"),
    path(f"{_BOT}hand-over/decline/", offers.decline, name="bot-offer-decline"),
    path(f"{_BOT}retire/", views.retire, name="bot-retire"),
    path(f"{_BOT}resume/", views.resume, name="bot-resume"),
    path(f"{_BOT}unretire/", views.unretire, name="bot-unretire"),
]
